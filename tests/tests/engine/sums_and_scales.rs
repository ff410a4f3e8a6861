//! Named cases at the edges of rounding: sums of radii that `f64` cannot hold, errors allowed
//! that are tiny beside one, and sizes whose products underflow. Each was answered wrongly once,
//! or is a sibling of one that was.

use nalgebra::{Point3, Vector3};
use obbtree::query::{DistanceOptions, SimdLevel};
use obbtree::{Body, Mesh, Pose, Query, Shape};
use obbtree_tests::engines::{Asks, Built, ClassicQuery};
use obbtree_tests::scales::exact::{ExactPlane, rational};
use obbtree_tests::shapes::{pose, random, sphere, vector};
use obbtree_tests::{classic, wide};
use rand::RngExt;

use crate::support::{mixed, rounds};

const TINY: f64 = 1.0 / (1_u64 << 54) as f64;

fn at(p: [f64; 3]) -> Pose {
    Pose::from_translation(p).expect("finite")
}

fn point(p: [f64; 3]) -> Mesh {
    Mesh::new(vec![p], vec![[0; 3]]).expect("a point")
}

/// The radii sum to `1 + 2^-54`, which rounds to 1; the centres are `1 + 5.0e-17` apart.
#[test]
fn spheres_whose_radii_add_up_to_more_than_f64_tells_overlap() {
    let here = Pose::identity();
    let mut query = Query::new();
    for axis in 0..3 {
        let mut center = [1e-8; 3];
        (center[axis], center[(axis + 1) % 3]) = (1.0, 0.0);
        let unit = Shape::sphere([0.0; 3], 1.0).expect("a sphere");
        let small = |radius| Shape::sphere(center, radius).expect("a sphere");
        // 2^-54 is 5.55e-17.
        assert!(query.collide(&unit, &here, &small(TINY), &here));
        assert!(query.collide(&small(TINY), &here, &unit, &here));
        let found = query.distance(&unit, &here, &small(TINY), &here);
        assert_eq!((found.lower, found.upper), (0.0, 0.0));
        assert!(!query.collide(&unit, &here, &small(0.8 * TINY), &here));
        let found = query.distance(&unit, &here, &small(0.8 * TINY), &here);
        assert!(found.lower <= 0.2 * TINY && 0.0 < found.upper, "{found:?}");
        // The same sum with a tolerance, and with a body in place of a sphere.
        assert!(query.closer_than(&unit, &here, &small(0.0), &here, TINY));
        assert!(!query.closer_than(&unit, &here, &small(0.0), &here, 0.8 * TINY));
        let body = Body::new(point(center));
        assert!(query.closer_than(&body, &here, &unit, &here, TINY));
        assert!(!query.closer_than(&body, &here, &unit, &here, 0.8 * TINY));
    }
}

/// Spheres whose distance is below every number above 0 are apart, and no lower bound above 0 is
/// true.
#[test]
fn a_distance_below_all_numbers_has_the_lower_bound_zero() {
    let here = Pose::identity();
    let unit = Shape::sphere([0.0; 3], 1.0).expect("a sphere");
    // The root of 1 + 2^-2148, less 1.
    let beside = Shape::sphere([1.0, 5e-324, 0.0], 0.0).expect("a sphere");
    let found = Query::new().distance(&unit, &here, &beside, &here);
    assert_eq!(found.lower, 0.0);
    assert!(found.upper > 0.0);
}

