//! Bodies and shapes: against rational arithmetic, near contact and inside each other.

use nalgebra::{Point3, Vector3};
use obbtree::collider::ShapeError;
use obbtree::{Body, Mesh, Pose, Query, Shape};
use obbtree_predicates::{Triangle, plane_side};
use obbtree_referee as referee;
use obbtree_tests::scales::exact::rational;
use obbtree_tests::shapes::{at, cube, pose, random, soup, sphere, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::support::{count_answers, rounds};

fn body_of(corners: Triangle) -> (Body, Triangle) {
    let soup = [corners.map(|p| [p.x, p.y, p.z])];
    (Body::new(Mesh::from_soup(&soup).expect("finite")), corners)
}

fn triangle_near(random: &mut Pcg64Mcg, target: Vector3<f64>) -> Triangle {
    let mut t = [(); 3].map(|()| vector(random));
    if random.random_range(0..8) == 0 {
        t[2] = t[1];
    }
    let [u, v] = [random.random_range(0.0..0.8), random.random_range(0.0..0.2)];
    let common = t[0] * u + t[1] * v + t[2] * (1.0 - u - v);
    let off = vector(random) * 2.0_f64.powi(-random.random_range(0..58));
    t.map(|corner| Point3::from(corner - common + target + off))
}

/// Spheres and capsules around exact cores: the radius is the exact distance rounded both ways.
#[test]
fn round_shapes_agree_with_the_referee() {
    let answers = count_answers(161, rounds(400), |round, random, query, answers| {
        let (pose, pose_shape) = (pose(random, 1.0), pose(random, 1.0));
        let target = vector(random);
        let (body, corners) = body_of(triangle_near(random, target));
        let [from, to] = [(); 2].map(|()| vector(random).into());
        let to = if round % 2 == 0 { from } else { to };
        let core: Triangle = [from, to, to].map(Point3::from);
        let exact = referee::squared_distance(&corners, &pose, &core, &pose_shape);
        let middle = obbtree_predicates::exact_distance(&corners, &pose, &core, &pose_shape)[1];
        for radius in [middle.next_down().next_down(), middle, middle.next_up(), 2.0 * middle] {
            let radius = radius.max(0.0);
            let shape = match round % 2 {
                0 => Shape::sphere(from, radius),
                _ => Shape::capsule(from, to, radius),
            };
            let shape = shape.expect("a shape");
            let expected = exact <= rational(radius).pow(2);
            assert_eq!(query.collide(&body, &pose, &shape, &pose_shape), expected);
            answers[usize::from(expected)] += 1;
            let found = query.distance(&body, &pose, &shape, &pose_shape);
            assert_eq!(found.upper == 0.0, expected);
            let [low, high] = [found.lower, found.upper].map(|d| rational(d) + rational(radius));
            assert!(found.lower == 0.0 || low.pow(2) <= exact);
            assert!(expected || exact <= high.pow(2));
            assert!(found.upper - found.lower <= 1e-14 * (1.0 + middle));
        }
    });
    assert!(answers.iter().all(|&count| count > 300), "{answers:?}");
}

#[test]
fn boxes_and_hulls_agree_with_the_referee() {
    let answers = count_answers(162, rounds(250), |round, random, query, answers| {
        let half: [f64; 3] = [0; 3].map(|_| random.random_range(0.2..1.0));
        let mut points: Vec<[f64; 3]> = (0..8)
            .map(|n| [0, 1, 2].map(|k| if n >> k & 1 != 0 { half[k] } else { -half[k] }))
            .collect();
        let (shape, target) = if round % 2 == 0 {
            (
                Shape::cuboid(half),
                [half[0], random.random_range(-0.3..0.3), [0.1, half[2]][round / 2 % 2]],
            )
        } else {
            points = (0..7).map(|_| vector(random).into()).collect();
            (Shape::hull(&points), points[0])
        };
        let shape = shape.expect("a shape");
        let (pose, pose_shape) = (pose(random, 1.0), pose(random, 1.0));
        // A triangle that touches the target up to rounding, or is small and inside or outside.
        let inverse = pose.rotation().transpose();
        let world = pose_shape.place(&Point3::from(target));
        let mut corners = triangle_near(random, inverse * (world.coords - pose.translation()));
        if round % 5 == 0 {
            let middle = inverse * (pose_shape.translation() - pose.translation());
            corners = corners.map(|p| p * 0.05 + (middle + vector(random) * 0.8));
        }
        let (body, corners) = body_of(corners);
        let expected = referee::meets_hull(&corners, &pose, &points, &pose_shape);
        assert_eq!(
            query.collide(&body, &pose, &shape, &pose_shape),
            expected,
            "{corners:?} {pose:?} {points:?} {pose_shape:?}"
        );
        answers[usize::from(expected)] += 1;
        let found = query.distance(&body, &pose, &shape, &pose_shape);
        assert_eq!(found.upper == 0.0, expected);
        assert!(query.closer_than(&body, &pose, &shape, &pose_shape, found.upper));
        assert!(
            expected || !query.closer_than(&body, &pose, &shape, &pose_shape, found.lower * 0.999)
        );
    });
    assert!(answers.iter().all(|&count| count > 25), "{answers:?}");
}

/// A hull of points of a plane or line is a polygon or segment.
#[test]
fn flat_hulls_are_flat() {
    let mut query = Query::new();
    let (body, here) = (Body::new(cube(1.0)), Pose::identity());
    let square =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 0.0]];
    let shape = Shape::hull(&square).expect("points");
    let mut collide = |shape: &Shape, pose: &Pose| query.collide(&body, &here, shape, pose);
    assert!(collide(&shape, &at(0.0, 0.0, 1.0)));
    assert!(!collide(&shape, &at(0.0, 0.0, 1.0_f64.next_up())));
    // Inside of the cube's surface, and a surface has no inside unless the query is about solids.
    let inside = Shape::hull(&[[0.4; 3], [0.5; 3], [0.6; 3]]).expect("points");
    assert!(!collide(&inside, &here));
    let mut solids = Query::new().solid(true);
    assert!(solids.collide(&body, &here, &inside, &here));
    assert_eq!(solids.distance(&body, &here, &inside, &here).upper, 0.0);
    assert!(solids.options().solid);
}

