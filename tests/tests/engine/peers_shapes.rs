//! Distances of boxes, capsules and surfaces of revolution that FCL, Coal and parry publish as
//! tests. The facts are theirs: shapes, places, expected distances and points. The shapes are
//! made here, and each pair is tested in all its forms: two meshes, a mesh and a shape, two
//! shapes.
//!
//! FCL: `test_fcl_shape_mesh_consistency.cpp`. Coal: `box_box_distance.cpp`, `capsule_box_1.cpp`,
//! `capsule_box_2.cpp`. parry3d: `issue_17`, `issue_79`, `issue_431`,
//! `closest_points_cuboid_cuboid`.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, FRAC_PI_6, SQRT_2, TAU};

use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use obbtree::{Body, Mesh, Pose, Query, Shape};
use obbtree_tests::shapes::{at, cuboid as boxed, isometry, random};

/// Of coordinates up to 100: poses are rounded, and distances of cylinders and cones are intervals.
const POSITION_ERR: f64 = 1e-11;

/// A shape and its surface as a mesh.
struct Part {
    body: Body,
    shape: Shape,
}

fn cuboid(half: [f64; 3]) -> Part {
    Part {
        body: Body::new(boxed(half.map(|x| -x), half)),
        shape: Shape::cuboid(half).expect("a box"),
    }
}

/// Distances in all forms, in both orders.
fn distances(a: &Part, at_a: &Pose, b: &Part, at_b: &Pose) -> [f64; 8] {
    let mut query = Query::new();
    let mut of = |a: &Part, at_a: &Pose, b: &Part, at_b: &Pose| {
        [
            query.distance(&a.body, at_a, &b.body, at_b).upper,
            query.distance(&a.body, at_a, &b.shape, at_b).upper,
            query.distance(&b.body, at_b, &a.shape, at_a).upper,
            query.distance(&a.shape, at_a, &b.shape, at_b).upper,
        ]
    };
    let ([x, y, z, u], [v, w, s, t]) = (of(a, at_a, b, at_b), of(b, at_b, a, at_a));
    [x, y, z, u, v, w, s, t]
}

fn check(name: &str, a: &Part, at_a: &Pose, b: &Part, at_b: &Pose, expected: f64) {
    let found = distances(a, at_a, b, at_b);
    assert!(
        found.iter().all(|d| (d - expected).abs() <= POSITION_ERR),
        "{name}: {found:?} {expected}"
    );
}

/// Closest points of the two meshes, where these are the only ones.
fn check_points(a: &Part, at_a: &Pose, b: &Part, at_b: &Pose, expected: [[f64; 3]; 2]) {
    let found = Query::new().distance(&a.body, at_a, &b.body, at_b).points;
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - Point3::from(expected)).amax() <= POSITION_ERR, "{found} {expected:?}");
    }
}

fn turned(axis: Vector3<f64>, angle: f64, place: [f64; 3]) -> Isometry3<f64> {
    let rotation = UnitQuaternion::new(axis.normalize() * angle);
    Isometry3::from_parts(Translation3::from(Vector3::from(place)), rotation)
}

fn pose(isometry: Isometry3<f64>) -> Pose {
    isometry.try_into().expect("a rotation")
}

#[test]
fn coal_boxes() {
    let (wide, small, here) = (cuboid([3.0, 5.0, 1.0]), cuboid([1.0; 3]), Pose::identity());
    let away = at(25.0, 20.0, 5.0);
    check("corner to corner", &wide, &here, &small, &away, 646.0_f64.sqrt());
    check_points(&wide, &here, &small, &away, [[3.0, 5.0, 1.0], [24.0, 19.0, 4.0]]);

    // About the diagonal: they give its lowest corner with nine digits.
    let above = pose(turned(Vector3::repeat(1.0), FRAC_PI_4, [0.0, 0.0, 10.0]));
    let found = distances(&wide, &here, &small, &above);
    let expected = 10.0 - 1.621_234_44 - 1.0;
    assert!(found.iter().all(|d| (d - expected).abs() < 1e-8), "{found:?}");

    let unit = cuboid([0.5; 3]);
    let one = turned(Vector3::z(), FRAC_PI_4, [-2.0, 1.0, 0.5]);
    let other = turned(Vector3::y(), FRAC_PI_4, [2.0, 0.5, 0.5]);
    let points = [[SQRT_2 / 2.0 - 2.0, 1.0, 0.5], [2.0 - SQRT_2 / 2.0, 1.0, 0.5]];
    let rotation = Quaternion::new(0.435952844074, -0.718287018243, 0.310622451066, 0.444435113443);
    let moved = Isometry3::from_parts(
        Translation3::new(4.0, 5.0, 6.0),
        UnitQuaternion::new_normalize(rotation),
    );
    for motion in [Isometry3::identity(), moved] {
        let [one, other] = [one, other].map(|placed| pose(motion * placed));
        check("edge to edge", &unit, &one, &unit, &other, 4.0 - SQRT_2);
        let points = points.map(|p| (motion * Point3::from(p)).into());
        check_points(&unit, &one, &unit, &other, points);
    }
    for (x, expected) in [(2.0, 1.0), (1.01, 0.01)] {
        check("face to face", &unit, &at(x, 0.0, 0.0), &unit, &here, expected);
    }
}

