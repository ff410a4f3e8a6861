//! Every stage of a ray against a triangle, held against exact arithmetic.
//!
//! Rays through the inside, edges and corners, and in the plane, missing them by anything down to
//! nothing; on a lattice and off it, from near and from far, at every size, with triangles that are
//! thin or without area. (`tests/tests/engine/rays.rs` holds the last stage against a referee.)

use nalgebra::{Point3, Rotation3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::ray_filter::{Digits, Rounded, rounded};
use crate::exact::{RayOnGrid, exact_order_along_ray, exact_ray_parameter};
use crate::numbers::double_double::Double;
use crate::test_numbers::vector;
use crate::{Pose, Ray, RayInMesh, Triangle};

struct Case {
    triangle: Triangle,
    pose: Pose,
    ray: Ray,
}

fn one_of<T: Copy>(random: &mut Pcg64Mcg, cases: &[T]) -> T {
    cases[random.random_range(0..cases.len())]
}

/// To steps of 2^-10, in half of the cases.
fn rounded_to_lattice(is_on_lattice: bool, v: Vector3<f64>) -> Vector3<f64> {
    if is_on_lattice { v.map(|x| (x * 1024.0).round() / 1024.0) } else { v }
}

fn case(random: &mut Pcg64Mcg) -> Case {
    let lattice = random.random();
    let mut corners = [(); 3].map(|()| rounded_to_lattice(lattice, vector(random)));
    let sliver = one_of(random, &[0.0, 2.0_f64.powi(-9), 2.0_f64.powi(-40)]);
    match random.random_range(0..12) {
        0 => corners[2] = corners[0] + (corners[1] - corners[0]) * 0.5 + corners[2] * sliver,
        1 => corners[2] = corners[1],
        2 => corners = [corners[0]; 3],
        _ => {}
    }
    let [u, v] = [random.random_range(1..3), random.random_range(1..3)].map(|n| f64::from(n) / 4.0);
    let weights = one_of(random, &[[u / 2.0, v / 2.0], [u, 1.0 - u], [1.0, 0.0]]);
    let target = corners[0] * weights[0]
        + corners[1] * weights[1]
        + corners[2] * (1.0 - weights[0] - weights[1]);
    let mut along = rounded_to_lattice(lattice, vector(random));
    if random.random_range(0..4) == 0 {
        along = (corners[1] - corners[0])
            + (corners[2] - corners[0]) * f64::from(random.random_range(0..3));
    }
    if along == Vector3::zeros() {
        along = Vector3::z();
    }
    let off = match random.random_range(0..3) {
        0 => vector(random) * 2.0_f64.powi(-random.random_range(0..110)),
        _ => Vector3::zeros(),
    };
    let before = one_of(random, &[0.0, 0.5, 2.0, 2.0, 3.0, 1000.0, -2.0]);
    let origin = target - along * before + off;

    let size = 2.0_f64.powi(one_of(random, &[0, 0, 0, -30, -300, 200]));
    let place = rounded_to_lattice(lattice, vector(random) * one_of(random, &[0.0, 1.0, 1000.0]));
    let rotation = Rotation3::new(vector(random) * 3.0).into_inner();
    let pose = match random.random_range(0..3) {
        0 => Pose::identity(),
        1 => Pose::from_translation((place * size).into()).expect("in range"),
        _ => Pose::new(rotation, place * size).expect("a rotation"),
    };
    let triangle = corners.map(|corner| Point3::from(corner * size));
    let origin = pose.place(&Point3::from(origin * size));
    let along = pose.rotation() * along * size;
    let ray = match random.random_range(0..4) {
        0 => {
            Ray::segment(origin.into(), (origin + along * one_of(random, &[1.0, 2.0, 3.0])).into())
        }
        _ => Ray::new(origin.into(), along.into()),
    };
    let aside = Ray::new([0.0; 3], [1.0, 0.0, 0.0]);
    Case { triangle, pose, ray: ray.or(aside).expect("a ray") }
}

/// What a filter proves is so: 1 if it does.
fn check<N: Digits>(case: &Case, expected: Option<[f64; 2]>, last: f64) -> usize {
    let ray = RayInMesh::new(&case.ray, &case.pose);
    match rounded::<N>(&ray, &case.triangle, last) {
        Rounded::Unknown => return 0,
        Rounded::Miss => {
            let surely_after = expected.is_none_or(|[_, upper]| upper > last);
            assert!(surely_after, "{:?} {:?} {:?}", case.triangle, case.pose, case.ray);
        }
        Rounded::Hit([lower, upper]) => {
            let [least, most] = expected.expect("a hit");
            // The ends of the exact interval are neighbours of the exact number.
            assert!(lower <= most && least <= upper, "{:?} {:?}", case.triangle, case.ray);
        }
    }
    1
}

#[test]
fn every_stage_is_exact() {
    let random = &mut Pcg64Mcg::seed_from_u64(271);
    let rounds = 60_000;
    // Decided by f64; of the others by 64 bits, by double words, by none.
    let mut decided = [0; 4];
    let (mut hits, mut by_double, mut by_grid) = (0, 0, 0);
    for _ in 0..rounds {
        let case = case(random);
        let Case { triangle, pose, ray } = &case;
        let expected = exact_ray_parameter(triangle, pose, ray);
        let last = match (random.random_range(0..3), expected) {
            (0, Some([lower, _])) => lower * one_of(random, &[0.5, 1.0, 1.0 + 1e-15, 2.0]),
            _ => f64::INFINITY,
        };
        hits += usize::from(expected.is_some());
        let in_f64 = check::<f64>(&case, expected, last);
        let in_double = check::<Double>(&case, expected, last);
        let in_mesh = RayInMesh::new(ray, pose);
        let on_grid = in_mesh.in_single_words().and_then(|[origin, direction]| {
            RayOnGrid { origin, direction, is_segment: ray.is_segment() }.parameter(triangle)
        });
        if let Some(found) = on_grid {
            assert_eq!(found, expected, "{triangle:?} {pose:?} {ray:?}");
        }
        by_double += in_double;
        by_grid += usize::from(on_grid.is_some());
        let stage = [in_f64 > 0, on_grid.is_some(), in_double > 0, true];
        decided[stage.iter().position(|&is| is).expect("the last")] += 1;
    }
    println!(
        "f64, 64 bits, double words, any length: {decided:?} of {rounds}; \
         by double words alone {by_double}, by 64 bits {by_grid}"
    );
    assert!((rounds / 4..rounds * 3 / 4).contains(&hits), "{hits} of {rounds} hit");
    assert!(decided.iter().all(|&count| count > rounds / 50), "{decided:?}");
    assert!(by_double > rounds / 2 && by_grid > rounds / 10, "{by_double} {by_grid}");
}

#[test]
fn every_width_gives_the_same_order() {
    let random = &mut Pcg64Mcg::seed_from_u64(272);
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let Case { triangle, pose, ray } = case(random);
        let Some([origin, direction]) = RayInMesh::new(&ray, &pose).in_single_words() else {
            continue;
        };
        // A neighbour over an edge, often met at the same point.
        let mut other = triangle;
        let moved = random.random_range(0..3);
        other[moved] += (triangle[(moved + 1) % 3] - triangle[moved]) * 0.5;
        let on_grid = RayOnGrid { origin, direction, is_segment: ray.is_segment() };
        let both = [&triangle, &other];
        let triangles = if random.random() { both } else { [both[1], both[0]] };
        if let Some(order) = on_grid.order(triangles) {
            assert_eq!(
                order,
                exact_order_along_ray(triangles, &pose, &ray),
                "{triangle:?} {ray:?}"
            );
            seen[(order as i8 + 1) as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}