/// Random radii and tolerances of very different sizes, against the squared sum in rational
/// arithmetic.
#[test]
fn sums_of_radii_and_tolerances_are_those_of_rational_arithmetic() {
    let random = &mut random(711);
    let mut query = Query::new();
    let mut closer = 0;
    for _ in 0..rounds(2000) {
        let poses = [pose(random, 1.0), pose(random, 1.0)];
        let centers = [vector(random), vector(random)];
        let triangles = centers.map(|center| [Point3::from(center); 3]);
        let square =
            obbtree_referee::squared_distance(&triangles[0], &poses[0], &triangles[1], &poses[1]);
        let [_, all] =
            obbtree_predicates::exact_distance(&triangles[0], &poses[0], &triangles[1], &poses[1]);
        // Two terms that make up the distance to within an ulp, and one far below.
        let share = random.random_range(0.1..0.9);
        let first = share * all;
        let second = all - first;
        let third = all * 2.0_f64.powi(random.random_range(-70..-50)) * random.random::<f64>();
        let is_less = random.random_range(0..8) > 0;
        let second = if is_less { second.next_down() } else { second };
        let sum = rational(first) + rational(second) + rational(third);
        let expected = square <= sum.pow(2);
        let [a, b] = [(centers[0], first), (centers[1], second)]
            .map(|(center, radius)| Shape::sphere(center.into(), radius).expect("a sphere"));
        let found = query.closer_than(&a, &poses[0], &b, &poses[1], third);
        assert_eq!(found, expected, "{first:e} {second:e} {third:e}");
        let body = Body::new(point(centers[1].into()));
        let tolerance = second + third;
        if rational(second) + rational(third) == rational(tolerance) {
            let found = query.closer_than(&body, &poses[1], &a, &poses[0], tolerance);
            assert_eq!(found, expected);
        }
        closer += usize::from(expected);
    }
    let tested = rounds(2000);
    assert!((tested * 3 / 10..tested * 7 / 10).contains(&closer), "{closer} of {tested}");
}

/// Bodies and points over tilted planes, of any size: within a tolerance by rational arithmetic.
#[test]
fn tolerances_over_planes_are_decided_as_in_rational_arithmetic() {
    let here = Pose::identity();
    mixed(712, rounds(1500), |round, random, query, answers| {
        // From normal sizes to those whose products of two and of three lengths underflow.
        let unit = 2.0_f64.powi([0, -300, -500, -520, -535, -540, -700, -1000, 200][round % 9]);
        let corner = |random: &mut _| <[f64; 3]>::from(vector(random) * unit);
        let plane = [(); 3].map(|()| corner(random));
        let x = corner(random);
        let through = ExactPlane::new(&plane.map(Point3::from), &here);
        let (height, normal_sq) = (through.height(&x.map(rational)), through.normal_sq);
        let (Ok(half_space), Ok(flat)) = (
            Shape::half_space_through(plane[0], plane[1], plane[2]),
            Shape::plane_through(plane[0], plane[1], plane[2]),
        ) else {
            return;
        };
        let triangle = |p: [f64; 3]| [Point3::from(p); 3];
        let body = Body::new(point(x));
        let of_height = query.distance(&body, &here, &flat, &here);
        for tolerance in [0.0, of_height.lower, of_height.upper, of_height.upper.next_up()] {
            if !tolerance.is_finite() {
                continue;
            }
            let limit = rational(tolerance).pow(2) * &normal_sq;
            let near = &height * &height <= limit;
            let below = height <= rational(0.0) || near;
            assert_eq!(query.closer_than(&body, &here, &flat, &here, tolerance), near);
            assert_eq!(
                query.closer_than(&body, &here, &half_space, &here, tolerance),
                below,
                "{plane:?} {x:?} {tolerance:e} {:?}",
                triangle(x)
            );
            let sphere = Shape::sphere(x, tolerance).expect("a sphere");
            assert_eq!(query.collide(&sphere, &here, &flat, &here), near);
            assert_eq!(query.collide(&sphere, &here, &half_space, &here), below);
            let grown = 0.5 * tolerance;
            let smaller = Shape::sphere(x, grown).expect("a sphere");
            if grown + grown == tolerance {
                assert_eq!(query.closer_than(&flat, &here, &smaller, &here, grown), near);
            }
            answers[usize::from(near)] += 1;
        }
        let in_interval = rational(of_height.lower).pow(2) * &normal_sq <= &height * &height;
        assert!(in_interval, "{plane:?} {x:?} {of_height:?}");
    });
}

