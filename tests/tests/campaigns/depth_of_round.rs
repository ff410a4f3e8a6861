//! Depths of round shapes in meshes that are not convex. Of a sphere and cubes the distance is a
//! formula, so whether a translation frees it is known; of others the certain test tells it.

use std::time::Instant;

use nalgebra::{Point3, Vector3};
use obbtree::{Body, Pose, Query, Shape};
use obbtree_assets::named::by_name;
use obbtree_assets::{PINION, bolt, gear, nut};
use obbtree_tests::is_long;
use obbtree_tests::shapes::{Cubes, cubes, pose, random, surface_of_cubes, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

fn to_cubes(point: &Vector3<f64>, cubes: &Cubes) -> f64 {
    let to_one = |cube: &[i32; 3]| {
        let off = |k: usize| {
            let low = f64::from(cube[k]);
            (low - point[k]).max(point[k] - low - 1.0).max(0.0)
        };
        Vector3::new(off(0), off(1), off(2)).norm()
    };
    cubes.iter().map(to_one).fold(f64::INFINITY, f64::min)
}

/// About the shortest translation that frees a sphere, by many tries: none that is free is shorter
/// than the depth.
fn shortest_by_tries(
    is_free: &mut dyn FnMut(&Vector3<f64>) -> bool,
    random: &mut Pcg64Mcg,
    (tries, far): (usize, f64),
) -> f64 {
    let (mut best, mut way) = (f64::INFINITY, Vector3::zeros());
    for n in 0..tries {
        let axis = Vector3::ith(n % 3, if n % 2 == 0 { 1.0 } else { -1.0 });
        let spread = 0.5_f64.powi((n / 40) as i32 % 20);
        let along = match n {
            0..6 => axis,
            _ if n < tries / 2 || best == f64::INFINITY => vector(random).normalize(),
            _ => (way + vector(random) * (best * spread)).normalize(),
        };
        let (mut low, mut high) = (0.0, if best.is_finite() { best } else { far });
        if !is_free(&(along * high)) {
            continue;
        }
        while high - low > 1e-10 * far {
            let middle = (low + high) / 2.0;
            if is_free(&(along * middle)) { high = middle } else { low = middle }
        }
        if high < best {
            (best, way) = (high, along * high);
        }
    }
    best
}

#[test]
fn a_sphere_in_bodies_of_cubes() {
    let (random, mut query) = (&mut random(310), Query::new());
    let (mut narrow, mut good, mut answered) = (0, 0, 0);
    for n in 0..if is_long() { 4000 } else { 120 } {
        let cubes = cubes(random);
        let body = Body::new(surface_of_cubes(&cubes));
        let radius = [0.0, 0.125, 0.5, 2.0][n % 4];
        let cube = cubes[random.random_range(0..cubes.len())];
        let middle = Vector3::from(cube.map(|x| f64::from(x) + random.random_range(-0.5..1.5)));
        let sphere = Shape::sphere(middle.into(), radius).expect("finite");
        let here = if n % 3 == 0 { Pose::identity() } else { pose(random, 2.0) };
        let found = query.depth(&body, &here, &sphere, &here).expect("closed");
        let swapped = query.depth(&sphere, &here, &body, &here).expect("closed");
        let apart = to_cubes(&middle, &cubes);
        assert_eq!(found.upper > 0.0, apart <= radius, "{found:?} {apart}");
        if found.upper == 0.0 {
            continue;
        }
        answered += 1;
        let back = here.rotation().transpose();
        let to = middle + back * found.translation;
        assert!(to_cubes(&to, &cubes) > radius - 1e-12, "{found:?}");
        let to = middle - back * swapped.translation;
        assert!(to_cubes(&to, &cubes) > radius - 1e-12, "{swapped:?}");
        let mut is_free = |by: &Vector3<f64>| to_cubes(&(middle + by), &cubes) > radius;
        let best = shortest_by_tries(&mut is_free, random, (1200, 16.0));
        for found in [&found, &swapped] {
            assert!(found.lower <= best + 1e-9, "{found:?} {best} {cubes:?} {middle} {radius}");
        }
        narrow += usize::from(found.upper - found.lower <= 0.01 * found.upper);
        good += usize::from(found.upper <= best * 1.01 + 1e-9);
    }
    eprintln!("{narrow} of {answered} within 1 %, {good} of the shortest by tries");
    assert!(answered > 60 && narrow * 5 > answered * 4 && good * 10 > answered * 9);
}

/// Some of each kind, of about one size.
fn rounds(size: f64) -> Vec<(&'static str, Shape)> {
    let p = |x: f64, y: f64, z: f64| [x * size, y * size, z * size];
    let square = [p(1.0, 1.0, 0.0), p(-1.0, 1.0, 0.0), p(-1.0, -1.0, 0.0), p(1.0, -1.0, 0.0)];
    let cuboid = Shape::cuboid(p(0.5, 0.3, 0.2)).expect("finite");
    let all = [
        ("point", Shape::sphere(p(0.1, 0.0, 0.0), 0.0)),
        ("sphere", Shape::sphere(p(0.1, 0.2, 0.0), 0.4 * size)),
        ("capsule", Shape::capsule(p(0.0, 0.0, -1.0), p(0.0, 0.3, 1.0), 0.25 * size)),
        ("cylinder", Shape::cylinder(p(0.0, 0.0, -0.5), p(0.0, 0.0, 0.5), 0.3 * size)),
        ("cone", Shape::cone(p(0.0, 0.0, -0.5), p(0.2, 0.0, 0.5), 0.4 * size)),
        ("segment", Shape::segment(p(-1.0, 0.0, 0.1), p(1.0, 0.2, 0.0))),
        ("square", Shape::hull(&square)),
        ("rounded cuboid", cuboid.inflated(0.1 * size)),
    ];
    all.map(|(name, shape)| (name, shape.expect("finite"))).into()
}

#[test]
fn round_shapes_in_meshes() {
    let (random, query) = (&mut random(311), &mut Query::new());
    let count = if is_long() { 10_000 } else { 1_000 };
    let mut meshes: Vec<Body> = ["blob", "plate", "shaft", "knot", "coral"]
        .map(|name| Body::new(by_name(name).expect("a family").mesh(count)))
        .into();
    meshes.extend([bolt(), nut(), gear(PINION)].map(Body::new));
    let (mut narrow, mut all, mut times) = (0, 0, Vec::new());
    for body in &meshes {
        let vertices = body.mesh().vertices();
        let size = vertices.iter().map(|&v| Vector3::from(v).norm()).fold(0.0, f64::max);
        for (name, shape) in rounds(size * 0.2) {
            for case in 0..if is_long() { 30 } else { 2 } {
                let here = pose(random, size);
                let near = Point3::from(vertices[random.random_range(0..vertices.len())]);
                let turned = pose(random, 0.0);
                let off = vector(random) * (size * [0.02, 0.2][case % 2]);
                let there = Pose::new(*turned.rotation(), here.place(&near).coords + off);
                let there = there.expect("in range");
                let start = Instant::now();
                let found = query.depth(body, &here, &shape, &there).expect("closed");
                let time = start.elapsed();
                let mut solid = query.clone().solid(true);
                let collide = solid.collide(body, &here, &shape, &there);
                assert_eq!(found.upper > 0.0, collide, "{name}");
                if !collide {
                    continue;
                }
                let mut is_free = |by: &Vector3<f64>| {
                    let moved = Pose::new(*there.rotation(), there.translation() + by);
                    !solid.collide(body, &here, &shape, &moved.expect("in range"))
                };
                assert!(is_free(&found.translation), "{name} {found:?}");
                let tries = if is_long() { 60 } else { 12 };
                let best = shortest_by_tries(&mut is_free, random, (tries, 8.0 * size));
                assert!(found.lower <= best + 1e-9 * size, "{name} {found:?} {best}");
                (all, narrow) = (
                    all + 1,
                    narrow + usize::from(found.upper - found.lower <= 0.01 * found.upper),
                );
                times.push((time, name));
            }
        }
    }
    times.sort();
    eprintln!("{narrow} of {all} within 1 %");
    eprintln!("{:?} in the median, {:?} at most", times[all / 2], times[all - 1]);
    assert!(all > 40 && narrow * 2 > all, "{narrow} of {all}");
}

/// Along a direction: at each of many lengths below the lower end the two meet, and they are free
/// at the upper one. Of spheres and cubes by the formula.
#[test]
fn round_shapes_along_directions() {
    let (random, mut query) = (&mut random(312), Query::new().solid(true));
    let (mut answered, mut passed) = (0, 0);
    for n in 0..if is_long() { 4000 } else { 150 } {
        let mut all = cubes(random);
        let far: Cubes = all.iter().map(|[x, y, z]| [x + 6, y + 1, *z]).collect();
        all.extend(far);
        let body = Body::new(surface_of_cubes(&all));
        let here = if n % 3 == 0 { Pose::identity() } else { pose(random, 2.0) };
        let cube = all[random.random_range(0..all.len())];
        let middle = Vector3::from(cube.map(|x| f64::from(x) + random.random_range(-0.5..1.5)));
        let radius = [0.0, 0.125, 0.5, 1.5][n / 2 % 4];
        let (name, shape) = match n % 2 {
            0 => ("about its middle", Shape::sphere([0.0; 3], radius).expect("finite")),
            _ => rounds(0.7).swap_remove(n / 2 % 8),
        };
        let turned = if name == "about its middle" { here } else { pose(random, 0.0) };
        let there = Pose::new(*turned.rotation(), here.place(&middle.into()).coords);
        let there = there.expect("in range");
        let direction = match n % 5 {
            0 => here.rotation() * Vector3::x(),
            _ => vector(random),
        };
        let found = query.depth_along(&body, &here, &shape, &there, &direction).expect("closed");
        assert_eq!(found.upper > 0.0, query.collide(&body, &here, &shape, &there), "{name}");
        if found.upper == 0.0 {
            continue;
        }
        answered += 1;
        let along = direction.normalize();
        let meets = |query: &mut Query, length: f64| {
            if name == "about its middle" {
                let by = here.rotation().tr_mul(&(along * length));
                return to_cubes(&(middle + by), &all) <= radius + 1e-12;
            }
            let moved = Pose::new(*there.rotation(), there.translation() + along * length);
            query.collide(&body, &here, &shape, &moved.expect("in range"))
        };
        for part in 0..400 {
            let length = found.lower * f64::from(part) / 400.0;
            assert!(meets(&mut query, length), "{name} {part} {found:?} {n}");
        }
        let moved = Pose::new(*there.rotation(), there.translation() + found.translation);
        assert!(!query.collide(&body, &here, &shape, &moved.expect("in range")), "{name}");
        let back = query.depth_along(&shape, &there, &body, &here, &-direction).expect("closed");
        assert!((back.upper - found.upper).abs() < 1e-9, "{name} {found:?} {back:?}");
        // Of cylinders and cones the lower end is that of the depth.
        if !["cylinder", "cone"].contains(&name) {
            assert!(found.upper - found.lower < 1e-12, "{name} {n} {found:?}");
        }
        passed += usize::from(found.upper > 3.0);
    }
    assert!(answered > 100 && passed > 5, "{answered} {passed}");
}
