//! A path between two configurations: RRT-Connect (J. Kuffner and S. LaValle, "RRT-Connect: An Efficient Approach
//! to Single-Query Path Planning", ICRA 2000), shortened, and proven free by the continuous check.
//!
//! Small on purpose: an example of a planner on the traits of `planner`. The crate `rrt` asks whether points are
//! free, not lines, so that what it finds would have to be searched again for contacts between samples.

use crate::planner::{MotionValidity, StateValidity};
use crate::robot::Robot;

/// How a path is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlanOptions {
    /// A tree grows by lines of this length at most, in the Euclidean norm of the values.
    pub step: f64,
    /// Samples after which the search gives up.
    pub samples: usize,
    /// Shortcuts that are tried.
    pub shortcuts: usize,
    /// The same seed gives the same path.
    pub seed: u64,
}

impl Default for PlanOptions {
    /// Steps of 1, 100,000 samples, 100 shortcuts.
    fn default() -> Self {
        Self { step: 1.0, samples: 100_000, shortcuts: 100, seed: 1 }
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

/// Why there is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPath {
    /// The start collides.
    #[error("the start is not free")]
    Start,
    /// The goal collides.
    #[error("the goal is not free")]
    Goal,
    /// The samples are spent. That is no proof that there is no path.
    #[error("no path was found with {0} samples")]
    Samples(usize),
    /// [`StateValidity::goes_on`] said no.
    #[error("the search was stopped")]
    Stopped,
}

/// A tree of configurations.
struct Tree {
    nodes: Vec<Vec<f64>>,
    parents: Vec<usize>,
}

/// What growing a tree towards a configuration led to.
enum Grown {
    Reached(usize),
    Advanced(usize),
    Trapped,
}

impl Tree {
    fn new(root: &[f64]) -> Self {
        Self { nodes: vec![root.to_vec()], parents: vec![0] }
    }

    fn nearest(&self, to: &[f64]) -> usize {
        let mut best = (f64::INFINITY, 0);
        for (n, node) in self.nodes.iter().enumerate() {
            let distance = distance_sq(node, to);
            if distance < best.0 {
                best = (distance, n);
            }
        }
        best.1
    }

    /// One step from a node towards a configuration.
    fn extend(
        &mut self,
        near: usize,
        to: &[f64],
        step: f64,
        checker: &mut impl MotionValidity,
    ) -> Grown {
        let from = &self.nodes[near];
        let distance = distance_sq(from, to).sqrt();
        let reaches = distance <= step;
        let next: Vec<f64> = if reaches {
            to.to_vec()
        } else {
            from.iter().zip(to).map(|(a, b)| a + (b - a) * (step / distance)).collect()
        };
        if !checker.is_line_valid(from, &next) {
            return Grown::Trapped;
        }
        self.nodes.push(next);
        self.parents.push(near);
        let node = self.nodes.len() - 1;
        if reaches { Grown::Reached(node) } else { Grown::Advanced(node) }
    }

    /// From the root to a node.
    fn path(&self, mut node: usize) -> Vec<Vec<f64>> {
        let mut path = vec![self.nodes[node].clone()];
        while node != 0 {
            node = self.parents[node];
            path.push(self.nodes[node].clone());
        }
        path.reverse();
        path
    }
}

/// Finds a path between two configurations; every line of it is free by the checker's word. The ends are taken
/// as they are, in between the search stays within the limits; a value that is out of its limits at both ends
/// alike is held there, as a gripper that stands open wider than its file allows.
///
/// # Errors
/// If an end is not free, the samples are spent, or the checker stops the search.
///
/// ```
/// # use std::sync::Arc;
/// # let text = r#"<robot name="r"><link name="a"/><link name="m"/>
/// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
/// #   <joint name="x" type="prismatic"><parent link="a"/><child link="m"/><axis xyz="1 0 0"/>
/// #     <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
/// #   <joint name="y" type="prismatic"><parent link="m"/><child link="b"/><axis xyz="0 1 0"/>
/// #     <limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>"#;
/// use obbtree_body::Shape;
/// use obbtree_predicates::Pose;
/// use obbtree_robot::{Checker, Obstacle, Part, PlanOptions, Robot, plan_path};
/// let robot = Arc::new(Robot::of_text(text, "r.urdf", &[])?); // a ball in a plane
/// let part = Part::Shape(Shape::cuboid([1.0, 1.0, 1.0])?);
/// let block = Obstacle { name: "block".to_owned(), part, pose: Pose::identity() };
/// let mut checker = Checker::new(Arc::clone(&robot), vec![block]);
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
    let held: Vec<usize> = robot.beyond_limits(start).filter(|&n| start[n] == goal[n]).collect();
    if !checker.is_collision_free(start) {
        return Err(NoPath::Start);
    }
    if !checker.is_collision_free(goal) {
        return Err(NoPath::Goal);
    }
    if checker.is_line_valid(start, goal) {
        return Ok(vec![start.to_vec(), goal.to_vec()]);
    }
    let mut random = Random(options.seed);
    let mut trees = [Tree::new(start), Tree::new(goal)];
    // Whether the first of the two is the start's.
    let mut is_from_start = true;
    for _ in 0..options.samples {
        if !checker.goes_on() {
            return Err(NoPath::Stopped);
        }
        let mut sample = robot.random(|| random.uniform());
        for &n in &held {
            sample[n] = start[n];
        }
        let [growing, other] = &mut trees;
        let near = growing.nearest(&sample);
        let grown = growing.extend(near, &sample, options.step, checker);
        if let Grown::Reached(new) | Grown::Advanced(new) = grown {
            let target = growing.nodes[new].clone();
            let mut at = other.nearest(&target);
            loop {
                match other.extend(at, &target, options.step, checker) {
                    Grown::Advanced(next) => at = next,
                    Grown::Trapped => break,
                    Grown::Reached(met) => {
                        let (mut path, mut rest) = (growing.path(new), other.path(met));
                        rest.pop();
                        rest.reverse();
                        path.extend(rest);
                        if !is_from_start {
                            path.reverse();
                        }
                        shorten(&mut path, checker, options.shortcuts, &mut random);
                        return Ok(path);
                    }
                }
            }
        }
        trees.swap(0, 1);
        is_from_start = !is_from_start;
    }
    Err(NoPath::Samples(options.samples))
}

/// Replaces parts of a path by straight lines that are free: between corners, and between points of its lines.
fn shorten(
    path: &mut Vec<Vec<f64>>,
    checker: &mut impl MotionValidity,
    tries: usize,
    random: &mut Random,
) {
    for _ in 0..tries {
        if path.len() < 3 {
            return;
        }
        let lines = path.len() - 1;
        let mut ends = [random.uniform(), random.uniform()].map(|x| x * lines as f64);
        ends.sort_by(f64::total_cmp);
        let [first, last] = ends.map(|x| (x as usize).min(lines - 1));
        if first == last {
            continue;
        }
        let point = |end: f64, line: usize| -> Vec<f64> {
            let share = end - line as f64;
            path[line].iter().zip(&path[line + 1]).map(|(a, b)| a + share * (b - a)).collect()
        };
        let (from, to) = (point(ends[0], first), point(ends[1], last));
        // Rounding can put the two points off their lines, so these are asked too.
        let is_free = checker.is_line_valid(&from, &to)
            && checker.is_line_valid(&path[first], &from)
            && checker.is_line_valid(&to, &path[last + 1]);
        if is_free {
            path.splice(first + 1..=last, [from, to]);
        }
    }
}

fn distance_sq(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum()
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, 2014): small, and the same numbers everywhere.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number from 0 to below 1.
    pub fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
