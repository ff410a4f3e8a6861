//! Which pairs of triangles may be within a tolerance?
//!
//! All that are, and those that the lanes cannot prove to be farther apart: a list to look at
//! more closely, for which nothing is decided by exact arithmetic.

use std::ops::ControlFlow;

use obbtree_simd::Lanes;
use obbtree_tree::wide::Leaf;

use crate::boxes::frame::QueryFrame;
use crate::boxes::tolerance::Tolerance;
use crate::boxes::{Overlapping, Within};
use crate::leaf::FindNearPairs;
use crate::traverse::pair_masks::pairs_in;
use crate::traverse::question::{OnPair, Open, Question};
use crate::traverse::tally::Tally;

/// Reports the pairs.
pub(crate) struct ClosePairs<'q> {
    pub(crate) frame: &'q QueryFrame,
    /// The tolerance in A's frame, for triangles and for boxes.
    pub(crate) in_frame: &'q Tolerance,
    pub(crate) boxes: Within,
    pub(crate) on_pair: OnPair<'q>,
}

impl Question for ClosePairs<'_> {
    type Boxes = Overlapping<Within>;
    const ENDS_EARLY: bool = false;

    #[inline(always)]
    fn boxes(&self) -> (Overlapping<Within>, &QueryFrame) {
        (Overlapping(self.boxes), self.frame)
    }

    #[inline(always)]
    fn leaf_pair<S: Lanes>(&mut self, simd: S, leaves: [&Leaf; 2], tally: &mut impl Tally) -> Open {
        let [a, b] = leaves;
        let found = simd.apart(FindNearPairs { a, b, query: self.frame, tolerance: self.in_frame });
        tally.leaf(found.pairs, found.near);
        match self.report(leaves, found.near) {
            ControlFlow::Break(()) => ControlFlow::Break(()),
            ControlFlow::Continue(()) => ControlFlow::Continue(0),
        }
    }
}

impl ClosePairs<'_> {
    /// Kept apart from the kernels: few leaf pairs have something to report.
    #[inline(never)]
    fn report(&mut self, [a, b]: [&Leaf; 2], pairs: u32) -> ControlFlow<()> {
        pairs_in(pairs).try_for_each(|pair| (self.on_pair)(a.ids[pair % 4], b.ids[pair / 4]))
    }
}
