//! Two shapes: against rational arithmetic, and round ones against polyhedra just inside and
//! outside of them.

use nalgebra::{Point3, Vector3};
use obbtree::{Pose, Query, Shape};
use obbtree_predicates::Triangle;
use obbtree_referee as referee;
use obbtree_tests::scales::exact::{ExactPlane, placed, rational};
use obbtree_tests::shapes::{at, pose, random, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::support::{mixed, rounds};

#[test]
fn spheres_and_capsules_agree_with_the_referee() {
    mixed(181, rounds(300), |round, random, query, answers| {
        let poses = [pose(random, 1.0), pose(random, 1.0)];
        let cores: [Triangle; 2] = [0, 1].map(|n| {
            let [p, q] = [(); 2].map(|()| Point3::from(vector(random)));
            if (round >> n) % 2 == 0 { [p, p, p] } else { [p, q, q] }
        });
        let exact = referee::squared_distance(&cores[0], &poses[0], &cores[1], &poses[1]);
        let all = obbtree_predicates::exact_distance(&cores[0], &poses[0], &cores[1], &poses[1])[1];
        let first = 0.25 * all;
        for second in [0.75 * all, (0.75 * all).next_down().next_down(), 0.5 * all, all] {
            let shapes = [(0, first), (1, second)].map(|(n, radius): (usize, f64)| {
                Shape::capsule(cores[n][0].into(), cores[n][1].into(), radius).expect("a capsule")
            });
            let expected = exact <= (rational(first) + rational(second)).pow(2);
            let [a, b] = &shapes;
            assert_eq!(query.collide(a, &poses[0], b, &poses[1]), expected);
            assert_eq!(query.collide(b, &poses[1], a, &poses[0]), expected);
            answers[usize::from(expected)] += 1;
            let found = query.distance(a, &poses[0], b, &poses[1]);
            assert_eq!(found.upper == 0.0, expected);
            assert!(!(found.lower > 0.0 && expected));
            assert!(found.upper - found.lower <= 1e-14 * (1.0 + all), "{found:?}");
            let between = (found.points[1] - found.points[0]).norm();
            assert!(expected || (between - found.upper).abs() <= 1e-14 * (1.0 + all));
        }
    });
}

/// The faces of a tetrahedron, of random corners.
fn tetrahedron(random: &mut Pcg64Mcg) -> (Vec<[f64; 3]>, [Triangle; 4]) {
    let corners = [(); 4].map(|()| Point3::from(vector(random)));
    let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]].map(|face| face.map(|n| corners[n]));
    (corners.map(<[f64; 3]>::from).to_vec(), faces)
}

#[test]
fn hulls_agree_with_the_referee_and_contain_each_other() {
    mixed(182, rounds(150), |round, random, query, answers| {
        let [(points_a, faces_a), (mut points_b, mut faces_b)] =
            [(); 2].map(|()| tetrahedron(random));
        let (pose_a, mut pose_b) = (pose(random, 1.0), pose(random, 1.0));
        if round % 4 == 0 {
            // Small, and mostly inside.
            points_b = points_b.iter().map(|p| p.map(|x| 0.01 * x)).collect();
            faces_b = faces_b.map(|face| face.map(|p| p * 0.01));
            let mean =
                faces_a[0].iter().chain([&faces_a[3][2]]).map(|p| p.coords).sum::<Vector3<f64>>();
            let place = pose_a.place(&Point3::from(mean / 4.0));
            pose_b = Pose::new(*pose_b.rotation(), place.coords).expect("a pose");
        }
        let [a, b] = [&points_a, &points_b].map(|points| Shape::hull(points).expect("a hull"));
        let expected = faces_a
            .iter()
            .any(|face| referee::meets_hull(face, &pose_a, &points_b, &pose_b))
            || faces_b.iter().any(|face| referee::meets_hull(face, &pose_b, &points_a, &pose_a));
        assert_eq!(query.collide(&a, &pose_a, &b, &pose_b), expected);
        assert_eq!(query.distance(&b, &pose_b, &a, &pose_a).upper == 0.0, expected);
        answers[usize::from(expected)] += 1;
    });
}

