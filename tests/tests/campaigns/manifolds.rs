//! Contact manifolds against what is known otherwise: heights over a ground for blocks on it,
//! certified distances and separations for others.

use nalgebra::{Point3, Rotation3, UnitQuaternion, Vector3};
use obbtree::query::{Manifold, ManifoldOptions, SimdLevel};
use obbtree::{Body, Collider, ColliderRef, Mesh, Pose, Query, Shape};
use obbtree_assets::{PINION, PITCH, WHEEL, bolt, gear, nut};
use obbtree_tests::is_long;
use obbtree_tests::shapes::{at, cuboid, pose, random, sphere, vector};
use rand::RngExt;

const MARGIN: f64 = 0.02;

fn options() -> ManifoldOptions {
    ManifoldOptions::default().margin(MARGIN)
}

/// A slab of `2 n^2` triangles above, as many below, with its upper face in the plane z = 0.
fn slab(n: u32, side: f64) -> Mesh {
    let mut soup = Vec::new();
    let corner = |i: u32, j: u32, z: f64| {
        let x = |k: u32| side * (f64::from(k) / f64::from(n) - 0.5);
        [x(i), x(j), z]
    };
    let mut quad = |p, q, r, s| soup.extend([[p, q, r], [p, r, s]]);
    for i in 0..n {
        for j in 0..n {
            let around = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
            let [p, q, r, s] = around.map(|(i, j)| corner(i, j, 0.0));
            quad(p, q, r, s);
            let [p, q, r, s] = around.map(|(i, j)| corner(i, j, -1.0));
            quad(p, s, r, q);
        }
        for [from, to] in
            [[(i, 0), (i + 1, 0)], [(n, i), (n, i + 1)], [(i + 1, n), (i, n)], [(0, i + 1), (0, i)]]
        {
            let [above, below] = [0.0, -1.0].map(|z| [from, to].map(|(i, j)| corner(i, j, z)));
            quad(below[0], below[1], above[1], above[0]);
        }
    }
    let mesh = Mesh::from_soup(&soup).expect("finite");
    let (vertices, triangles) = mesh.into_parts();
    welded(&vertices, &triangles)
}

