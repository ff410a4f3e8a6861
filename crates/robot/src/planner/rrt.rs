//! Two trees that grow towards each other: RRT-Connect (J. Kuffner and S. LaValle, "RRT-Connect:
//! An Efficient Approach to Single-Query Path Planning", ICRA 2000), the smaller one at a time.
//!
//! A node from which some line was not free is near what is in the way. Lines from there towards
//! samples far away are much alike, so most of these samples are left out (A. Yershova and others,
//! "Dynamic-Domain RRTs: Efficient Exploration by Controlling the Sampling Domain", ICRA 2005).
//!
//! Which lines are free the caller says. The crate `rrt` tests whether points are free, not lines,
//! and does not keep held values.

use super::halton::Halton;
use super::validity::{MotionValidity, NoPath, StateValidity};
use crate::model::Robot;
use crate::values::{distance_sq, on_line};

/// Nodes whose distances are found together.
const GROUP: usize = 8;

/// A tree of configurations, one after the other; or several, from several roots.
struct Tree {
    dof: usize,
    nodes: Vec<f64>,
    /// The same in groups of nodes, value by value: where distances are compared.
    rounded: Vec<[f32; GROUP]>,
    /// A root is its own.
    parents: Vec<usize>,
    /// Was some line from the node not free?
    blocked: Vec<bool>,
    roots: usize,
}

/// What a search goes by.
pub(crate) struct Search<'s> {
    pub(crate) robot: &'s Robot,
    /// Places of values that stay as they are at the start.
    pub(crate) held: &'s [usize],
    /// The longest line of a tree.
    pub(crate) step: f64,
    /// Samples after which the search gives up; those that are left out do not count.
    pub(crate) samples: usize,
}

/// Samples after which the trees are grown anew: what a few bad branches keep a search from is
/// often found by others at once.
const RESTART: usize = 16_000;
/// Samples of which lines are free if that shows quickly. If no path is found by then, passages may
/// be so narrow that every line has to be decided.
const QUICK_SAMPLES: usize = RESTART;
/// A tree that is still only its roots after so many samples may begin in such a passage: its lines
/// are decided.
const MANY_SAMPLES: usize = 128;
/// Samples in a row that are left out at most: all may be far away.
const MOST_LEFT_OUT: usize = 8;

impl Search<'_> {
    /// A path from a configuration to one of others, all free.
    ///
    /// # Errors
    /// If the samples are spent, or the checker stops the search.
    pub(crate) fn path<C: StateValidity + MotionValidity>(
        &self,
        start: &[f64],
        goals: &[&[f64]],
        halton: &mut Halton,
        checker: &mut C,
    ) -> Result<Vec<Vec<f64>>, NoPath> {
        let mut trees = [Tree::new(&[start]), Tree::new(goals)];
        let (mut sample, mut next) = (start.to_vec(), start.to_vec());
        let far_sq = self.spread_sq(start);
        for n in 0..self.samples {
            if n > 0 && n.is_multiple_of(RESTART) {
                trees = [Tree::new(&[start]), Tree::new(goals)];
            }
            if !checker.goes_on() {
                return Err(NoPath::Stopped);
            }
            let grows = usize::from(trees[0].parents.len() > trees[1].parents.len());
            let is_stuck = n % RESTART >= MANY_SAMPLES && trees[grows].is_only_roots();
            let is_quick = n < QUICK_SAMPLES && !is_stuck;
            // Of tiny steps there are very many between two samples.
            let mut is_free = |from: &[f64], to: &[f64]| match is_quick {
                _ if !checker.goes_on() => false,
                true => checker.is_line_clear(from, to),
                false => checker.is_line_valid(from, to),
            };
            let [of_start, of_goal] = &mut trees;
            let (growing, other) =
                if grows == 0 { (of_start, of_goal) } else { (of_goal, of_start) };
            let mut draw = || {
                halton.sample(self.robot, &mut sample);
                for &value in self.held {
                    sample[value] = start[value];
                }
                let near = growing.nearest(&sample);
                (near, distance_sq(growing.node(near), &sample))
            };
            let (mut near, mut away_sq) = draw();
            let mut left_out = 0;
            while growing.blocked[near] && away_sq > far_sq && left_out < MOST_LEFT_OUT {
                (near, away_sq) = draw();
                left_out += 1;
            }
            let share = (self.step / away_sq.sqrt()).min(1.0);
            on_line(growing.node(near), &sample, share, &mut next);
            let Some(new) = growing.add(near, &next, &mut is_free) else {
                growing.blocked[near] = true;
                continue;
            };
            let Some(met) = other.connect(&next, self.step, &mut is_free) else { continue };
            let (mut path, mut rest) = (growing.path(new), other.path(met));
            rest.pop();
            rest.reverse();
            path.extend(rest);
            if grows == 1 {
                path.reverse();
            }
            return Ok(path);
        }
        Err(NoPath::Samples(self.samples))
    }

    /// The mean squared distance of samples from their mean. Samples that are farther from a
    /// blocked node are left out.
    fn spread_sq(&self, start: &[f64]) -> f64 {
        let end = |share| {
            let mut end = start.to_vec();
            self.robot.random_into(&mut end, || share);
            for &value in self.held {
                end[value] = start[value];
            }
            end
        };
        distance_sq(&end(0.0), &end(1.0)) / 12.0
    }
}

