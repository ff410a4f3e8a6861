//! How far apart are two surfaces at least and at most, for a limited effort?
//!
//! The pair of boxes with the least lower bound is visited first, so the least bound of all that
//! wait bounds the distance at every moment; the answer has the largest of these moments, and
//! more effort never gives a worse one.

use std::ops::ControlFlow;

use obbtree_predicates::Placement;
use obbtree_simd::Lanes;
use obbtree_tree::wide::Leaf;

use crate::boxes::frame::QueryFrame;
use crate::boxes::key::Bound;
use crate::boxes::tolerance::Tolerance;
use crate::boxes::{Bounds, Within};
use crate::distance::Interval as Answer;
use crate::leaf::FindNearPairs;
use crate::traverse::pair_masks::pairs_in;
use crate::traverse::question::{Open, Question};
use crate::traverse::tally::Tally;

/// Looks for bounds of the distance until the effort is spent.
pub(crate) struct Clearance<'n> {
    placement: &'n Placement,
    frame: &'n QueryFrame,
    /// Box tests that are left.
    effort: u64,
    /// What is known, in the world.
    found: &'n mut Answer,
    /// The least distance of the triangles looked at is at least this.
    of_triangles: f64,
    /// The upper bound in A's frame, for triangles and for boxes.
    limit: Tolerance,
    boxes: Within,
    /// At least the length in the world of what has length one in A's frame, and the other way
    /// round.
    longer: f64,
}

impl<'n> Clearance<'n> {
    /// With an upper bound that is known already.
    pub(crate) fn new(
        placement: &'n Placement,
        frame: &'n QueryFrame,
        effort: u64,
        found: &'n mut Answer,
    ) -> Self {
        let limit = Tolerance::of(found.upper, placement);
        let longer = 1.0 + placement.pose_a.skew() + 2.0 * f64::EPSILON;
        let (of_triangles, boxes) = (found.upper, limit.of_boxes());
        Self { placement, frame, effort, found, of_triangles, limit, boxes, longer }
    }

    /// Of all that waits, and of the triangles looked at, the distance is at least this.
    fn bound_below(&mut self, waiting: f64) {
        let lower = waiting.min(self.of_triangles).min(self.found.upper);
        self.found.lower = self.found.lower.max(lower);
    }
}

impl Question for Clearance<'_> {
    type Boxes = Bounds<false>;
    const ENDS_EARLY: bool = false;
    /// Until nothing waits.
    const DIVES: u32 = u32::MAX;
    const BEST_FIRST: bool = true;

    fn before_visit(&mut self, least: Bound) -> ControlFlow<()> {
        let waiting = self.limit.least_distance(least.square) / self.longer;
        self.bound_below(waiting);
        if self.effort == 0 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn at_visit(&mut self, tests: u32) {
        self.effort = self.effort.saturating_sub(u64::from(tests));
    }

    fn nothing_waits(&mut self) {
        self.bound_below(f64::INFINITY);
    }

    #[inline(always)]
    fn boxes(&self) -> (Bounds<false>, &QueryFrame) {
        (Bounds(self.boxes), self.frame)
    }

    #[inline(always)]
    fn leaf_pair<S: Lanes>(&mut self, simd: S, leaves: [&Leaf; 2], tally: &mut impl Tally) -> Open {
        let [a, b] = leaves;
        let found = simd.apart(FindNearPairs { a, b, query: self.frame, tolerance: &self.limit });
        tally.leaf(found.pairs, found.near);
        let before = self.found.upper;
        for pair in pairs_in(found.near) {
            self.of_triangles = self.of_triangles.min(found.least(pair) / self.longer);
            self.found.upper = self.found.upper.min(found.most(pair) * self.longer);
        }
        if self.found.upper < before {
            self.limit = Tolerance::of(self.found.upper, self.placement);
            self.boxes = self.limit.of_boxes();
        }
        ControlFlow::Continue(0)
    }
}
