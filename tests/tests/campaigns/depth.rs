//! Penetration depths against exact ones: of convex bodies by all faces of their Minkowski
//! difference, of bodies made of unit cubes by all places where planes of that difference meet.

use std::time::{Duration, Instant};

use nalgebra::{Point3, Vector3};
use num_traits::Zero;
use obbtree::collider::ColliderRef;
use obbtree::query::{Depth, DepthError};
use obbtree::{Body, Collider, Mesh, Pose, Query, Shape};
use obbtree_assets::named::by_name;
use obbtree_assets::{PINION, bolt, gear, nut};
use obbtree_referee::{BigRational, first_meeting, half_spaces, placed};
use obbtree_tests::scales::exact::{rational, square};
use obbtree_tests::shapes::{Cubes, cubes, pose, random, surface_of_cubes, vector};
use obbtree_tests::{is_long, referee};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

type Exact = [BigRational; 3];
/// Of one of two meshes, between two of its vertices.
type Edge = (usize, [u32; 2]);

fn exact_vertices(mesh: &Mesh, pose: &Pose) -> Vec<Exact> {
    let place = |&v: &[f64; 3]| placed(&[Point3::from(v); 3], pose)[0].clone();
    mesh.vertices().iter().map(place).collect()
}

fn rounded(mesh: &Mesh, pose: &Pose) -> Vec<Vector3<f64>> {
    mesh.vertices().iter().map(|&v| pose.place(&v.into()).coords).collect()
}

/// The square of the depth of two convex hulls that overlap: the least height of their difference
/// over all vectors that may be normals of its faces. Rounding only says which are compared.
fn exact_square(meshes: [&Mesh; 2], poses: [&Pose; 2]) -> BigRational {
    let exact = [0, 1].map(|n| exact_vertices(meshes[n], poses[n]));
    let near = [0, 1].map(|n| rounded(meshes[n], poses[n]));
    let edges = meshes.map(|mesh| {
        let of = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
        mesh.triangles().iter().flat_map(of).filter(|[a, b]| a < b).collect::<Vec<_>>()
    });
    // Two edges each, of one body or of both.
    let mut pairs: Vec<[Edge; 2]> = Vec::new();
    for n in 0..2 {
        for &[a, b, c] in meshes[n].triangles() {
            pairs.push([(n, [a, b]), (n, [a, c])]);
        }
    }
    pairs.extend(edges[0].iter().flat_map(|&e| edges[1].iter().map(move |&f| [(0, e), (1, f)])));
    let height = |normal: &Vector3<f64>| {
        let most = |n: usize, side: f64| {
            near[n].iter().map(|v| side * normal.dot(v)).fold(f64::NEG_INFINITY, f64::max)
        };
        most(0, 1.0) + most(1, -1.0)
    };
    let mut all: Vec<(f64, [Edge; 2], bool)> = Vec::new();
    for pair in pairs {
        let [u, v] = pair.map(|(n, [a, b])| near[n][b as usize] - near[n][a as usize]);
        let normal = u.cross(&v);
        if normal.norm() > 1e-9 {
            let normal = normal.normalize();
            all.extend([(height(&normal), pair, false), (height(&-normal), pair, true)]);
        }
    }
    let least = all.iter().fold(f64::INFINITY, |least, found| least.min(found.0));
    let candidates = all.iter().filter(|found| found.0 < least + 1e-9);
    let squares = candidates.map(|&(_, pair, is_turned)| {
        let [u, v] = pair
            .map(|(n, [a, b])| half_spaces::minus(&exact[n][b as usize], &exact[n][a as usize]));
        let normal = half_spaces::cross(&u, &v);
        let zero = [(); 3].map(|()| BigRational::zero());
        let normal = if is_turned { half_spaces::minus(&zero, &normal) } else { normal };
        let heights = |n: usize| exact[n].iter().map(|p| half_spaces::dot(&normal, p));
        let most = heights(0).max().expect("points") - heights(1).min().expect("points");
        &most * &most / half_spaces::dot(&normal, &normal)
    });
    squares.min().expect("a face")
}

