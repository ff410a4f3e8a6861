//! A small arm of every kind of shape: answers against the obvious way to ask, with and without
//! memory, and motions against dense samples.

mod support;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use obbtree_ccd::{Sweep, SweepOptions};
use obbtree_collider::{Body, Query};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_robot::{
    CheckBatch, CheckError, Checker, JointKind, Kinematics, MotionValidity, PlanOptions, Random,
    Reason, Robot, RobotProblem, Srdf, StateClearance, allowed_pairs, configuration_at, plan_path,
    plan_path_to_any,
};
use obbtree_scene::{BodyId, Part, PartPair, Scene};

use support::{alone, among, arm, bare_arm, data, random_configurations, world};

/// A square in the plane x = 0.9, as large as the arm.
fn wall() -> Scene {
    let corners = vec![[0.9, -2.0, -2.0], [0.9, 2.0, -2.0], [0.9, 2.0, 2.0], [0.9, -2.0, 2.0]];
    let mesh = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).expect("a mesh");
    world([("wall", Part::new(Body::new(mesh)), Pose::identity())])
}

fn checker() -> Checker {
    among(arm(), &wall())
}

/// Lines of small steps between random configurations.
fn path(robot: &Robot, corners: usize, steps: usize, seed: u64) -> Vec<Vec<f64>> {
    let corners = random_configurations(robot, corners, seed);
    let line = |ends: &[Vec<f64>]| -> Vec<Vec<f64>> {
        (0..steps).map(|k| between(&ends[0], &ends[1], k as f64 / steps as f64)).collect()
    };
    corners.windows(2).flat_map(line).collect()
}

fn between(a: &[f64], b: &[f64], t: f64) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x + t * (y - x)).collect()
}

/// Every pair of elements, one by one.
fn naive(checker: &Checker, configuration: &[f64]) -> Vec<[BodyId; 2]> {
    let (robot, world) = (checker.robot(), checker.world());
    let poses = Kinematics::default().link_poses(robot, configuration).expect("poses");
    let placed = |parts: &[Part], pose: &Pose| -> Vec<(Part, Pose)> {
        let place = |part: &Part| (part.clone(), pose.compose(part.offset()).expect("a pose"));
        parts.iter().map(place).collect()
    };
    let of_link = |link: usize| {
        placed(robot.links()[link].parts(), &Pose::try_from(poses[link]).expect("a pose"))
    };
    let mut query = Query::new();
    let mut meet = |a: &[(Part, Pose)], b: &[(Part, Pose)]| {
        a.iter().any(|(a, pose_a)| {
            b.iter().any(|(b, pose_b)| query.collide(a.collider(), pose_a, b.collider(), pose_b))
        })
    };
    let body = |link: usize| checker.link_body(link).expect("a link");
    let mut found = Vec::new();
    for &[a, b] in robot.pairs() {
        if meet(&of_link(a), &of_link(b)) {
            found.push([body(a), body(b)]);
        }
    }
    let wall = world.id("wall").expect("the wall");
    let around = placed(world.parts(wall).expect("parts"), world.pose(wall).expect("a pose"));
    for link in 0..robot.links().len() {
        if meet(&of_link(link), &around) {
            found.push([body(link), wall]);
        }
    }
    found
}

#[test]
fn the_arm_is_what_its_file_says() {
    let robot = arm();
    let names: Vec<&str> = robot.active_joints().map(|joint| joint.name()).collect();
    assert_eq!(names, ["shoulder", "elbow", "wrist", "slide"]);
    assert_eq!(robot.joints()[0].kind(), JointKind::Continuous);
    assert_eq!(robot.joints()[2].axis(), [0.6, 0.0, 0.8]);
    let followed = robot.joints()[5].mimic().expect("a mimic");
    assert_eq!((followed.joint, followed.multiplier, followed.offset), (Some(4), -1.0, 0.01));
    // Both scaled pieces face outward, the mirrored one too.
    for (link, scale) in [("forearm", 0.5_f64), ("hand", 0.3)] {
        let link = &robot.links()[robot.link(link).expect("a link")];
        let body = link.parts()[0].collider().body().expect("a mesh");
        let volume = body.mesh().report().signed_volume;
        assert!((volume - 0.153 * scale.powi(3)).abs() < 1e-6, "{volume}");
    }
    let srdf = Srdf::read(data("arm.srdf")).expect("an SRDF");
    assert_eq!(robot.group(&srdf, "all").expect("a group"), [0, 1, 2, 3, 4]);
    let pair = [robot.link("forearm").unwrap(), robot.link("hand").unwrap()];
    assert!(!robot.pairs().contains(&pair));
}

