//! The points of a cloud that are the robot's own, and those beyond its reach.

mod support;

use obbtree_collider::{PointCloud, Query, Shape};
use obbtree_predicates::Pose;
use obbtree_robot::{CheckError, Checker, Random, Robot, WorldError};
use obbtree_scene::{Part, Scene};

use support::sensed::turned_and_moved;
use support::{CART, alone, among, arm, robot, world};

/// Points all around, of which each has a radius of its own.
fn around(random: &mut Random, count: usize, center: [f64; 3], half: f64) -> PointCloud {
    let mut point = || center.map(|x| x + half * (2.0 * random.uniform() - 1.0));
    let points: Vec<[f64; 3]> = (0..count).map(|_| point()).collect();
    let radii: Vec<f64> = points.iter().map(|_| 0.02 * random.uniform()).collect();
    PointCloud::with_radii(&points, &radii).expect("finite")
}

/// The arm of the test data beside a wall, with a cup in its hand.
fn arm_with_cup() -> Checker {
    let cup = Shape::sphere([0.0; 3], 0.08).expect("a sphere");
    let wall = Shape::cuboid([0.05, 2.0, 2.0]).expect("a box");
    let aside = Pose::from_translation([-1.0, 0.0, 0.5]).expect("in range");
    let bodies = [("cup", Part::new(cup), Pose::identity()), ("wall", Part::new(wall), aside)];
    let mut checker = among(arm(), &world(bodies));
    let in_hand = Pose::from_translation([0.3, 0.05, 0.1]).expect("in range");
    checker
        .attach_at("cup", "hand", &["hand", "finger_a", "finger_b"], in_hand)
        .expect("there is a hand");
    checker
}

/// Each point by itself beside each part of the robot.
fn near_alone(
    checker: &Checker,
    configuration: &[f64],
    cloud: &PointCloud,
    pose: &Pose,
    distance: f64,
) -> Vec<bool> {
    let world = checker.world_at(configuration).expect("it has a place");
    let links = (0..checker.robot().links().len()).filter_map(|link| checker.link_body(link));
    let bodies: Vec<_> = links.chain(world.id("cup")).collect();
    let (kept, mut query) = (cloud.kept(), Query::new().solid(true));
    let radii = kept.radii.expect("each has its own");
    let mut is_near = |n: usize| {
        let one = PointCloud::new(&[kept.points[n]], radii[n]).expect("finite");
        bodies.iter().filter(|&&body| world.is_enabled(body).expect("it is there")).any(|&body| {
            world.parts(body).expect("it is there").iter().enumerate().any(|(k, part)| {
                let at = world.part_pose(body, k).expect("it is there");
                query.closer_than(&one, pose, part.collider(), at, distance)
            })
        })
    };
    (0..kept.points.len()).map(&mut is_near).collect()
}

#[test]
fn own_points_are_those_near_a_link_or_what_it_carries() {
    let (checker, mut random) = (arm_with_cup(), Random(41));
    let robot = checker.robot();
    let (mut own, mut others) = (0, 0);
    for case in 0..40 {
        let configuration = robot.random(|| random.uniform());
        let pose = if case % 2 == 0 { Pose::identity() } else { turned_and_moved(&mut random) };
        let cloud = around(&mut random, 600, [0.0, 0.0, 0.5], 0.9);
        let distance = [0.0, 0.03, 0.2][case % 3];
        let said = checker.points_near_robot(&configuration, &cloud, &pose, distance);
        let said = said.expect("it has a place");
        let expected = near_alone(&checker, &configuration, &cloud, &pose, distance);
        assert_eq!(said, expected, "{configuration:?} {distance}");
        own += said.iter().filter(|own| **own).count();
        others += said.iter().filter(|own| !**own).count();
    }
    assert!(own * 20 > others && others > own, "{own} own, {others} others");
}