fn convex(random: &mut Pcg64Mcg) -> (Collider, Mesh) {
    let shape = match random.random_range(0..3) {
        0 => Shape::cuboid([0.5, 0.75, f64::from(random.random_range(1..5)) * 0.25]),
        _ => {
            let count = random.random_range(4..9);
            let corners: Vec<[f64; 3]> = (0..count).map(|_| vector(random).into()).collect();
            Shape::hull(&corners)
        }
    };
    let shape = shape.expect("a shape");
    let mesh = shape.core().expect("bounded").mesh().clone();
    match random.random_range(0..2) {
        0 => (shape.into(), mesh),
        _ => (Body::new(mesh.clone()).into(), mesh),
    }
}

#[test]
fn depths_of_convex_bodies_hold_the_exact_one_and_are_narrow() {
    let (random, mut query) = (&mut random(144), Query::new());
    let cases = if is_long() { 10_000 } else { 150 };
    let (mut answered, mut worst) = (0, 0.0_f64);
    while answered < cases {
        let [(a, mesh_a), (b, mesh_b)] = [convex(random), convex(random)];
        let far = [0.0, 0.5, 1.0][random.random_range(0..3)];
        let place = |random: &mut Pcg64Mcg| match random.random_range(0..3) {
            0 => Pose::from_translation((vector(random) * far).into()).expect("in range"),
            _ => pose(random, far),
        };
        let (pose_a, pose_b) = (place(random), place(random));
        let found = query.depth(&a, &pose_a, &b, &pose_b).expect("closed");
        let solid = query.clone().solid(true).collide(&a, &pose_a, &b, &pose_b);
        assert_eq!(found.upper > 0.0, solid);
        if found.upper == 0.0 {
            continue;
        }
        answered += 1;
        let exact = exact_square([&mesh_a, &mesh_b], [&pose_a, &pose_b]);
        let is_inside = square(found.lower) <= exact && exact <= square(found.upper);
        assert!(is_inside, "{found:?} {a:?} {pose_a:?} {b:?} {pose_b:?}");
        let width = found.upper - found.lower;
        assert!(width <= 1e-6 * found.upper + 1e-11, "{found:?} {a:?} {pose_a:?} {b:?} {pose_b:?}");
        worst = worst.max(width / found.upper);
        let free = pose_b.translation() + found.translation;
        let free = Pose::new(*pose_b.rotation(), free).expect("in range");
        let apart = referee::mesh_squared_distance(&mesh_a, &pose_a, &mesh_b, &free);
        assert!(apart.expect("triangles") > rational(0.0), "{found:?}");
        assert!(!query.clone().solid(true).collide(&a, &pose_a, &b, &free));
        let signed = query.signed_distance_between(&a, &pose_a, &b, &pose_b).expect("closed");
        assert_eq!([signed.lower, signed.upper], [-found.upper, -found.lower]);
    }
    eprintln!("widest: {worst:e} of the depth");
}

/// The square of the depth in eighths, B moved by so many eighths. B moved by `t` overlaps A if
/// `t` is in one of the open cubes of side two around differences of cubes. The nearest place that
/// is in none has each coordinate 0 or on a face of one of these.
fn exact_of_cubes(a: &Cubes, b: &Cubes, moved: [i32; 3]) -> i32 {
    let differences: Vec<[i32; 3]> = a
        .iter()
        .flat_map(|p| b.iter().map(move |q| [0, 1, 2].map(|k| 8 * (p[k] - q[k]) - moved[k])))
        .collect();
    let faces = [0, 1, 2].map(|k| {
        let of = |p: &[i32; 3]| [p[k] - 8, p[k] + 8];
        let mut faces: Vec<i32> = differences.iter().flat_map(of).chain([0]).collect();
        faces.sort_unstable();
        faces.dedup();
        faces
    });
    let mut least = i32::MAX;
    for &x in &faces[0] {
        for &y in &faces[1] {
            for &z in &faces[2] {
                let square = x * x + y * y + z * z;
                let is_in = |p: &[i32; 3]| (0..3).all(|k| ([x, y, z][k] - p[k]).abs() < 8);
                if square < least && !differences.iter().any(is_in) {
                    least = square;
                }
            }
        }
    }
    least
}