#[test]
fn answers_are_those_of_the_obvious_way() {
    let mut checker = checker();
    let robot = Arc::clone(checker.robot());
    let configurations = random_configurations(&robot, 400, 1);
    let mut valid = 0;
    for configuration in &configurations {
        let expected = naive(&checker, configuration);
        assert_eq!(checker.colliding_pairs(configuration).unwrap(), expected, "{configuration:?}");
        assert_eq!(checker.is_valid(configuration), expected.is_empty(), "{configuration:?}");
        valid += usize::from(expected.is_empty());
        let closest = checker.distance(configuration).expect("there are pairs");
        // The interval of a cylinder is as wide as its radius.
        let fits = if expected.is_empty() { closest.upper > 0.0 } else { closest.lower == 0.0 };
        assert!(fits, "{configuration:?} {closest:?}");
    }
    assert!((40..360).contains(&valid), "{valid} of 400 are valid");
}

#[test]
fn what_is_remembered_changes_no_answer() {
    let mut with = checker().ignoring_limits(true);
    let mut without = with.clone().remembering(false);
    let robot = Arc::clone(with.robot());
    let mut valid = 0;
    for steps in [3, 40, 1000] {
        for configuration in path(&robot, 8, steps, steps as u64) {
            let expected = without.is_valid(&configuration);
            assert_eq!(with.is_valid(&configuration), expected, "{configuration:?}");
            assert_eq!(
                with.colliding_pairs(&configuration),
                without.colliding_pairs(&configuration),
                "{configuration:?}"
            );
            valid += usize::from(expected);
        }
    }
    assert!(valid > 500, "{valid}");
    // Values beyond what is known beforehand.
    for far in [3.5, 40.0, -1e7] {
        let configuration = [far, far, -far, 0.3];
        assert_eq!(with.is_valid(&configuration), without.is_valid(&configuration), "{far}");
    }
    assert!(!with.is_valid(&[f64::NAN, 0.0, 0.0, 0.0]));
    assert!(!with.is_valid(&[0.0, 0.0, 0.0, f64::INFINITY]));
}

#[test]
fn configurations_of_another_length_are_refused() {
    let mut checker = checker();
    let (good, other) = ([2.0, -0.2, 0.0, 0.05], [0.0; 3]);
    let refused = CheckError::Length { given: 3, dof: 4 };
    assert!(checker.is_valid(&good) && !checker.is_valid(&other) && !checker.is_valid(&[]));
    assert!(!checker.is_motion_valid(&good, &other) && !checker.is_motion_valid(&other, &good));
    assert!(!checker.is_motion_valid_sampled(&good, &other, 9));
    assert!(!checker.robot().is_within_limits(&other));
    let options = SweepOptions::default();
    for found in [
        checker.check_values(&other),
        checker.robot().check_values(&other),
        checker.robot().check_limits(&other),
        checker.colliding_pairs(&other).map(drop),
        checker.distance(&other).map(drop),
        checker.distances_within(&other, 1.0).map(drop),
        checker.sweep(&good, &other, &options).map(drop),
        checker.sweep(&other, &good, &options).map(drop),
        checker.robot().holding(&[0], &other).map(drop),
    ] {
        assert_eq!(found, Err(refused.clone()));
    }
    assert!(checker.is_valid(&good));
}