#[test]
fn spheres_over_planes_agree_with_the_referee() {
    mixed(183, rounds(300), |_, random, query, answers| {
        let poses = [pose(random, 1.0), pose(random, 1.0)];
        let corners: [[f64; 3]; 3] = [(); 3].map(|()| vector(random).into());
        let [p, q, r] = corners;
        let floor = Shape::half_space_through(p, q, r).expect("a plane");
        let sphere = |radius: f64| Shape::sphere([0.0; 3], radius).expect("a sphere");
        let found = query.distance(&sphere(0.0), &poses[0], &floor, &poses[1]);
        if found.upper == 0.0 {
            return;
        }
        let plane = ExactPlane::new(&corners.map(Point3::from), &poses[1]);
        let height = plane.height(&placed(&Point3::origin(), &poses[0]));
        let middle = 0.5 * (found.lower + found.upper);
        for radius in
            [middle, middle.next_down().next_down(), middle.next_up(), 2.0 * middle, 0.5 * middle]
        {
            let expected = height.pow(2) <= rational(radius).pow(2) * &plane.normal_sq;
            assert_eq!(query.collide(&sphere(radius), &poses[0], &floor, &poses[1]), expected);
            assert_eq!(query.collide(&floor, &poses[1], &sphere(radius), &poses[0]), expected);
            answers[usize::from(expected)] += 1;
        }
    });
}

#[test]
fn frusta_over_planes_agree_with_their_formula_and_on_ties() {
    mixed(184, rounds(1000), |_, random, query, answers| {
        let poses = [pose(random, 3.0), pose(random, 3.0)];
        let ends: [[f64; 3]; 2] = [(); 2].map(|()| vector(random).into());
        let radii = [random.random_range(0.0..0.5), random.random_range(0.0..0.5)];
        let frustum = Shape::frustum(ends[0], ends[1], radii).expect("a frustum");
        let normal = poses[1].rotation().column(2).into_owned();
        let [p, q] = ends.map(|end| poses[0].place(&end.into()));
        let sine = normal.cross(&(q - p).normalize()).norm();
        let height = |point: Point3<f64>| normal.dot(&(point.coords - poses[1].translation()));
        let least = (height(p) - radii[0] * sine).min(height(q) - radii[1] * sine);
        let most = (height(p) + radii[0] * sine).max(height(q) + radii[1] * sine);
        let floor = query.distance(&frustum, &poses[0], &Shape::half_space(), &poses[1]);
        assert!(floor.lower <= least.max(0.0) + 1e-13 && least.max(0.0) <= floor.upper + 1e-13);
        assert!(floor.upper - floor.lower < 1e-9, "{floor:?}");
        let sheet = query.distance(&frustum, &poses[0], &Shape::plane(), &poses[1]);
        let away = least.max(-most).max(0.0);
        assert!(sheet.lower <= away + 1e-13 && away <= sheet.upper + 1e-13, "{sheet:?} {away}");
        if least.abs() > 1e-13 {
            assert_eq!(
                query.collide(&frustum, &poses[0], &Shape::half_space(), &poses[1]),
                least < 0.0
            );
            answers[usize::from(least < 0.0)] += 1;
        }
    });

    let mut query = Query::new();
    let lying = Shape::cylinder([0.0, 0.0, 0.25], [3.0, 4.0, 0.25], 0.25).expect("a cylinder");
    let mut meets =
        |z: f64| query.collide(&lying, &at(0.0, 0.0, z), &Shape::half_space(), &at(0.0, 0.0, 0.0));
    assert!(meets(0.0) && meets(-9.0));
    assert!(!meets(f64::MIN_POSITIVE));
}

#[test]
fn planes_and_half_spaces_meet_but_where_they_are_parallel_and_apart() {
    let (floor, sheet) = (Shape::half_space(), Shape::plane());
    let ceiling =
        Shape::half_space_through([0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]).expect("a plane");
    let mut query = Query::new();
    let mut meets = |a: &Shape, b: &Shape, z: f64| {
        let (here, there) = (at(0.0, 0.0, 0.0), at(0.0, 0.0, z));
        let found = query.collide(a, &here, b, &there);
        assert_eq!(query.collide(b, &there, a, &here), found);
        let gap = query.distance(a, &here, b, &there);
        assert!(if found {
            gap.upper == 0.0
        } else {
            gap.lower <= z.abs() && z.abs() <= gap.upper
        });
        found
    };
    let above = [&floor, &sheet, &ceiling].map(|b| meets(&floor, b, 1e-9));
    assert_eq!(above, [true, false, false]);
    let below = [&floor, &sheet, &ceiling].map(|b| meets(&floor, b, -1e-9));
    assert_eq!(below, [true; 3]);
    assert!(!meets(&sheet, &sheet, 1.0) && meets(&sheet, &sheet, 0.0));
    let tilted =
        Shape::plane_through([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 1e-300]).expect("a plane");
    assert!(meets(&sheet, &tilted, 1e6));
}