/// A cylinder and a tolerance over a plane: the distance of its lowest point is known.
#[test]
fn a_cylinder_is_within_a_tolerance_of_a_plane_exactly() {
    let (here, mut query) = (Pose::identity(), Query::new());
    let can = Shape::cylinder([0.0, 0.0, 3.0], [4.0, 0.0, 6.0], 5.0).expect("a cylinder");
    // The lowest point of the disc at (0, 0, 3): 3 less 5 times the cosine of 3/5.
    for tolerance in [0.5, 2.0, f64::EPSILON] {
        let floor = at([0.0, 0.0, -1.0 - tolerance]);
        for plane in [Shape::plane(), Shape::half_space()] {
            let mut closer = |within| query.closer_than(&can, &here, &plane, &floor, within);
            assert!(closer(tolerance) && closer(tolerance.next_up()), "{tolerance:e}");
            assert!(!closer(tolerance.next_down()), "{tolerance:e}");
        }
    }
}

/// Placed corners of the smallest sizes were rounded before they were scaled: apart was said of
/// what meets.
#[test]
fn cylinders_of_the_smallest_sizes_meet() {
    let mut query = Query::new();
    let random = &mut random(713);
    for size in [5e-324, 1e-322, 1e-320, 1e-310, 1e-300, 1e-160] {
        for _ in 0..40 {
            let can = Shape::cylinder([0.0; 3], [0.0, 0.0, 8.0 * size], 2.0 * size);
            let can = can.expect("a cylinder");
            let turned = pose(random, 1.0);
            let pose = Pose::new(*turned.rotation(), Vector3::zeros()).expect("a rotation");
            // Both have the origin on their axes.
            assert!(query.collide(&can, &Pose::identity(), &can, &pose), "{size:e}");
            let sphere = Shape::sphere([0.0; 3], size).expect("a sphere");
            assert!(query.collide(&can, &pose, &sphere, &pose), "{size:e}");
        }
    }
}

fn widths_are_those_allowed<T: Built>(queries: &[T::Query]) {
    let places = ["-2.5776999187102638e-15 -1.2101070129863795e-15 -3.491142296558188e-16 \
                   0.03403800440084433 -0.15803240867019344 -0.7967184903140003 -0.5823287896524484"]
        .map(|text| text.parse::<Pose>().expect("a pose"));
    for scale in [1.0, 1e-15, 1e-100, 1e15] {
        let body = T::body(&sphere(2, scale));
        for place in &places {
            let place =
                Pose::new(*place.rotation(), place.translation() * (scale * 1e15)).expect("near");
            for error in [0.0, 1e-20, 5e-17, 1e-12, 1e-3, 1.0] {
                for (absolute, relative) in [(error * scale, 0.0), (0.0, error), (error, error)] {
                    for mut query in queries.iter().cloned() {
                        let options = DistanceOptions::default()
                            .absolute_error(absolute)
                            .relative_error(relative);
                        let here = Pose::identity();
                        let found = query
                            .distance_within(&body, &here, &body, &place, &options)
                            .expect("no limit is set");
                        let exact = query.distance(&body, &here, &body, &place);
                        assert!(found.lower <= exact.upper && exact.lower <= found.upper);
                        let width = rational(found.upper) - rational(found.lower);
                        let allowed =
                            rational(absolute) + rational(relative) * rational(found.lower);
                        let steps = found.upper.to_bits() - found.lower.to_bits();
                        assert!(
                            width <= allowed || steps <= 4,
                            "{found:?} {absolute:e} {relative:e}"
                        );
                    }
                }
            }
        }
    }
}

/// An error allowed that is tiny beside one was taken for none: the pair that held the upper end
/// was lost.
#[test]
fn errors_allowed_that_are_tiny_beside_one_are_kept() {
    widths_are_those_allowed::<classic::Tree>(&[ClassicQuery::default()]);
    let levels = SimdLevel::all_available().into_iter();
    let queries: Vec<Query> = levels.map(|level| Query::new().level(level)).collect();
    widths_are_those_allowed::<wide::Tree>(&queries);
}