impl Tree {
    fn new(roots: &[&[f64]]) -> Self {
        let dof = roots.first().map_or(0, |root| root.len());
        let (nodes, rounded, parents) = (Vec::new(), Vec::new(), Vec::new());
        let blocked = Vec::new();
        let mut tree = Self { dof, nodes, rounded, parents, blocked, roots: roots.len() };
        for (n, root) in roots.iter().enumerate() {
            tree.push(n, root);
        }
        tree
    }

    fn is_only_roots(&self) -> bool {
        self.parents.len() == self.roots
    }

    fn node(&self, node: usize) -> &[f64] {
        &self.nodes[node * self.dof..(node + 1) * self.dof]
    }

    fn push(&mut self, parent: usize, node: &[f64]) {
        let place = self.parents.len() % GROUP;
        if place == 0 {
            self.rounded.resize(self.rounded.len() + self.dof, [f32::INFINITY; GROUP]);
        }
        let group = self.rounded.len() - self.dof;
        for (row, &value) in self.rounded[group..].iter_mut().zip(node) {
            row[place] = value as f32;
        }
        self.nodes.extend_from_slice(node);
        self.parents.push(parent);
        self.blocked.push(false);
    }

    /// The nearest node, but for rounding.
    fn nearest(&self, to: &[f64]) -> usize {
        let mut best = (f32::INFINITY, 0);
        for (n, group) in self.rounded.chunks(self.dof.max(1)).enumerate() {
            let mut sums = [0.0_f32; GROUP];
            for (row, &value) in group.iter().zip(to) {
                for (sum, x) in sums.iter_mut().zip(row) {
                    let away = x - value as f32;
                    *sum += away * away;
                }
            }
            for (place, &sum) in sums.iter().enumerate() {
                if sum < best.0 {
                    best = (sum, n * GROUP + place);
                }
            }
        }
        best.1
    }

    /// Steps of equal length towards a configuration, until it is reached or one is not free.
    fn connect(
        &mut self,
        to: &[f64],
        step: f64,
        is_free: &mut impl FnMut(&[f64], &[f64]) -> bool,
    ) -> Option<usize> {
        let mut at = self.nearest(to);
        let start = self.node(at).to_vec();
        let steps = (distance_sq(&start, to).sqrt() / step).ceil().max(1.0);
        let mut next = to.to_vec();
        for n in 1..=steps as usize {
            on_line(&start, to, n as f64 / steps, &mut next);
            at = self.add(at, &next, is_free)?;
        }
        Some(at)
    }

    /// Adds a node if the line from its parent is free.
    fn add(
        &mut self,
        parent: usize,
        node: &[f64],
        is_free: &mut impl FnMut(&[f64], &[f64]) -> bool,
    ) -> Option<usize> {
        if !is_free(self.node(parent), node) {
            return None;
        }
        self.push(parent, node);
        Some(self.parents.len() - 1)
    }

    /// From its root to a node.
    fn path(&self, mut node: usize) -> Vec<Vec<f64>> {
        let mut path = vec![self.node(node).to_vec()];
        while node != self.parents[node] {
            node = self.parents[node];
            path.push(self.node(node).to_vec());
        }
        path.reverse();
        path
    }
}
