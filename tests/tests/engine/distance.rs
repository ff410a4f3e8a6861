//! Distances: every engine and instruction set against all pairs of triangles one by one, bit for
//! bit, and against rational arithmetic.

use nalgebra::{Matrix3, Vector3};
use obbtree::query::{Distance, DistanceOptions, SimdLevel};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_predicates::{
    Aabb, BoxGap, MAX_WIDTH_ULPS, Placement, Stages, TriangleDistance, triangles_distance,
};
use obbtree_referee as referee;
use obbtree_tests::data::{PoseSet, for_each_pose_set};
use obbtree_tests::engines::{Asks, Built, ClassicQuery};
use obbtree_tests::is_long;
use obbtree_tests::scales::exact::square;
use obbtree_tests::shapes::{cube, pose, random, scaled, soup, sphere, vector};
use obbtree_tests::{classic, wide};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::closer::awkward;

/// Two meshes and where they are.
pub(super) struct Scene {
    pub(super) meshes: [Mesh; 2],
    pub(super) poses: [Pose; 2],
}

/// The answer as it is defined: the pair with the lowest numbers whose lower end the gap of the
/// boxes reaches; if there is none, that with the least upper end, then the lowest numbers, and
/// the least lower end.
fn one_by_one(scene: &Scene) -> (TriangleDistance, [u32; 2]) {
    let [a, b] = &scene.meshes;
    let [pose_a, pose_b] = &scene.poses;
    let placement = Placement::new(pose_a, pose_b);
    let [around_a, around_b] = [a, b].map(|mesh| {
        let corners: Vec<_> = mesh.corners().flatten().collect();
        Aabb::around(&corners).expect("triangles")
    });
    let mut gap = BoxGap::new(&around_a, pose_a, &around_b, pose_b);
    let (mut best, mut lower) = (None::<(TriangleDistance, [u32; 2])>, f64::INFINITY);
    for (in_a, of_a) in (0..).zip(a.corners()) {
        for (in_b, of_b) in (0..).zip(b.corners()) {
            let found = triangles_distance(&of_a, &of_b, &placement, &mut Stages::default());
            let is_least = gap.as_mut().is_some_and(|gap| gap.is_at_least(found.lower));
            if found.lower > 0.0 && is_least {
                return (found, [in_a, in_b]);
            }
            lower = lower.min(found.lower);
            let better = |(best, ids): &(TriangleDistance, [u32; 2])| {
                (found.upper, [in_a, in_b]) < (best.upper, *ids)
            };
            if best.as_ref().is_none_or(better) {
                best = Some((found, [in_a, in_b]));
            }
        }
    }
    let (found, triangles) = best.expect("triangles");
    (TriangleDistance { lower, ..found }, triangles)
}

fn ask<T: Built>(query: &mut T::Query, scene: &Scene) -> Distance {
    let [a, b] = [0, 1].map(|side: usize| T::body(&scene.meshes[side]));
    query.distance(&a, &scene.poses[0], &b, &scene.poses[1])
}

/// The answers of all engines on all instruction sets, which are one.
pub(super) fn check(scene: &Scene) -> Distance {
    let (expected, triangles) = one_by_one(scene);
    let mut answers = vec![("classic", ask::<classic::Tree>(&mut ClassicQuery::default(), scene))];
    for level in SimdLevel::all_available() {
        answers.push((level.name(), ask::<wide::Tree>(&mut Query::new().level(level), scene)));
    }
    for (name, found) in &answers {
        let interval = [found.lower, found.upper];
        assert_eq!(interval, [expected.lower, expected.upper], "{name} {:?}", scene.poses);
        if found.upper > 0.0 {
            assert_eq!(found.triangles, triangles.map(Some), "{name} {:?}", scene.poses);
            assert_eq!(found.points, expected.points, "{name} {:?}", scene.poses);
        } else {
            let [in_a, in_b] = found.triangles.map(|id| id.expect("a mesh") as usize);
            let (a, b) = (scene.meshes[0].triangle(in_a), scene.meshes[1].triangle(in_b));
            assert!(referee::meet(&a, &scene.poses[0], &b, &scene.poses[1]), "{name}");
        }
    }
    answers[0].1
}

