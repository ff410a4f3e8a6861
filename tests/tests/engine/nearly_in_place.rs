//! A mesh on itself, moved and rotated by next to nothing: the first contact is right, and found
//! soon.

use nalgebra::{Rotation3, Vector3};
use obbtree::query::{DistanceOptions, SimdLevel};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_referee as referee;
use obbtree_tests::naive;
use obbtree_tests::shapes::{at, bend, cube, pose, random, scaled, soup, sphere, vector};

/// How far bodies are moved, in their sizes; then rounding is all that moves them.
const MOVED: [f64; 7] = [1e-2, 2e-4, 1e-5, 1e-7, 1e-10, 1e-14, 0.0];

/// A grid of squares in a plane: moved along its normal, it is free.
fn sheet(cells: u32) -> Mesh {
    let point = |n: u32, k: u32| f64::from(n / k % (cells + 1)) / f64::from(cells);
    let vertices = (0..(cells + 1).pow(2)).map(|n| [point(n, 1), point(n, cells + 1), 0.0]);
    let squares = (0..cells * cells).map(|n| n / cells * (cells + 1) + n % cells);
    let triangles = squares.flat_map(|n| {
        let above = n + cells + 1;
        [[n, n + 1, above], [n + 1, above + 1, above]]
    });
    Mesh::new(vertices.collect(), triangles.collect()).expect("a sheet")
}

#[test]
fn a_first_contact_is_found_where_there_is_one() {
    let random = &mut random(171);
    let waves = bend(&sheet(10), |[x, y, _]| [x, y, 0.05 * (9.0 * x).sin() * (7.0 * y).cos()]);
    let bodies = [sphere(2, 0.7), cube(0.8), sheet(9), waves, soup(random, 120, 0.3)];
    // Coordinates that are no `f32` numbers, and one that the mesh is far from its origin.
    let far = bend(&scaled(&bodies[0], 1.0 / 3.0), |[x, y, z]| [x + 100.0, y, z - 7.0]);
    let (mut hits, mut cases) = (0, 0);
    for mesh in bodies.into_iter().chain([far]) {
        let body = Body::new(mesh);
        for moved in MOVED {
            for round in 0..6 {
                let here = if round % 2 == 0 { Pose::identity() } else { pose(random, 1.0) };
                // Every third is moved along the normal of the sheets.
                let shift = if round % 3 == 0 { Vector3::z() } else { vector(random) };
                let turn = if round % 3 == 0 { Vector3::zeros() } else { vector(random) };
                let turn = Rotation3::new(turn * 0.4 * moved).into_inner();
                let there = Pose::new(here.rotation() * turn, here.translation() + moved * shift);
                let there = there.expect("a rotation");
                let expected = naive::intersecting_pairs(body.mesh(), &here, body.mesh(), &there);
                for level in SimdLevel::all_available() {
                    let query = &mut Query::new().level(level);
                    assert_eq!(query.collide(&body, &here, &body, &there), !expected.is_empty());
                    let found = query.first_pair(&body, &here, &body, &there);
                    assert_eq!(found.is_some(), !expected.is_empty(), "{moved:e}");
                    assert!(found.is_none_or(|pair| expected.contains(&pair)), "{moved:e}");
                }
                hits += u32::from(!expected.is_empty());
                cases += 1;
            }
        }
    }
    assert!(hits > cases / 2 && hits < cases, "{hits} of {cases}");
}

/// It was found after 100 visits and 180 leaf pairs in the mean.
#[test]
fn a_first_contact_is_found_soon() {
    let random = &mut random(172);
    let body = Body::new(obbtree_assets::torus_knot(216, 36));
    let (mut query, here) = (Query::new().counted(true), Pose::identity());
    let rounds = 40;
    for _ in 0..rounds {
        let moved = vector(random) * 1e-7;
        let there = at(moved.x, moved.y, moved.z);
        let pair = query.first_pair(&body, &here, &body, &there).expect("a contact");
        let [in_a, in_b] = pair.map(|id| body.mesh().triangle(id as usize));
        assert!(referee::meet(&in_a, &here, &in_b, &there));
    }
    let counts = query.counts();
    assert!(counts.visits < 20 * rounds && counts.leaf_pairs < 6 * rounds, "{counts:?}");
}

/// It took a search of boxes and their copies. Elsewhere equal triangles say nothing.
#[test]
fn a_mesh_in_one_place_meets_itself_at_once() {
    let random = &mut random(174);
    let bodies = [(); 2].map(|()| Body::new(obbtree_assets::torus_knot(54, 9)));
    let (mut query, here) = (Query::new().counted(true), pose(random, 1.0));
    let [in_a, in_b] = query.first_pair(&bodies[0], &here, &bodies[1], &here).expect("a contact");
    assert_eq!(in_a, in_b);
    assert_eq!((query.counts().visits, query.counts().triangle_tests), (0, 1));
    let flat = Body::new(sheet(3));
    let above =
        Pose::new(*here.rotation(), here.translation() + here.rotation() * Vector3::z() * 1e-9);
    let above = above.expect("a rotation");
    assert_eq!(query.first_pair(&flat, &here, &flat, &above), None);
    assert!(query.first_pair(&flat, &here, &flat, &here).is_some());
}

/// It took time with the power 1.4 of the triangles: 2.5 ms for a body of 64,000.
#[test]
fn that_a_distance_is_zero_is_found_soon() {
    let random = &mut random(173);
    let here = Pose::identity();
    for (tubular, radial) in [(54, 9), (432, 72)] {
        let body = Body::new(obbtree_assets::torus_knot(tubular, radial));
        let mut query = Query::new().counted(true);
        let rounds = 20;
        for round in 0..rounds {
            let moved = vector(random) * 1e-7;
            let there = at(moved.x, moved.y, moved.z);
            let options = DistanceOptions::default().relative_error((round % 2) as f64 * 0.1);
            let found = query.distance_within(&body, &here, &body, &there, &options);
            let found = found.expect("a distance");
            assert_eq!((found.lower, found.upper), (0.0, 0.0));
            let ids = found.triangles.map(|id| id.expect("of a mesh"));
            let [in_a, in_b] = ids.map(|id| body.mesh().triangle(id as usize));
            assert!(referee::meet(&in_a, &here, &in_b, &there));
        }
        let counts = query.counts();
        assert!(counts.visits < 20 * rounds && counts.leaf_pairs < 6 * rounds, "{counts:?}");
    }
}
