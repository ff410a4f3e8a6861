//! How far apart the bodies of a scene are.
//!
//! The nearest pair: pairs of boxes of the tree in the order of their distance, the nearest
//! first, until the next one is farther than the distance found.

use nalgebra::{Point3, Vector3};
use obbtree_collider::interrupt::pause_at;

use crate::broad_phase::NearestSearch;
use crate::error::SceneError;
use crate::part_pair::distance;
use crate::placed::{BodyId, PlacedBody};
use crate::query::{SceneQuery, part_pairs};
use crate::scene::{Scene, State};
use crate::sweep::PartPair;

/// The distance of two bodies of a scene, or of the world of a robot, certified. Margins do not
/// change it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyDistance {
    /// The bodies, ascending; in the world of a robot a link or an attached body first.
    pub bodies: [BodyId; 2],
    /// The closest parts, by their places in their bodies.
    pub parts: [usize; 2],
    /// The distance is at least this, in the caller's unit; for the nearest pair, that of every
    /// pair.
    pub lower: f64,
    /// The distance is at most this; 0 if and only if the bodies meet, up to what
    /// [`collide`](obbtree_collider::Query::collide) says of cylinders and cones.
    pub upper: f64,
    /// The closest points, in the world, rounded. NaN where a link of a robot is so far away that
    /// no pose has its place: such a link meets everything.
    pub points: [Point3<f64>; 2],
    /// The unit vector in the world from the first one's closest point to the second's, if `lower`
    /// is above 0: see [`Distance::normal`](obbtree_collider::Distance::normal).
    pub normal: Option<Vector3<f64>>,
}

impl BodyDistance {
    /// Of two bodies, whose distance is that of two parts: from `lower` to `upper`, along
    /// `normal`.
    #[must_use]
    pub fn new(
        PartPair { bodies, parts }: PartPair,
        [lower, upper]: [f64; 2],
        points: [Point3<f64>; 2],
        normal: Option<Vector3<f64>>,
    ) -> Self {
        Self { bodies, parts, lower, upper, points, normal }
    }

    /// With a smaller lower bound, as of another pair of parts.
    #[must_use]
    pub fn of_at_least(self, lower: f64) -> Self {
        Self { lower, normal: self.normal.filter(|_| lower > 0.0), ..self }
    }
}

impl SceneQuery {
    /// The nearest pair of the pairs that are checked; of equally near ones that with the
    /// lowest numbers.
    ///
    /// # Errors
    /// If no pair is checked: why; or if there is nothing in one body of each, as in point clouds
    /// without points.
    pub fn distance(&mut self, scene: &Scene) -> Result<BodyDistance, SceneError> {
        let state = scene.state();
        let mut best = None;
        self.with_unbounded(state, &mut best);
        let mut search = NearestSearch::within(&state.tree);
        let mut found = 0;
        let limit = |best: &Option<BodyDistance>| best.as_ref().map_or(f64::INFINITY, |b| b.upper);
        while let Some((pair, _)) = search.next_within([&state.tree; 2], limit(&best)) {
            found += 1;
            pause_at(found);
            self.improve(state, pair, &mut best);
        }
        best.ok_or_else(|| scene.require_pairs().err().unwrap_or(SceneError::NoDistance))
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
        if !state.is_checked(pair, [one, other]) {
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
        *best = nearest.map(|nearest| nearest.of_at_least(lower));
    }

    /// The distance of two bodies, if it is at most a limit: that of their nearest parts.
    pub(crate) fn pair_distance(
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
                let pair = PartPair::new(pair.map(BodyId), parts);
                let interval = [lower, found.upper];
                best = Some(BodyDistance::new(pair, interval, found.points, found.normal));
            }
            best = best.map(|best| best.of_at_least(lower));
        }
        best
    }
}