/// A square of `2 n^2` triangles in the plane z = 0, all of them equally far from another above it.
fn plate(n: u32) -> Mesh {
    let side = n + 1;
    let vertices =
        (0..side * side).map(|i| [f64::from(i % side), f64::from(i / side), 0.0]).collect();
    let triangles = (0..n * n)
        .flat_map(|i| {
            let corner = i / n * side + i % n;
            [[corner, corner + 1, corner + side], [corner + 1, corner + side + 1, corner + side]]
        })
        .collect();
    Mesh::new(vertices, triangles).expect("a plate")
}

/// A small mesh: many ties, no area, slivers, or nothing special.
fn small_mesh(random: &mut Pcg64Mcg) -> Mesh {
    match random.random_range(0..6) {
        0 => cube(1.0),
        1 => plate(3),
        2 => sphere(1, 1.0),
        3 => {
            let mut corner = || [(); 3].map(|()| f64::from(random.random_range(0..3)));
            let triangles: Vec<_> = (0..9).map(|_| [corner(), corner(), corner()]).collect();
            Mesh::from_soup(&triangles).expect("finite")
        }
        4 => soup(random, 20, 0.01),
        _ => soup(random, 12, 0.4),
    }
}

/// On a lattice or in general position, apart by anything from many sizes down to an ulp, or
/// across.
fn scene(random: &mut Pcg64Mcg) -> Scene {
    let meshes = [small_mesh(random), small_mesh(random)];
    let far = [0.0, 1.0, 1e3][random.random_range(0..3)];
    let apart = match random.random_range(0..4) {
        0 => f64::from(random.random_range(0..4)),
        1 => 1.0 + 2.0_f64.powi(-random.random_range(1..53)),
        2 => random.random_range(0.5..3.0),
        _ => 1e3,
    };
    if random.random_range(0..2) == 0 {
        let turn = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
        let axis = [Vector3::x(), Vector3::y(), Vector3::z()][random.random_range(0..3)];
        let at = Vector3::new(far, -far, 0.25 * far);
        let poses = [at, at + axis * apart]
            .map(|t| Pose::new(if apart > 1.0 { turn } else { Matrix3::identity() }, t));
        return Scene { meshes, poses: poses.map(|pose| pose.expect("a quarter turn")) };
    }
    let at = pose(random, far);
    let away = vector(random).normalize() * apart;
    let turn = *pose(random, 0.0).rotation();
    let beside = Pose::new(turn, at.translation() + away).expect("a rotation");
    Scene { meshes, poses: [at, beside] }
}

#[test]
fn every_engine_gives_the_defined_answer() {
    let mut random = random(131);
    let (mut meeting, mut scenes) = (0, 0);
    for _ in 0..if is_long() { 20_000 } else { 250 } {
        let found = check(&scene(&mut random));
        meeting += usize::from(found.upper == 0.0);
        scenes += 1;
    }
    assert!((scenes / 10..scenes * 7 / 10).contains(&meeting), "{meeting} of {scenes} meet");
}

/// Triangles many times, in any order: of all equal pairs only that with the lowest numbers counts.
#[test]
fn copies_of_triangles_change_no_answer() {
    let mut random = random(137);
    for _ in 0..if is_long() { 1000 } else { 40 } {
        let mut scene = scene(&mut random);
        for mesh in &mut scene.meshes {
            let count = mesh.triangles().len() * random.random_range(2..8);
            let mut triangles: Vec<_> =
                mesh.triangles().iter().copied().cycle().take(count).collect();
            for n in (1..count).rev() {
                triangles.swap(n, random.random_range(0..=n));
            }
            *mesh = Mesh::new(mesh.vertices().to_vec(), triangles).expect("the same");
        }
        check(&scene);
    }
}

/// It was the square of their number.
#[test]
fn copies_of_triangles_cost_little() {
    let mut random = random(138);
    let mesh = soup(&mut random, 20, 0.4);
    let here = Pose::identity();
    let there = Pose::from_translation([2.5, 1.0, 1.7]).expect("finite");
    let tests_of = |copies: usize| {
        let triangles = mesh.triangles().repeat(copies);
        let body = Body::new(Mesh::new(mesh.vertices().to_vec(), triangles).expect("the same"));
        let mut query = Query::new().counted(true);
        let _ = query.distance(&body, &here, &body, &there);
        query.counts().box_tests + query.counts().triangle_tests
    };
    let (few, many) = (tests_of(10), tests_of(1000));
    assert!(many < 10 * few, "{few} tests of 10 copies, {many} of 1000");
}

