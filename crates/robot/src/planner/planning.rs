//! A path between two configurations: searched by RRT-Connect, shortened, every line of it proven
//! free.
//!
//! While it is searched, a line counts as free if that shows quickly (see
//! [`MotionValidity::is_line_clear`]), which is proof too. Where no path is found so, passages are
//! narrow, and every line is decided. Lines of what is returned that were not tested as they
//! are, as corners round, are proven in the end.

use std::collections::HashMap;

use super::halton::Halton;
use super::rrt::Search;
use super::shorten::shorten;
use super::validity::{MotionValidity, NoPath, StateValidity};
use crate::model::Robot;

/// How a path is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlanOptions {
    /// A tree grows by lines of this length at most, in the Euclidean norm of the values.
    pub step: f64,
    /// Samples after which the search gives up. Those that are left out, as they are far from a
    /// node from which a line was not free, do not count: they are up to eight times as many.
    pub samples: usize,
    /// Rounds of leaving out and cutting the path's corners; 0 for the path as it is found.
    pub rounds: usize,
    /// The same seed gives the same path.
    pub seed: u64,
}

impl Default for PlanOptions {
    /// Steps of 1; 100,000 samples, 2 rounds of shortening.
    fn default() -> Self {
        Self { step: 1.0, samples: 100_000, rounds: 2, seed: 1 }
    }
}

impl PlanOptions {
    /// The same with another seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The same with lines of at most this length.
    #[must_use]
    pub fn step(mut self, step: f64) -> Self {
        self.step = step;
        self
    }
}

/// Finds a path between two configurations; every line of it is free by the checker's word. The
/// search stays within the limits. With a checker that does not mind these
/// ([`Checker::ignoring_limits`](crate::Checker::ignoring_limits)) the ends are taken as they are,
/// and a value that is out of its limits at both ends alike is held there, as a gripper that
/// stands open wider than its file allows.
///
/// # Errors
/// If the step is not above 0, an end is not free or beyond the limits, the samples are spent, or
/// the checker stops the search.
///
/// ```
/// # use std::sync::Arc;
/// # let text = r#"<robot name="r"><link name="a"/><link name="m"/>
/// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
/// #   <joint name="x" type="prismatic"><parent link="a"/><child link="m"/><axis xyz="1 0 0"/>
/// #     <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
/// #   <joint name="y" type="prismatic"><parent link="m"/><child link="b"/><axis xyz="0 1 0"/>
/// #     <limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>"#;
/// use obbtree_collider::Shape;
/// use obbtree_predicates::Pose;
/// use obbtree_robot::{Checker, PlanOptions, Robot, plan_path};
/// use obbtree_scene::Scene;
/// let robot = Arc::new(Robot::from_urdf_str(text, "r.urdf", &[])?); // a sphere in a plane
/// let mut world = Scene::new();
/// world.add("block", Shape::cuboid([1.0; 3])?, Pose::identity())?;
/// let mut checker = Checker::new(Arc::clone(&robot), &world)?;
/// let path = plan_path(&robot, &mut checker, &[-2.0, 0.0], &[2.0, 0.0], &PlanOptions::default())?;
/// assert!(path.len() > 2); // around the block
/// assert!(path.windows(2).all(|line| checker.is_motion_valid(&line[0], &line[1])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_path(
    robot: &Robot,
    checker: &mut (impl StateValidity + MotionValidity),
    start: &[f64],
    goal: &[f64],
    options: &PlanOptions,
) -> Result<Vec<Vec<f64>>, NoPath> {
    plan_path_to_any(robot, checker, start, &[goal], options)
}

/// [`plan_path`] to any one of many goals, as those that inverse kinematics gives for one place of
/// a hand. The path ends at one of them, exactly. Goals that are not valid are left out.
///
/// # Errors
/// If the step is not above 0, the start or every goal is not valid, the samples are spent, or the
/// checker stops the search.
pub fn plan_path_to_any(
    robot: &Robot,
    checker: &mut (impl StateValidity + MotionValidity),
    start: &[f64],
    goals: &[&[f64]],
    options: &PlanOptions,
) -> Result<Vec<Vec<f64>>, NoPath> {
    if !(options.step > 0.0) {
        return Err(NoPath::Step(options.step.to_string()));
    }
    if !checker.is_state_valid(start) {
        return Err(NoPath::Start(checker.why_not_valid(start)));
    }
    let mut free = goals.to_vec();
    free.retain(|goal| checker.is_state_valid(goal));
    if free.is_empty() {
        let why = goals.iter().map(|goal| checker.why_not_valid(goal));
        return Err(NoPath::Goals(why.collect()));
    }
    let is_held = |&n: &usize| free.iter().all(|goal| start[n] == goal[n]);
    let held: Vec<usize> = robot.beyond_limits(start).filter(is_held).collect();
    let search = Search { robot, held: &held, step: options.step, samples: options.samples };
    if let Some(goal) = free.iter().find(|goal| checker.is_line_clear(start, goal)) {
        return Ok(vec![start.to_vec(), goal.to_vec()]);
    }
    let mut halton = Halton::new(options.seed);
    let found = match search.path(start, &free, &mut halton, checker) {
        Err(NoPath::Samples(_)) if !checker.goes_on() => return Err(NoPath::Stopped),
        found => found?,
    };
    let mut known = KnownLines::default();
    known.are_proven(&found);
    let mut short = found.clone();
    let mut is_clear =
        |from: &[f64], to: &[f64]| checker.goes_on().then(|| known.is_clear(checker, from, to));
    if shorten(&mut short, options.rounds, &mut is_clear).is_none() {
        return Err(NoPath::Stopped);
    }
    let mut is_proven = |path: &[Vec<f64>]| {
        path.windows(2).all(|line| known.is_proven(checker, &line[0], &line[1]))
    };
    let path = if is_proven(&short) { short } else { found };
    Ok(path)
}

/// Lines that were tested, by the bits of their ends, whichever comes first: is it proven that
/// they are free?
#[derive(Default)]
struct KnownLines(HashMap<Vec<u64>, bool>);

impl KnownLines {
    fn key(from: &[f64], to: &[f64]) -> Vec<u64> {
        let bits = |end: &[f64]| end.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let mut ends = [bits(from), bits(to)];
        ends.sort_unstable();
        ends.concat()
    }

    fn are_proven(&mut self, path: &[Vec<f64>]) {
        self.0.extend(path.windows(2).map(|line| (Self::key(&line[0], &line[1]), true)));
    }

    fn is_clear(&mut self, checker: &mut impl MotionValidity, from: &[f64], to: &[f64]) -> bool {
        let clear = || checker.is_line_clear(from, to);
        *self.0.entry(Self::key(from, to)).or_insert_with(clear)
    }

    fn is_proven(&self, checker: &mut impl MotionValidity, from: &[f64], to: &[f64]) -> bool {
        let is_known = self.0.get(&Self::key(from, to)).copied().unwrap_or(false);
        is_known || checker.is_line_valid(from, to)
    }
}
