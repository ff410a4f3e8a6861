//! Lanes leave no answer to chance: batches give what single questions give, lines that are clear
//! have no sample that collides, at sizes from tiny to huge, for joints and elements of all kinds.

mod support;

use std::sync::Arc;

use obbtree_assets::{cuboid, tetrahedron};
use obbtree_collider::{Body, PointCloud, Shape, Voxels};
use obbtree_predicates::Pose;
use obbtree_robot::{CheckBatch, Checker, Kinematics, MotionValidity, Random, configuration_at};
use obbtree_scene::{Part, Scene};

use support::{among, robot, triangle};

/// An arm of a rail, three turns, one of which a fourth follows, and elements of all kinds, of a
/// size.
fn arm(size: f64) -> String {
    let element = |origin: &str, geometry: &str| {
        format!(r#"<collision><origin xyz="{origin}"/><geometry>{geometry}</geometry></collision>"#)
    };
    let s = |x: f64| format!("{:e}", x * size);
    let cylinder = format!(r#"<cylinder radius="{}" length="{}"/>"#, s(0.1), s(0.8));
    let cuboid = format!(r#"<box size="{} {} {}"/>"#, s(0.1), s(0.15), s(0.7));
    let sphere = format!(r#"<sphere radius="{}"/>"#, s(0.12));
    let up = format!("0 0 {}", s(0.4));
    let links = [
        ("base", String::new()),
        ("cart", element("0 0 0", &cuboid)),
        ("upper", element(&up, &cylinder)),
        ("lower", element(&up, &cuboid)),
        ("wrist", element("0 0 0", &sphere)),
        ("tip", element(&up, &cylinder)),
    ];
    let links: String = links
        .iter()
        .map(|(name, inside)| format!(r#"<link name="{name}">{inside}</link>"#))
        .collect();
    let joint = |name: &str, kind: &str, ends: [&str; 2], z: f64, axis: &str, rest: &str| {
        let [a, b] = ends;
        format!(
            r#"<joint name="{name}" type="{kind}"><parent link="{a}"/><child link="{b}"/>
            <origin xyz="0 0 {}" rpy="0.1 0.2 0.3"/><axis xyz="{axis}"/>{rest}</joint>"#,
            s(z)
        )
    };
    let slide =
        format!(r#"<limit lower="{}" upper="{}" effort="1" velocity="1"/>"#, s(-0.5), s(0.5));
    let turn = r#"<limit lower="-2.5" upper="2.5" effort="1" velocity="1"/>"#;
    let follows = format!(r#"{turn}<mimic joint="elbow" multiplier="-0.5" offset="0.1"/>"#);
    let joints = [
        joint("rail", "prismatic", ["base", "cart"], 0.0, "1 0 0", &slide),
        joint("shoulder", "revolute", ["cart", "upper"], 0.5, "0 1 0", turn),
        joint("elbow", "revolute", ["upper", "lower"], 0.9, "0 1 0", turn),
        joint("follower", "revolute", ["lower", "wrist"], 0.9, "0.6 0 0.8", &follows),
        joint("roll", "continuous", ["wrist", "tip"], 0.2, "1 0 0", ""),
    ];
    format!(r#"<robot name="r">{links}{}</robot>"#, joints.concat())
}

/// A mesh, shapes of all kinds and a cloud around the arm.
fn around(size: f64, seed: u64) -> Scene {
    let mut random = Random(seed);
    let mut world = Scene::new();
    let corners = [[-0.4, 0.0, 0.0], [0.3, 0.1, 0.0], [0.0, 0.0, 0.5], [0.1, 0.4, 0.1]];
    let corners = corners.map(|p| p.map(|x| x * size));
    let mesh = Body::new(tetrahedron(corners));
    let up = [0.0, 0.0, 0.2 * size];
    let down = up.map(|x| -x);
    let shapes = [
        Shape::sphere([0.0; 3], 0.2 * size),
        Shape::cuboid([0.2 * size, 0.3 * size, 0.05 * size]),
        Shape::capsule(down, up, 0.1 * size),
        Shape::cylinder(down, up, 0.15 * size),
        Shape::cone(down, up, 0.2 * size),
        Shape::hull(&[down, up, [0.3 * size, 0.0, 0.0], [0.0, 0.3 * size, 0.0]]),
    ];
    let mut place = |world: &mut Scene, name: String, what: obbtree_collider::Collider| {
        let mut number = |by: f64| by * (2.0 * random.uniform() - 1.0);
        let q = [number(1.0), number(1.0), number(1.0), number(1.0)];
        let at = [number(1.8), number(1.2), number(2.0)].map(|x| x * size);
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt().max(0.1);
        let rotation = nalgebra::UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(
            q[0] / norm,
            q[1] / norm,
            q[2] / norm,
            q[3] / norm,
        ));
        let pose = nalgebra::Isometry3::from_parts(at.into(), rotation);
        let pose = Pose::try_from(pose).expect("a rotation");
        world.add(&name, what, pose).expect("a new name");
    };
    place(&mut world, "mesh".to_owned(), mesh.into());
    for (n, shape) in shapes.into_iter().enumerate() {
        place(&mut world, format!("shape {n}"), shape.expect("a shape").into());
    }
    let points = if (1e-4..1e5).contains(&size) { 200 } else { 6 };
    let mut cloud = Random(seed + 2);
    let points: Vec<[f64; 3]> =
        (0..points).map(|_| [(); 3].map(|()| (cloud.uniform() - 0.5) * 0.3 * size)).collect();
    let cloud = PointCloud::new(&points, 0.01 * size).expect("points");
    place(&mut world, "cloud".to_owned(), cloud.into());
    let floor = support::at([0.0, 0.0, -1.6 * size]);
    world.add("floor", Shape::half_space(), floor).expect("a new name");
    let wall = support::at([0.0, 0.0, 2.2 * size]);
    world.add("ceiling", Shape::plane(), wall).expect("a new name");
    world
}

fn at_size(size: f64, seed: u64, margin: f64) -> [usize; 4] {
    let mut world = around(size, seed);
    world.set_margin(margin * size).expect("a margin");
    let mut checker: Checker = among(robot(&arm(size)), &world);
    let mut random = Random(seed + 1);
    let some = |random: &mut Random, checker: &Checker| checker.robot().random(|| random.uniform());
    let all: Vec<Vec<f64>> = (0..300).map(|_| some(&mut random, &checker)).collect();
    let batch = CheckBatch::new(&checker).threads(1).is_valid(&all).expect("not cancelled");
    let single: Vec<bool> = all.iter().map(|q| checker.is_valid(q)).collect();
    assert_eq!(batch, single, "size {size:e}, seed {seed}");

    let (mut clear, mut valid) = (0, 0);
    let lines = 60;
    for _ in 0..lines {
        let from = some(&mut random, &checker);
        let to = configuration_at(&from, &some(&mut random, &checker), 0.2);
        let [is_clear, is_valid] =
            [checker.is_line_clear(&from, &to), checker.is_motion_valid(&from, &to)];
        assert!(is_valid || !is_clear, "clear is proof");
        if is_valid {
            let sampled = checker.is_motion_valid_sampled(&from, &to, 257);
            assert!(sampled, "size {size:e}, seed {seed}: {from:?} {to:?}");
        }
        clear += usize::from(is_clear);
        valid += usize::from(is_valid);
    }
    [single.iter().filter(|valid| **valid).count(), clear, valid, lines]
}

/// Links of five spheres each, which two frames carry: their pairs are looked at together. Of lines
/// that only the robot itself can be in the way of, some are free, some are not.
#[test]
fn links_of_many_spheres() {
    let spheres = |n: usize| -> String {
        let sphere = |k: usize| {
            let [y, z] = [0.03 * (n % 2) as f64, 0.12 * k as f64];
            format!(
                r#"<collision><origin xyz="0 {y} {z}"/><geometry><sphere radius="0.08"/></geometry>
                </collision>"#
            )
        };
        (0..5).map(sphere).collect()
    };
    let (mut links, mut joints) = (String::new(), String::new());
    for n in 0..5 {
        links += &format!(r#"<link name="{n}">{}</link>"#, spheres(n));
        if n > 0 {
            joints += &format!(
                r#"<joint name="{n}" type="revolute"><parent link="{}"/><child link="{n}"/>
                <origin xyz="0 0 0.65" rpy="0 0 {n}"/><axis xyz="0.3 0.9 0.1"/>
                <limit lower="-2.9" upper="2.9" effort="1" velocity="1"/></joint>"#,
                n - 1
            );
        }
    }
    let robot = robot(&format!(r#"<robot name="r">{links}{joints}</robot>"#));
    let robot = robot.with_pairs(&[[0, 3], [0, 4], [1, 3], [1, 4], [2, 4]]);
    let mut checker = among(robot, &Scene::new());
    let mut random = Random(9);
    let mut some = || checker.robot().random(|| random.uniform());
    let lines: Vec<_> = (0..800).map(|_| (some(), some())).collect();
    let (mut clear, mut valid) = (0, 0);
    for (from, to) in &lines {
        let [is_clear, is_valid] =
            [checker.is_line_clear(from, to), checker.is_motion_valid(from, to)];
        assert!(is_valid || !is_clear, "clear is proof");
        assert!(!is_valid || checker.is_motion_valid_sampled(from, to, 513), "{from:?} {to:?}");
        clear += usize::from(is_clear);
        valid += usize::from(is_valid);
    }
    assert!(clear > 100 && valid < 700, "{clear} clear, {valid} valid");
}

/// Fixed joints that lead far away and back: frames round by much more than the robot is large.
/// Margins are just more than how near a line comes, so that each collides at a sample.
#[test]
fn fixed_joints_that_cancel() {
    let mut random = Random(1);
    let mut number = |by: f64| by * (2.0 * random.uniform() - 1.0);
    let (mut lines, mut not_clear) = (0, 0);
    for far in [1e6, 1e9, 1e11, 1e12] {
        let tip = r#"<collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision>"#;
        let fixed = |ends: [&str; 2], xyz: String| {
            let [a, b] = ends;
            format!(
                r#"<joint name="{b}" type="fixed"><parent link="{a}"/><child link="{b}"/>
                <origin xyz="{xyz}"/></joint>"#
            )
        };
        let robot = robot(&format!(
            r#"<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d">{tip}
            </link><joint name="j" type="revolute"><parent link="a"/><child link="b"/>
            <origin xyz="0 0 0.1" rpy="0.1 0.2 0.3"/><axis xyz="0 0 1"/>
            <limit lower="-2" upper="2" effort="1" velocity="1"/></joint>{}{}</robot>"#,
            fixed(["b", "c"], format!("{far} {far} 0")),
            fixed(["c", "d"], format!("{} {} 0.2", 1.0 - far, 0.3 - far)),
        ));
        let robot = Arc::new(robot);
        for _ in 0..60 {
            let mut world = Scene::new();
            let sphere = Shape::sphere([number(1.3), number(1.3), number(0.6)], 0.1);
            world.add("sphere", sphere.expect("a sphere"), Pose::identity()).expect("a new name");
            let [from, to] = [[number(1.5)], [number(1.5)]];
            let at = |n: u32| configuration_at(&from, &to, f64::from(n) / 200.0);
            let mut checker = Checker::new(Arc::clone(&robot), &world).expect("a world");
            let mut gaps = (0..=200).map(|n| {
                let found = checker.distance(&at(n)).expect("within the limits");
                (found.lower, n)
            });
            let first = gaps.next().expect("some");
            let (gap, nearest) = gaps.fold(first, |p, q| if q.0 < p.0 { q } else { p });
            if gap <= 0.0 {
                continue;
            }
            world.set_margin(gap + 1e-9).expect("a margin");
            let mut checker = Checker::new(Arc::clone(&robot), &world).expect("a world");
            assert!(!checker.is_motion_valid(&from, &to), "{far:e} {from:?} {to:?}");
            assert!(!checker.is_line_clear(&from, &to), "{far:e} {from:?} {to:?}");
            not_clear += usize::from(!checker.is_valid(&at(nearest)));
            lines += 1;
        }
    }
    assert!(lines > 200 && not_clear == lines, "{not_clear} of {lines}");
}

#[test]
fn lanes_change_no_answer() {
    let mut sums = [0; 4];
    for seed in 0..6 {
        for (size, margin) in [(1.0, 0.0), (1.0, 0.03), (1e-3, 0.0), (1e4, 0.0)] {
            let found = at_size(size, 100 * seed, margin);
            sums = std::array::from_fn(|n| sums[n] + found[n]);
        }
    }
    let [valid, clear, lines_valid, lines] = sums;
    let share = valid as f64 / (24 * 300) as f64;
    assert!((0.1..0.9).contains(&share), "{share}");
    // Lanes decide most of what is free at such sizes.
    assert!(clear * 10 > lines_valid * 7, "{clear} of {lines_valid} of {lines}");
    assert!(lines_valid > 0 && lines_valid < lines);
}

/// Sizes of which `f32` knows nothing are left to the exact tests.
#[test]
fn tiny_and_huge_robots_are_answered_as_others() {
    for size in [1e-30, 1e-12, 1e9, 1e25] {
        at_size(size, 7, 0.0);
    }
}

/// A tool that slides along x and z. (Of one slide alone, tables would prove pairs apart.)
fn slides() -> String {
    let limits = r#"<limit lower="-1" upper="1" effort="1" velocity="1"/>"#;
    let joint = |name: &str, ends: [&str; 2], axis: &str| {
        let [a, b] = ends;
        format!(
            r#"<joint name="{name}" type="prismatic"><parent link="{a}"/><child link="{b}"/>
            <axis xyz="{axis}"/>{limits}</joint>"#
        )
    };
    format!(
        r#"<robot name="r"><link name="a"/><link name="m"/><link name="tool"/>{}{}</robot>"#,
        joint("x", ["a", "m"], "1 0 0"),
        joint("z", ["m", "tool"], "0 0 1")
    )
}

/// A triangle reaches farther to one side of the middle of its box than to the other.
#[test]
fn a_triangle_that_crosses_a_plane_collides() {
    let mut world = Scene::new();
    let sheet = triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    world.add("sheet", sheet, Pose::identity()).expect("a new name");
    for (name, x) in [("right", 1.125), ("left", -0.875)] {
        let plane = Shape::plane_through([x, 0.0, 0.0], [x, 1.0, 0.0], [x, 0.0, 1.0]);
        world.add(name, plane.expect("a plane"), Pose::identity()).expect("a new name");
    }
    let mut checker = among(robot(&slides()), &world);
    checker.attach_at("sheet", "tool", &[], Pose::identity()).expect("both are there");
    let all: Vec<Vec<f64>> = (-16..=16).map(|n| vec![f64::from(n) / 16.0, 0.5]).collect();
    let batch = CheckBatch::new(&checker).is_valid(&all).expect("not cancelled");
    for (q, found) in all.iter().zip(batch) {
        assert_eq!(found, -0.875 < q[0] && q[0] < 0.125, "{q:?}");
    }
    assert!(checker.is_motion_valid(&[-0.75, 0.0], &[0.0625, 0.5]));
    for (from, to) in [(-0.5, 0.1875), (-0.5, 0.5), (0.0, -0.9375)] {
        assert!(!checker.is_motion_valid(&[from, 0.0], &[to, 0.5]), "{from} {to}");
    }
}

/// The boxes that cover a cone have middles that are not in the cone: what is there collides with
/// nothing.
#[test]
fn what_is_beside_a_flat_cone_is_free() {
    let mut world = Scene::new();
    let cone = Shape::cone([0.0; 3], [0.0, 0.0, 0.2], 1.0).expect("a cone");
    world.add("cone", cone, Pose::identity()).expect("a new name");
    let small = Shape::cuboid([0.02; 3]).expect("a box");
    let at = |z: f64| support::at([0.625, 0.125, z]);
    world.add("above", small.clone(), at(0.1)).expect("a new name"); // the cone ends at 0.073
    let mut checker = among(robot(&slides()), &world);
    checker.attach_at("cone", "tool", &[], Pose::identity()).expect("both are there");
    let all = [vec![0.0, 0.0], vec![0.0, -0.01], vec![0.001, 0.001]];
    let batch = |checker: &Checker| CheckBatch::new(checker).is_valid(&all).expect("not cancelled");
    assert_eq!(batch(&checker), [true; 3]);
    assert!(checker.is_motion_valid(&[0.0, -1.0], &[0.0, 0.0]));
    checker.change(|world| world.add("within", small, at(0.05))).expect("a new name");
    assert_eq!(batch(&checker), [false; 3]);
    assert!(!checker.is_motion_valid(&[0.0, -1.0], &[0.0, 0.0]));
}

/// A mesh is a surface: spheres inside of it show a collision with what sticks out, not with what
/// is enclosed.
#[test]
fn what_a_hollow_mesh_encloses_is_free() {
    let mut world = Scene::new();
    let case = Body::new(cuboid([-0.5; 3], [0.5; 3]));
    world.add("case", case, Pose::identity()).expect("a new name");
    let small = Shape::cuboid([0.1, 0.05, 0.05]).expect("a box");
    let at = |x: f64| support::at([x, 0.0, 0.0]);
    world.add("enclosed", small.clone(), at(0.0)).expect("a new name");
    let mut checker = among(robot(&slides()), &world);
    checker.attach_at("case", "tool", &[], Pose::identity()).expect("both are there");
    let all = [vec![0.0, 0.0], vec![0.25, 0.25], vec![0.45, 0.0], vec![0.0, -0.46]];
    let batch = |checker: &Checker| CheckBatch::new(checker).is_valid(&all).expect("not cancelled");
    assert_eq!(batch(&checker), [true, true, false, false]);
    assert!(checker.is_motion_valid(&[-0.25, 0.25], &[0.25, -0.25]));
    assert!(!checker.is_motion_valid(&[-0.25, 0.25], &[0.45, -0.25]));
    let long = Shape::cuboid([0.05, 2.0, 0.05]).expect("a bar");
    checker.change(|world| world.add("through", long, at(0.0))).expect("a new name");
    assert_eq!(batch(&checker), [false; 4]);
    assert!(!checker.is_motion_valid(&[-0.25, 0.25], &[0.25, -0.25]));
}

/// So it is with points and voxels: what goes from inside to outside meets the surface on its way.
#[test]
fn a_point_that_a_hollow_mesh_encloses_is_free() {
    let cloud = PointCloud::new(&[[0.0_f32; 3], [40.0, 0.0, 0.0]], 0.01).expect("finite");
    let voxels = Voxels::from_cells(&[[0, 0, 0], [4000, 0, 0]], [-0.005; 3], 0.01);
    for part in [Part::new(cloud), Part::new(voxels.expect("small"))] {
        let mut world = Scene::new();
        let case = Body::new(cuboid([-0.5; 3], [0.5; 3]));
        world.add("case", case, Pose::identity()).expect("a new name");
        world.add("sensed", part, Pose::identity()).expect("a new name");
        let mut checker = among(robot(&slides()), &world);
        checker.attach_at("case", "tool", &[], Pose::identity()).expect("both are there");
        for (from, to, is_free) in [
            ([-0.25, 0.25], [0.25, -0.25], true),
            ([0.25, 0.25], [0.25, -0.25], true),
            ([-0.9, 0.7], [0.9, 0.6], true),
            ([-0.25, 0.25], [0.45, -0.25], true),
            ([-0.25, 0.25], [0.52, -0.25], false),
            ([-0.52, 0.25], [-0.25, 0.25], false),
            // Outside at both ends.
            ([-0.9, 0.2], [0.9, 0.1], false),
            ([-0.9, 0.0], [0.0, 0.9], false),
        ] {
            assert_eq!(checker.is_motion_valid(&from, &to), is_free, "{from:?} {to:?}");
            assert!(is_free || !checker.is_motion_clear(&from, &to), "{from:?} {to:?}");
        }
    }
}

/// Blocks are of sixteen on every instruction set, and fill one, two or four registers: these tests
/// again, in a process for each set.
#[test]
fn every_instruction_set_gives_these_answers() {
    const VARIABLE: &str = "OBBTREE_SIMD";
    let program = std::env::current_exe().expect("this program");
    for level in obbtree_simd::SimdLevel::all_available() {
        let tests = [
            "lanes_change_no_answer",
            "what_is_beside_a_flat_cone_is_free",
            "a_triangle_that_crosses_a_plane_collides",
            "what_a_hollow_mesh_encloses_is_free",
            "a_point_that_a_hollow_mesh_encloses_is_free",
        ];
        let mut child = std::process::Command::new(&program);
        let ran = child.arg("--exact").args(tests).env(VARIABLE, level.name()).output();
        let ran = ran.expect("it runs");
        let said = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success() && said.contains("5 passed"), "{level}: {said}");
    }
}

/// A corner of a link passes a face at a gap from a tenth of a micrometre to a millimetre, on
/// motions that are tangential there at the middle, so that the curve of its path decides: `f32`
/// rounds more than most of these gaps.
#[test]
fn lines_that_graze_a_face_are_certain() {
    const CASES: usize = 1500;
    let arm = Arc::new(robot(&arm(1.0)));
    let alone = among(Arc::clone(&arm), &Scene::new());
    let lower = arm.link("lower").expect("a link");
    // Where a corner of it is, and some direction out of it.
    let mut kinematics = Kinematics::default();
    let mut placed = |q: &[f64], point: [f64; 3], w: f64| {
        let p = kinematics.link_poses(&arm, q).expect("poses")[lower];
        let row =
            |i: usize| p[4 * i + 3] * w + (0..3).map(|k| p[4 * i + k] * point[k]).sum::<f64>();
        nalgebra::Vector3::from_fn(|i, _| row(i))
    };
    const CORNER: [f64; 3] = [0.05, 0.075, 0.05];
    let mut random = Random(7);
    let (mut valid, mut close, mut blocked) = (0, 0, 0);
    for case in 0..CASES {
        let q = arm.random(|| 0.25 + 0.5 * random.uniform());
        let mut number = |by: f64| by * (2.0 * random.uniform() - 1.0);
        let [x, y, z] = [0; 3].map(|_| 0.2 + number(1.0).abs());
        let normal = placed(&q, [x, y, -z], 0.0).normalize();
        let mut slope = |n: usize| {
            let [before, after] = [-1e-5, 1e-5].map(|step| {
                let mut q = q.clone();
                q[n] += step;
                placed(&q, CORNER, 1.0).dot(&normal)
            });
            (after - before) / 2e-5
        };
        let slopes: Vec<f64> = (0..q.len()).map(&mut slope).collect();
        let scale = 10_f64.powf(-1.4 + number(1.1));
        let mut rates: Vec<f64> = q.iter().map(|_| number(scale)).collect();
        let along: f64 = rates.iter().zip(&slopes).map(|(a, b)| a * b).sum();
        let square: f64 = slopes.iter().map(|x| x * x).sum();
        for (rate, slope) in rates.iter_mut().zip(&slopes) {
            *rate -= along * slope / square;
        }
        let gap = 10_f64.powf(-5.0 + number(2.0));
        let turn = nalgebra::UnitQuaternion::rotation_between(&nalgebra::Vector3::z(), &normal);
        let turn = turn.unwrap_or_default();
        let at = placed(&q, CORNER, 1.0) + normal * (gap + 0.005);
        let pose = Pose::try_from(nalgebra::Isometry3::from_parts(at.into(), turn));
        let mut world = Scene::new();
        let plate = Shape::cuboid([0.02, 0.02, 0.005]).expect("a box");
        world.add("plate", plate, pose.expect("a rotation")).expect("a new name");
        let mut checker = alone.in_world(&world).expect("a new name");
        let end = |sign: f64| -> Vec<f64> {
            q.iter().zip(&rates).map(|(q, rate)| q + sign * rate).collect()
        };
        let (from, to) = (end(-1.0), end(1.0));
        let is_valid = checker.is_motion_valid(&from, &to);
        let sampled = checker.is_motion_valid_sampled(&from, &to, 129);
        assert!(sampled || !is_valid, "case {case}: gap {gap:e}, {from:?} {to:?}");
        valid += usize::from(is_valid);
        close += usize::from(is_valid && gap < 5e-6);
        blocked += usize::from(!sampled);
    }
    assert!(
        valid > CASES / 5 && close > CASES / 20 && blocked > CASES / 5,
        "{valid} {close} {blocked}"
    );
}