/// A closed slab or a sheet of it: grids of different cells, whose coordinates are `f32` or all
/// of `f64`.
fn slab(random: &mut Pcg64Mcg) -> Mesh {
    let cells = random.random_range(1..4);
    let size = [1.0, 0.7, 1.0 / 3.0][random.random_range(0..3)];
    let sheet = plate(cells);
    if random.random_range(0..3) == 0 {
        return scaled(&sheet, size);
    }
    let lower = sheet.vertices().len() as u32;
    let height = 0.25;
    let mut vertices = sheet.vertices().to_vec();
    vertices.extend(sheet.vertices().iter().map(|p| [p[0], p[1], -height]));
    let mut triangles = sheet.triangles().to_vec();
    triangles.extend(sheet.triangles().iter().map(|t| [t[0] + lower, t[2] + lower, t[1] + lower]));
    for i in 0..cells {
        let [near, far] = [i, (cells + 1) * cells + i];
        for (p, q) in [(near, near + 1), (far, far + 1)] {
            triangles.extend([[p, q, p + lower], [q, q + lower, p + lower]]);
        }
    }
    scaled(&Mesh::new(vertices, triangles).expect("a slab"), size)
}

/// One slab over, beside or on the other, at a gap of 0 or from 1e-3 down to 1e-17, one of them
/// rotated in its plane or not, and both moved by one motion, which rounding makes two.
fn at_rest(random: &mut Pcg64Mcg) -> Scene {
    let meshes = [slab(random), slab(random)];
    let gap = match random.random_range(0..4) {
        0 => 0.0,
        _ => 10.0_f64.powi(-random.random_range(3..18)),
    };
    let turned = match random.random_range(0..3) {
        0 => Matrix3::identity(),
        1 => Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        _ => {
            let (sin, cos) = random.random_range(0.0..6.0_f64).sin_cos();
            Matrix3::new(cos, -sin, 0.0, sin, cos, 0.0, 0.0, 0.0, 1.0)
        }
    };
    let step = 0.25 * f64::from(random.random_range(0..4));
    let along = match random.random_range(0..3) {
        // Over it; beside it, edge at edge; on it, in one plane.
        0 | 1 => Vector3::new(step, 0.5 * step, 0.25 + gap),
        _ => Vector3::new(step, 4.0 / 3.0 + gap, 0.0),
    };
    let beside = Pose::new(turned, along).expect("a rotation");
    let carried = match random.random_range(0..3) {
        0 => Pose::identity(),
        1 => pose(random, 1.0),
        _ => pose(random, 100.0),
    };
    let poses = [Pose::identity(), beside].map(|at| carried.compose(&at).expect("in range"));
    if random.random_range(0..2) == 0 {
        Scene { meshes, poses }
    } else {
        let ([a, b], [pose_a, pose_b]) = (meshes, poses);
        Scene { meshes: [b, a], poses: [pose_b, pose_a] }
    }
}

/// Slabs on slabs: many pairs are equally close.
#[test]
fn bodies_at_rest_have_the_defined_answer() {
    let mut random = random(136);
    let (mut meeting, mut hair, mut scenes) = (0, 0, 0);
    for _ in 0..if is_long() { 10_000 } else { 150 } {
        let scene = at_rest(&mut random);
        let found = check(&scene);
        let [a, b] = &scene.meshes;
        let squared = referee::mesh_squared_distance(a, &scene.poses[0], b, &scene.poses[1]);
        let squared = squared.expect("triangles");
        assert!(square(found.lower) <= squared && squared <= square(found.upper), "{found:?}");
        assert_eq!(found.upper == 0.0, squared == square(0.0), "{found:?}");
        assert!(width(found.lower, found.upper) <= u64::from(MAX_WIDTH_ULPS), "{found:?}");
        meeting += usize::from(found.upper == 0.0);
        hair += usize::from(found.upper > 0.0 && found.upper < 1e-9);
        scenes += 1;
    }
    eprintln!("{meeting} of {scenes} meet, {hair} are apart by less than 1e-9");
    assert!(meeting * 20 > scenes && meeting * 2 < scenes, "{meeting} of {scenes} meet");
    assert!(hair * 10 > scenes, "{hair} of {scenes} are a hair's breadth apart");
}