#[test]
fn no_motion_called_free_has_a_sample_that_collides() {
    let mut checker = checker();
    let mut sampling = checker.clone().remembering(false);
    let robot = Arc::clone(checker.robot());
    let starts = random_configurations(&robot, 300, 5);
    let ends = random_configurations(&robot, 300, 6);
    let (mut free, mut contacts, mut closer) = (0, 0, 0);
    for (from, far) in starts.iter().zip(&ends) {
        let to = between(from, far, 0.15);
        let verdict = checker.sweep(from, &to, &SweepOptions::default()).unwrap();
        assert_eq!(checker.is_motion_valid(from, &to), verdict.is_free());
        let sampled = sampling.is_motion_valid_sampled(from, &to, 257);
        match verdict {
            Sweep::Free { .. } => {
                assert!(sampled, "{from:?} {to:?}");
                free += 1;
            }
            Sweep::Contact(found) => {
                assert!(!sampling.is_valid(&between(from, &to, found.first_contact)), "{found:?}");
                assert!(found.first_contact - found.last_free <= 1e-3 || found.last_free == 0.0);
                if found.last_free > 0.0 {
                    let last_valid = configuration_at(from, &to, found.last_free);
                    assert!(checker.is_motion_valid(from, &last_valid), "{found:?}");
                }
                contacts += 1;
            }
            // Within the thousandth of a radius that is between a cylinder and the prism around it.
            _ => closer += 1,
        }
    }
    assert!(free > 30 && contacts > 30, "{free} free, {contacts} contacts");
    assert!(closer < 5, "{closer} are not proven");
}

/// The contact was said to be later, within the tolerance; and where it goes away at once, nothing
/// was proven.
#[test]
fn a_motion_that_collides_at_its_start_has_its_contact_there() {
    let mut checker = alone(arm());
    let at_rest = [0.0; 4];
    let colliding = checker.colliding_pairs(&at_rest).expect("a place");
    assert!(!colliding.is_empty());
    for to in [at_rest, [0.0, -0.5, 0.0, 0.0], [0.0, 0.5, 1.0, 0.0]] {
        let verdict = checker.sweep(&at_rest, &to, &SweepOptions::default()).unwrap();
        let Sweep::Contact(found) = verdict else { panic!("{to:?} {verdict:?}") };
        assert_eq!((found.last_free, found.first_contact), (0.0, 0.0), "{to:?}");
        assert!(colliding.contains(&found.pair.bodies), "{to:?} {found:?}");
        assert_eq!(checker.last_valid(&at_rest, &to), Some((at_rest.to_vec(), 0.0)));
    }
}

/// Two that touch at the start and part: not "closer", as the start is not valid.
#[test]
fn a_touch_at_the_start_is_a_contact() {
    let text = r#"<robot name="r">
        <link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
          <link name="m"/>
        <link name="b"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
        <joint name="i" type="fixed"><parent link="a"/><child link="m"/></joint>
        <joint name="j" type="prismatic"><parent link="m"/><child link="b"/><axis xyz="0 0 1"/>
          <limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"#;
    let robot = Arc::new(Robot::from_urdf_str(text, "r.urdf", &[]).expect("a robot"));
    let mut checker = alone(robot);
    let verdict = checker.sweep(&[1.0], &[2.0], &SweepOptions::default()).unwrap();
    let Sweep::Contact(found) = verdict else { panic!("{verdict:?}") };
    assert_eq!((found.last_free, found.first_contact), (0.0, 0.0));
    assert_eq!(checker.names(found.pair.bodies), ["a", "b"]);
}

#[test]
fn a_batch_gives_what_one_thread_gives() {
    let mut checker = checker();
    let robot = Arc::clone(checker.robot());
    let configurations = path(&robot, 6, 60, 9);
    let one_by_one: Vec<bool> = configurations.iter().map(|q| checker.is_valid(q)).collect();
    for threads in [1, 2] {
        let batch = CheckBatch::new(&checker).threads(threads);
        assert_eq!(batch.is_valid(&configurations).unwrap(), one_by_one);
    }
    let motions: Vec<[Vec<f64>; 2]> =
        configurations.chunks_exact(40).map(|c| [c[0].clone(), c[1].clone()]).collect();
    let options = SweepOptions::default();
    let expected: Vec<Sweep<PartPair>> =
        motions.iter().map(|[a, b]| checker.sweep(a, b, &options).unwrap()).collect();
    let found = CheckBatch::new(&checker).sweep(&motions, &options).unwrap();
    let found: Vec<Sweep<PartPair>> = found.into_iter().collect::<Result<_, _>>().unwrap();
    assert_eq!(found, expected);
    let found = CheckBatch::new(&checker).is_motion_valid(&motions).unwrap();
    let expected: Vec<bool> = motions.iter().map(|[a, b]| checker.is_motion_valid(a, b)).collect();
    assert_eq!(found, expected);
    assert!(found.contains(&true) && found.contains(&false));
}