#[test]
fn coal_a_capsule_and_a_box() {
    let (block, here) = (cuboid([0.5, 1.0, 2.0]), Pose::identity());
    let capsule = Shape::capsule([0.0, 0.0, -2.0], [0.0, 0.0, 2.0], 2.0).expect("a capsule");
    let lying = |place| pose(turned(Vector3::y(), FRAC_PI_2, place));
    let cases = [
        (at(3.0, 0.0, 0.0), 0.5, None),
        (at(0.0, 0.0, 8.0), 2.0, Some([0.0, 0.0, 2.0])),
        (lying([-10.0, 0.0, 0.0]), 5.5, Some([-0.5, 0.0, 0.0])),
        (lying([-10.0, 0.8, 1.5]), 5.5, Some([-0.5, 0.8, 1.5])),
    ];
    for (place, expected, point) in cases {
        let found = Query::new().distance(&block.body, &here, &capsule, &place);
        assert!((found.upper - expected).abs() <= POSITION_ERR, "{found:?} {expected}");
        if let Some(point) = point {
            assert!(
                (found.points[0] - Point3::from(point)).amax() <= POSITION_ERR,
                "{found:?} {point:?}"
            );
        }
        let found = Query::new().distance(&block.shape, &here, &capsule, &place);
        assert!((found.upper - expected).abs() <= POSITION_ERR, "{found:?} {expected}");
    }
}

#[test]
fn parry_boxes() {
    let (unit, here) = (cuboid([1.0; 3]), Pose::identity());
    let (broad, long) = (cuboid([1.0, 2.0, 2.0]), cuboid([1.0, 1.0, 5.0]));
    check("overhang", &unit, &here, &broad, &at(-5.573167, 0.0, 0.0), 3.573167);
    let corner_to_face = pose(turned(Vector3::z(), FRAC_PI_4, [4.0, 4.0, 0.0]));
    check("corner to face", &unit, &here, &unit, &corner_to_face, 3.0 * SQRT_2 - 1.0);
    let (sine, cosine) = FRAC_PI_6.sin_cos();
    let edges = f64::hypot(4.0 - cosine - sine, 4.0 - cosine + sine);
    let edge_to_edge = pose(turned(Vector3::y(), FRAC_PI_6, [5.0, 0.0, 5.0]));
    check("edge to edge", &unit, &here, &unit, &edge_to_edge, edges);
    check("corners", &unit, &here, &unit, &at(5.0, 4.0, 3.0), 14.0_f64.sqrt());
    check("long edges", &unit, &here, &long, &at(3.0, 2.5, 0.0), 1.25_f64.sqrt());
    let beside = at(2.0 + 1e-4, 2.0 + 0.5e-4, 2.0);
    check("edges a hair apart", &unit, &here, &unit, &beside, f64::hypot(1e-4, 0.5e-4));
    for octant in 0..8 {
        let sign = [0, 1, 2].map(|k| if octant >> k & 1 == 0 { 1.0 } else { -1.0 });
        let away = at(3.0 * sign[0], 2.5 * sign[1], 2.25 * sign[2]);
        check("octants", &unit, &here, &unit, &away, 1.3125_f64.sqrt());
        let other = [2.0 * sign[0], 1.5 * sign[1], 1.25 * sign[2]];
        check_points(&unit, &here, &unit, &away, [sign, other]);
    }
    // They allow 1e-6. Here touching and overlapping give 0 exactly.
    for x in [2.0, 1.5] {
        assert_eq!(distances(&unit, &here, &broad, &at(x, 0.0, 0.0)), [0.0; 8]);
    }
}

/// A cylinder above a triangle at 0.5, with search lengths on both sides.
#[test]
fn parry_a_cylinder_and_a_triangle() {
    let corners = vec![[1.0, -1.0, 0.0], [-1.0, -1.0, 0.0], [0.0, -1.0, 1.0]];
    let body = Body::new(Mesh::new(corners, vec![[0, 1, 2]]).expect("a triangle"));
    let cylinder = Shape::cylinder([0.0, -0.5, 0.0], [0.0, 0.5, 0.0], 1.0).expect("a cylinder");
    let (here, mut query) = (Pose::identity(), Query::new());
    let found = query.distance(&body, &here, &cylinder, &here);
    assert!(found.lower <= 0.5 && 0.5 <= found.upper && found.upper - found.lower < 1e-7);
    assert!(!query.closer_than(&body, &here, &cylinder, &here, 0.49));
    assert!(query.closer_than(&body, &here, &cylinder, &here, 0.6));
}