/// A triangle up to 3000 sizes large, alone or with a small body at a corner of it or in its
/// middle.
fn huge(random: &mut Pcg64Mcg) -> Mesh {
    let size = 10.0_f64.powi(random.random_range(1..4)) * random.random_range(1.0..3.0);
    let corners = [[-1.0, -0.6], [1.0, -0.6], [0.1, 1.0]].map(|[x, y]| [x * size, y * size, 0.0]);
    let mut triangles = vec![corners];
    if random.random_range(0..2) == 0 {
        let at = [[0.0; 3], corners[0]][random.random_range(0..2)];
        let moved = |p: [f64; 3]| [p[0] + at[0], p[1] + at[1], p[2] + 0.5];
        let beside = small_mesh(random);
        triangles.extend(beside.corners().map(|t| t.map(|p| moved(p.into()))));
    }
    Mesh::from_soup(&triangles).expect("finite")
}

/// A body of unit size over a huge triangle, over its edge, or beside it: boxes of the triangle
/// end where a first upper bound does.
#[test]
fn beside_a_huge_triangle_is_the_defined_answer() {
    let mut random = random(138);
    let (mut meeting, mut scenes) = (0, 0);
    for _ in 0..if is_long() { 20_000 } else { 200 } {
        // Boxes of several levels wait for the triangle.
        let of_levels = random.random_range(0..2) == 0;
        let small = if of_levels { sphere(2, 1.0) } else { small_mesh(&mut random) };
        let meshes = [huge(&mut random), small];
        let reach = [1.0, 30.0, 2e3][random.random_range(0..3)];
        let above = 1.0 + 10.0_f64.powi(-random.random_range(0..9));
        let mut at = vector(&mut random) * reach;
        at.z = if random.random_range(0..4) == 0 { at.z } else { above };
        let over = Pose::new(*pose(&mut random, 0.0).rotation(), at).expect("a rotation");
        let by =
            if random.random_range(0..2) == 0 { Pose::identity() } else { pose(&mut random, 5.0) };
        let [pose_a, pose_b] =
            [Pose::identity(), over].map(|at| by.compose(&at).expect("in range"));
        let ([a, b], poses) = (meshes, [pose_a, pose_b]);
        let found = check(&match random.random_range(0..2) {
            0 => Scene { meshes: [a, b], poses },
            _ => Scene { meshes: [b, a], poses: [poses[1], poses[0]] },
        });
        meeting += usize::from(found.upper == 0.0);
        scenes += 1;
    }
    assert!(meeting * 20 > scenes && meeting * 2 < scenes, "{meeting} of {scenes} meet");
}

/// Too many pairs for one by one: whole slabs at gaps that double words cannot tell, and apart by
/// rounding alone.
#[test]
fn many_pairs_at_rest_cost_little() {
    let (a, b) = (Body::new(plate(40)), Body::new(plate(30)));
    let mut random = random(137);
    for exponent in 3..18 {
        let gap = 10.0_f64.powi(-exponent);
        let over = Pose::from_translation([3.0, 5.0, gap]).expect("finite");
        let carried = pose(&mut random, 1.0);
        for by in [Pose::identity(), carried] {
            let [pose_a, pose_b] =
                [Pose::identity(), over].map(|at| by.compose(&at).expect("in range"));
            let mut query = Query::new().counted(true);
            let found = query.distance(&a, &pose_a, &b, &pose_b);
            assert!(width(found.lower, found.upper) <= u64::from(MAX_WIDTH_ULPS), "{found:?}");
            if found.lower > 0.0 && (by.is_identity() || exponent < 12) {
                assert!((found.upper - gap).abs() <= 1e-15, "{found:?}");
                // Of 20,000 pairs that are equally close.
                assert!(query.counts().stages.total() < 1_000, "{gap}: {:?}", query.counts());
                assert!(query.counts().visits < 400, "{gap}: {:?}", query.counts());
                query.reset_counts();
                let options = DistanceOptions::default().relative_error(1e-3);
                let found = query.distance_within(&a, &pose_a, &b, &pose_b, &options);
                let found = found.expect("no limit");
                assert!(found.upper <= 1.001 * found.lower + 1e-15, "{found:?}");
                assert!(query.counts().visits < 40, "{gap}: {:?}", query.counts());
            }
        }
    }
}

#[test]
fn equal_distances_give_the_lowest_numbers() {
    let up = Pose::from_translation([0.25, 0.5, 0.1]).expect("finite");
    let scene = Scene { meshes: [plate(6), plate(6)], poses: [Pose::identity(), up] };
    let found = check(&scene);
    assert_eq!(found.triangles, [Some(0); 2]);
    assert!(found.lower <= 0.1 && 0.1 <= found.upper);
}

/// Units in the last place from the lower to the upper end.
fn width(lower: f64, upper: f64) -> u64 {
    upper.to_bits() - lower.to_bits()
}