/// With equal vertices as one.
fn welded(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Mesh {
    let mut kept: Vec<[f64; 3]> = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    let mut number = |vertex: [f64; 3]| {
        *numbers.entry(vertex.map(f64::to_bits)).or_insert_with(|| {
            kept.push(vertex);
            kept.len() as u32 - 1
        })
    };
    let triangles: Vec<_> =
        triangles.iter().map(|t| t.map(|v| number(vertices[v as usize]))).collect();
    Mesh::new(kept, triangles).expect("finite")
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// What holds for all: directions have length one, depths are those of the points.
fn assert_consistent(found: &[Manifold]) {
    for manifold in found {
        assert!(is_near(manifold.normal.norm(), 1.0) && !manifold.points.is_empty());
        assert!(manifold.points.len() <= 4);
        for point in &manifold.points {
            let depth = (point.on[0] - point.on[1]).dot(&manifold.normal);
            assert!(is_near(depth, point.depth), "{point:?} {depth}");
        }
    }
}

#[test]
fn blocks_on_grounds_of_all_kinds_touch_as_their_corners_say() {
    let mut random = random(30);
    let slab = slab(24, 12.0);
    let grounds: [Collider; 4] = [
        Body::new(slab).into(),
        Body::new(cuboid([-6.0, -6.0, -1.0], [6.0, 6.0, 0.0])).into(),
        Shape::half_space().into(),
        Shape::plane().into(),
    ];
    let mut query = Query::new();
    let mut flat = 0;
    for case in 0..if is_long() { 4000 } else { 200 } {
        let half = [0, 1, 2].map(|_| random.random_range(0.3..1.5));
        let block: Collider = match case % 2 {
            0 => Body::new(cuboid(half.map(|h: f64| -h), half)).into(),
            _ => Shape::cuboid(half).expect("finite").into(),
        };
        // About a face, an edge or a corner; the lowest point between overlap and margin.
        let angle = [0.0, 0.001, 0.01, 0.2, 0.6][case % 5];
        let turn = UnitQuaternion::from_scaled_axis(vector(&mut random) * angle);
        let spin = Rotation3::from_axis_angle(&Vector3::z_axis(), random.random_range(0.0..6.0));
        let rotation = (spin * turn.to_rotation_matrix()).into_inner();
        let corners = cuboid(half.map(|h| -h), half);
        let heights = corners.vertices().iter().map(|&v| (rotation * Vector3::from(v)).z);
        let lowest = heights.clone().fold(f64::INFINITY, f64::min);
        let depth = random.random_range(-MARGIN..2.0 * MARGIN);
        let on_ground = Pose::new(rotation, Vector3::new(0.3, -0.2, -lowest - depth)).unwrap();
        let world = pose(&mut random, 3.0);
        let there = world.compose(&on_ground).unwrap();
        let up = world.rotation() * Vector3::z();
        for ground in &grounds {
            let found = query.manifolds(ground, &world, &block, &there, &options());
            assert_consistent(&found);
            let [manifold] = &found[..] else { panic!("{case}: {found:?}") };
            assert!((manifold.normal - up).norm() < 1e-9, "{case} {manifold:?}");
            let depths = manifold.points.iter().map(|point| point.depth);
            let deepest = depths.fold(f64::NEG_INFINITY, f64::max);
            assert!(deepest > depth - 0.02 * (depth + MARGIN) - 1e-9 && deepest < depth + 1e-9);
            for point in &manifold.points {
                let under = (point.on[1] - world.translation()).coords.dot(&up);
                assert!(is_near(-under, point.depth), "{case} {under} {point:?}");
            }
            let near: Vec<f64> = heights.clone().map(|h| lowest + depth - h).collect();
            let near = near.iter().filter(|&&depth| depth > -MARGIN + 1e-9).count();
            if angle < 0.05 && near == 4 {
                flat += 1;
                assert_eq!(manifold.points.len(), 4, "{case} {manifold:?}");
            }
            // The other way around the same.
            let back = query.manifolds(&block, &there, ground, &world, &options());
            assert!((back[0].normal + up).norm() < 1e-9);
        }
    }
    assert!(flat > 100, "{flat}");
}

#[test]
fn thousands_of_coplanar_pairs_give_the_corners() {
    let (ground, plate) = (Body::new(slab(32, 8.0)), Body::new(slab(32, 2.0)));
    let mut query = Query::new();
    for depth in [0.0, 0.01, -0.01] {
        let on_top = at(0.125, 0.25, 1.0 - depth);
        if depth == 0.0 {
            let pairs = query.pairs(&ground, &at(0.0, 0.0, 0.0), &plate, &on_top).len();
            assert!(pairs > 4000, "{pairs}");
        }
        let found = query.manifolds(&ground, &at(0.0, 0.0, 0.0), &plate, &on_top, &options());
        let mut corners: Vec<[f64; 2]> =
            found[0].points.iter().map(|point| [point.on[1].x, point.on[1].y]).collect();
        corners.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
        assert_eq!(found.len(), 1, "{depth} {found:?}");
        for (corner, expected) in
            corners.iter().zip([[-0.875, -0.75], [-0.875, 1.25], [1.125, -0.75], [1.125, 1.25]])
        {
            assert!((0..2).all(|k| is_near(corner[k], expected[k])), "{corners:?}");
        }
        assert!(found[0].points.iter().all(|point| is_near(point.depth, depth)), "{found:?}");
    }
}

fn nut_at(angle: f64, along: f64) -> Pose {
    let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), angle).into_inner();
    let height = PITCH * angle / std::f64::consts::TAU + along;
    Pose::new(turn, Vector3::new(0.0, 0.0, height)).unwrap()
}

/// The least length from A's to B's point.
fn closest(found: &[Manifold]) -> f64 {
    let points = found.iter().flat_map(|manifold| &manifold.points);
    points.map(|point| (point.on[1] - point.on[0]).norm()).fold(f64::INFINITY, f64::min)
}

