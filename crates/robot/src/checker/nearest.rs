//! How far a configuration is from the next collision.

use super::ask;
use super::check::{Checker, LinkPair};
use super::state::Step;

/// The pair that is closest, and how far apart it is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestPair {
    /// The distance is at least this, in the robot's unit; 0 if the pair collides.
    pub lower: f64,
    /// The distance is at most this.
    pub upper: f64,
    /// A pair that is so close.
    pub pair: LinkPair,
}

impl Checker {
    /// The distance between the closest two of the pairs that are checked, certified: `None` if there is no
    /// pair, or if the configuration cannot be placed. Its interval is as wide as that of the pair: four units
    /// in the last place for meshes, wider where a cylinder is involved (see
    /// [`Query::distance_to_shape`](obbtree_body::Query::distance_to_shape)).
    ///
    /// # Panics
    /// If the configuration has another number of values than [`Robot::values`](crate::Robot::values).
    #[must_use]
    pub fn distance(&mut self, configuration: &[f64]) -> Option<ClosestPair> {
        let Self { plan, state, .. } = self;
        if state.step(plan, configuration) == Step::NotFinite {
            return None;
        }
        state.place(plan, configuration);
        let gap = |pair| (state.ball_gap(plan, pair), pair);
        let mut by_gap: Vec<(f64, usize)> = (0..plan.pairs.len()).map(gap).collect();
        by_gap.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut best: Option<(f64, f64, usize)> = None;
        let mut lower = f64::INFINITY;
        for (gap, pair) in by_gap {
            let upper = best.map_or(f64::INFINITY, |(upper, ..)| upper);
            if gap > upper {
                break;
            }
            let (parts, query) = state.placed(plan, pair)?;
            // A pair farther away than the best is not measured.
            if upper < f64::INFINITY && !ask::closer_than(query, parts, upper) {
                continue;
            }
            let [at_least, at_most] = ask::distance(query, parts);
            lower = lower.min(at_least);
            if at_most < upper {
                best = Some((at_most, at_least, plan.pairs[pair].group));
            }
        }
        best.map(|(upper, _, group)| ClosestPair { lower, upper, pair: plan.named(group) })
    }
}