#[test]
fn depths_of_bodies_of_cubes_hold_the_exact_one() {
    let (random, mut query) = (&mut random(145), Query::new());
    let cases = if is_long() { 2_000 } else { 25 };
    let (mut answered, mut narrow, mut ratios) = (0, 0, Vec::new());
    while answered < cases {
        let (a, b) = (cubes(random), cubes(random));
        let moved = [(); 3].map(|()| random.random_range(-12..13));
        let exact = exact_of_cubes(&a, &b, moved);
        if exact == 0 {
            continue;
        }
        answered += 1;
        let bodies = [&a, &b].map(|cubes| Body::new(surface_of_cubes(cubes)));
        let there = Pose::from_translation(moved.map(|x| f64::from(x) / 8.0)).expect("in range");
        let here = Pose::identity();
        let found = query.depth(&bodies[0], &here, &bodies[1], &there).expect("closed");
        let exact = f64::from(exact).sqrt() / 8.0;
        assert!(found.lower <= exact * (1.0 + 1e-15), "{found:?} {exact} {a:?} {b:?} {moved:?}");
        assert!(exact <= found.upper * (1.0 + 1e-15), "{found:?} {exact} {a:?} {b:?} {moved:?}");
        let free = there.translation() + found.translation;
        let free = Pose::from_translation(free.into()).expect("in range");
        let solid = query.clone().solid(true).collide(&bodies[0], &here, &bodies[1], &free);
        assert!(!solid, "{found:?}");
        narrow += usize::from(found.upper - found.lower <= 0.01 * exact);
        ratios.push([found.lower / exact, found.upper / exact]);
    }
    let median = |n: usize| {
        let mut all: Vec<f64> = ratios.iter().map(|bounds| bounds[n]).collect();
        all.sort_by(f64::total_cmp);
        [all[all.len() / 10], all[all.len() / 2], all[all.len() * 9 / 10]]
    };
    eprintln!("{narrow} of {answered} within 1 %; lower {:?}, upper {:?}", median(0), median(1));
}

/// Meshes that are neither convex nor small, 1 % and 5 % of their size in each other: the ends of
/// the interval tell how much the answer can be off. Prints that, and times.
#[test]
fn depths_of_meshes_that_overlap_a_little_are_narrow() {
    let count = if is_long() { 10_000 } else { 1_000 };
    let mut bodies: Vec<Body> = ["blob", "plate", "shaft", "knot", "coral"]
        .map(|name| Body::new(by_name(name).expect("a family").mesh(count)))
        .into();
    bodies.extend([bolt(), nut(), gear(PINION)].map(Body::new));
    for (overlap, least_share) in [(0.01, 0.9), (0.05, 0.5)] {
        let (random, mut query) = (&mut random(146), Query::new());
        let (mut narrow, mut widths, mut times) = (0, Vec::new(), Vec::new());
        for _ in 0..if is_long() { 10 } else { 2 } {
            for body in &bodies {
                let (found, time) = depth_of_pair(&mut query, body, overlap, random);
                times.push(time);
                narrow += usize::from(found.upper - found.lower <= 0.01 * found.upper);
                widths.push((found.upper - found.lower) / found.upper);
            }
        }
        widths.sort_by(f64::total_cmp);
        times.sort();
        let all = times.len();
        eprintln!("{overlap} of the size: {narrow} of {all} within 1 %");
        eprintln!("widths {:?}", &widths[all / 2..]);
        eprintln!("{:?} in the median, {:?} at most", times[all / 2], times[all - 1]);
        assert!(narrow as f64 >= least_share * all as f64, "{narrow} of {all}");
    }
}

/// The depth of a body in itself, turned and moved until a part of its size overlaps, held to what
/// is known of it.
fn depth_of_pair(
    query: &mut Query,
    body: &Body,
    overlap: f64,
    random: &mut Pcg64Mcg,
) -> (Depth, Duration) {
    let (here, middle, size) = (Pose::identity(), middle(body), size(body));
    let turned = pose(random, 0.0);
    let along = vector(random).normalize();
    let at = |length: f64| {
        let to = middle - turned.rotation() * middle + along * length;
        Pose::new(*turned.rotation(), to).expect("in range")
    };
    let way = query.depth_along(body, &here, body, &at(0.0), &along).expect("closed");
    let there = at(way.upper - overlap * size);
    let start = Instant::now();
    let found = query.depth(body, &here, body, &there).expect("closed");
    let time = start.elapsed();
    let most = query.depth_along(body, &here, body, &there, &along).expect("closed");
    assert!(found.lower <= most.upper && found.lower <= found.upper, "{found:?} {most:?}");
    let moved = |by: Vector3<f64>| {
        Pose::new(*there.rotation(), there.translation() + by).expect("in range")
    };
    let mut solid = query.clone().solid(true);
    assert!(!solid.collide(body, &here, body, &moved(found.translation)), "{found:?}");
    if found.lower > 0.0 {
        // Less than the lower end parts them along no axis.
        for axis in [Vector3::x(), Vector3::y(), Vector3::z()] {
            for less in [axis, -axis].map(|axis| axis * (found.lower * 0.999)) {
                assert!(solid.collide(body, &here, body, &moved(less)));
            }
        }
    }
    (found, time)
}

