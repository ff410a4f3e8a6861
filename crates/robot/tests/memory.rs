//! Random walks of a robot with every kind of joint: what is remembered from one configuration to
//! the next changes no answer, whatever comes in between; and paths that hold a value.

mod support;

use std::ops::Range;
use std::sync::Arc;

use obbtree_collider::Shape;
use obbtree_predicates::Pose;
use obbtree_robot::{
    CheckBatch, Checker, MotionValidity, NoPath, PlanOptions, Random, Robot, StateValidity,
    configuration_at, plan_path, plan_path_to_any,
};
use obbtree_scene::Part;

use support::{alone, among, at, robot, triangle, world};

/// A cart that drives in a plane, with an arm of two turns, two fingers of which one follows the
/// other, and a sphere that flies.
const ROBOT: &str = r#"<robot name="cart">
  <link name="floor"><collision><origin xyz="0 0 -0.3"/><geometry><box size="1 1 0.1"/></geometry>
    </collision></link>
  <joint name="drive" type="planar"><parent link="floor"/><child link="cart"/><axis xyz="0 0 1"/>
    </joint>
  <link name="cart"><collision><geometry><box size="0.6 0.4 0.2"/></geometry></collision></link>
  <joint name="lift" type="revolute"><parent link="cart"/><child link="upper"/>
    <origin xyz="0 0 0.2"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <link name="upper"><collision><origin xyz="0 0 0.25"/>
    <geometry><cylinder radius="0.05" length="0.4"/></geometry></collision></link>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="fore"/>
    <origin xyz="0 0 0.5"/>
    <axis xyz="0 1 0"/></joint>
  <link name="fore"><collision><origin xyz="0 0 0.25"/><geometry><box size="0.1 0.1 0.4"/>
    </geometry></collision></link>
  <joint name="left" type="prismatic"><parent link="fore"/><child link="left"/>
    <origin xyz="0 0 0.5"/>
    <axis xyz="1 0 0"/><limit lower="-0.1" upper="0.2" effort="1" velocity="1"/></joint>
  <link name="left"><collision><geometry><sphere radius="0.04"/></geometry></collision></link>
  <joint name="right" type="prismatic"><parent link="fore"/><child link="right"/>
    <origin xyz="0 0 0.5"/>
    <axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/>
    <mimic joint="left" multiplier="-2" offset="0.05"/></joint>
  <link name="right"><collision><geometry><sphere radius="0.04"/></geometry></collision></link>
  <joint name="fly" type="floating"><parent link="floor"/><child link="sphere"/></joint>
  <link name="sphere"><collision><origin xyz="0.2 0 0.3"/><geometry><box size="0.3 0.1 0.1"/>
    </geometry></collision></link>
</robot>"#;

fn checker() -> Checker {
    let sheet = Part::new(triangle([[1.0, -2.0, 0.0], [1.0, 2.0, 0.0], [1.0, 0.0, 2.0]]));
    let block = Part::new(Shape::cuboid([0.2, 0.2, 0.2]).expect("a shape"));
    let world = world([("sheet", sheet, Pose::identity()), ("block", block, at([-0.9, 0.0, 0.4]))]);
    among(robot(ROBOT), &world)
}

const WALKS: usize = 40;
const STEPS: usize = 300;

#[test]
fn memory_changes_no_answer_on_random_walks() {
    let halves = [0..WALKS / 2, WALKS / 2..WALKS];
    let valid: usize = std::thread::scope(|scope| {
        let running = halves.map(|walks| scope.spawn(|| valid_on_walks(walks)));
        running.map(|half| half.join().expect("the walks of a half agree")).into_iter().sum()
    });
    let all = WALKS * STEPS;
    assert!(valid * 10 > all * 2 && valid * 10 < all * 8, "{valid} of {all}");
}

/// Holds a checker that remembers to one that does not along walks; how many configurations are
/// valid.
fn valid_on_walks(walks: Range<usize>) -> usize {
    let mut with = checker().ignoring_limits(true);
    let mut without = with.clone().remembering(false);
    let robot = Arc::clone(with.robot());
    let mut random = Random(11 + walks.start as u64);
    let mut valid = 0;
    for walk in walks {
        let mut at = robot.random(|| random.uniform());
        // From steps that no clearance lasts for to such as are lost in rounding.
        let size = 10.0_f64.powi(-(walk as i32 % 8));
        for step in 0..STEPS {
            for value in &mut at {
                *value += size * (random.uniform() - 0.5);
            }
            let mut queried = at.clone();
            match step % 50 {
                // What cannot be placed, what is far away, and what is beyond every limit.
                10 => queried[step / 50] = f64::NAN,
                20 => queried[3] = f64::INFINITY,
                30 => queried[5] = 7.0,
                31 => queried[5] += 6.99,
                40 => queried[10..].fill(0.0),
                _ => {}
            }
            let expected = without.is_valid(&queried);
            assert_eq!(with.is_valid(&queried), expected, "walk {walk}, step {step}: {queried:?}");
            if step % 7 == 0 {
                let pairs = without.colliding_pairs(&queried);
                assert_eq!(with.colliding_pairs(&queried), pairs, "{queried:?}");
                assert_eq!(pairs.is_ok_and(|pairs| pairs.is_empty()), expected, "{queried:?}");
            }
            if step % 31 == 0 {
                let near: Vec<f64> = queried.iter().map(|x| x + 0.01).collect();
                assert_eq!(with.is_motion_valid(&queried, &near), {
                    without.is_motion_valid(&queried, &near)
                });
            }
            valid += usize::from(expected);
        }
    }
    valid
}