/// Without its own points a robot that was free is free among what it sees.
#[test]
fn a_robot_does_not_collide_with_what_is_left() {
    let (mut checker, mut random) = (arm_with_cup(), Random(42));
    let root = Pose::identity();
    let mut tried = 0;
    while tried < 20 {
        let configuration = checker.robot().random(|| random.uniform());
        if !checker.is_valid(&configuration) {
            continue;
        }
        tried += 1;
        let cloud = around(&mut random, 3000, [0.0, 0.0, 0.5], 0.9);
        let is_free_among = |cloud: &PointCloud| {
            let mut checker = checker.clone();
            let add = |world: &mut Scene| world.add("seen", cloud.clone(), root);
            checker.change(add).expect("a new name");
            checker.is_valid(&configuration)
        };
        assert!(!is_free_among(&cloud), "{configuration:?}");
        let own = checker.points_near_robot(&configuration, &cloud, &root, 1e-3);
        let rest = cloud.without(&own.expect("it has a place")).expect("points are left");
        assert!(is_free_among(&rest), "{configuration:?}");
    }
}

#[test]
fn exactly_the_distance_counts() {
    let cart = alone(robot(CART)); // a box of side 1, driven to x = 2
    let seen = [[2.75, 0.0, 0.0], [2.75_f64.next_up(), 0.0, 0.0], [2.0, 0.25, 0.0]];
    let cloud = PointCloud::new(&seen, 0.0).expect("finite");
    let near =
        |distance| cart.points_near_robot(&[2.0, 0.0, 0.0], &cloud, &Pose::identity(), distance);
    assert_eq!(near(0.25).expect("a place"), [true, false, true]);
    assert_eq!(near(0.0).expect("a place"), [false, false, true]);
    assert_eq!(
        near(f64::NAN)
            .map_err(|error| matches!(error, WorldError::Configuration(CheckError::Threshold(_)))),
        Err(true)
    );
    let error = cart.points_near_robot(&[0.0], &cloud, &Pose::identity(), 0.1);
    assert!(error.is_err_and(|error| error.to_string().contains("3 values")));
    let beyond = cart.points_out_of_reach(&cloud, &Pose::identity(), 0.0);
    assert_eq!(beyond, Ok(vec![false; 3]), "a cart drives anywhere");
    let wrong = cart.points_out_of_reach(&cloud, &Pose::identity(), -1.0);
    assert_eq!(wrong, Err(CheckError::Threshold(-1.0)));
}

/// No configuration comes near a point that is out of reach.
#[test]
fn what_is_out_of_reach_is_never_near() {
    let (checker, mut random) = (arm_with_cup(), Random(43));
    let robot = checker.robot();
    for margin in [0.0, 0.1] {
        let cloud = around(&mut random, 4000, [0.0, 0.0, 0.5], 3.0);
        let pose = turned_and_moved(&mut random);
        let beyond = checker.points_out_of_reach(&cloud, &pose, margin).expect("a margin");
        let dropped = beyond.iter().filter(|beyond| **beyond).count();
        assert!((800..3600).contains(&dropped), "{dropped}");
        let inverted: Vec<bool> = beyond.iter().map(|beyond| !beyond).collect();
        let far = cloud.without(&inverted).expect("some are out of reach");
        for _ in 0..2000 {
            let configuration = robot.random(|| random.uniform());
            let near = checker.points_near_robot(&configuration, &far, &pose, margin);
            let near = near.expect("it has a place");
            assert!(!near.contains(&true), "{configuration:?}");
        }
    }
}