/// With a limit of 0 the bodies were said to be within it, and to be 0 apart at least.
#[test]
fn what_is_farther_than_the_smallest_limits_has_no_distance_within_them() {
    let triangle =
        |corners: [[f64; 3]; 3]| Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect("a triangle");
    let a = triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let b = triangle([[0.9, 0.9, 0.1], [2.0, 2.0, 0.5], [2.0, 1.0, -3.0]]);
    let here = Pose::identity();
    for limit in [0.0, 5e-324, 1e-310, 1e-300, 0.5] {
        let options = DistanceOptions::default().at_most(limit);
        let wide = [&a, &b].map(|mesh| Body::new(mesh.clone()));
        let found = Query::new().distance_within(&wide[0], &here, &wide[1], &here, &options);
        assert_eq!(found, None, "{limit:e}");
        let classic = [&a, &b].map(classic::Tree::body);
        let mut query = ClassicQuery::default();
        let found = query.distance_within(&classic[0], &here, &classic[1], &here, &options);
        assert_eq!(found, None, "{limit:e}");
    }
}

/// The quotient that an error allowed gives rounded down by half of the smallest step.
#[test]
fn errors_allowed_are_kept_at_subnormal_distances() {
    let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]);
    let body = Body::new(mesh.expect("a triangle"));
    let here = Pose::identity();
    for (steps, error) in [(3_u64, 0.25), (100, 0.01), (7, 1e-3), (1000, 0.5)] {
        let distance = f64::from_bits(steps);
        let options = DistanceOptions::default().relative_error(error);
        let above = at([0.0, 0.0, distance]);
        let found = Query::new().distance_within(&body, &here, &body, &above, &options);
        let found = found.expect("no limit is set");
        assert!(found.lower <= distance && distance <= found.upper);
        let width = rational(found.upper) - rational(found.lower);
        assert!(width <= rational(error) * rational(found.lower), "{steps} {error}: {found:?}");
    }
}

/// The normal of a plane through points so close together that products of their differences
/// underflow.
#[test]
fn a_body_in_a_half_space_of_tiny_points_meets_it() {
    let corners = vec![[0.0, 100.0, 1.0], [1.0, 100.0, 1.0], [0.0, 101.0, 1.0]];
    let body = Body::new(Mesh::new(corners, vec![[0, 1, 2]]).expect("a triangle"));
    let (here, mut query) = (Pose::identity(), Query::new());
    let sphere = Shape::sphere([0.0, 100.0, 20.0], 1.0).expect("a sphere");
    for exponent in [-537, -137, -500, -530, -540, -600, -1000] {
        let e = 2.0_f64.powi(exponent);
        let through = |q: [f64; 3], r: [f64; 3]| Shape::half_space_through([0.0; 3], q, r);
        let half_space = through([e, 0.0, 0.0], [0.0, 12.0 * e, 2.0 * e]).expect("a plane");
        assert!(query.collide(&body, &here, &half_space, &here), "{exponent}");
        let found = query.distance(&sphere, &here, &half_space, &here);
        // The height of the middle is (12 * 20 - 2 * 100) over the root of 148.
        let expected = 40.0 / 148.0_f64.sqrt() - 1.0;
        // The smallest of these points have few digits when they are placed.
        let most = if exponent > -900 { 1e-8 } else { 1e-2 };
        assert!((found.lower - expected).abs() < most, "{found:?}");
        assert!(found.lower <= expected + 1e-15 && expected - 1e-15 <= found.upper, "{found:?}");
    }
}

/// Placed corners were rounded to the smallest numbers before they were scaled.
#[test]
fn a_cylinder_of_a_few_smallest_numbers_meets_what_a_larger_one_meets() {
    let rotation = nalgebra::Matrix3::new(
        0.22286680817714044,
        -0.9498406240423345,
        0.21939274083661545,
        0.8354997175762574,
        0.30206191915240455,
        0.45901941018649806,
        -0.5022654753643017,
        0.08100238216765487,
        0.8609111489231843,
    );
    let pose = Pose::new(rotation, Vector3::zeros()).expect("a rotation");
    for u in [1.0, 1e-100, 1e-300, 1e-310, 1e-320, 5e-324] {
        let end = |y: f64| [3.0 * u, y * u, -2.0 * u];
        let a = Shape::cylinder(end(-20.0), end(20.0), 4.0 * u).expect("a cylinder");
        let b = Shape::cylinder([0.0; 3], [0.0, 0.0, u], 0.0).expect("a cylinder");
        assert!(Query::new().collide(&a, &pose, &b, &Pose::identity()), "{u:e}");
    }
}