fn middle(body: &Body) -> Vector3<f64> {
    let [low, high] = ends(body);
    (low + high) * 0.5
}

fn size(body: &Body) -> f64 {
    let [low, high] = ends(body);
    (high - low).norm()
}

fn ends(body: &Body) -> [Vector3<f64>; 2] {
    let vertices = || body.mesh().vertices().iter().map(|&v| Vector3::from(v));
    let low = vertices().reduce(|p, q| p.inf(&q)).expect("vertices");
    [low, vertices().reduce(|p, q| p.sup(&q)).expect("vertices")]
}

/// Round shapes, where the depth follows from a few numbers.
#[test]
fn depths_of_round_shapes_are_known() {
    let mut query = Query::new();
    let at = |x: f64, y: f64, z: f64| Pose::from_translation([x, y, z]).expect("in range");
    let sphere = Shape::sphere([0.0; 3], 1.0).expect("a sphere");
    let rod = Shape::capsule([-4.0, 0.0, 0.0], [4.0, 0.0, 0.0], 0.5).expect("a capsule");
    let post = Shape::capsule([0.0, -4.0, 0.0], [0.0, 4.0, 0.0], 0.5).expect("a capsule");
    let block = Shape::cuboid([2.0, 3.0, 4.0]).expect("a box");
    let can = Shape::cylinder([0.0; 3], [0.0, 0.0, 4.0], 1.0).expect("a cylinder");
    let here = at(0.0, 0.0, 0.0);
    for (a, b, pose, expected) in [
        (&sphere, &sphere, at(1.5, 0.0, 0.0), 0.5),
        (&sphere, &sphere, here, 2.0),
        (&sphere, &block, here, 3.0),
        (&sphere, &block, at(2.5, 0.0, 0.0), 0.5),
        (&rod, &post, here, 1.0),
        (&rod, &post, at(0.0, 0.0, 0.25), 0.75),
        (&can, &block, at(0.0, 0.0, -3.5), 0.5),
        (&can, &can, at(1.75, 0.0, 0.0), 0.25),
        (&can, &sphere, at(0.0, 0.0, 5.0), 0.0),
        (&can, &sphere, at(0.0, 0.0, 5.5), 0.0),
    ] {
        let found = query.depth(a, &here, b, &pose).expect("bounded");
        let holds = found.lower <= expected && expected <= found.upper;
        assert!(holds && found.upper - found.lower < 1e-6, "{expected} {found:?} {a:?} {b:?}");
    }
    let floor = Shape::half_space();
    assert!(query.depth(&sphere, &here, &floor, &here).is_err());
}

/// Of convex bodies: brought back from far away, they meet first where they last did.
#[test]
fn depths_along_directions_of_convex_bodies_hold_the_exact_one() {
    let (random, mut query) = (&mut random(145), Query::new());
    let (mut answered, cases) = (0, if is_long() { 400 } else { 6 });
    while answered < cases {
        let [(a, mesh_a), (b, mesh_b)] = [convex(random), convex(random)];
        let (pose_a, pose_b) = (pose(random, 0.5), pose(random, 0.5));
        let direction = vector(random);
        let found = query.depth_along(&a, &pose_a, &b, &pose_b, &direction).expect("closed");
        assert_eq!(found.upper > 0.0, query.clone().solid(true).collide(&a, &pose_a, &b, &pose_b));
        if found.upper == 0.0 {
            continue;
        }
        answered += 1;
        let way = direction.normalize() * 8.0;
        let far = Pose::new(*pose_b.rotation(), pose_b.translation() + way).expect("in range");
        let way = far.translation() - pose_b.translation();
        let times = mesh_a.corners().flat_map(|p| {
            let (pose_a, far, pose_b) = (&pose_a, &far, &pose_b);
            let back = mesh_b.corners();
            back.filter_map(move |q| first_meeting(&p, [pose_a; 2], &q, [far, pose_b]))
        });
        let left = rational(1.0) - times.min().expect("they meet");
        let length = |x: f64| rational(x) / rational(way.norm());
        let off = rational(1e-14);
        assert!(length(found.lower) - &off <= left && left <= length(found.upper) + &off);
        assert!(found.upper - found.lower < 1e-14, "{found:?}");
        let free = Pose::new(*pose_b.rotation(), pose_b.translation() + found.translation);
        assert!(!query.clone().solid(true).collide(&a, &pose_a, &b, &free.expect("in range")));
        assert!((found.translation.normalize() - direction.normalize()).norm() < 1e-12);
    }
}