#[test]
fn a_body_inside_a_shape_meets_it() {
    let mut query = Query::new();
    let (small, here) = (Body::new(sphere(1, 0.1)), Pose::identity());
    let inside = at(0.2, 0.3, -0.1);
    let shapes = [
        Shape::cuboid([1.0; 3]),
        Shape::sphere([0.0; 3], 1.0),
        Shape::capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.9),
        Shape::hull(&[[-2.0; 3], [6.0, -2.0, -2.0], [-2.0, 6.0, -2.0], [-2.0, -2.0, 6.0]]),
        Ok(Shape::half_space()),
        Shape::cuboid([0.1; 3]).and_then(|shape| shape.inflated(0.5)),
    ];
    for shape in shapes.map(|shape| shape.expect("a shape")) {
        assert!(query.collide(&small, &inside, &shape, &here), "{shape:?}");
        assert!(!query.collide(&small, &at(0.0, 0.0, 50.0), &shape, &here), "{shape:?}");
        let found = query.distance(&small, &inside, &shape, &here);
        assert_eq!([found.lower, found.upper], [0.0; 2]);
    }
    assert!(!query.collide(&small, &inside, &Shape::plane(), &at(0.0, 0.0, 0.5)));
    assert!(query.collide(&small, &inside, &Shape::plane(), &at(0.0, 0.0, -0.1)));
}