/// Whoever is done first waits until another thread is done with something, too.
#[test]
fn a_batch_of_a_few_hundred_configurations_is_shared_by_threads() {
    let (checker, seen) = (checker(), Mutex::new(HashSet::new()));
    let soon = Instant::now() + Duration::from_secs(20);
    let report = |_| {
        seen.lock().unwrap().insert(std::thread::current().id());
        while seen.lock().unwrap().len() < 2 && Instant::now() < soon {
            std::thread::yield_now();
        }
    };
    let configurations = vec![vec![0.0; 4]; 256];
    let batch = CheckBatch::new(&checker).threads(2).reporting_to(&report);
    assert_eq!(batch.is_valid(&configurations).unwrap().len(), 256);
    assert_eq!(seen.lock().unwrap().len(), 2);
}

#[test]
fn a_path_is_found_and_proven() {
    let mut checker = checker();
    let robot = Arc::clone(checker.robot());
    // From one side to the other: the stretched arm would sweep through the wall, so it has to be
    // folded.
    let [start, goal] = [[2.0, -0.2, 0.0, 0.05], [-2.0, -0.2, 0.0, 0.05]];
    assert!(checker.clearance(&start) > 0.0 && checker.clearance(&goal) > 0.0);
    assert!(!checker.is_motion_valid(&start, &goal));
    let path = plan_path(&robot, &mut checker, &start, &goal, &PlanOptions::default());
    let path = path.expect("a path");
    let mut fresh = checker.clone().remembering(false);
    assert!(path.windows(2).all(|line| fresh.is_motion_valid(&line[0], &line[1])));
    assert!(path.windows(2).all(|line| fresh.last_valid(&line[0], &line[1]).is_none()));
    assert_eq!((&path[0][..], &path[path.len() - 1][..]), (&start[..], &goal[..]));
}

#[test]
fn a_path_to_any_of_many_goals_ends_at_a_free_one() {
    let mut checker = checker();
    let robot = Arc::clone(checker.robot());
    let start = [2.0, -0.2, 0.0, 0.05];
    let mut random = Random(5);
    let mut drawn: Vec<Vec<f64>> = (0..40).map(|_| robot.random(|| random.uniform())).collect();
    drawn.retain(|goal| !checker.is_motion_valid(&start, goal));
    let free = drawn.iter().filter(|goal| checker.is_valid(goal)).count();
    assert!(free >= 3 && free + 3 <= drawn.len(), "{free} of {}", drawn.len());
    let goals: Vec<&[f64]> = drawn.iter().map(Vec::as_slice).collect();
    for seed in 1..6 {
        let options = PlanOptions::default().seed(seed);
        let path = plan_path_to_any(&robot, &mut checker, &start, &goals, &options);
        let path = path.expect("a path");
        let mut fresh = checker.clone().remembering(false);
        assert!(path.windows(2).all(|line| fresh.is_motion_valid(&line[0], &line[1])));
        let end = &path[path.len() - 1];
        assert!(path[0] == start && drawn.contains(end) && fresh.is_valid(end), "{end:?}");
        // As many trees as goals: one alone gives the path that it gives without others.
        let one = plan_path_to_any(&robot, &mut checker, &start, &[end], &options);
        assert_eq!(one, plan_path(&robot, &mut checker, &start, end, &options));
    }
}

