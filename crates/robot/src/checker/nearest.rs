//! How far a configuration is from the next collision.

use super::ask;
use super::check::{Checker, LinkPair};
use crate::error::CheckError;

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
    /// The distance between the closest two of the pairs that are checked, certified. Its interval
    /// is as wide as that of the pair: four units in the last place for meshes, wider where a
    /// cylinder is involved (see
    /// [`Query::distance`](obbtree_collider::Query::distance)).
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses the configuration, or no pair is checked.
    ///
    /// # Panics
    /// If the configuration has another number of values than [`Robot::values`](crate::Robot::values).
    pub fn distance(&mut self, configuration: &[f64]) -> Result<ClosestPair, CheckError> {
        self.check_values(configuration)?;
        if let Some(why) = self.nothing_checked() {
            return Err(CheckError::NothingChecked(why));
        }
        let Self { data, state, limits, .. } = self;
        state.step(data, configuration, *limits);
        state.place(data, configuration);
        let gap = |pair| (state.sphere_gap(data, pair, 0.0), pair);
        let mut by_gap: Vec<(f64, usize)> = (0..data.pairs.len()).map(gap).collect();
        by_gap.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut best: Option<(f64, usize)> = None;
        let mut lower = f64::INFINITY;
        for (gap, pair) in by_gap {
            let upper = best.map_or(f64::INFINITY, |(upper, _)| upper);
            if gap > upper {
                break;
            }
            // What is beyond the range of poses collides with everything, as in the other
            // questions.
            let Some((parts, query)) = state.placed(data, pair) else {
                let pair = data.named(data.pairs[pair].group);
                return Ok(ClosestPair { lower: 0.0, upper: 0.0, pair });
            };
            // A pair farther away than the best is not measured.
            if upper < f64::INFINITY && !ask::closer_than(query, parts, upper) {
                continue;
            }
            let [at_least, at_most] = ask::distance(query, parts);
            lower = lower.min(at_least);
            if at_most < upper {
                best = Some((at_most, data.pairs[pair].group));
            }
        }
        // The first pair is always measured; what has no end above is as far as a number can say.
        let (upper, group) = best.unwrap_or((f64::INFINITY, 0));
        Ok(ClosestPair { lower, upper, pair: data.named(group) })
    }
}