#[test]
fn planes_and_half_spaces_go_by_the_exact_side_of_every_corner() {
    let random = &mut random(163);
    let mut query = Query::new();
    let mut answers = [[0; 2]; 2];
    let meshes = [soup(random, 300, 0.2), sphere(2, 1.0), cube(1.0)];
    for round in 0..rounds(300) {
        let mesh = &meshes[round % 3];
        let body = Body::new(mesh.clone());
        let pose = if round % 2 == 0 { Pose::identity() } else { pose(random, 1.0) };
        // A plane through a vertex up to rounding, or a little beside it, or anywhere.
        let mut plane: [Vector3<f64>; 3] = [(); 3].map(|()| vector(random));
        let vertex = mesh.vertices()[random.random_range(0..mesh.vertices().len())];
        let off = vector(random) * [0.0, 2.0_f64.powi(-random.random_range(0..55))][round % 2];
        plane[0] = pose.place(&vertex.into()).coords + off;
        let normal = (plane[0] - pose.translation()).try_normalize(0.0).unwrap_or(Vector3::x());
        if round % 4 != 0 {
            // Nearly a tangent plane.
            let side = normal.cross(&vector(random));
            (plane[1], plane[2]) = (plane[0] + side, plane[0] + normal.cross(&side));
        }
        if random.random() {
            plane.swap(1, 2);
        }
        let [p, q, r] = plane.map(Into::into);
        let triangle = plane.map(Point3::from);
        let here = Pose::identity();
        let sides = |t: &Triangle| t.map(|x| plane_side(&x, &pose, &triangle, &here));
        let below = mesh.corners().any(|t| sides(&t).iter().any(|&side| side <= 0));
        let across = mesh.corners().any(|t| {
            let sides = sides(&t);
            sides.iter().any(|&side| side <= 0) && sides.iter().any(|&side| side >= 0)
        });
        let half_space = Shape::half_space_through(p, q, r).expect("no line");
        let plane = Shape::plane_through(p, q, r).expect("no line");
        for (n, (shape, expected)) in [(half_space, below), (plane, across)].into_iter().enumerate()
        {
            assert_eq!(query.collide(&body, &pose, &shape, &here), expected, "{shape:?}");
            answers[n][usize::from(expected)] += 1;
            let found = query.distance(&body, &pose, &shape, &here);
            assert_eq!(found.upper == 0.0, expected);
            if !expected {
                let [p, q, r] = triangle;
                let normal = (q - p).cross(&(r - p)).normalize();
                let heights = mesh.corners().flatten().map(|x| normal.dot(&(pose.place(&x) - p)));
                let least = heights.map(|h| if n == 0 { h } else { h.abs() }).reduce(f64::min);
                let least = least.expect("triangles");
                assert!(
                    found.lower - 1e-13 <= least && least <= found.upper + 1e-13,
                    "{found:?} {least}"
                );
                assert!(found.upper - found.lower < 1e-11);
            }
        }
    }
    assert!(answers.iter().flatten().all(|&count| count > 10), "{answers:?}");
}

