//! A robot among the points of a cloud is one among as many spheres.

mod support;

use obbtree_collider::{PointCloud, Shape};
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random};
use obbtree_scene::{Part, Scene};

use support::{among, bare_arm, world};

/// Points of a wall and of a table beside the arm.
fn points(random: &mut Random) -> Vec<[f64; 3]> {
    let mut point = |n: u32| {
        let [x, y] = [random.uniform() - 0.5, random.uniform() - 0.5];
        match n % 2 {
            0 => [0.9, x, 0.4 + y],
            _ => [x, 0.7, 0.3 + 0.4 * y],
        }
    };
    (0..120).map(&mut point).collect()
}

/// The same world twice: of one cloud, and of spheres.
fn checkers(radius: f64) -> [Checker; 2] {
    let points = points(&mut Random(7));
    let cloud = PointCloud::new(&points, radius).expect("finite");
    let of_cloud = world([("cloud", Part::new(cloud), Pose::identity())]);
    let mut of_spheres = Scene::new();
    for (n, point) in points.iter().enumerate() {
        let sphere = Shape::sphere(*point, radius).expect("finite");
        of_spheres.add(&format!("{n}"), sphere, Pose::identity()).expect("a new name");
    }
    [among(bare_arm(), &of_cloud), among(bare_arm(), &of_spheres)]
}

#[test]
fn configurations_among_points_are_valid_as_among_spheres() {
    for radius in [0.0, 0.01, 0.1] {
        let [mut among_points, mut among_spheres] = checkers(radius);
        let mut random = Random(3);
        let mut valid = 0;
        for _ in 0..400 {
            let configuration = among_points.robot().random(|| random.uniform());
            let found = among_points.is_valid(&configuration);
            assert_eq!(found, among_spheres.is_valid(&configuration), "{radius} {configuration:?}");
            valid += usize::from(found);
        }
        assert!((1..400).contains(&valid), "{radius} {valid}");
    }
}

#[test]
fn motions_that_are_free_among_points_are_free_among_spheres() {
    let [mut among_points, mut among_spheres] = checkers(0.02);
    let mut random = Random(4);
    let (mut free, mut not) = (0, 0);
    while free + not < 60 {
        let from = among_points.robot().random(|| random.uniform());
        if !among_points.is_valid(&from) {
            continue;
        }
        let to: Vec<f64> = from.iter().map(|x| x + 0.1 * (random.uniform() - 0.5)).collect();
        let found = among_points.is_motion_valid(&from, &to);
        assert_eq!(found, among_spheres.is_motion_valid(&from, &to), "{from:?} {to:?}");
        (free, not) = (free + usize::from(found), not + usize::from(!found));
    }
    assert!(free > 10, "{free} {not}");
}
