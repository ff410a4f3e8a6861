//! Bodies so small, or so near each other, that squares and products of lengths underflow in
//! `f32` or in `f64`: the answers at a scale are those at every other.

use obbtree::query::SimdLevel;
use obbtree::{Body, Mesh, Pose, Query, Shape};
use obbtree_tests::engines::{Asks, Built, ClassicQuery};
use obbtree_tests::is_long;
use obbtree_tests::scales::numbers::power;
use obbtree_tests::shapes::{at, cube, scaled, sphere};
use obbtree_tests::{classic, wide};

/// Every instruction set of the wide engine.
fn queries() -> Vec<Query> {
    let levels = SimdLevel::all_available().into_iter();
    levels.map(|level| Query::new().level(level)).collect()
}

/// Exponents of two: around the smallest `f32` and its square root, and around those of `f64`.
fn exponents() -> Vec<i32> {
    let step = if is_long() { 1 } else { 7 };
    let single = (-150..-40).step_by(step);
    single.chain((-1060..-1010).step_by(step)).chain((-560..-500).step_by(step)).collect()
}

/// The bounds hold the distance, whatever the effort.
fn clearance_holds<T: Built>(mut query: T::Query, meshes: [&Mesh; 2], pose: &Pose) {
    let [a, b] = meshes.map(T::body);
    let here = Pose::identity();
    let distance = query.distance(&a, &here, &b, pose);
    for effort in [1, 16, 64, 200, 1000, u64::MAX] {
        let found = query.clearance(&a, &here, &b, pose, effort);
        assert!(
            found.lower <= distance.upper && distance.lower <= found.upper,
            "{effort} {found:?} {distance:?}"
        );
    }
}

/// A sphere of seven rings of sixteen vertices.
fn globe(radius: f64) -> Mesh {
    let (eighth, sixteenth) = (std::f64::consts::PI / 8.0, std::f64::consts::PI / 16.0);
    let mut vertices = vec![[0.0, 0.0, radius]];
    for (ring, n) in (1..8).flat_map(|ring| (0..16).map(move |n| (f64::from(ring), f64::from(n)))) {
        let (height, angle) = (eighth * ring, 0.12173 + 2.0 * sixteenth * n);
        let [x, y] = [angle.cos(), angle.sin()].map(|x| x * height.sin());
        vertices.push([x, y, height.cos()].map(|x| x * radius));
    }
    vertices.push([0.0, 0.0, -radius]);
    let mut triangles = vec![];
    for n in 0..16 {
        let next = (n + 1) % 16;
        triangles.push([0, 1 + n, 1 + next]);
        triangles.push([113, 97 + next, 97 + n]);
        for first in (0..6).map(|ring| 1 + 16 * ring) {
            triangles.push([first + n, first + 16 + n, first + 16 + next]);
            triangles.push([first + n, first + 16 + next, first + next]);
        }
    }
    Mesh::new(vertices, triangles).expect("a sphere")
}

/// Case 4 of the wrong answers that were found: the lower bound was above the distance.
#[test]
fn lower_bounds_of_clearances_of_tiny_bodies_are_not_above_the_distance() {
    let round = globe(1e-25);
    let pose = at(2.653335343395037e-23, -2.697686147063463e-23, 2.6913881579490696e-23);
    clearance_holds::<classic::Tree>(ClassicQuery::default(), [&round; 2], &pose);
    for query in queries() {
        clearance_holds::<wide::Tree>(query, [&round; 2], &pose);
    }
}

#[test]
fn clearances_are_certain_at_every_scale_on_one_two_and_three_axes() {
    let (round, block) = (sphere(1, 1.0), cube(1.0));
    let step = if is_long() { 1 } else { 4 };
    // Gaps of a size, of a hundred and of a thousandth.
    for away in [[3.0, 0.0, 0.0], [0.0, 300.0, 200.0], [2.001, 0.3, -0.2], [170.0, -250.0, 310.0]] {
        for exponent in exponents().into_iter().step_by(step) {
            let unit = power(exponent);
            let meshes = [&round, &block].map(|mesh| scaled(mesh, unit));
            let [x, y, z] = away.map(|x| x * unit);
            for query in queries() {
                clearance_holds::<wide::Tree>(query, [&meshes[0], &meshes[1]], &at(x, y, z));
            }
        }
    }
}

/// Bodies that touch, and bodies with the least gap that their numbers can have, at scales
/// where `f32` and `f64` underflow: meeting, closer than a tolerance, and the distance.
#[test]
fn what_touches_and_what_does_not_is_known_at_every_scale() {
    fn check<T: Built>(mut query: T::Query, block: &Mesh, unit: f64) {
        let a = T::body(block);
        let here = Pose::identity();
        for axis in 0..3 {
            let along = |x: f64| {
                let mut to = [0.25 * unit; 3];
                to[axis] = x;
                Pose::from_translation(to).expect("small")
            };
            // The block is from 0 to 2.
            let touching = along(2.0 * unit);
            let apart = along((2.0 * unit).next_up());
            let gap = (2.0 * unit).next_up() - 2.0 * unit;
            assert!(query.collide(&a, &here, &a, &touching), "{unit:e}");
            assert!(!query.collide(&a, &here, &a, &apart), "{unit:e}");
            assert_eq!(query.distance(&a, &here, &a, &touching).upper, 0.0, "{unit:e}");
            let found = query.distance(&a, &here, &a, &apart);
            assert!(
                found.lower <= gap && gap <= found.upper && found.lower > 0.0,
                "{found:?} {gap:e}"
            );
            assert!(query.closer_than(&a, &here, &a, &apart, gap), "{unit:e}");
            let less = gap.next_down();
            assert!(less == 0.0 || !query.closer_than(&a, &here, &a, &apart, less), "{unit:e}");
            // Far apart beside their size, and within a tolerance of that.
            let far = along(1000.0 * unit);
            assert!(query.closer_than(&a, &here, &a, &far, 998.0 * unit), "{unit:e}");
            assert!(!query.closer_than(&a, &here, &a, &far, 997.0 * unit), "{unit:e}");
        }
    }
    let block = cube(2.0);
    for exponent in exponents() {
        let unit = power(exponent);
        let block = scaled(&block, unit);
        check::<classic::Tree>(ClassicQuery::default(), &block, unit);
        for query in queries() {
            check::<wide::Tree>(query, &block, unit);
        }
    }
}

/// Of a mesh and a shape as far apart as `2^exponent`: squares of that underflow.
#[test]
fn closest_points_of_tiny_gaps_are_as_far_apart_as_the_gap() {
    let mut query = Query::new();
    for exponent in [0, -300, -540, -700, -1000] {
        let gap = power(exponent);
        let corners = vec![[0.0; 3], [gap, 0.0, 0.0], [0.0, gap, 0.0]];
        let body = Body::new(Mesh::new(corners, vec![[0, 1, 2]]).expect("in range"));
        let at = |z: f64| Pose::from_translation([0.0, 0.0, z * gap]).expect("in range");
        let hull = Shape::hull(&[[0.0; 3], [0.0, 0.0, gap]]).expect("in range");
        for shape in [Shape::point(), hull, Shape::sphere([0.0; 3], gap / 4.0).expect("in range")] {
            let found = query.distance(&body, &Pose::identity(), &shape, &at(2.0));
            let [p, q] = found.points;
            assert!(p.z == 0.0 && q.z >= found.lower && q.z <= found.upper, "{found:?}");
        }
    }
}