/// The union of closed intervals, one for each two cubes, as far as it goes on from 0.
#[test]
fn depths_along_axes_of_bodies_of_cubes_are_exact() {
    let (random, mut query) = (&mut random(146), Query::new());
    let mut apart_again = 0;
    for n in 0..if is_long() { 3000 } else { 400 } {
        let (mut a, b) = (cubes(random), cubes(random));
        // Odd eighths across the motion, so that nothing slides on anything; or whole sides, so
        // that all does.
        let eighths = match n % 4 {
            0 | 1 => [random.random_range(-30..31), 1 + 2 * random.random_range(-8..8), 3],
            2 => [random.random_range(-30..31), 8 * random.random_range(-2..3), 3],
            _ => [0, 0, 0].map(|_| 8 * random.random_range(-2..3)),
        };
        let axis = random.random_range(0..3);
        // Once more, with room between.
        let mut far = a.clone();
        far.iter_mut().for_each(|cube| cube[axis] += 8);
        a.extend(far);
        let sign = [-1, 1][random.random_range(0..2)];
        let moved = [0, 1, 2].map(|k| eighths[(k + 3 - axis) % 3]);
        let [body_a, body_b] = [&a, &b].map(|cubes| Body::new(surface_of_cubes(cubes)));
        let here = Pose::identity();
        let there = Pose::from_translation(moved.map(|x| f64::from(x) / 8.0)).expect("small");
        let mut direction = Vector3::zeros();
        direction[axis] = f64::from(sign);
        let found = query.depth_along(&body_a, &here, &body_b, &there, &direction).expect("closed");
        let mut blocked: Vec<[i32; 2]> = Vec::new();
        for (p, q) in a.iter().flat_map(|p| b.iter().map(move |q| (p, q))) {
            let off = [0, 1, 2].map(|k| 8 * (p[k] - q[k]) - moved[k]);
            if (0..3).all(|k| k == axis || off[k].abs() <= 8) {
                blocked.push([sign * off[axis] - 8, sign * off[axis] + 8]);
            }
        }
        blocked.sort_unstable();
        let mut end = 0;
        if blocked.iter().any(|[from, to]| *from <= 0 && 0 <= *to) {
            for [from, to] in blocked.iter().filter(|[_, to]| *to >= 0) {
                if *from <= end {
                    end = end.max(*to);
                } else {
                    apart_again += 1;
                    break;
                }
            }
        }
        let exact = f64::from(end) / 8.0;
        assert!(found.lower <= exact && exact <= found.upper, "{found:?} {exact}");
        assert!(found.upper - found.lower < 1e-13, "{found:?} {exact}");
    }
    assert!(apart_again > 10, "{apart_again}");
}

