//! A robot among the points of a cloud is one among as many spheres: what lanes prove of it, in
//! configurations and along motions, and what they leave to the exact tests.

mod support;

use obbtree_collider::{PointCloud, Shape};
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random};
use obbtree_scene::{Part, Scene};

use support::sensed::{
    ensure_configurations_agree, ensure_motions_agree, points, turned_and_moved,
};
use support::{among, bare_arm, world};

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
    let pose = if case.is_posed { turned_and_moved(random) } else { Pose::identity() };
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
        ensure_configurations_agree(case.seed, checkers(case));
    }
}

#[test]
fn motions_that_are_free_among_points_are_free_among_spheres() {
    ensure_motions_agree(CASES.iter().map(|case| (case.seed, checkers(case))));
}
