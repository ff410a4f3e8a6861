//! A path between two configurations: searched by samples, shortened, and proven free by the
//! continuous check.
//!
//! Lines are first tested at samples, which is quick where they collide; what is returned is
//! proven (R. Bohlin and L. Kavraki, "Path Planning Using Lazy PRM", ICRA 2000, on putting checks
//! off). A line of the result that is not free between the samples gets a corner beside it; where
//! that does not help, samples are taken closer, and in the end every line is proven as it is
//! tried.
//!
//! Small on purpose: an example of a planner on the traits of `planner`.

use crate::line::{configuration_at, distance_sq, is_free_at_samples};
use crate::planner::{MotionValidity, NoPath, StateValidity};
use crate::random::Random;
use crate::robot::Robot;
use crate::rrt::Search;
use crate::shorten::shorten;

/// How a path is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlanOptions {
    /// A tree grows by lines of this length at most, in the Euclidean norm of the values.
    pub step: f64,
    /// While a path is searched, lines are looked at in samples no farther from each other than
    /// this. The path that is found is proven.
    pub resolution: f64,
    /// Samples after which the search gives up.
    pub samples: usize,
    /// Shortcuts that are tried.
    pub shortcuts: usize,
    /// The same seed gives the same path.
    pub seed: u64,
}

impl Default for PlanOptions {
    /// Steps of 1, looked at every 0.1; 100,000 samples, 30 shortcuts.
    fn default() -> Self {
        Self { step: 1.0, resolution: 0.1, samples: 100_000, shortcuts: 30, seed: 1 }
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
/// If an end is not free or beyond the limits, the samples are spent, or the checker stops the
/// search.
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
    if !checker.is_state_valid(start) {
        let is_within = robot.is_within_limits(start);
        return Err(if is_within { NoPath::Start } else { NoPath::StartBeyondLimits });
    }
    if !checker.is_state_valid(goal) {
        let is_within = robot.is_within_limits(goal);
        return Err(if is_within { NoPath::Goal } else { NoPath::GoalBeyondLimits });
    }
    let held: Vec<usize> = robot.beyond_limits(start).filter(|&n| start[n] == goal[n]).collect();
    let search = Search { robot, held: &held, step: options.step, samples: options.samples };
    let mut planner = Planner { checker, search, options, random: Random(options.seed) };
    let mut resolution = options.resolution;
    for _ in 0..ATTEMPTS {
        if let Some(path) = planner.proven_afterwards([start, goal], resolution)? {
            return Ok(path);
        }
        resolution *= FINER;
    }
    planner.proven_throughout([start, goal], resolution)
}

/// Searches by samples; when none of their paths can be proven, every line is proven as it is
/// tried.
const ATTEMPTS: usize = 4;
/// The resolution of an attempt, of that before.
const FINER: f64 = 0.5;

type Path = Vec<Vec<f64>>;

struct Planner<'p, C> {
    checker: &'p mut C,
    search: Search<'p>,
    options: &'p PlanOptions,
    random: Random,
}

impl<C: StateValidity + MotionValidity> Planner<'_, C> {
    /// Searches and shortens by samples, then proves; `None` if the path is not free between its
    /// samples.
    fn proven_afterwards(
        &mut self,
        [start, goal]: [&[f64]; 2],
        resolution: f64,
    ) -> Result<Option<Path>, NoPath> {
        if is_free_in(self.checker, start, goal, resolution)
            && let Some(path) = self.prove(&[start.to_vec(), goal.to_vec()])
        {
            return Ok(Some(path));
        }
        let Self { checker, search, options, random } = self;
        let found = search.path([start, goal], random, *checker, |checker, a, b| {
            is_free_in(checker, a, b, resolution)
        })?;
        let mut short = found.clone();
        shorten(&mut short, options.shortcuts, random, |a, b| {
            is_free_in(*checker, a, b, resolution)
        });
        if let Some(path) = self.prove(&short) {
            return Ok(Some(path));
        }
        let path = self.prove(&found);
        Ok(path.map(|path| self.shorten_proven(path, resolution)))
    }

    /// Searches by lines that are proven as they are tried.
    fn proven_throughout(&mut self, ends: [&[f64]; 2], resolution: f64) -> Result<Path, NoPath> {
        let Self { checker, search, random, .. } = self;
        let path =
            search.path(ends, random, *checker, |checker, a, b| checker.is_line_valid(a, b))?;
        Ok(self.shorten_proven(path, resolution))
    }

    fn shorten_proven(&mut self, path: Path, resolution: f64) -> Path {
        let mut short = path.clone();
        let Self { checker, options, random, .. } = self;
        shorten(&mut short, options.shortcuts, random, |a, b| {
            is_free_in(*checker, a, b, resolution) && checker.is_line_valid(a, b)
        });
        // Corners that rounding put beside their lines are proven here.
        self.prove(&short).unwrap_or(path)
    }

    /// The path with a corner more where a line is not free, every line proven; `None` if none was
    /// found.
    fn prove(&mut self, path: &[Vec<f64>]) -> Option<Path> {
        let mut proven = vec![path[0].clone()];
        for line in path.windows(2) {
            let [from, to] = [&line[0], &line[1]];
            if !self.checker.is_line_valid(from, to) {
                proven.push(self.corner_between(from, to)?);
            }
            proven.push(to.clone());
        }
        Some(proven)
    }

    /// A configuration beside the line, with proven lines from one end and to the other.
    fn corner_between(&mut self, from: &[f64], to: &[f64]) -> Option<Vec<f64>> {
        /// Configurations that are tried, each farther away than the last.
        const TRIES: u32 = 12;
        /// The last is this share of the line's length beside its middle at most, in each value.
        const WIDEST: f64 = 0.5;
        let Self { checker, search, random, .. } = self;
        let length = distance_sq(from, to).sqrt();
        for k in 1..=TRIES {
            let aside = WIDEST * length * f64::from(k) / f64::from(TRIES);
            let mut corner = configuration_at(from, to, 0.25 + 0.5 * random.uniform());
            for (n, value) in corner.iter_mut().enumerate() {
                if from[n] != to[n] {
                    *value += aside * (2.0 * random.uniform() - 1.0);
                }
            }
            let is_within = search.is_within_limits(&corner);
            if is_within
                && checker.is_state_valid(&corner)
                && checker.is_line_valid(from, &corner)
                && checker.is_line_valid(&corner, to)
            {
                return Some(corner);
            }
        }
        None
    }
}

/// Is a line free at samples?
fn is_free_in(checker: &mut impl StateValidity, from: &[f64], to: &[f64], resolution: f64) -> bool {
    is_free_at_samples(from, to, resolution, |at| checker.is_state_valid(at))
}