/// They ask that nothing panics and that distances are finite, for the first of these sizes.
#[test]
fn parry_points_beside_a_tiny_cube() {
    let here = Pose::identity();
    for unit in [1e-10, 1e-100, 1.0] {
        let body = cuboid([0.5 * unit; 3]).body;
        let distance = |point: [f64; 3]| {
            let found = Query::new().closest_point(&body, &here, point).expect("in range");
            assert!(found.lower <= found.upper);
            found.upper
        };
        for (x, expected) in [(0.0, 0.5), (0.25, 0.25), (2.0, 1.5 * 3.0_f64.sqrt())] {
            let found = distance([x * unit; 3]) / unit;
            assert!((found - expected).abs() < 1e-15 * 4.0, "{found} {expected} in {unit:e}");
        }
        let far = distance([1.0, -2.0, 3.0]);
        assert!((far - 14.0_f64.sqrt()).abs() < 2.0 * unit + 1e-15, "{far} from {unit:e}");
    }
}

/// The surface of revolution about z of a line through points (radius, z), in sixteen sectors as
/// theirs.
fn revolved(profile: &[[f64; 2]]) -> Body {
    const SECTORS: u32 = 16;
    let place = |&[radius, z]: &[f64; 2], sector: u32| {
        let angle = TAU * f64::from(sector) / f64::from(SECTORS);
        [radius * angle.cos(), radius * angle.sin(), z]
    };
    let vertices = profile.iter().flat_map(|p| (0..SECTORS).map(move |sector| place(p, sector)));
    let quads = (1..profile.len() as u32).flat_map(|ring| (0..SECTORS).map(move |s| (ring, s)));
    let triangles = quads.flat_map(|(ring, sector)| {
        let next = (sector + 1) % SECTORS;
        let [[a, b], [c, d]] =
            [ring - 1, ring].map(|ring| [sector, next].map(|s| ring * SECTORS + s));
        [[a, b, d], [a, d, c]]
    });
    Body::new(Mesh::new(vertices.collect(), triangles.collect()).expect("a surface"))
}

/// Meshes and shapes, one beside the other along x, then both under random motions. Vertices of
/// the meshes are where the shapes are closest, so that all forms have the same distance; they
/// allow 1 or 5 %, and 200 % for the small ones.
#[test]
fn fcl_shapes_and_their_meshes() {
    let half_circle = |n: u32| {
        let polar = TAU * f64::from(n) / 32.0;
        [20.0 * polar.sin(), -20.0 * polar.cos()]
    };
    let parallels: Vec<[f64; 2]> = (0..=16).map(half_circle).collect();
    let sphere = || Part {
        body: revolved(&parallels),
        shape: Shape::sphere([0.0; 3], 20.0).expect("a sphere"),
    };
    let cylinder = || Part {
        body: revolved(&[[0.0, -5.0], [5.0, -5.0], [5.0, 5.0], [0.0, 5.0]]),
        shape: Shape::cylinder([0.0, 0.0, -5.0], [0.0, 0.0, 5.0], 5.0).expect("a cylinder"),
    };
    let cone = || Part {
        body: revolved(&[[0.0, -5.0], [5.0, -5.0], [0.0, 5.0]]),
        shape: Shape::cone([0.0, 0.0, -5.0], [0.0, 0.0, 5.0], 5.0).expect("a cone"),
    };
    let cases = [
        ("spheres", sphere(), sphere(), [(50.0, 10.0), (40.1, 0.1)]),
        ("boxes", cuboid([10.0, 20.0, 25.0]), cuboid([5.0; 3]), [(50.0, 35.0), (15.1, 0.1)]),
        ("cylinders", cylinder(), cylinder(), [(20.0, 10.0), (15.0, 5.0)]),
        ("cones", cone(), cone(), [(20.0, 10.0), (15.0, 5.0)]),
    ];
    let random = &mut random(171);
    for (name, a, b, places) in &cases {
        for &(x, expected) in places {
            let beside = Isometry3::translation(x, 0.0, 0.0);
            check(name, a, &Pose::identity(), b, &pose(beside), expected);
            for _ in 0..10 {
                let motion = isometry(random, 10.0);
                check(name, a, &pose(motion), b, &pose(motion * beside), expected);
            }
        }
    }
}
