//! Which pairs are apart at all configurations of a box of joint values: the step that proofs of
//! motions and of regions are made of.
//!
//! Where a pair is farther apart at the middle of the box than its margin and what it can move
//! within the box, it is apart throughout. `motion_bound` says how far it can move; what frames
//! round is added.

use std::ops::Range;

use super::intervals::Intervals;
use super::memory::State;
use crate::checker::data::CheckerData;
use crate::items::ask;

impl State {
    /// Goes to the middle of the box that the memory of intervals has, and adds the pairs of a
    /// range that are not proven apart in it; returns where they begin, and a pair of them that
    /// moves less than a tolerance. `rounding` is that of the frames.
    pub(crate) fn not_proven(
        &mut self,
        data: &CheckerData,
        rounding: f64,
        range: Range<usize>,
        tolerance: f64,
    ) -> (usize, Option<u32>) {
        let mut intervals = std::mem::take(&mut self.intervals);
        self.place(data, &intervals.middle);
        let Intervals { bound, middle, half, pairs, .. } = &mut intervals;
        bound.compute(data.robot(), &data.chains, &self.kinematics, middle, half, rounding);
        let begin = pairs.len();
        let mut close = None;
        for n in range {
            let pair = pairs[n];
            let displacement = bound.of_pair(&data.chains, pair as usize, rounding);
            let moves = data.pairs[pair as usize].beyond_margin(displacement);
            let collides = self.always_collides(data, pair as usize);
            if !collides
                && (self.sphere_gap(data, pair as usize, moves) > 0.0
                    || self.is_apart_from_cloud(data, pair as usize, moves))
            {
                continue;
            }
            if collides
                || self
                    .placed(data, pair as usize)
                    .is_none_or(|(parts, query)| ask::closer_than(query, parts, moves))
            {
                pairs.push(pair);
                if displacement < tolerance {
                    close = close.or(Some(pair));
                }
            }
        }
        self.intervals = intervals;
        (begin, close)
    }

    /// Does a pair collide where the links are?
    pub(crate) fn collides(&mut self, data: &CheckerData, pair: u32) -> bool {
        if self.always_collides(data, pair as usize) {
            return true;
        }
        let margin = data.pairs[pair as usize].margin;
        if self.is_apart_from_cloud(data, pair as usize, margin) {
            return false;
        }
        let placed = self.placed(data, pair as usize);
        placed.is_none_or(|(parts, query)| ask::collide(query, parts, margin).is_some())
    }
}