#[test]
fn allowed_pairs_are_written_and_read() {
    let robot = bare_arm();
    let checker = alone(robot.clone());
    let allowed = allowed_pairs(&checker, 500, 3, &CheckBatch::new(&checker)).expect("threads");
    let srdf = allowed.to_srdf(&checker).parse::<Srdf>().expect("an SRDF");
    let left = robot.clone().with_srdf(&srdf).expect("of this robot");
    assert_eq!(srdf.disabled.len(), allowed.pairs.len());
    assert!(left.pairs().len() < robot.pairs().len());
    let mut one = checker.clone();
    let samples = random_configurations(&robot, 500, 3);
    let found: Vec<[BodyId; 2]> =
        samples.iter().flat_map(|q| one.colliding_pairs(q).unwrap()).collect();
    let body = |link: usize| checker.link_body(link).expect("a link");
    let collides = |pair: &[usize; 2]| found.contains(&pair.map(body));
    assert!(left.pairs().iter().all(collides), "pairs that are left collide in some samples");
}

/// As in MoveIt: links that one joint joins are checked if the SRDF enables them, unless it
/// disables them too. They are then judged as others are.
#[test]
fn pairs_that_an_srdf_enables_are_checked() {
    let robot = bare_arm();
    let with = |elements: &str| {
        let srdf: Srdf = format!("<robot name='arm'>{elements}</robot>").parse().expect("an SRDF");
        robot.clone().with_srdf(&srdf).expect("of this robot")
    };
    let enabled = |a: &str, b: &str| format!("<enable_collisions link1='{a}' link2='{b}'/>");
    let joined = ["base", "upper"].map(|name| robot.link(name).expect("a link"));
    assert!(!robot.pairs().contains(&joined));
    let left = with(&enabled("upper", "base"));
    let mut wanted = [robot.pairs(), &[joined]].concat();
    wanted.sort_unstable();
    assert_eq!(left.pairs(), wanted);
    let disabled = "<disable_collisions link1='base' link2='upper'/>";
    assert_eq!(with(&(enabled("upper", "base") + disabled)).pairs(), robot.pairs());
    for (a, b) in [("hand", "hand"), ("flange", "hand"), ("base", "nobody")] {
        assert_eq!(with(&enabled(a, b)).pairs(), robot.pairs(), "{a} {b}");
    }
    let by_default = "<disable_default_collisions link='base'/>".to_owned();
    let of_base = with(&(by_default + &enabled("base", "upper")));
    let of_base = of_base.pairs().iter().filter(|pair| pair.contains(&joined[0]));
    assert_eq!(of_base.collect::<Vec<_>>(), [&joined]);

    let checker = alone(left.clone());
    let allowed = allowed_pairs(&checker, 50, 3, &CheckBatch::new(&checker)).expect("threads");
    let of_pair = |pair: &&([usize; 2], Reason)| pair.0 == joined;
    let reasons = allowed.pairs.iter().filter(of_pair);
    assert!(
        reasons.clone().count() <= 1 && reasons.clone().all(|found| found.1 != Reason::Adjacent)
    );
}

