//! Two small meshes with their poses: both engines give the referee's pairs.

use std::ops::ControlFlow;

use obbtree::{Body, Mesh, Pose, Query};
use obbtree_builder::classic::build;
use obbtree_predicates::{Contact, Placement, classify_triangles};
use obbtree_query::classic::Workspace;
use obbtree_query::{Engine, SearchMode};
use obbtree_tree::classic::Tree;

use crate::bytes::Bytes;

/// Up to six triangles each.
pub fn small_meshes(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (pose_a, pose_b) = (bytes.pose(), bytes.pose());
    let (a, b) = (bytes.mesh(6), bytes.mesh(6));
    let expected = obbtree_referee::intersecting_pairs(&a, &pose_a, &b, &pose_b);
    assert_eq!(naive(&a, &pose_a, &b, &pose_b), expected, "all pairs");

    let bodies = [&a, &b].map(|mesh| Body::new(mesh.clone()));
    bodies.iter().for_each(|body| body.tree().validate().expect("a valid wide tree"));
    let (mut query, [body_a, body_b]) = (Query::new(), &bodies);
    assert_eq!(query.pairs(body_a, &pose_a, body_b, &pose_b), expected, "wide");
    let meets = query.collide(body_a, &pose_a, body_b, &pose_b);
    assert_eq!(meets, !expected.is_empty(), "wide");

    let trees = [&a, &b].map(|mesh| build(mesh, &Default::default()));
    trees.iter().for_each(|tree| tree.validate().expect("a valid classic tree"));
    let by_classic = |mode: SearchMode, most: usize| {
        let (mut pairs, mut workspace) = (Vec::new(), Workspace::default());
        let on_pair = |in_a, in_b| {
            pairs.push([in_a, in_b]);
            if pairs.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let placement = Placement::new(&pose_a, &pose_b);
        let trees = trees.each_ref();
        let _ = Tree::search(trees, &placement, mode, None, &mut workspace, on_pair);
        pairs.sort_unstable();
        pairs
    };
    assert_eq!(by_classic(SearchMode::All, usize::MAX), expected, "classic");
    assert_eq!(by_classic(SearchMode::First, 1).is_empty(), expected.is_empty(), "classic");
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