/// A frustum as a polyhedron with many sides, whose corners are on its rims, or on circles that
/// much wider.
fn polyhedron(ends: [[f64; 3]; 2], radii: [f64; 2], wider: f64) -> Shape {
    let [p, q] = ends.map(Vector3::from);
    let axis = (q - p).normalize();
    let across = axis.cross(&Vector3::ith(axis.iamin(), 1.0)).normalize();
    let beside = axis.cross(&across);
    let rim = |n: usize| {
        let (sin, cos) = (n as f64 / SIDES as f64 * std::f64::consts::TAU).sin_cos();
        across * cos + beside * sin
    };
    let points: Vec<[f64; 3]> = (0..SIDES)
        .flat_map(|n| [p + rim(n) * radii[0] * wider, q + rim(n) * radii[1] * wider])
        .map(<[f64; 3]>::from)
        .collect();
    Shape::hull(&points).expect("a hull")
}

const SIDES: usize = 24;

/// Cylinders and cones against each other and against round shapes: between polyhedra inside and
/// outside.
#[test]
fn frusta_lie_between_polyhedra() {
    let (mut widest, mut proven) = (0.0_f64, 0);
    // An outer corner is so much farther from the axis than an inner one.
    let wider = 1.0 / (std::f64::consts::PI / SIDES as f64).cos() + 1e-12;
    let answers = mixed(185, rounds(300), |round, random, query, answers| {
        let [pose_a, pose_b] = [pose(random, 0.5), pose(random, 0.5)];
        let mut some = || {
            let ends: [[f64; 3]; 2] = [(); 2].map(|()| vector(random).into());
            let radii = [random.random_range(0.0..0.6), [0.0, 0.3, 0.6][random.random_range(0..3)]];
            (ends, radii)
        };
        let ((ends_a, radii_a), (ends_b, radii_b)) = (some(), some());
        let a = Shape::frustum(ends_a[0], ends_a[1], radii_a).expect("a frustum");
        let outer_a = polyhedron(ends_a, radii_a, wider);
        let inner_a = polyhedron(ends_a, radii_a, 1.0);
        let (b, inner_b, outer_b) = if round % 3 == 0 {
            let sphere = Shape::capsule(ends_b[0], ends_b[1], radii_b[0]).expect("a capsule");
            (sphere.clone(), sphere.clone(), sphere)
        } else {
            let frustum = Shape::frustum(ends_b[0], ends_b[1], radii_b).expect("a frustum");
            (frustum, polyhedron(ends_b, radii_b, 1.0), polyhedron(ends_b, radii_b, wider))
        };
        let inner = query.distance(&inner_a, &pose_a, &inner_b, &pose_b);
        let outer = query.distance(&outer_a, &pose_a, &outer_b, &pose_b);
        let found = query.distance(&a, &pose_a, &b, &pose_b);
        let meets = query.collide(&a, &pose_a, &b, &pose_b);
        assert_eq!(meets, found.lower == 0.0);
        assert_eq!(meets, query.collide(&b, &pose_b, &a, &pose_a));
        // The rims of the polyhedra were rounded.
        assert!(found.lower <= inner.upper + 1e-12, "{found:?} {inner:?}");
        assert!(found.upper >= outer.lower - 1e-12, "{found:?} {outer:?}");
        assert!(!meets || outer.upper == 0.0 || found.upper == 0.0 || outer.lower < 1e-9);
        widest = widest.max(found.upper - found.lower);
        answers[usize::from(meets)] += 1;
        proven += usize::from(meets && found.upper == 0.0);
    });
    assert!(widest < 1e-7, "{widest:e}");
    println!("widest interval {widest:e}, meeting proven {proven} of {}", answers[1]);
}

/// Near contact: the bounds stay certain, and the gap at which they tell is small.
#[test]
fn cylinders_that_nearly_touch_are_told_apart_down_to_a_small_gap() {
    let random = &mut random(186);
    let mut query = Query::new();
    for round in 0..rounds(200) {
        let turn = pose(random, 1.0);
        let [upright, lying] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
            .map(|axis| Shape::cylinder(axis.map(|x: f64| -x), axis, 0.5).expect("a cylinder"));
        let gap = 10.0_f64.powf(random.random_range(-7.0..-1.0));
        // Side by side at any angle of their axes, side on lid, and lid on lid.
        let (other, way) = match round % 3 {
            0 => (&upright, Vector3::new(1.0 + gap, 0.0, 0.3)),
            1 => (&lying, Vector3::new(0.2, 0.0, 1.5 + gap)),
            _ => (&upright, Vector3::new(0.3, 0.2, 2.0 + gap)),
        };
        let place = turn.place(&Point3::from(way));
        let there = Pose::new(*turn.rotation(), place.coords).expect("a pose");
        let found = query.distance(&upright, &turn, other, &there);
        assert!(found.lower <= gap + 1e-15 && gap - 1e-15 <= found.upper, "{gap:e} {found:?}");
        assert!(found.upper - found.lower < 1e-7, "{gap:e} {found:?}");
    }
}
