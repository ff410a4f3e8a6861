//! Two small meshes with their poses: both engines give the referee's pairs.

use obbtree::predicates::{Contact, Placement, classify_triangles};
use obbtree::{Body, BuildEngine, Mesh, Pose, Query, classic, wide};

use crate::bytes::Bytes;

/// Up to six triangles each.
///
/// # Panics
/// If an answer is wrong, or a tree is invalid.
pub fn small_meshes(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (pose_a, pose_b) = (bytes.pose(), bytes.pose());
    let (a, b) = (bytes.mesh(6), bytes.mesh(6));
    let expected = obbtree_referee::intersecting_pairs(&a, &pose_a, &b, &pose_b);
    assert_eq!(naive(&a, &pose_a, &b, &pose_b), expected, "all pairs");

    let bodies = bodies_of::<classic::Tree>([&a, &b]);
    bodies.iter().for_each(|body| body.tree().validate().expect("a valid classic tree"));
    check("classic", &bodies, &pose_a, &pose_b, &expected);
    let bodies = bodies_of::<wide::Tree>([&a, &b]);
    bodies.iter().for_each(|body| body.tree().validate().expect("a valid wide tree"));
    check("wide", &bodies, &pose_a, &pose_b, &expected);
}

fn bodies_of<T: BuildEngine>(meshes: [&Mesh; 2]) -> [Body<T>; 2] {
    meshes.map(|mesh| Body::build(mesh.clone(), &Default::default()))
}

fn check<T: BuildEngine>(
    name: &str,
    [a, b]: &[Body<T>; 2],
    pose_a: &Pose,
    pose_b: &Pose,
    expected: &[[u32; 2]],
) {
    let mut query = Query::default();
    assert_eq!(query.pairs(a, pose_a, b, pose_b), expected, "{name}");
    assert_eq!(query.collide(a, pose_a, b, pose_b), !expected.is_empty(), "{name}");
}

fn naive(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose) -> Vec<[u32; 2]> {
    let placement = Placement::new(pose_a, pose_b);
    let mut pairs = Vec::new();
    for (id_a, of_a) in a.corners().enumerate() {
        for (id_b, of_b) in b.corners().enumerate() {
            if classify_triangles(&of_a, &of_b, &placement) != Contact::Free {
                pairs.push([id_a as u32, id_b as u32]);
            }
        }
    }
    pairs
}