/// Two links of length 1, of which the second has a sphere at its end, on a slide and beside a box.
fn two_links(slide: &str, mimic: &str) -> Robot {
    let sphere = r#"<link name="b"><collision><origin xyz="1 0 0"/>
        <geometry><sphere radius="0.125"/></geometry></collision></link>"#;
    let joint = |name: &str, kind: &str, parent: &str, child: &str, x: f64, more: &str| {
        format!(
            r#"<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>
            <origin xyz="{x} 0 0"/><axis xyz="0 0 1"/>{more}</joint>"#
        )
    };
    let limits = r#"<limit lower="-3" upper="3" effort="1" velocity="1"/>"#;
    let text = format!(
        r#"<robot name="r"><link name="base"><collision><origin xyz="-9 0 0"/>
        <geometry><box size="1 1 1"/></geometry></collision></link>
        <link name="s"/><link name="a"/>{sphere}{}{}{}</robot>"#,
        joint("i", "revolute", "base", "s", 0.5, limits),
        joint("j", "prismatic", "s", "a", 0.0, &format!("{slide}{mimic}")),
        joint("k", "revolute", "a", "b", 1.0, limits),
    );
    support::robot(&text)
}

#[test]
fn the_reach_is_the_sum_of_lengths() {
    let limit = |low: f64, high: f64| {
        format!(r#"<limit lower="{low}" upper="{high}" effort="1" velocity="1"/>"#)
    };
    // Around the first joint, at x = 0.5: links, the sphere, and the way of the slide.
    let fixed = (two_links(&limit(0.0, 0.0), ""), 2.125);
    let slides = (two_links(&limit(-0.5, 0.25), ""), 2.125 + 0.5);
    let mimic = r#"<mimic joint="i" multiplier="-2" offset="0.25"/>"#;
    let follows = (two_links(&limit(0.0, 0.0), mimic), 2.125 + 6.25);
    for (robot, reach) in [fixed, slides, follows] {
        let checker = alone(robot);
        let seen = [
            [0.5 + reach + 0.25, 0.0, 0.0],
            [0.5 + reach + 0.25 + 1e-5, 0.0, 0.0], // bounds are a little larger
            [-9.75, 0.25, 0.0],                    // beside the base, which does not move
            [-9.75 - 1e-9, 0.25, 0.0],
            [-9.0, 0.0, 0.0], // within it
        ];
        let cloud = PointCloud::new(&seen, 0.0).expect("finite");
        let beyond = |checker: &Checker| {
            checker.points_out_of_reach(&cloud, &Pose::identity(), 0.25).expect("a margin")
        };
        assert_eq!(beyond(&checker), [false, true, false, true, false]);
        // Not if the slide may go anywhere.
        assert_eq!(beyond(&checker.clone().ignoring_limits(true)), [false; 5]);
    }
}

/// A sphere on a slide from the root: what the first joint slides counts too.
#[test]
fn a_first_slide_adds_its_way() {
    let text = r#"<robot name="r"><link name="a"/>
        <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
        <joint name="j" type="prismatic"><parent link="a"/><child link="b"/>
        <origin xyz="0 0 1"/><axis xyz="0 0 1"/>
        <limit lower="-3" upper="2" effort="1" velocity="1"/></joint></robot>"#;
    let checker = alone(robot(text));
    let cloud = PointCloud::new(&[[0.0, 0.0, -2.5], [0.0, 0.0, -2.6]], 0.0).expect("finite");
    let root = Pose::identity();
    assert_eq!(checker.points_near_robot(&[-3.0], &cloud, &root, 0.0), Ok(vec![true, false]));
    assert_eq!(checker.points_out_of_reach(&cloud, &root, 0.0), Ok(vec![false, true]));
}

/// The bound is met: a stretched arm touches a point that is as far away as the reach says.
#[test]
fn a_stretched_arm_touches_what_is_just_within_reach() {
    let limit = r#"<limit lower="0" upper="0" effort="1" velocity="1"/>"#;
    let checker = alone(two_links(limit, ""));
    let cloud = PointCloud::new(&[[2.625, 0.0, 0.0]], 0.0).expect("finite");
    let root = Pose::identity();
    assert_eq!(checker.points_near_robot(&[0.0; 3], &cloud, &root, 0.0), Ok(vec![true]));
    assert_eq!(checker.points_out_of_reach(&cloud, &root, 0.0), Ok(vec![false]));
}
