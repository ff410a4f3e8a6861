//! How far apart the bodies of a scene are.
//!
//! The nearest pair: pairs of boxes of the tree in the order of their distance, the nearest first, until the
//! next one is farther than the distance found (branch and bound; N. Roussopoulos and others, "Nearest
//! Neighbor Queries", 1995, for pairs).

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use nalgebra::Point3;
use obbtree_collider::interrupt::pause_at;

use crate::aabb_tree::distance_below;
use crate::error::SceneError;
use crate::part_pair::{closer_than, distance};
use crate::placed::{BodyId, PlacedBody};
use crate::query::{SceneQuery, part_pairs};
use crate::scene::{Scene, State};

/// The distance of two bodies of a scene, certified. Margins do not change it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyDistance {
    /// The bodies, ascending.
    pub bodies: [BodyId; 2],
    /// The closest parts, by their places in their bodies.
    pub parts: [usize; 2],
    /// The distance is at least this, in the caller's unit; for the nearest pair, that of every pair.
    pub lower: f64,
    /// The distance is at most this; 0 if and only if the bodies meet, up to what
    /// [`collide_shapes`](obbtree_collider::Query::collide_shapes) says of cylinders and cones.
    pub upper: f64,
    /// The closest points, in the world, rounded; `None` on a primitive that is close to a mesh.
    pub points: [Option<Point3<f64>>; 2],
}

impl SceneQuery {
    /// The nearest pair of the pairs that are asked about; of equally near ones that with the lowest numbers.
    ///
    /// # Errors
    /// If no pair is asked about: why.
    pub fn distance(&mut self, scene: &Scene) -> Result<BodyDistance, SceneError> {
        let state = scene.state();
        let mut best = None;
        self.with_unbounded(state, &mut best);
        let mut heap: BinaryHeap<Open> = BinaryHeap::new();
        let roots = state.tree.roots().enumerate();
        for (n, root) in roots.clone() {
            heap.extend(roots.clone().skip(n).map(|(_, other)| Open {
                gap: 0.0,
                height: u32::MAX,
                nodes: [root, other],
            }));
        }
        let mut popped = 0;
        while let Some(Open { gap, nodes, .. }) = heap.pop() {
            popped += 1;
            pause_at(popped);
            if best.as_ref().is_some_and(|best: &BodyDistance| gap > best.upper) {
                break;
            }
            let [(_, one), (_, other)] = nodes.map(|n| state.tree.open(n));
            let mut push = |m: u32, n: u32| {
                let [(p, _), (q, _)] = [m, n].map(|n| state.tree.open(n));
                let height = state.tree.height_of(m) + state.tree.height_of(n);
                heap.push(Open { gap: distance_below(p, q), height, nodes: [m, n] });
            };
            match (one, other) {
                (Err(a), Err(b)) => self.improve(state, [a, b], &mut best),
                (Ok([p, q]), _) if nodes[0] == nodes[1] => {
                    push(p, p);
                    push(q, q);
                    push(p, q);
                }
                (Ok(children), Err(_)) => children.into_iter().for_each(|n| push(n, nodes[1])),
                (Err(_), Ok(children)) => children.into_iter().for_each(|n| push(nodes[0], n)),
                (Ok(of_one), Ok(of_other)) => {
                    of_one.into_iter().for_each(|m| of_other.into_iter().for_each(|n| push(m, n)));
                }
            }
        }
        best.ok_or_else(|| scene.without_pairs())
    }

    /// The pairs of bodies that are asked about and at most so far apart, with their distances, ascending by
    /// number. Certain as [`closer_than_shapes`](obbtree_collider::Query::closer_than_shapes) is.
    ///
    /// # Errors
    /// If the threshold is negative or NaN.
    pub fn clearances(
        &mut self,
        scene: &Scene,
        threshold: f64,
    ) -> Result<Vec<BodyDistance>, SceneError> {
        if threshold.is_nan() || threshold < 0.0 {
            return Err(SceneError::Threshold(threshold));
        }
        let mut found = Vec::new();
        let _ = self.for_each_near(scene.state(), Some(threshold), &mut |this, pair, bodies| {
            let near = this.pair_distance(pair, bodies, threshold);
            // An interval with the threshold in it does not tell.
            found.extend(
                near.filter(|near| near.upper <= threshold || this.are_within(bodies, threshold)),
            );
            ControlFlow::Continue(())
        });
        Ok(found)
    }

    /// Are some parts of two bodies at most so far apart?
    fn are_within(&mut self, [one, other]: [&PlacedBody; 2], threshold: f64) -> bool {
        let mut parts = part_pairs(one, other, threshold);
        parts.any(|(_, [a, b])| closer_than(&mut self.query, a, b, threshold))
    }

    /// The pairs of which one has no end.
    fn with_unbounded(&mut self, state: &State, best: &mut Option<BodyDistance>) {
        for &unbounded in &state.unbounded {
            for other in 0..state.bodies.len() as u32 {
                let is_twice = other > unbounded && state.unbounded.contains(&other);
                if !is_twice {
                    self.improve(state, [unbounded, other], best);
                }
            }
        }
    }

    /// Keeps a pair if it is nearer than the best one so far.
    fn improve(&mut self, state: &State, [a, b]: [u32; 2], best: &mut Option<BodyDistance>) {
        let pair = [a.min(b), a.max(b)];
        let bodies = pair.map(|n| state.bodies[n as usize].as_ref().filter(|body| body.enabled));
        let [Some(one), Some(other)] = bodies else { return };
        if !state.is_asked(pair, [one, other]) {
            return;
        }
        // Of pairs that meet only one with lower numbers changes what is known.
        if best.as_ref().is_some_and(|best| best.upper <= 0.0 && best.bodies < pair.map(BodyId)) {
            return;
        }
        let limit = best.as_ref().map_or(f64::INFINITY, |best| best.upper);
        let Some(found) = self.pair_distance(pair, [one, other], limit) else { return };
        // A pair that is not the nearest may have the least bound.
        let lower = best.as_ref().map_or(found.lower, |best| best.lower.min(found.lower));
        let is_better =
            |best: &BodyDistance| (found.upper, found.bodies) < (best.upper, best.bodies);
        let nearest = if best.as_ref().is_none_or(is_better) { Some(found) } else { best.take() };
        *best = nearest.map(|nearest| BodyDistance { lower, ..nearest });
    }

    /// The distance of two bodies, if it is at most a limit: that of their nearest parts.
    fn pair_distance(
        &mut self,
        pair: [u32; 2],
        [one, other]: [&PlacedBody; 2],
        limit: f64,
    ) -> Option<BodyDistance> {
        let mut best: Option<BodyDistance> = None;
        for (parts, [a, b]) in part_pairs(one, other, limit) {
            let at_most = best.as_ref().map_or(limit, |best| best.upper);
            let Some(found) = distance(&mut self.query, a, b, at_most) else { continue };
            let lower = best.as_ref().map_or(found.lower, |best| best.lower.min(found.lower));
            if best.as_ref().is_none_or(|best| found.upper < best.upper) {
                let (bodies, upper, points) = (pair.map(BodyId), found.upper, found.points);
                best = Some(BodyDistance { bodies, parts, lower, upper, points });
            }
            if let Some(best) = &mut best {
                best.lower = lower;
            }
        }
        best
    }
}

/// Two nodes of the tree, the nearest first in a heap; of equally near ones the lowest.
struct Open {
    gap: f64,
    height: u32,
    nodes: [u32; 2],
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_gap = other.gap.total_cmp(&self.gap);
        by_gap.then_with(|| (other.height, other.nodes).cmp(&(self.height, self.nodes)))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}