#[test]
fn the_true_distance_of_two_triangles_is_in_the_interval() {
    let mut random = random(132);
    let mut widths = [0_u32; MAX_WIDTH_ULPS as usize + 1];
    let mut stages = Stages::default();
    for _ in 0..if is_long() { 100_000 } else { 3_000 } {
        let pair = awkward(&mut random);
        let placement = Placement::new(&pair.pose_a, &pair.pose_b);
        let TriangleDistance { lower, upper, .. } =
            triangles_distance(&pair.a, &pair.b, &placement, &mut stages);
        let squared = referee::squared_distance(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b);
        assert!(square(lower) <= squared && squared <= square(upper), "{pair:?}");
        assert_eq!(upper == 0.0, squared == square(0.0), "{pair:?}");
        widths[width(lower, upper) as usize] += 1;
    }
    eprintln!("intervals by width in ulps: {widths:?}; {stages:?}");
}

#[test]
fn errors_and_limits_keep_their_word() {
    let mut random = random(134);
    let (a, b) = (Body::new(sphere(3, 1.0)), Body::new(sphere(3, 0.7)));
    let here = Pose::identity();
    let mut query = Query::new().counted(true);
    let mut visits = [0; 2];
    for _ in 0..100 {
        let pose_b = pose(&mut random, 3.0);
        let exact = query.distance(&a, &here, &b, &pose_b);
        visits[0] += std::mem::take(&mut query.counts().visits);
        query.reset_counts();
        for (relative, absolute) in [(0.5, 0.0), (0.01, 0.0), (0.0, 0.3), (1e-9, 1e-9)] {
            let options =
                DistanceOptions::default().relative_error(relative).absolute_error(absolute);
            let found = query.distance_within(&a, &here, &b, &pose_b, &options).expect("no limit");
            assert!(found.lower <= exact.upper && exact.lower <= found.upper);
            let wide = absolute + relative * found.lower + 4.0 * f64::EPSILON * found.upper;
            assert!(found.upper - found.lower <= wide, "{found:?} {options:?}");
        }
        visits[1] += query.counts().visits / 4;
        query.reset_counts();
        let at_most = |limit| {
            let options = DistanceOptions::default().at_most(limit);
            query.clone().distance_within(&a, &here, &b, &pose_b, &options)
        };
        assert_eq!(at_most(exact.upper), Some(exact));
        if exact.lower > 0.0 {
            assert_eq!(at_most(exact.lower * (1.0 - 1e-12)), None);
            assert_eq!(at_most(0.0), None);
        }
        assert_eq!(at_most(-1.0), None);
    }
    assert!(visits[1] < visits[0], "{visits:?}");
}

/// Bodies whose faces rest on each other in the caller's mind, and are a fraction of a rounding
/// apart in the world: several pairs are the closest up to rounding.
#[test]
fn errors_keep_their_word_at_a_fraction_of_a_rounding() {
    let mut random = random(135);
    let (a, b) = (Body::new(cube(1.0)), Body::new(cube(0.25)));
    let mut query = Query::new();
    let mut apart = 0;
    for n in 0..400 {
        let pose_a = pose(&mut random, 1.0);
        let beside = 0.125 * f64::from(n % 3);
        let on_top = Pose::from_translation([beside, 0.0625, 1.0]).expect("small");
        let pose_b = pose_a.compose(&on_top).expect("in range");
        let options = DistanceOptions::default().relative_error(1e-3);
        let found = query.distance_within(&a, &pose_a, &b, &pose_b, &options).expect("no limit");
        let wide = 1e-3 * found.lower + 4.0 * f64::EPSILON * found.upper;
        assert!(found.upper - found.lower <= wide, "{found:?} at {pose_a:?}");
        apart += usize::from(found.lower > 0.0);
    }
    assert!(apart > 20, "{apart}");
}

#[test]
fn the_last_pair_changes_no_answer() {
    let (a, b) = (Body::new(sphere(3, 1.0)), Body::new(cube(1.0)));
    let here = Pose::identity();
    let mut cached = Query::new().contact_cache(true);
    for step in 0..100 {
        let pose_b = Pose::from_translation([1.5 - 0.01 * f64::from(step), 0.3, 0.2]).unwrap();
        let [found, expected] =
            [&mut cached, &mut Query::new()].map(|query| query.distance(&a, &here, &b, &pose_b));
        if expected.upper > 0.0 {
            assert_eq!(found, expected);
        }
        assert_eq!(found.upper, expected.upper);
    }
}