#[test]
fn segments_triangles_and_points_are_shapes() {
    let mut query = Query::new();
    let (body, here) = (Body::new(cube(1.0)), Pose::identity());
    let segment = Shape::segment([0.5, 0.5, 2.0], [0.5, 0.5, 1.0]).expect("a segment");
    assert!(query.collide(&body, &here, &segment, &here));
    assert!(!query.collide(&body, &here, &segment, &at(0.0, 0.0, 1e-300)) || 1.0 + 1e-300 == 1.0);
    let triangle =
        Shape::triangle([[2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [1.0, 0.5, 0.5]]).expect("a triangle");
    assert!(query.collide(&body, &here, &triangle, &here));
    assert!(!query.collide(&body, &here, &triangle, &at(1e-15, 0.0, 0.0)));
    let found = query.distance(&body, &here, &triangle, &at(0.5, 0.0, 0.0));
    assert!(found.lower <= 0.5 && 0.5 <= found.upper && found.upper - found.lower < 1e-15);
    assert_eq!(found.points[0], Point3::new(1.0, 0.5, 0.5));
    assert!(query.collide(&body, &here, &Shape::point(), &here));
    assert!(!query.collide(&body, &here, &Shape::point(), &at(0.5, 0.5, 0.5)));
}

#[test]
fn numbers_that_make_no_shape_are_refused() {
    assert_eq!(Shape::sphere([0.0; 3], -1.0).err(), Some(ShapeError::Radius(-1.0)));
    assert!(Shape::sphere([0.0; 3], f64::INFINITY).is_err());
    assert!(Shape::capsule([f64::NAN; 3], [0.0; 3], 1.0).is_err());
    assert!(Shape::cuboid([1.0, -1.0, 1.0]).is_err());
    assert!(Shape::hull(&[]).is_err());
    assert!(Shape::hull(&[[0.0; 3], [f64::NAN; 3]]).is_err());
    assert_eq!(Shape::plane_through([0.0; 3], [1.0; 3], [2.0; 3]).err(), Some(ShapeError::NoPlane));
    assert!(Shape::sphere([0.0; 3], 1.0).and_then(|shape| shape.inflated(-2.0)).is_err());
}

/// Cylinders, cones and frusta about the z axis of the world, against rational arithmetic.
#[test]
fn cylinders_and_cones_agree_with_the_referee() {
    let random = &mut random(164);
    let mut query = Query::new();
    let mut answers = [[0; 2]; 3];
    for round in 0..rounds(900) {
        let height = random.random_range(0.5..2.0);
        let radius = random.random_range(0.2..1.0);
        let radii = [[radius; 2], [radius, 0.0], [radius, 1.5 * radius]][round % 3];
        let ends = [[0.0; 3], [0.0, 0.0, height]];
        let shape = match round % 3 {
            0 => Shape::cylinder(ends[0], ends[1], radius),
            1 => Shape::cone(ends[0], ends[1], radius),
            _ => Shape::frustum(ends[0], ends[1], radii),
        };
        let shape = shape.expect("a shape");
        // A point of the side, of an end, or of a rim, of which a triangle comes close.
        let angle = random.random_range(0.0..std::f64::consts::TAU);
        let z = [0.0, 0.4, 1.0][random.random_range(0..3)];
        let out = radii[0] + (radii[1] - radii[0]) * z;
        let share = [1.0, 1.0, 0.5, 1.2][random.random_range(0..4)];
        let target = Vector3::new(angle.cos() * out * share, angle.sin() * out * share, z * height);
        let pose = if round % 2 == 0 { Pose::identity() } else { pose(random, 1.0) };
        let inverse = pose.rotation().transpose();
        let mut corners = triangle_near(random, inverse * (target - pose.translation()));
        if random.random_range(0..4) == 0 {
            // Inside or outside as a whole.
            let middle = inverse * (target - pose.translation());
            corners = corners.map(|p| Point3::from((p.coords - middle) * 0.05 + middle));
        }
        let (body, corners) = body_of(corners);
        let here = Pose::identity();
        let expected = referee::meets_upright_frustum(&corners, &pose, height, radii);
        let found = query.collide(&body, &pose, &shape, &here);
        assert_eq!(found, expected, "{corners:?} {pose:?} {height} {radii:?}");
        answers[round % 3][usize::from(expected)] += 1;
        let distance = query.distance(&body, &pose, &shape, &here);
        assert_eq!(distance.upper == 0.0, expected);
        assert!(query.closer_than(&body, &pose, &shape, &here, distance.upper));
        // A quarter turn moves all numbers exactly; the same about another axis.
        let turn = nalgebra::Matrix3::new(0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0);
        let turned = Pose::new(turn, Vector3::zeros()).expect("a rotation");
        let both =
            Pose::new(turn * pose.rotation(), turn * pose.translation()).expect("a rotation");
        assert_eq!(query.collide(&body, &both, &shape, &turned), expected);
    }
    assert!(answers.iter().flatten().all(|&count| count > 20), "{answers:?}");
}

/// Numbers whose answers can be seen: ends and sides count, and what is within the radius beside
/// an end not.
#[test]
fn ends_of_cylinders_are_flat_and_apexes_of_cones_sharp() {
    let mut query = Query::new();
    let (body, here) = (Body::new(cube(1.0)), Pose::identity());
    let cylinder = Shape::cylinder([0.5, 0.5, 2.0], [0.5, 0.5, 4.0], 3.0).expect("a shape");
    assert!(!query.collide(&body, &here, &cylinder, &here));
    assert!(query.collide(&body, &here, &cylinder, &at(0.0, 0.0, -1.0)));
    assert!(!query.collide(&body, &here, &cylinder, &at(0.0, 0.0, (-1.0_f64).next_up())));
    let cone = Shape::cone([0.5, 0.5, 4.0], [0.5, 0.5, 1.0], 1.0).expect("a shape");
    assert!(query.collide(&body, &here, &cone, &here));
    assert!(!query.collide(&body, &here, &cone, &at(0.0, 0.0, 1e-15)));
    // A body inside of one, and one inside of a body, which counts for solids.
    let around = Shape::cylinder([0.5, 0.5, -2.0], [0.5, 0.5, 4.0], 3.0).expect("a shape");
    assert!(query.collide(&body, &here, &around, &here));
    let within = Shape::cone([0.5, 0.5, 0.2], [0.5, 0.5, 0.8], 0.2).expect("a shape");
    assert!(!query.collide(&body, &here, &within, &here));
    assert!(Query::new().solid(true).collide(&body, &here, &within, &here));
    // The distance is 1, and the interval narrow.
    let found = query.distance(&body, &here, &cylinder, &here);
    assert!(found.lower <= 1.0 && 1.0 <= found.upper && found.upper <= 1.0 + 1e-15);
    assert!(found.lower > 1.0 - 1e-12, "{found:?}");
    assert_eq!(Shape::cone([1.0; 3], [1.0; 3], 1.0).err(), Some(ShapeError::NoAxis));
    assert!(Shape::cylinder([0.0; 3], [1.0; 3], -1.0).is_err());
}