#[test]
fn bodies_apart_have_their_distance_among_the_places() {
    let mut random = random(31);
    let round = Body::new(sphere(3, 1.0));
    let block = Body::new(cuboid([-1.0, -0.7, -0.4], [1.0, 0.7, 0.4]));
    let capsule = Shape::capsule([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.5).unwrap();
    let bodies = [ColliderRef::from(&round), (&block).into(), (&capsule).into()];
    let mut query = Query::new();
    let mut near = 0;
    for case in 0..if is_long() { 20_000 } else { 1000 } {
        let [a, b] = [case % 3, case / 3 % 3].map(|n| bodies[n]);
        let [pose_a, pose_b] = [0, 1].map(|_| pose(&mut random, 1.5));
        let distance = query.distance(a, &pose_a, b, &pose_b);
        if distance.lower <= 0.0 {
            continue;
        }
        let options = ManifoldOptions::default().margin(0.4);
        let found = query.manifolds(a, &pose_a, b, &pose_b, &options);
        assert_consistent(&found);
        assert_eq!(found.is_empty(), distance.lower > 0.4, "{case} {distance:?} {a:?} {b:?}");
        if let Some(manifold) = found.first() {
            near += 1;
            let least = closest(&found);
            let within = 0.02 * (0.4 - distance.upper) + 1e-9;
            assert!(least > distance.lower - 1e-9 && least < distance.upper + within, "{case}");
            assert!(manifold.normal.dot(&distance.normal.expect("apart")) > 0.9, "{case}");
        }
    }
    assert!(near > 100, "{near}");
}

#[test]
fn spheres_that_overlap_are_parted_by_their_depth() {
    let mut random = random(32);
    let mut query = Query::new();
    let shape = Shape::sphere([0.0; 3], 1.0).unwrap();
    let fine = Body::new(sphere(4, 1.0));
    let round = Body::new(sphere(3, 1.0));
    for case in 0..100 {
        let here = pose(&mut random, 2.0);
        let way = vector(&mut random).normalize();
        let depth = random.random_range(0.001..0.3);
        let there = Pose::from_translation((here.translation() + way * (2.0 - depth)).into());
        let there = there.unwrap();
        for a in [ColliderRef::from(&fine), (&shape).into()] {
            let found = query.manifolds(a, &here, &round, &there, &ManifoldOptions::default());
            assert_consistent(&found);
            let Some(manifold) = found.first() else {
                // Facets are within the spheres.
                assert!(depth < 0.02, "{case} {depth}");
                continue;
            };
            assert!(manifold.normal.dot(&way) > 0.97, "{case} {depth} {manifold:?}");
            let deepest = manifold.points.iter().map(|p| p.depth).fold(0.0, f64::max);
            assert!(deepest < depth + 1e-3 && deepest > 0.8 * depth - 0.02, "{deepest} {depth}");
        }
    }
}

/// The largest distance from a point of one set to the nearest of the other.
fn apart(one: &[Manifold], other: &[Manifold]) -> f64 {
    let points = |of: &[Manifold]| -> Vec<Point3<f64>> {
        of.iter().flat_map(|manifold| &manifold.points).map(|point| point.on[0]).collect()
    };
    let (p, q) = (points(one), points(other));
    let nearest = |x: &Point3<f64>, of: &[Point3<f64>]| {
        of.iter().map(|y| (x - y).norm()).fold(f64::INFINITY, f64::min)
    };
    let from =
        |p: &[Point3<f64>], q: &[Point3<f64>]| p.iter().map(|x| nearest(x, q)).fold(0.0, f64::max);
    from(&p, &q).max(from(&q, &p))
}

#[test]
fn small_motions_move_manifolds_by_little() {
    let mut random = random(33);
    let (wheel, pinion) = (Body::new(gear(WHEEL)), Body::new(gear(PINION)));
    let (ground, block) =
        (Body::new(slab(24, 12.0)), Body::new(cuboid([-1.0, -0.7, 0.0], [1.0, 0.7, 0.4])));
    let (bolt, nut) = (Body::new(bolt()), Body::new(nut()));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/pinion_rolling.poses");
    let rolling = obbtree::io::read_poses(path).expect("poses");
    let here = at(0.0, 0.0, 0.0);
    let on_faces = true;
    let scenes = [
        (&ground, &block, at(0.3, 0.1, 0.0), MARGIN, on_faces),
        (&ground, &block, at(0.3, 0.1, -0.01), MARGIN, on_faces),
        // Flanks that nearly lie on each other have many places that are nearly equal, of which
        // others may be chosen: how far apart the closest are changes by little.
        (&wheel, &pinion, rolling[0], 0.2, !on_faces),
        (&bolt, &nut, nut_at(20.9, 0.0), 0.05, !on_faces),
    ];
    let mut query = Query::new();
    for (scene, (a, b, start, margin, on_faces)) in scenes.into_iter().enumerate() {
        let options = ManifoldOptions::default().margin(margin);
        let first = query.manifolds(a, &here, b, &start, &options);
        for _ in 0..40 {
            let way = vector(&mut random) * 1e-7;
            let turn = UnitQuaternion::from_scaled_axis(vector(&mut random) * 1e-8);
            let nearby = Pose::new(
                turn.to_rotation_matrix().into_inner() * start.rotation(),
                start.translation() + way,
            );
            let found = query.manifolds(a, &here, b, &nearby.unwrap(), &options);
            assert_consistent(&found);
            let deeper = (closest(&first) - closest(&found)).abs();
            assert!(deeper < 1e-5, "{scene}: {deeper}");
            if on_faces {
                let turned = first.iter().map(|m| {
                    let nearest = found.iter().map(|n| (n.normal - m.normal).norm());
                    nearest.fold(f64::INFINITY, f64::min)
                });
                let turned = turned.fold(0.0, f64::max);
                let moved = apart(&first, &found);
                assert!(turned < 1e-6 && moved < 1e-6, "{scene}: {turned} {moved}");
            }
        }
    }
}

#[test]
fn a_nut_that_overlaps_its_bolt_has_the_depth_of_its_flanks() {
    let (bolt, nut) = (Body::new(bolt()), Body::new(nut()));
    let mut query = Query::new();
    let here = at(0.0, 0.0, 0.0);
    let mut random = random(34);
    for below in [0.02, 0.03, 0.06] {
        let pose = nut_at(20.9, -below);
        // How far up it has to go, exactly; its flanks have an angle of 60 degrees.
        let up = query.depth_along(&bolt, &here, &nut, &pose, &Vector3::z()).expect("closed");
        let expected = up.upper * (0.75_f64).sqrt();
        let deepest = |found: &[Manifold]| {
            let depths = found.iter().flat_map(|m| &m.points).map(|point| point.depth);
            depths.fold(f64::NEG_INFINITY, f64::max)
        };
        let found = query.manifolds(&bolt, &here, &nut, &pose, &ManifoldOptions::default());
        assert_consistent(&found);
        let depth = deepest(&found);
        assert!((depth - expected).abs() < 0.05 * expected, "{below}: {depth} {expected}");
        // Flanks, and the thread's first turn, which is cut off by a cone.
        assert!(found.iter().all(|m| m.normal.z > 0.5), "{found:?}");
        assert!(found.iter().filter(|m| m.normal.z > 0.8).count() >= 4, "{found:?}");
        for _ in 0..10 {
            let way = vector(&mut random) * 1e-7;
            let nearby = Pose::new(*pose.rotation(), pose.translation() + way).unwrap();
            let again = query.manifolds(&bolt, &here, &nut, &nearby, &ManifoldOptions::default());
            let change = (deepest(&again) - depth).abs();
            assert!(change < 0.02 * depth + 1e-6, "{below}: {change}");
        }
    }
}

#[test]
fn a_nut_stands_on_the_flanks_of_its_thread() {
    let (bolt, nut) = (Body::new(bolt()), Body::new(nut()));
    let mut query = Query::new();
    let here = at(0.0, 0.0, 0.0);
    let options = ManifoldOptions::default().margin(0.001);
    let found = query.manifolds(&bolt, &here, &nut, &nut_at(20.9, -0.018), &options);
    assert_consistent(&found);
    assert!(found.len() >= 4, "{found:?}");
    let up: Vector3<f64> = found.iter().map(|manifold| manifold.normal).sum();
    assert!(up.normalize().z > 0.99, "{up}");
    // Flanks have an angle of 60 degrees.
    assert!(found.iter().all(|m| (m.normal.z - 0.866).abs() < 0.02), "{found:?}");
    for level in SimdLevel::all_available() {
        let same = Query::new().level(level).manifolds(
            &bolt,
            &here,
            &nut,
            &nut_at(20.9, -0.018),
            &options,
        );
        assert_eq!(same, found);
    }
}