#[test]
fn a_solid_inside_another_has_distance_0() {
    let (large, small) = (Body::new(cube(4.0)), Body::new(cube(1.0)));
    let (here, within) = (Pose::identity(), Pose::from_translation([1.0, 1.0, 0.5]).unwrap());
    let surfaces = Query::new().distance(&large, &here, &small, &within);
    assert!(surfaces.lower <= 0.5 && 0.5 <= surfaces.upper && !surfaces.one_inside);
    let mut solids = Query::new().solid(true);
    let inside = solids.distance(&large, &here, &small, &within);
    assert_eq!((inside.lower, inside.upper, inside.one_inside), (0.0, 0.0, true));
    assert_eq!(inside.points, surfaces.points);
    let near = DistanceOptions::default().at_most(0.1);
    let found = solids.distance_within(&small, &within, &large, &here, &near).expect("it is 0");
    assert!(found.one_inside);
}

/// Beyond the domain of the `f32` kernels the reference implementation answers.
#[test]
fn large_meshes_have_distances_too() {
    for exponent in [40, 120, 240] {
        let unit = 2.0_f64.powi(exponent);
        let meshes = [sphere(1, 1.0), cube(1.0)].map(|mesh| scaled(&mesh, unit));
        let away = Pose::from_translation([1.75 * unit, -0.5 * unit, 0.25 * unit]).unwrap();
        let found = check(&Scene { meshes, poses: [Pose::identity(), away] });
        assert!(found.lower > 0.5 * unit && found.upper < unit);
    }
}

/// The developers' data: nine digits are known of each distance.
#[test]
#[cfg_attr(
    not(all(data = "meshes", data = "poses")),
    ignore = "needs the developers' data: meshes and poses"
)]
fn distances_are_those_of_the_data() {
    let mut poses = 0;
    for_each_pose_set(|set: &PoseSet| {
        let (a, b) = (Body::new(set.a.clone()), Body::new(set.b.clone()));
        let mut query = Query::new();
        let step = if is_long() { 1 } else { 10 };
        for n in (0..set.poses.len()).step_by(step) {
            let found = query.distance(&a, &Pose::identity(), &b, &set.poses[n]);
            assert_eq!(found.upper == 0.0, set.collides[n], "{} pose {n}", set.name);
            if let Some(expected) = set.distances[n] {
                let off = (found.upper - expected).abs();
                assert!(off <= 1e-8 * expected, "{} pose {n}: {found:?} {expected}", set.name);
            }
            poses += 1;
        }
    });
    eprintln!("{poses} poses");
}

fn clearance_is_certain_and_monotone<T: Built>(mut query: T::Query) {
    let mut random = random(135);
    let (mut shares, mut apart) = (Vec::new(), 0);
    for _ in 0..120 {
        let scene = scene(&mut random);
        let [a, b] = [0, 1].map(|side: usize| T::body(&scene.meshes[side]));
        let [pose_a, pose_b] = &scene.poses;
        let distance = query.distance(&a, pose_a, &b, pose_b);
        let (mut lower, mut upper) = (0.0, f64::INFINITY);
        for effort in [0, 1, 16, 17, 64, 200, 1_000, u64::MAX] {
            let found = query.clearance(&a, pose_a, &b, pose_b, effort);
            assert!(found.lower <= distance.upper && distance.lower <= found.upper, "{found:?}");
            assert!(found.lower >= lower && found.upper <= upper, "{found:?} {lower} {upper}");
            (lower, upper) = (found.lower, found.upper);
            if effort == 64 && distance.lower > 0.0 {
                shares.push(lower / distance.lower);
            }
        }
        // Gaps below the rounding of the boxes have no bound but 0.
        if distance.lower > 1e-3 {
            apart += 1;
            assert!(upper - lower <= 1e-2 * upper, "{lower} {upper} {distance:?}");
        }
    }
    shares.sort_by(f64::total_cmp);
    eprintln!("64 box tests: {:?} of the distance in the median", shares[shares.len() / 2]);
    assert!(apart > 30, "{apart}");
}

#[test]
fn clearance_is_certain_and_monotone_in_both_engines() {
    clearance_is_certain_and_monotone::<classic::Tree>(ClassicQuery::default());
    for level in SimdLevel::all_available() {
        clearance_is_certain_and_monotone::<wide::Tree>(Query::new().level(level));
    }
}
