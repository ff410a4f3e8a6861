//! What is decided by a face, or by being the same, beside the search of all pairs.

use std::collections::BTreeMap;

use nalgebra::{Rotation3, Vector3};
use obbtree_mesh::Mesh;
use obbtree_predicates::{Placement, Pose};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::overlap::Overlap;
use super::parting_face::{Parted, parted_by_face};
use crate::body::Body;
use crate::collider::ColliderRef;
use crate::query::Query;
use crate::shape::Shape;

/// A box, a tetrahedron or a hull of corners of a lattice, or a notched block, which is not
/// convex.
fn random_body(rng: &mut Pcg64Mcg) -> Body {
    let kind = rng.random_range(0..8);
    if kind == 0 {
        return notched();
    }
    let shape = if kind < 5 {
        Shape::cuboid([0, 1, 2].map(|_| f64::from(rng.random_range(1..4)) * 0.5))
    } else {
        let count = if kind < 7 { 4 } else { 9 };
        let corner =
            |rng: &mut Pcg64Mcg| [0, 1, 2].map(|_| f64::from(rng.random_range(-2..3)) * 0.5);
        let corners: Vec<[f64; 3]> = (0..count).map(|_| corner(rng)).collect();
        Shape::hull(&corners)
    };
    let found = shape.ok().and_then(|shape| ColliderRef::from(&shape).as_mesh().cloned());
    found.unwrap_or_else(|| random_body(rng))
}

/// A prism over an L.
fn notched() -> Body {
    let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let vertices = [0.0, 1.0].iter().flat_map(|z| outline.map(|[x, y]| [x, y, *z])).collect();
    let caps = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
    let mut triangles: Vec<[u32; 3]> = caps.iter().map(|&[p, q, r]| [p, r, q]).collect();
    triangles.extend(caps.map(|three| three.map(|v| v + 6)));
    for k in 0..6 {
        let next = (k + 1) % 6;
        triangles.extend([[k, next, next + 6], [k, next + 6, k + 6]]);
    }
    Body::new(Mesh::new(vertices, triangles).expect("a prism"))
}

/// What a face decides is what the search of all pairs says, with the same triangles; and a face
/// decides most of what touches.
#[test]
fn a_face_says_what_the_search_says() {
    let cases = if std::env::var_os("OBBTREE_LONG").is_some() { 400_000 } else { 4_000 };
    let (mut rng, mut query) = (Pcg64Mcg::seed_from_u64(34), Query::new());
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for case in 0..cases {
        let bodies = [random_body(&mut rng), random_body(&mut rng)];
        let lattice = |rng: &mut Pcg64Mcg| {
            [0, 1, 2].map(|_| {
                let x = f64::from(rng.random_range(-4..5)) * 0.5;
                match rng.random_range(0..12) {
                    0 => x.next_up(),
                    1 => x.next_down(),
                    _ => x,
                }
            })
        };
        let at = |rng: &mut Pcg64Mcg| Pose::from_translation(lattice(rng)).expect("finite");
        let mut poses = [at(&mut rng), at(&mut rng)];
        if case % 3 == 0 {
            // One rotated, rounded pose for both: an affine map, which changes nothing exact.
            let angles = [0, 1, 2].map(|_| rng.random_range(-3.0..3.0));
            let turn = Rotation3::from_euler_angles(angles[0], angles[1], angles[2]);
            let pose = Pose::new(turn.into_inner(), lattice(&mut rng).into());
            poses = [pose.expect("a rotation"); 2];
        }
        let [a, b] = bodies.each_ref();
        let placement = Placement::new(&poses[0], &poses[1]);
        let searched = query.overlap_by_search([a, b], poses.each_ref());
        let by_face = parted_by_face([a, b], poses.each_ref(), &placement);
        let whole = query.overlap_and_pair(a, &poses[0], b, &poses[1]);
        assert_eq!(whole, searched, "case {case}: {poses:?}");
        let as_searched = match by_face {
            None => searched,
            Some(Parted::Apart) => (Overlap::Apart, None),
            Some(Parted::Touching { dimension, pair }) => {
                (Overlap::Touching { dimension }, Some(pair))
            }
        };
        assert_eq!(as_searched, searched, "case {case}: {poses:?}");
        let count = counts.entry(format!("{:?}", searched.0)).or_default();
        count[usize::from(by_face.is_some())] += 1;
    }
    let of = |name: &str| counts.get(name).copied().unwrap_or_default();
    for dimension in 0..3 {
        let [searched, by_face] = of(&format!("Touching {{ dimension: {dimension} }}"));
        assert!(by_face > cases / 200 && by_face > 2 * searched, "{counts:?}");
    }
    assert!(of("Cutting")[0] > cases / 5 && of("Cutting")[1] == 0, "{counts:?}");
    assert!(of("Apart")[1] > 0, "{counts:?}");
}

#[test]
fn a_clean_solid_on_its_own_copy_is_coincident() {
    let mut query = Query::new();
    let notched = notched();
    let turn = Rotation3::from_euler_angles(0.1, 0.2, 0.3).into_inner();
    let pose = Pose::new(turn, Vector3::new(0.1, 0.7, 1e9)).expect("a rotation");
    for pose in [Pose::identity(), pose] {
        let searched = query.overlap_by_search([&notched, &notched], [&pose, &pose]);
        assert_eq!(query.overlap_and_pair(&notched, &pose, &notched, &pose), searched);
        assert_eq!(searched, (Overlap::Coincident, Some([0, 0])));
    }
}
