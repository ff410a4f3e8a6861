//! A robot among the points of a cloud is one among as many spheres: what lanes prove of it, in
//! configurations and along motions, and what they leave to the exact tests.

mod support;

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use obbtree_collider::{PointCloud, Shape};
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random, configuration_at};
use obbtree_scene::{Part, Scene};

use support::{among, bare_arm, world};

/// Points of a wall, of a table beside the arm, and some anywhere.
fn points(random: &mut Random, count: u32) -> Vec<[f64; 3]> {
    let mut point = |n: u32| {
        let [x, y] = [random.uniform() - 0.5, random.uniform() - 0.5];
        match n % 8 {
            0 => [2.0 * x + 0.4 * x.signum(), 2.0 * y, 0.45 + random.uniform()],
            1..4 => [0.9, x, 0.4 + y],
            _ => [x, 0.7, 0.3 + 0.4 * y],
        }
    };
    (0..count).map(&mut point).collect()
}

/// What a world consists of.
#[derive(Clone, Copy)]
struct Case {
    seed: u64,
    points: u32,
    radius: f64,
    /// Each point has a radius of its own, up to the radius.
    each: bool,
    margin: f64,
    /// The cloud is turned and moved.
    is_posed: bool,
}

const CASES: [Case; 7] = [
    Case { seed: 7, points: 120, radius: 0.0, each: false, margin: 0.0, is_posed: false },
    Case { seed: 8, points: 120, radius: 0.01, each: false, margin: 0.0, is_posed: true },
    Case { seed: 9, points: 30, radius: 0.06, each: false, margin: 0.0, is_posed: true },
    Case { seed: 10, points: 300, radius: 0.02, each: false, margin: 0.0, is_posed: false },
    Case { seed: 11, points: 160, radius: 0.08, each: true, margin: 0.0, is_posed: true },
    Case { seed: 12, points: 100, radius: 0.02, each: false, margin: 0.04, is_posed: true },
    Case { seed: 13, points: 3, radius: 0.15, each: true, margin: 0.0, is_posed: false },
];

/// The same world twice: of one cloud, and of spheres.
fn checkers(case: &Case) -> [Checker; 2] {
    let random = &mut Random(case.seed);
    let points = points(random, case.points);
    let radii: Vec<f64> = points
        .iter()
        .map(|_| if case.each { case.radius * random.uniform() } else { case.radius })
        .collect();
    let pose = if case.is_posed {
        let angles = Vector3::new(0.1, -0.2, 0.5 * random.uniform());
        let at = Translation3::new(0.05, random.uniform() - 0.5, 0.1);
        let pose = Isometry3::from_parts(at, UnitQuaternion::from_scaled_axis(angles));
        Pose::try_from(pose).expect("a rotation")
    } else {
        Pose::identity()
    };
    let cloud = match case.each {
        true => PointCloud::with_radii(&points, &radii),
        false => PointCloud::new(&points, case.radius),
    };
    let mut of_cloud = world([("cloud", Part::new(cloud.expect("finite")), pose)]);
    let mut of_spheres = Scene::new();
    for (n, (point, &radius)) in points.iter().zip(&radii).enumerate() {
        let sphere = Shape::sphere(*point, radius).expect("finite");
        of_spheres.add(&format!("{n}"), sphere, pose).expect("a new name");
    }
    for world in [&mut of_cloud, &mut of_spheres] {
        world.set_margin(case.margin).expect("a margin");
    }
    [among(bare_arm(), &of_cloud), among(bare_arm(), &of_spheres)]
}

#[test]
fn configurations_among_points_are_valid_as_among_spheres() {
    for case in &CASES {
        let [mut among_points, mut among_spheres] = checkers(case);
        let mut random = Random(3);
        let mut valid = 0;
        for n in 0..300 {
            let mut configuration = among_points.robot().random(|| random.uniform());
            // Small steps, of which clearances are remembered, after each tenth.
            for step in 0..if n % 10 == 0 { 12 } else { 1 } {
                configuration[0] += if step > 0 { 0.004 } else { 0.0 };
                let found = among_points.is_valid(&configuration);
                let seed = case.seed;
                assert_eq!(
                    found,
                    among_spheres.is_valid(&configuration),
                    "{seed} {configuration:?}"
                );
                valid += usize::from(found && step == 0);
            }
        }
        assert!((1..300).contains(&valid), "{} {valid}", case.seed);
    }
}

/// Motions among points are free or not as among spheres; and lanes prove most of what is free.
#[test]
fn motions_that_are_free_among_points_are_free_among_spheres() {
    let (mut clear, mut free, mut not) = (0, 0, 0);
    for case in &CASES {
        let [mut among_points, mut among_spheres] = checkers(case);
        let mut random = Random(4);
        let mut tried = 0;
        while tried < 20 {
            let from = among_points.robot().random(|| random.uniform());
            if !among_points.is_valid(&from) {
                continue;
            }
            let to = among_points.robot().random(|| random.uniform());
            let to = configuration_at(&from, &to, if tried % 3 == 0 { 0.3 } else { 0.03 });
            let is_clear = among_points.is_motion_clear(&from, &to);
            let found = among_points.is_motion_valid(&from, &to);
            assert!(found || !is_clear, "clear is proof");
            let seed = case.seed;
            assert_eq!(found, among_spheres.is_motion_valid(&from, &to), "{seed} {from:?} {to:?}");
            clear += usize::from(is_clear);
            (free, not) = (free + usize::from(found), not + usize::from(!found));
            tried += 1;
        }
    }
    assert!(free > 40 && not > 10, "{free} {not}");
    assert!(clear * 10 > free * 8, "{clear} of {free}");
}
