//! Two trees that grow towards each other: RRT-Connect (J. Kuffner and S. LaValle, "RRT-Connect:
//! An Efficient Approach to Single-Query Path Planning", ICRA 2000).
//!
//! Which lines are free the caller says. The crate `rrt` tests whether points are free, not lines,
//! and does not keep held values.

use crate::line::{configuration_at, distance_sq};
use crate::planner::{NoPath, StateValidity};
use crate::random::Random;
use crate::robot::Robot;

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

/// What a search goes by.
pub(crate) struct Search<'s> {
    pub(crate) robot: &'s Robot,
    /// Places of values that stay as they are at the start.
    pub(crate) held: &'s [usize],
    /// The longest line of a tree.
    pub(crate) step: f64,
    /// Samples after which the search gives up.
    pub(crate) samples: usize,
}

impl Search<'_> {
    /// A path between two configurations that are free.
    ///
    /// # Errors
    /// If the samples are spent, or the checker stops the search.
    pub(crate) fn path<C: StateValidity>(
        &self,
        [start, goal]: [&[f64]; 2],
        random: &mut Random,
        checker: &mut C,
        is_line_free: impl Fn(&mut C, &[f64], &[f64]) -> bool,
    ) -> Result<Vec<Vec<f64>>, NoPath> {
        let mut trees = [Tree::new(start), Tree::new(goal)];
        // Whether the first of the two is the start's.
        let mut is_from_start = true;
        for _ in 0..self.samples {
            if !checker.goes_on() {
                return Err(NoPath::Stopped);
            }
            let mut is_free = |from: &[f64], to: &[f64]| is_line_free(checker, from, to);
            let mut sample = self.robot.random(|| random.uniform());
            for &n in self.held {
                sample[n] = start[n];
            }
            let [growing, other] = &mut trees;
            let near = growing.nearest(&sample);
            let grown = growing.extend(near, &sample, self.step, &mut is_free);
            if let Grown::Reached(new) | Grown::Advanced(new) = grown {
                let target = growing.nodes[new].clone();
                if let Some(met) = other.connect(&target, self.step, &mut is_free) {
                    let (mut path, mut rest) = (growing.path(new), other.path(met));
                    rest.pop();
                    rest.reverse();
                    path.extend(rest);
                    if !is_from_start {
                        path.reverse();
                    }
                    return Ok(path);
                }
            }
            trees.swap(0, 1);
            is_from_start = !is_from_start;
        }
        Err(NoPath::Samples(self.samples))
    }

    /// Is every value but the held ones within its limits?
    pub(crate) fn is_within_limits(&self, configuration: &[f64]) -> bool {
        self.robot.beyond_limits(configuration).all(|n| self.held.contains(&n))
    }
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

    /// Steps towards a configuration until it is reached, or a step is not free.
    fn connect(
        &mut self,
        to: &[f64],
        step: f64,
        is_free: &mut impl FnMut(&[f64], &[f64]) -> bool,
    ) -> Option<usize> {
        let mut at = self.nearest(to);
        loop {
            match self.extend(at, to, step, is_free) {
                Grown::Advanced(next) => at = next,
                Grown::Reached(met) => return Some(met),
                Grown::Trapped => return None,
            }
        }
    }

    /// One step from a node towards a configuration.
    fn extend(
        &mut self,
        near: usize,
        to: &[f64],
        step: f64,
        is_free: &mut impl FnMut(&[f64], &[f64]) -> bool,
    ) -> Grown {
        let from = &self.nodes[near];
        let distance = distance_sq(from, to).sqrt();
        let reaches = distance <= step;
        let next = if reaches { to.to_vec() } else { configuration_at(from, to, step / distance) };
        if !is_free(from, &next) {
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
