//! Is some pair of triangles within a tolerance?

use std::ops::ControlFlow;

use obbtree_predicates::{Placement, triangles_closer};
use obbtree_simd::Lanes;
use obbtree_tree::wide::{Leaf, Tree};

use crate::boxes::frame::QueryFrame;
use crate::boxes::tolerance::Tolerance;
use crate::boxes::{Overlapping, Within};
use crate::leaf::DecideCloser;
use crate::traverse::pair_masks::pairs_in;
use crate::traverse::question::{Open, Question};
use crate::traverse::tally::Tally;

/// Ends the search at the first pair of triangles that is within the tolerance.
pub(crate) struct Closer<'q> {
    pub(crate) a: &'q Tree,
    pub(crate) b: &'q Tree,
    pub(crate) placement: &'q Placement,
    pub(crate) frame: &'q QueryFrame,
    /// In the world, as the user gave it, and in A's frame.
    pub(crate) tolerance: f64,
    pub(crate) in_frame: &'q Tolerance,
    /// For boxes.
    pub(crate) boxes: Within,
    /// The pair that was found.
    pub(crate) found: &'q mut Option<[u32; 2]>,
}

impl Question for Closer<'_> {
    type Boxes = Overlapping<Within>;
    const ENDS_EARLY: bool = true;

    #[inline(always)]
    fn boxes(&self) -> (Overlapping<Within>, &QueryFrame) {
        (Overlapping(self.boxes), self.frame)
    }

    #[inline(always)]
    fn leaf_pair<S: Lanes>(&mut self, simd: S, [a, b]: [&Leaf; 2], tally: &mut impl Tally) -> Open {
        let (query, tolerance) = (self.frame, self.in_frame);
        let decided = simd.apart(DecideCloser { a, b, query, tolerance });
        let unknown = decided.unknown;
        tally.leaf(decided.pairs, unknown);
        if decided.yes != 0 {
            return self.end_with([a, b], decided.yes.trailing_zeros() as usize);
        }
        ControlFlow::Continue(unknown)
    }

    fn undecided(
        &mut self,
        leaves: [&Leaf; 2],
        pairs: u32,
        tally: &mut impl Tally,
    ) -> ControlFlow<()> {
        match self.later_stages(leaves, pairs, tally) {
            None => ControlFlow::Continue(()),
            Some(pair) => self.end_with(leaves, pair),
        }
    }
}

impl Closer<'_> {
    fn end_with<C>(&mut self, [a, b]: [&Leaf; 2], pair: usize) -> ControlFlow<(), C> {
        *self.found = Some([a.ids[pair % 4], b.ids[pair / 4]]);
        ControlFlow::Break(())
    }

    /// The first pair that the kernel could not decide and that is within the tolerance by `f64`
    /// and exact arithmetic.
    #[cold]
    #[inline(never)]
    fn later_stages(
        &self,
        [a, b]: [&Leaf; 2],
        unknown: u32,
        tally: &mut impl Tally,
    ) -> Option<usize> {
        pairs_in(unknown).find(|&pair| {
            let triangle_a = self.a.triangle(a, pair % 4);
            let triangle_b = self.b.triangle(b, pair / 4);
            let stages = tally.stages();
            triangles_closer(&triangle_a, &triangle_b, self.placement, self.tolerance, stages)
        })
    }
}