#[test]
fn depths_along_directions_of_others_are_known() {
    let mut query = Query::new();
    let (here, up) = (Pose::identity(), Vector3::z());
    let sphere = Shape::sphere([0.0; 3], 1.0).unwrap();
    let floor = Shape::half_space();
    let low = Pose::from_translation([0.0, 0.0, 0.75]).unwrap();
    let found = query.depth_along(&floor, &here, &sphere, &low, &up).unwrap();
    assert!(found.lower <= 0.25 && 0.25 <= found.upper && found.upper - found.lower < 1e-14);
    let across = query.depth_along(&floor, &here, &sphere, &low, &Vector3::x());
    assert!(matches!(across, Err(DepthError::NoWayOut)), "{across:?}");
    let none = query.depth_along(&floor, &here, &sphere, &low, &Vector3::zeros());
    assert!(matches!(none, Err(DepthError::NoDirection)));
    let plane = query.depth_along(&Shape::plane(), &here, &sphere, &low, &up);
    assert!(matches!(plane, Err(DepthError::Unbounded)));
    // A small cube in the hollow of a box with thick walls touches nothing: it is free.
    let walls = (0..27).map(|n| [n / 9, n / 3 % 3, n % 3]).filter(|c| *c != [1; 3]);
    let walls = Body::new(surface_of_cubes(&walls.collect()));
    let small = Shape::cuboid([0.25; 3]).unwrap();
    let at = |x: f64| Pose::from_translation([x, 1.5, 1.5]).unwrap();
    let found = query.depth_along(&walls, &here, &small, &at(1.5), &Vector3::x()).unwrap();
    assert_eq!(found.upper, 0.0);
    // Within the wall, it comes free in the hollow.
    let found = query.depth_along(&walls, &here, &small, &at(0.5), &Vector3::x()).unwrap();
    assert!(found.lower <= 0.75 && 0.75 <= found.upper && found.upper < 0.75 + 1e-14);
}

/// Axis-aligned cubes that touch a body along their way: they slide, and come free where they leave
/// it. The ends of all ways are small whole numbers.
#[test]
fn depths_along_directions_of_what_slides_in_contact_are_exact() {
    let mut query = Query::new();
    let here = Pose::identity();
    let cuboid = |low: [f64; 3], high: [f64; 3]| Body::new(obbtree_assets::cuboid(low, high));
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let two = [([-2.0; 3], [-1.0; 3]), ([1.0; 3], [2.0; 3])];
    let two =
        two.map(|(low, high)| obbtree_assets::cuboid(low, high).corners().collect::<Vec<_>>());
    let two =
        Mesh::from_soup(&two.concat().iter().map(|c| c.map(|p| p.into())).collect::<Vec<_>>());
    let two = Body::new(two.expect("two cubes"));
    let long = cuboid([0.0; 3], [2.0, 1.0, 1.0]);
    let ways = |body: &Body, other: &Body, by: [f64; 3], query: &mut Query| {
        [0, 1, 2, 3, 4, 5].map(|n| {
            let mut way = Vector3::zeros();
            way[n % 3] = if n < 3 { 1.0 } else { -1.0 };
            let pose = Pose::from_translation(by).expect("small");
            let found = query.depth_along(body, &here, other, &pose, &way).expect("a way out");
            let free = Pose::from_translation((pose.translation() + found.translation).into());
            let free = free.expect("small");
            assert!(!query.clone().solid(true).collide(body, &here, other, &free), "{found:?}");
            [found.lower, found.upper]
        })
    };
    for (body, other, by, exact) in [
        (&cube, &cube, [1.0, 0.0, 0.0], [0.0, 1.0, 1.0, 2.0, 1.0, 1.0]), // faces
        (&cube, &cube, [1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 2.0, 2.0, 1.0]), // edges
        (&cube, &cube, [1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 2.0, 2.0, 2.0]), // corners
        (&cube, &cube, [1.0, 0.25, 0.0], [0.0, 0.75, 1.0, 2.0, 1.25, 1.0]),
        (&two, &cube, [0.0; 3], [2.0, 2.0, 2.0, 0.0, 0.0, 0.0]), // a corner
        (&two, &long, [0.0; 3], [2.0, 2.0, 2.0, 1.0, 0.0, 0.0]), // an edge
    ] {
        for (n, [lower, upper]) in ways(body, other, by, &mut query).into_iter().enumerate() {
            let (exact, is_narrow) = (exact[n], upper - lower < 1e-14);
            assert!(lower <= exact && exact <= upper && is_narrow, "{n} {lower} {upper} {exact}");
        }
    }
}

