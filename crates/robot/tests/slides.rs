//! Joints that slide anywhere: planar, floating, and prismatic ones without limits. Their motions
//! are proven as others are, and what is remembered of them is right however far they are.

mod support;

use std::sync::Arc;

use obbtree_ccd::{Sweep, SweepOptions};
use obbtree_collider::Shape;
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, PlanOptions, Random, Trajectory, configuration_at, plan_path};
use obbtree_scene::{Part, PartPair};

use support::{CART, alone, among, robot, triangle, world};

/// A box `a`, and a box `c` 2 beside a link that a joint moves.
fn beside(joint: &str) -> Checker {
    let text = format!(
        r#"<robot name="r">
        <link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
          <link name="b"/>
        <link name="c"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
        {joint}<joint name="k" type="fixed"><parent link="b"/><child link="c"/><origin xyz="2 0 0"/>
            </joint>
        </robot>"#
    );
    alone(robot(&text))
}

fn joint(kind: &str, rest: &str) -> String {
    format!(r#"<joint name="j" type="{kind}"><parent link="a"/><child link="b"/>{rest}</joint>"#)
}

const Z: &str = r#"<axis xyz="0 0 1"/>"#;
const ENDLESS: &str =
    r#"<axis xyz="1 0 0"/><limit lower="-inf" upper="inf" effort="1" velocity="1"/>"#;

fn verdict(checker: &mut Checker, from: &[f64], to: &[f64]) -> Sweep<PartPair> {
    checker.sweep(from, to, &SweepOptions::default()).expect("ends with a place")
}

#[test]
fn motions_that_slide_anywhere_are_proven() {
    let mut planar = beside(&joint("planar", Z));
    assert!(verdict(&mut planar, &[3.0, 0.0, 0.0], &[3.0, 0.0, 0.0]).is_free());
    assert!(verdict(&mut planar, &[3.0, 0.0, 0.0], &[5.0, 2.0, 1.0]).is_free());
    assert!(verdict(&mut planar, &[3.0, 0.0, 0.0], &[-7.0, 0.0, 0.0]).name() == "contact");
    let mut floating = beside(&joint("floating", ""));
    let [near, far, behind] =
        [[3.0, 0.0], [5.0, 2.0], [-7.0, 0.0]].map(|[x, y]| [x, y, 0.0, 0.0, 0.0, 0.0, 1.0]);
    assert!(verdict(&mut floating, &near, &far).is_free());
    let turned = [3.0, 0.0, 0.0, 0.0, 0.0, 0.5, 1.0];
    assert!(verdict(&mut floating, &near, &turned).is_free());
    assert!(verdict(&mut floating, &near, &behind).name() == "contact");
    let mut prismatic = beside(&joint("prismatic", ENDLESS));
    assert!(verdict(&mut prismatic, &[0.0], &[1e5]).is_free());
    assert!(verdict(&mut prismatic, &[0.0], &[-1e5]).name() == "contact");
}

/// The contact is where it is, to the tolerance, and no free motion has a sample that collides.
#[test]
fn random_motions_that_slide_are_those_of_their_samples() {
    let quarter = r#"<origin xyz="0.3 0 0" rpy="0 1.5 0.2"/>"#;
    let across = format!(r#"{quarter}<axis xyz="0.6 0 -0.8"/>"#);
    for (kind, rest, size) in
        [("planar", across.as_str(), 4.5), ("floating", quarter, 2.5), ("planar", Z, 3.5)]
    {
        let mut checker = beside(&joint(kind, rest));
        let mut sampling = checker.clone().remembering(false);
        let robot = Arc::clone(checker.robot());
        let mut random = Random(3);
        let mut at = || -> Vec<f64> {
            robot.random(|| random.uniform()).iter().map(|value| size * value).collect()
        };
        let (mut free, mut contacts) = (0, 0);
        for _ in 0..100 {
            let (from, to) = (at(), at());
            let sampled = sampling.is_motion_valid_sampled(&from, &to, 257);
            match verdict(&mut checker, &from, &to) {
                Sweep::Free { .. } => {
                    assert!(sampled, "{kind} {from:?} {to:?}");
                    free += 1;
                }
                Sweep::Contact(found) => {
                    assert!(found.first_contact - found.last_free <= 1e-3, "{kind} {found:?}");
                    contacts += 1;
                }
                grazing => panic!("{kind} {from:?} {to:?} {grazing:?}"),
            }
        }
        assert!(free > 25 && contacts > 25, "{kind}: {free} free, {contacts} contacts");
    }
}

#[test]
fn paths_of_joints_that_slide_anywhere_are_found() {
    let rest = [0.0, 0.0, 0.0, 1.0];
    let floating = |x: f64| [&[x, 0.0, 0.0][..], &rest].concat();
    for (kind, rest, [start, goal]) in [
        ("planar", Z, [vec![1.0, 0.0, 0.0], vec![-5.0, 0.0, 0.0]]),
        ("floating", "", [floating(1.0), floating(-5.0)]),
    ] {
        let mut checker = beside(&joint(kind, rest));
        let robot = Arc::clone(checker.robot());
        let path = plan_path(&robot, &mut checker, &start, &goal, &PlanOptions::default());
        let path = path.expect(kind);
        let mut fresh = checker.clone().remembering(false);
        assert!(path.len() > 2, "{kind}: around the box");
        assert!(path.windows(2).all(|line| fresh.is_motion_valid(&line[0], &line[1])), "{kind}");
    }
}

/// A turn, a slide without limits, and a box: what the turn moves was the difference of two long
/// lengths, and so 0.
#[test]
fn a_turn_before_a_slide_without_limits_is_remembered() {
    let text = |slide: &str| {
        format!(
            r#"<robot name="r">
        <link name="a"><collision><origin xyz="0 3 0"/><geometry><box size="1 1 1"/></geometry>
          </collision></link>
        <link name="m"/><link name="b"/>
        <link name="c"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
        <joint name="turn" type="continuous"><parent link="a"/><child link="m"/><axis xyz="0 0 1"/>
          </joint>
        <joint name="slide" {slide}<parent link="m"/><child link="b"/></joint>
        <joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint></robot>"#
        )
    };
    let prismatic = format!(r#"type="prismatic">{ENDLESS}"#);
    for (slide, values) in [(prismatic.as_str(), 1), (r#"type="planar"><axis xyz="0 0 1"/>"#, 3)] {
        let mut with = alone(robot(&text(slide)));
        let mut without = with.clone().remembering(false);
        let mut collided = 0;
        // From (3, 0) to (0, 3), where the box of `a` is, in steps that are remembered.
        for step in 0..200 {
            let mut at = vec![0.0; 1 + values];
            (at[0], at[1]) = (0.01 * f64::from(step), 3.0);
            let expected = without.is_valid(&at);
            assert_eq!(with.is_valid(&at), expected, "{slide} {at:?}");
            collided += u32::from(!expected);
        }
        assert!(collided > 60 && collided < 140, "{slide}: {collided}");
    }
}

/// Far from the root the frames of two links are rounded, each on its own: what is proven near it
/// does not hold there.
#[test]
fn memory_is_right_however_far_a_base_is() {
    let text = r#"<robot name="r"><link name="a"/>
        <link name="b"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
        <link name="m"/>
        <link name="c"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
        <joint name="drive" type="planar"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
          </joint>
        <joint name="k" type="fixed"><parent link="b"/><child link="m"/><origin xyz="1.0001 0 0"/>
          </joint>
        <joint name="lift" type="prismatic"><parent link="m"/><child link="c"/><axis xyz="1 0 0"/>
          <limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>"#;
    let mut with = alone(robot(text));
    let mut without = with.clone().remembering(false);
    let mut random = Random(5);
    let mut collided = [0; 2];
    for n in 0..4000 {
        let size = 10.0_f64.powi(n / 250);
        let at: Vec<f64> =
            [size, size, 3.0, 2e-4].iter().map(|most| most * random.uniform()).collect();
        let expected = without.is_valid(&at);
        assert_eq!(with.is_valid(&at), expected, "{at:?}");
        assert!(!verdict(&mut with, &at, &at).is_free() || expected, "{at:?}");
        collided[usize::from(expected)] += 1;
    }
    assert!(collided[0] > 100 && collided[1] > 2000, "{collided:?}");
}

/// A cart among obstacles.
#[test]
fn what_slides_among_obstacles_is_proven_to_pass_them() {
    let wall = triangle([[2.0, -9.0, -9.0], [2.0, 9.0, -9.0], [2.0, 0.0, 9.0]]);
    let sphere = Part::new(Shape::sphere([0.0, 3.0, 0.0], 1.0).expect("a shape"));
    let here = Pose::identity();
    let world = world([("wall", Part::new(wall), here), ("sphere", sphere, here)]);
    let mut checker = among(robot(CART), &world);
    assert!(verdict(&mut checker, &[0.0, -5.0, 0.0], &[0.0, 1.0, 0.0]).is_free());
    let Sweep::Contact(found) = verdict(&mut checker, &[0.0; 3], &[5.0, 0.0, 0.0]) else {
        panic!("the wall")
    };
    assert_eq!(checker.names(found.pair.bodies), ["b", "wall"]);
    assert!((5.0 * found.first_contact - 1.5).abs() < 0.01, "{found:?}");
    let Sweep::Contact(found) = verdict(&mut checker, &[0.0; 3], &[0.0, 5.0, 0.0]) else {
        panic!("the sphere")
    };
    assert!((5.0 * found.first_contact - 1.5).abs() < 0.01, "{found:?}");
}

/// They put NaN into poses, and everything then met everything.
#[test]
fn values_that_place_nothing_are_refused_with_their_joint_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("values.txt");
    let read = |checker: &Checker, text: &str| {
        std::fs::write(&file, text).expect("a file");
        checker.robot().read_configurations(&file).map(drop).map_err(|error| error.to_string())
    };
    let floating = beside(&joint("floating", ""));
    let planar = beside(&joint("planar", Z));
    let prismatic = beside(&joint("prismatic", ENDLESS));
    assert_eq!(read(&floating, "0 0 0 0 0 0 1e-6\n1e75 0 0 0 0 1e100 1"), Ok(()));
    for (checker, text, expected) in [
        (
            &floating,
            "0 0 0 0 0 0 1\n0 0 0 0 0 0 0",
            "line 2: joint 'j': its quaternion 0.0 0.0 0.0 0.0 ",
        ),
        (&floating, "0 0 0 1e-200 0 0 0", "line 1: joint 'j': its quaternion 1e-200 0.0"),
        (&floating, "0 0 0 9e-7 0 0 0", "has length 9e-7"),
        (&floating, "0 0 0 1e200 0 0 0", "has length inf"),
        (&floating, "0 0 1e80 0 0 0 1", "line 1: joint 'j': it slides by 1e80, beyond 1.8"),
        (&planar, "0 -1e80 0", "joint 'j': it slides by -1e80"),
        (&prismatic, "1e80", "joint 'j': it slides by 1e80"),
    ] {
        let error = read(checker, text).expect_err(text);
        assert!(error.contains("values.txt") && error.contains(expected), "{error}");
    }
    std::fs::write(&file, "0 0 0 0 0 0 1  0 0 0 0 0 0 0").expect("a file");
    let error = floating.robot().read_motions(&file).expect_err("no end").to_string();
    assert!(error.contains("line 1: joint 'j': its quaternion"), "{error}");
}

/// Between two quaternions there can be one of no length, which is no configuration: such a line
/// is not free, and has no first contact either, be everything ever so far away.
#[test]
fn a_line_through_a_quaternion_of_no_length_is_refused() {
    let mut checker = beside(&joint("floating", ""));
    let from = [9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let around = |scale: f64, beside: f64| [9.0, 0.0, 0.0, 0.0, 0.0, beside, -scale];
    for (to, is_placed) in [
        (around(1.0, 0.0), false),
        (around(2.0, 0.0), false),
        (around(1.0 / 3.0, 0.0), false),
        (around(1.0, 1e-9), false),
        (around(1.0, 1.9e-6), false), // 0.95e-6 long half way
        (around(1.0, 2.1e-6), true),
        (around(1.0, 1e-3), true),
        (around(-2.0, 0.0), true),
    ] {
        let line = [from.to_vec(), to.to_vec()];
        let trajectory = Trajectory::linear(&[3.0, 5.0], &line).expect("rows");
        assert_eq!(checker.is_motion_valid(&from, &to), is_placed, "{to:?}");
        assert!(is_placed || !checker.is_motion_clear(&from, &to), "{to:?}");
        assert_eq!(checker.is_trajectory_valid(&trajectory), is_placed, "{to:?}");
        let found = checker.sweep(&from, &to, &SweepOptions::default());
        assert_eq!(found.is_ok_and(|found| found.is_free()), is_placed, "{to:?}");
        let samples = (0..=1000).map(|n| configuration_at(&from, &to, f64::from(n) / 1000.0));
        assert!(!is_placed || samples.into_iter().all(|q| checker.is_valid(&q)), "{to:?}");
    }
    let error = checker.sweep(&from, &around(1.0, 0.0), &SweepOptions::default());
    let error = error.expect_err("no place half way").to_string();
    assert!(error.starts_with("joint 'j': at 0.5 its quaternion 0.0 0.0 0.0 0.0 has"), "{error}");
    let curve = [from, around(2.0, 1e-9)].map(|row| row.to_vec());
    let rates = [vec![0.0; 7], vec![0.0; 7]];
    let curve = Trajectory::cubic(&[3.0, 5.0], &curve, &rates).expect("rows");
    assert!(!checker.is_trajectory_valid(&curve));
    let error = checker.check_trajectory(&curve).expect_err("no place between").to_string();
    assert!(error.contains("joint 'j': at 3.77") && error.contains("its quaternion"), "{error}");
}

/// What is known of all configurations counts a little beyond the limits too, where these are
/// ignored, and at any turn of a joint without limits. No answer depends on it.
#[test]
fn answers_beyond_limits_and_after_many_turns_are_those_without_memory() {
    let links = r#"<robot name="r"><link name="a"><collision><geometry><box size="1 1 1"/>
        </geometry></collision></link><link name="b"/><link name="m"/>
        <link name="c"><collision><geometry><box size="1 1 1.5"/></geometry></collision></link>
        <joint name="k" type="fixed"><parent link="m"/><child link="c"/><origin xyz="1.35 0 0"/>
        </joint>"#;
    let turn = |name: &str, axis: &str, links: &str, rest: &str| {
        format!(r#"<joint name="{name}" {rest}>{links}<axis xyz="{axis}"/></joint>"#)
    };
    let limited = r#"type="revolute"><limit lower="-3.14159265" upper="3.14159265" effort="1"
        velocity="1"/"#;
    let mut random = Random(7);
    for (kind, is_limited) in [(r#"type="continuous""#, false), (limited, true)] {
        let [first, second] = [
            turn("i", "0 0 1", r#"<parent link="a"/><child link="b"/>"#, kind),
            turn("j", "0 1 0", r#"<parent link="b"/><child link="m"/>"#, kind),
        ];
        let mut checker = alone(robot(&format!("{links}{first}{second}</robot>")));
        checker = checker.ignoring_limits(is_limited);
        let mut fresh = checker.clone().remembering(false);
        let (mut free, mut hits) = (0, 0);
        for n in 0..600 {
            let turns = if is_limited { 0.0 } else { f64::from(10_u32.pow(n % 5)) };
            let whole = turns * (random.uniform() - 0.5).signum();
            let end = |at: f64| match is_limited {
                // As `f32` has pi.
                true if n % 3 == 0 => f64::from(std::f32::consts::PI),
                _ => at + whole * std::f64::consts::TAU,
            };
            let at = [6.0, 6.0].map(|width: f64| width * (random.uniform() - 0.5));
            let from = at.map(end);
            let to = [from[0] + 0.5 * (random.uniform() - 0.5), from[1] - 0.7 * random.uniform()];
            let is_free = fresh.is_motion_valid(&from, &to);
            assert_eq!(checker.is_motion_valid(&from, &to), is_free, "{from:?} {to:?}");
            assert_eq!(checker.is_valid(&to), fresh.is_valid(&to), "{to:?}");
            let sampled = fresh.is_motion_valid_sampled(&from, &to, 65);
            assert!(sampled || !is_free, "{from:?} {to:?}");
            (free, hits) = (free + u32::from(is_free), hits + u32::from(!sampled));
        }
        assert!(free > 100 && hits > 50, "{free} free, {hits} collide");
    }
}