#[test]
fn bad_robots_are_refused_with_a_place() {
    let check = |text: &str, part: &str| {
        let error = Robot::from_urdf_str(text, "r.urdf", &[]).expect_err("no robot").to_string();
        assert!(error.contains(part), "{error}");
    };
    let links = r#"<link name="a"/><link name="b"/>"#;
    let joint = |kind: &str, rest: &str| {
        format!(
            r#"<robot name="r">{links}<joint name="j" type="{kind}"><parent link="a"/>
                <child link="b"/>{rest}</joint></robot>"#
        )
    };
    check(&joint("revolute", r#"<axis xyz="0 0 0"/>"#), "joint 'j': its axis");
    check(&joint("revolute", r#"<limit lower="2" upper="1" effort="1" velocity="1"/>"#), "limits");
    check(&joint("revolute", ""), "joint 'j': it has no <limit>");
    check(&joint("prismatic", "<axis xyz='0 0 1'/>"), "joint 'j': it has no <limit>");
    check(
        &joint("prismatic", r#"<limit lower="inf" upper="inf" effort="1" velocity="1"/>"#),
        "limits",
    );
    let limit = |numbers: &str| joint("revolute", &format!("<limit {numbers}/>"));
    let of_velocity = "joint 'j': velocity=\"abc\" of its <limit> is no number";
    check(&limit(r#"lower="0" upper="1" effort="1" velocity="abc""#), of_velocity);
    let of_upper = "joint 'j': upper=\"\" of its <limit> is no number";
    check(&limit(r#"lower="0" upper="" effort="1" velocity="1""#), of_upper);
    check(&limit(r#"lower="0" upper="1" effort="1""#), "joint 'j': its <limit> has no velocity");
    let of_mimic = "joint 'j': offset=\"1,5\" of its <mimic> is no number";
    check(&joint("continuous", r#"<mimic joint="j" offset="1,5"/>"#), of_mimic);
    check(&joint("continuous", r#"<mimic joint="j"/>"#), "mimics itself");
    check(&joint("continuous", r#"<mimic joint="k"/>"#), "'k', which does not exist");
    check("<robot name='r'/>", "there is no link");
    check("<robot name='r'><link name='a'/><link name='b'/></robot>", "'a' and 'b'");
    check("<urdf/>", "not <robot>");
    check(&"<robot>".repeat(5000), "line 1");
    let deep = format!("{}{}", "<robot>".repeat(5000), "</robot>".repeat(5000));
    check(&deep, "elements within each other");
    let shape = |geometry: &str| {
        format!(
            "<robot name='r'><link name='l'><collision><geometry>{geometry}</geometry></collision>
                </link></robot>"
        )
    };
    check(&shape("<sphere radius='-1'/>"), "link 'l', collision element 0: the radius is -1");
    check(&shape("<box size='1 nan 1'/>"), "link 'l', collision element 0: the side is NaN");
    check(
        &shape("<mesh filename='package://p/m.stl'/>"),
        "link 'l', collision element 0: mesh 'package://p/m.stl'",
    );
    let error =
        Robot::from_urdf_str(&shape("<mesh filename='no.stl'/>"), "x/r.urdf", &[]).unwrap_err();
    assert!(matches!(error, RobotProblem::NoMesh { .. }), "{error}");
}

#[test]
fn what_no_check_asks_about_refuses_no_robot() {
    // As in the files of icub and talos: a texture without a file, and a package's name after
    // three slashes.
    let text = r#"<robot name="r"><material name="m"><texture/></material>
        <link name="l"><visual><geometry/><material name="m"><texture/></material></visual>
          <inertial/>
        <collision><geometry><mesh filename="package:///assets/l_piece.stl"/></geometry></collision>
          </link>
        <transmission/></robot>"#;
    let root = [concat!(env!("CARGO_MANIFEST_DIR"), "/../..").into()];
    let robot = Robot::from_urdf_str(text, "r.urdf", &root).expect("a robot");
    assert_eq!(robot.links()[0].parts().len(), 1);
}

/// A joint without `<limit>` was held at 0, so that samples said of every pair of it what is so at
/// rest.
#[test]
fn limits_may_be_missing_where_they_do_not_count() {
    let robot = |version: &str, first: &str, second: &str| {
        let text = format!(
            r#"<robot name="r" version="{version}"><link name="a"/><link name="b"/><link name="c"/>
            <joint name="j" type="prismatic"><parent link="a"/><child link="b"/>{first}</joint>
            <joint name="k" type="revolute"><parent link="b"/><child link="c"/>{second}</joint>
              </robot>"#
        );
        let robot = Robot::from_urdf_str(&text, "r.urdf", &[]).expect("a robot");
        let limits: Vec<_> = robot.joints().iter().map(|joint| joint.limits()).collect();
        (limits, random_configurations(&robot, 200, 8))
    };
    let limit = |ends: &str| format!(r#"<limit {ends} effort="1" velocity="1"/>"#);
    let (limits, _) = robot("1.0", &limit(r#"upper="2""#), r#"<mimic joint="j" multiplier="2"/>"#);
    assert_eq!(limits, [Some([0.0, 2.0]), None]);
    // Held by its limits, as joints of real files are.
    let (limits, samples) = robot("1.0", &limit(""), &limit(r#"upper="1""#));
    assert_eq!(limits, [Some([0.0, 0.0]), Some([0.0, 1.0])]);
    assert!(samples.iter().all(|q| q[0] == 0.0));
    // Left out in URDF 1.2, limits are infinite.
    let (limits, samples) = robot("1.2", &limit(r#"lower="3""#), &limit(""));
    assert_eq!(limits, [Some([3.0, f64::INFINITY]), None]);
    assert!(samples.iter().all(|q| (3.0..=5.0).contains(&q[0]) && q[1].abs() < 3.2));
    let (limits, samples) = robot("1.2", &limit(""), &limit(r#"upper="-1""#));
    assert_eq!(limits, [None, Some([f64::NEG_INFINITY, -1.0])]);
    assert!(samples.iter().all(|q| q[0].abs() <= 1.0 && (-7.3..=-1.0).contains(&q[1])));
}

#[test]
fn what_places_nothing_has_no_poses_and_is_not_within_limits() {
    let text = r#"<robot name="r"><link name="a"/><link name="b"/><joint name="fly" type="floating">
        <parent link="a"/><child link="b"/></joint></robot>"#;
    let robot = Robot::from_urdf_str(text, "r.urdf", &[]).expect("a robot");
    let says = |values: &[f64]| {
        let within = robot.is_within_limits(values);
        let poses = Kinematics::default().link_poses(&robot, values);
        (within, poses.map_err(|error| error.to_string()))
    };
    assert!(matches!(says(&robot.zero()), (true, Ok(_))));
    for (value, problem) in [
        (0.0, "joint 'fly': its quaternion 0.0 0.0 0.0 0.0 has length 0e0, not a finite one of "),
        (f64::NAN, "joint 'fly': its value NaN is not finite"),
        (f64::INFINITY, "joint 'fly': its value inf is not finite"),
    ] {
        let (within, poses) = says(&[value; 7]);
        let error = poses.expect_err("no poses");
        assert!(!within && error.starts_with(problem), "{error}");
    }
    let error = says(&[0.0; 6]).1.expect_err("a value too few");
    assert_eq!(error, "a configuration of this robot has 7 values, not 6");
}

#[test]
fn planar_and_floating_joints_move_as_they_say() {
    let robot = |kind: &str, axis: &str| {
        let text = format!(
            r#"<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="{kind}">
            <parent link="a"/><child link="b"/><origin xyz="1 2 3"/><axis xyz="{axis}"/></joint>
              </robot>"#
        );
        Robot::from_urdf_str(&text, "r.urdf", &[]).expect("a robot")
    };
    let pose =
        |robot: &Robot, q: &[f64]| Kinematics::default().link_poses(robot, q).expect("poses")[1];
    let quarter = std::f64::consts::FRAC_PI_2;
    let planar = pose(&robot("planar", "0 0 1"), &[0.5, 0.25, quarter]);
    let expected = [0.0, -1.0, 0.0, 1.5, 1.0, 0.0, 0.0, 2.25, 0.0, 0.0, 1.0, 3.0];
    assert!(planar.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-15), "{planar:?}");
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let floating =
        pose(&robot("floating", "0 0 1"), &[0.5, 0.25, 0.0, 0.0, 0.0, 3.0 * half, 3.0 * half]);
    assert!(floating.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-15), "{floating:?}");
    // Across x: the plane is that of y and z.
    let across = pose(&robot("planar", "1 0 0"), &[0.5, 0.25, 0.0]);
    assert_eq!(across[3], 1.0);
    // Across almost -z: the turn there was a division by 0.
    for axis in ["1e-9 0 -1", "3e-11 -4e-11 -1", "1e-13 0 -1", "1e-3 2e-3 -1"] {
        let rows = pose(&robot("planar", axis), &[0.5, 0.25, 0.3]);
        let row = |i: usize| [rows[4 * i], rows[4 * i + 1], rows[4 * i + 2]];
        for (i, k) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
            let dot: f64 = row(i).iter().zip(row(k)).map(|(x, y)| x * y).sum();
            let expected = f64::from(u8::from(i == k));
            assert!((dot - expected).abs() < 1e-14, "{axis} {rows:?}");
        }
    }
}
