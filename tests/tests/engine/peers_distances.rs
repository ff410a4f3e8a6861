//! Distances that other projects publish as tests, where their data is a few numbers. The facts are
//! theirs, the answers are ours: intervals of four units in the last place.

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree::query::DistanceOptions;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_predicates::{Placement, Stages, Triangle, triangles_distance};
use obbtree_tests::shapes::{at, cube, cuboid, sphere};

/// The cube with its middle at the origin.
fn centred_cube() -> Mesh {
    cuboid([-0.5; 3], [0.5; 3])
}

fn turned(axis: Vector3<f64>, degrees: f64) -> Matrix3<f64> {
    Rotation3::new(axis * degrees.to_radians()).into_inner()
}

fn distance(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose) -> f64 {
    let (a, b) = (Body::new(a.clone()), Body::new(b.clone()));
    Query::new().distance(&a, pose_a, &b, pose_b).upper
}

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 4.0 * f64::EPSILON, "{found} {expected}");
}

/// Manifold, `MinGapCubeCube` and `MinGapCubeCube2`: corner to corner across a diagonal.
#[test]
fn manifold_cubes_across_a_diagonal() {
    let (cube, here) = (cube(1.0), Pose::identity());
    assert_close(distance(&cube, &here, &cube, &at(2.0, 2.0, 0.0)), 2.0_f64.sqrt());
    assert_close(distance(&cube, &here, &cube, &at(3.0, 3.0, 0.0)), 2.0 * 2.0_f64.sqrt());
}

/// Manifold, `MinGapCubeSphereOverlapping`.
#[test]
fn manifold_a_cube_and_a_sphere_that_overlap() {
    let here = Pose::identity();
    assert_eq!(distance(&cube(1.0), &here, &sphere(2, 1.0), &here), 0.0);
}

/// Manifold, `MinGapSphereSphere` and its `OutOfBounds`: a search length, here
/// [`DistanceOptions`]. Their spheres have other triangles, so ours are held against the two
/// bounds of round ones.
#[test]
fn manifold_two_spheres_with_a_search_length() {
    let (sphere, here, away) = (Body::new(sphere(4, 1.0)), Pose::identity(), at(2.0, 2.0, 0.0));
    let within = |length: f64| {
        let options = DistanceOptions::default().at_most(length);
        Query::new().distance_within(&sphere, &here, &sphere, &away, &options)
    };
    let round = 2.0 * 2.0_f64.sqrt() - 2.0;
    let found = within(0.85).expect("nearer than the search length").upper;
    // The triangles are inside the spheres, by at most 1/200 each.
    assert!((round..round + 0.01).contains(&found), "{found}");
    assert!(within(0.8).is_none());
}

/// Manifold, `MinGapClosestPointOnEdge`: two cubes turned so that edges face each other.
#[test]
fn manifold_edges_that_face_each_other() {
    let pose_a = Pose::new(turned(Vector3::z(), 45.0), Vector3::zeros()).unwrap();
    let pose_b = Pose::new(turned(Vector3::y(), 45.0), Vector3::new(2.0, 0.0, 0.0)).unwrap();
    let found = distance(&centred_cube(), &pose_a, &centred_cube(), &pose_b);
    assert_close(found, 2.0 - 2.0_f64.sqrt());
}

/// Manifold, `MinGapClosestPointOnTriangleFace`: inside the large face, far from its corners.
#[test]
fn manifold_a_face_much_larger() {
    assert_close(distance(&cube(1.0), &Pose::identity(), &cube(10.0), &at(2.0, -5.0, -1.0)), 1.0);
}

/// Manifold, `TriangleDistance...`: squared distances from one triangle.
#[test]
fn manifold_triangles() {
    let p = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let cases = [
        ("closest points on vertices", [[2.0, 0.0, 0.0], [4.0, 0.0, 0.0], [3.0, 1.0, 0.0]], 1.0),
        ("on an edge", [[-1.0, 2.0, 0.0], [1.0, 2.0, 0.0], [0.0, 3.0, 0.0]], 1.0),
        ("on an edge, 2", [[1.0, 1.0, 0.0], [3.0, 1.0, 0.0], [2.0, 2.0, 0.0]], 0.5),
        ("on a face", [[-1.0, 2.0, -0.5], [1.0, 2.0, -0.5], [0.0, 2.0, 1.5]], 1.0),
        ("overlapping", [[-1.0, 0.0, 0.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.0]], 0.0),
    ];
    let triangle = |corners: [[f64; 3]; 3]| -> Triangle { corners.map(Point3::from) };
    let here = Placement::new(&Pose::identity(), &Pose::identity());
    for (name, q, squared) in cases {
        let stages = &mut Stages::default();
        let found = triangles_distance(&triangle(p), &triangle(q), &here, stages);
        let [lower, upper] = [found.lower, found.upper].map(|x| x * x);
        let rounding = 2.0 * f64::EPSILON;
        assert!(lower <= squared + rounding && squared - rounding <= upper, "{name}: {found:?}");
        assert_eq!(upper == 0.0, squared == 0.0, "{name}");
    }
}