/// Cubes of many triangles that share a face at a random pose, moved anyhow: the poses of both are
/// the same, so the exact depth is that in their common frame.
#[test]
fn depths_along_directions_of_turned_faces_in_contact_take_little_work() {
    let (random, mut query) = (&mut random(147), Query::new().counted(true));
    // Of 64 unit cubes each.
    let block =
        |first: i32| -> Cubes { (0..64).map(|n| [first + n / 16, n / 4 % 4, n % 4]).collect() };
    let [a, b] = [block(4), block(0)].map(|cubes| Body::new(surface_of_cubes(&cubes)));
    let (mut slid, mut wide) = (0, 0);
    for n in 0..if is_long() { 400 } else { 40 } {
        let pose = pose(random, 1.0);
        let along = match n % 2 {
            0 => vector(random),
            _ => pose.rotation() * Vector3::new(0.0, 1.0, 0.25 * f64::from(n % 8)), // in the face
        };
        query.reset_counts();
        let found = query.depth_along(&a, &pose, &b, &pose, &along).expect("closed");
        let tests = query.counts().triangle_tests;
        assert!(tests < 2_000_000, "{tests} for {found:?}");
        let way = pose.rotation().tr_mul(&along.normalize());
        let ends = [8.0 / way.x, 4.0 / way.y.abs(), 4.0 / way.z.abs()];
        let exact = ends.into_iter().fold(f64::INFINITY, f64::min);
        if n % 2 == 0 {
            let exact = exact.max(0.0);
            let holds = found.lower - 1e-13 <= exact && exact <= found.upper + 1e-13;
            assert!(holds && found.upper - found.lower < 1e-13, "{found:?} {exact}");
        } else {
            // Rounding decides whether it is free at once.
            let most = ends[1].min(ends[2]) + 1e-13;
            assert!(found.lower <= most && found.upper <= most, "{found:?}");
            slid += 1;
            wide += usize::from(found.upper - found.lower > 1e-13);
        }
    }
    assert!(slid > 10 && wide * 2 < slid, "{wide} of {slid}");
}

/// Round shapes, alone and in a half-space, a box and a mesh that is not convex: all lengths are
/// scaled by a power of two, and so is the answer.
#[test]
fn depths_along_a_direction_do_not_know_the_unit() {
    let mut query = Query::new();
    for exponent in [0, -20, -60, -100, -400, 60, 200] {
        let unit = 2.0_f64.powi(exponent);
        let at = |x: f64| Pose::from_translation([x * unit, 0.0, 0.0]).expect("in range");
        let sphere = Shape::sphere([0.0; 3], unit).expect("in range");
        let cuboid = Shape::cuboid([unit, 2.0 * unit, 2.0 * unit]).expect("in range");
        let side = Shape::half_space_through([0.0; 3], [0.0, unit, 0.0], [0.0, 0.0, unit]);
        let side = side.expect("a plane");
        let angle = surface_of_cubes(&vec![[0, 0, 0], [1, 0, 0], [0, 1, 0]]);
        let corners = angle.vertices().iter().map(|corner| corner.map(|x| x * unit)).collect();
        let angle = Body::new(Mesh::new(corners, angle.triangles().to_vec()).expect("in range"));
        let colliders: [(&str, ColliderRef<'_>, f64, f64); 4] = [
            ("sphere", (&sphere).into(), 1.25, 0.75),
            ("box", (&cuboid).into(), 1.5, 0.5),
            ("half-space", (&side).into(), 0.5, 0.5),
            ("mesh", (&angle).into(), 2.5, 0.5),
        ];
        for (name, other, place, depth) in colliders {
            let (here, there) = (Pose::identity(), at(place));
            let x = Vector3::x();
            let found = query.depth_along(other, &here, &sphere, &there, &x).expect("free");
            let [lower, upper] = [found.lower / unit, found.upper / unit];
            assert!(lower <= depth && depth <= upper, "2^{exponent}, {name}: {lower} {upper}");
            assert!(upper - lower < 1e-12, "2^{exponent}, {name}: {lower} {upper}");
        }
    }
}

#[test]
fn depths_along_a_direction_of_what_only_touches_are_found() {
    let sphere = Shape::sphere([0.0; 3], 1.0).expect("in range");
    let (x, point, here) = (Vector3::x(), Shape::point(), Pose::identity());
    let mut query = Query::new();
    for (other, place) in [(&sphere, 2.0), (&point, 1.0)] {
        let there = Pose::from_translation([place, 0.0, 0.0]).expect("in range");
        let found = query.depth_along(&sphere, &here, other, &there, &x).expect("free");
        assert!(found.lower == 0.0 && found.upper < 1e-14, "{found:?}");
    }
    // Two points at the origin: any length frees them, down to the smallest number.
    let found = query.depth_along(&point, &here, &point, &here, &x).expect("free");
    assert!(found.lower == 0.0 && found.upper < 1e-300, "{found:?}");
}
