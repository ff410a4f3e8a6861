//! What a traversal answers: one trait, so that every question runs on the same descent.
//!
//! The traversal owns the stack, the waves and which side is descended. The question owns what
//! pairs of boxes and of triangles mean to it: which of sixteen box pairs stay, what it remembers
//! of each on the stack (its key), in which order a dive takes them, and what triangles add to
//! the answer.

use std::ops::ControlFlow;

use obbtree_simd::Lanes;
use obbtree_tree::wide::Leaf;

use super::tally::Tally;
use crate::boxes::BoxVisits;
use crate::boxes::frame::QueryFrame;

/// Called with each pair of triangles that meets. Behind a pointer, so that the searches are
/// compiled once and not for every caller; a call costs little beside the pair.
pub(crate) type OnPair<'q> = &'q mut dyn FnMut(u32, u32) -> ControlFlow<()>;

/// What a pair of boxes remembers while it waits.
pub(crate) type KeyOf<Q> = <<Q as Question>::Boxes as BoxVisits>::Key;

/// The pairs of two leaves that a kernel leaves open, as bits of sixteen; or the search ends.
pub(crate) type Open = ControlFlow<(), u32>;

/// A question to two trees.
///
/// Mark the methods `#[inline(always)]`: they are compiled for an instruction set only inside the
/// traversal.
pub(crate) trait Question {
    /// What it tests of pairs of boxes.
    type Boxes: BoxVisits;

    /// Is one find likely to end the search? Then the traversal dives first, and its waves are
    /// short.
    const ENDS_EARLY: bool;

    /// How many dives for a first bound come before the waves, each from the least key of all
    /// that wait down to leaves.
    const DIVES: u32 = 0;

    /// Is a dive one visit, so that the least key of all that wait comes next every time?
    const BEST_FIRST: bool = false;

    /// Called before a dive's first visit, with the least key of all that wait; breaking off ends
    /// the search.
    #[inline(always)]
    fn before_visit(&mut self, _: KeyOf<Self>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called at a visit of a dive, with the number of pairs of boxes that it tests.
    #[inline(always)]
    fn at_visit(&mut self, _: u32) {}

    /// Called when the dives have come to an end because no pair waits.
    #[inline(always)]
    fn nothing_waits(&mut self) {}

    /// What boxes mean to it now, and B's tree seen from A's.
    fn boxes(&self) -> (Self::Boxes, &QueryFrame);

    /// Of the pairs of boxes of a visit, by its two sides, those that it tests, as bits of sixteen.
    #[inline(always)]
    fn tested(&self, _: [u32; 2]) -> u32 {
        u32::MAX
    }

    /// What the kernel finds out about the triangles of two leaves, and the pairs that it leaves to
    /// [`Question::undecided`].
    fn leaf_pair<S: Lanes>(&mut self, simd: S, leaves: [&Leaf; 2], tally: &mut impl Tally) -> Open;

    /// What the pairs add to the answer that the kernel has left, by `f64` and exact arithmetic.
    /// Where one find ends the search, all leaf pairs at hand go through the kernel first. For
    /// questions whose kernel leaves none there is nothing to do.
    fn undecided(&mut self, _: [&Leaf; 2], _: u32, _: &mut impl Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