/// What is known of links two joints apart is known of one turn, where that is enough: not if a
/// joint follows that turns one and a half times as far.
#[test]
fn joints_that_turn_more_than_once_are_known_by_one_turn() {
    let limits = r#"<limit lower="-7" upper="9" effort="1" velocity="1"/>"#;
    let joint = |name: &str, ends: [&str; 2], z: f64, rest: &str| {
        let [a, b] = ends;
        format!(
            r#"<joint name="{name}" type="revolute"><parent link="{a}"/><child link="{b}"/>
            <origin xyz="0 0 {z}"/><axis xyz="0 1 0"/>{limits}{rest}</joint>"#
        )
    };
    let element = |z: f64, size: &str| {
        format!(
            r#"<collision><origin xyz="0.02 0 {z}"/><geometry><box size="{size}"/></geometry>
            </collision>"#
        )
    };
    for multiplier in ["1", "-2", "1.5"] {
        let text = format!(
            r#"<robot name="r"><link name="a">{}</link><link name="b"/><link name="c"/>
            <link name="d">{}</link>{}{}{}</robot>"#,
            element(-0.3, "0.2 0.1 0.5"),
            element(0.3, "0.1 0.1 0.5"),
            joint("i", ["a", "b"], 0.1, ""),
            joint("j", ["b", "c"], 0.1, ""),
            joint(
                "k",
                ["c", "d"],
                0.1,
                &format!(r#"<mimic joint="j" multiplier="{multiplier}"/>"#)
            ),
        );
        let mut with = alone(robot(&text));
        let mut without = with.clone().remembering(false);
        let mut random = Random(3);
        let mut valid = 0;
        let all: Vec<Vec<f64>> = (0..3000)
            .map(|_| vec![random.uniform() * 16.0 - 7.0, random.uniform() * 16.0 - 7.0])
            .collect();
        let batch = CheckBatch::new(&with).is_valid(&all).expect("not cancelled");
        for (n, q) in all.iter().enumerate() {
            let expected = without.is_valid(q);
            assert_eq!([with.is_valid(q), batch[n]], [expected; 2], "{multiplier}: {q:?}");
            valid += usize::from(expected);
            let to: Vec<f64> =
                q.iter().map(|x| (x + random.uniform() - 0.5).clamp(-7.0, 9.0)).collect();
            if with.is_motion_clear(q, &to) {
                let free = (0..=16)
                    .all(|k| without.is_valid(&configuration_at(q, &to, f64::from(k) / 16.0)));
                assert!(free, "{multiplier}: {q:?} {to:?}");
            }
        }
        assert!(500 < valid && valid < 2500, "{valid}");
    }
}

/// Ends the search after so many lines.
struct Stopping {
    checker: Checker,
    lines: usize,
}

const MOST_LINES: usize = 1000;

impl StateValidity for Stopping {
    fn is_state_valid(&mut self, configuration: &[f64]) -> bool {
        self.checker.is_state_valid(configuration)
    }

    fn goes_on(&self) -> bool {
        self.lines < MOST_LINES
    }
}

impl MotionValidity for Stopping {
    fn is_line_valid(&mut self, from: &[f64], to: &[f64]) -> bool {
        assert!(self.goes_on(), "a line is tested after the search was stopped");
        self.lines += 1;
        self.checker.is_line_valid(from, to)
    }

    fn last_valid(&mut self, from: &[f64], to: &[f64]) -> Option<(Vec<f64>, f64)> {
        self.checker.last_valid(from, to)
    }
}

/// A block between two configurations of a sphere in a plane.
fn beside_a_block() -> (Arc<Robot>, Checker) {
    let text = r#"<robot name="r"><link name="a"/><link name="m"/>
      <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
      <joint name="x" type="prismatic"><parent link="a"/><child link="m"/><axis xyz="1 0 0"/>
        <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
      <joint name="y" type="prismatic"><parent link="m"/><child link="b"/><axis xyz="0 1 0"/>
        <limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>"#;
    let robot = Arc::new(robot(text));
    let block = Part::new(Shape::cuboid([1.0, 1.0, 1.0]).expect("a shape"));
    let checker = among(Arc::clone(&robot), &world([("block", block, Pose::identity())]));
    (robot, checker)
}

#[test]
fn a_search_with_tiny_steps_can_be_stopped_between_two_samples() {
    let (robot, checker) = beside_a_block();
    let [start, goal] = [[-2.0, 0.0], [2.0, 0.0]];
    for samples in [1, 2, 10] {
        let mut checker = Stopping { checker: checker.clone(), lines: 0 };
        let mut options = PlanOptions::default().step(1e-9);
        options.samples = samples;
        let found = plan_path(&robot, &mut checker, &start, &goal, &options);
        assert_eq!((found, checker.lines), (Err(NoPath::Stopped), MOST_LINES), "{samples}");
    }
}

#[test]
fn a_step_that_is_not_above_0_is_refused() {
    let (robot, mut checker) = beside_a_block();
    for step in [0.0, -1.0, f64::NAN] {
        let options = PlanOptions::default().step(step);
        let found = plan_path(&robot, &mut checker, &[-2.0, 0.0], &[2.0, 0.0], &options);
        let told = found.expect_err("no step").to_string();
        assert_eq!(told, format!("the step is {step}, not a number above 0"));
    }
}

#[test]
fn a_value_beyond_its_limits_at_both_ends_is_held() {
    let text = r#"<robot name="r"><link name="a"/><link name="m"/>
      <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
        <link name="c"/>
      <joint name="x" type="prismatic"><parent link="a"/><child link="m"/><axis xyz="1 0 0"/>
        <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
      <joint name="y" type="prismatic"><parent link="m"/><child link="b"/><axis xyz="0 1 0"/>
        <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
      <joint name="grip" type="prismatic"><parent link="b"/><child link="c"/><axis xyz="0 1 0"/>
        <limit lower="0" upper="0.04" effort="1" velocity="1"/></joint></robot>"#;
    let robot = Arc::new(robot(text));
    let block = Part::new(Shape::cuboid([1.0, 1.0, 1.0]).expect("a shape"));
    let world = world([("block", block, Pose::identity())]);
    let mut checker = among(Arc::clone(&robot), &world);
    // A planner that has no held values asks for both.
    assert!(
        checker.is_state_valid(&[-2.0, 0.0, 0.02]) && !checker.is_state_valid(&[0.0, 0.0, 0.02])
    );
    assert!(!checker.is_state_valid(&[-2.0, 0.0, 0.065]));
    let options = PlanOptions::default();
    let [start, goal, wide] = [[-2.0, 0.0, 0.02], [2.0, 0.0, 0.02], [2.0, 0.0, 0.065]];
    let found = plan_path(&robot, &mut checker, &start, &wide, &options);
    let Err(NoPath::Goals(why)) = found else { panic!("{found:?}") };
    assert!(why.len() == 1 && why[0].contains("grip") && why[0].contains("0.065"), "{why:?}");
    let found = plan_path(&robot, &mut checker, &wide, &goal, &options);
    assert!(matches!(found, Err(NoPath::Start(why)) if why.contains("grip")));
    let in_block = [0.1, 0.0, 0.02];
    let found = plan_path_to_any(&robot, &mut checker, &start, &[&wide, &in_block], &options);
    let told = found.expect_err("no goal is free").to_string();
    assert!(told.starts_with("goal 0: ") && told.contains("grip"), "{told}");
    assert!(told.ends_with("goal 1: not free: 'b' collides with 'block'"), "{told}");
    let found = plan_path_to_any(&robot, &mut checker, &start, &[], &options);
    assert_eq!(found, Err(NoPath::Goals(Vec::new())));
    let mut checker = checker.ignoring_limits(true);
    assert!(checker.is_state_valid(&[-2.0, 0.0, 0.065]));
    for seed in 1..20 {
        let options = PlanOptions::default().seed(seed);
        let wide =
            plan_path(&robot, &mut checker, &[-2.0, 0.0, 0.065], &[2.0, 0.0, 0.065], &options);
        let wide = wide.expect("a path");
        assert!(wide.len() > 2 && wide.iter().all(|q| q[2] == 0.065), "{wide:?}");
        assert!(wide.windows(2).all(|line| checker.is_motion_valid(&line[0], &line[1])));
        // One that is out of its limits at the goal alone is not held, nor is one that is the same
        // within them.
        let end = plan_path(&robot, &mut checker, &[-2.0, 0.0, 0.02], &[2.0, 0.0, 0.065], &options);
        let end = end.expect("a path");
        let [first, last] = [&end[0], &end[end.len() - 1]];
        assert_eq!([first[2], last[2]], [0.02, 0.065]);
        let between = &end[1..end.len() - 1];
        assert!(between.iter().all(|q| q[0].abs() <= 3.0 && q[1].abs() <= 3.0), "{end:?}");
    }
}
