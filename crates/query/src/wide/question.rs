//! What a traversal asks: one trait, so that every question runs on the same descent.
//!
//! The traversal owns the stack, the waves and which side goes down. The question owns what pairs of
//! boxes and of triangles mean to it: which of sixteen box pairs stay, what it remembers of each on
//! the stack (its key), in which order a dive takes them, and what triangles add to the answer.

use std::ops::ControlFlow;

use obbtree_simd::Lanes;
use obbtree_tree::wide::{Leaf, Node};

use super::boxes::Survivors;
use super::stack::Key;
use super::tally::Tally;

/// Pairs of boxes that a question cannot rule out.
pub(super) struct Kept<K> {
    /// As bits of sixteen.
    pub(super) pairs: u32,
    /// What to remember of each.
    pub(super) keys: [K; 16],
}

impl<K: Key> Kept<K> {
    /// Adds pairs of another register.
    #[inline(always)]
    pub(super) fn add(&mut self, more: &Self) {
        self.pairs |= more.pairs;
        if K::STORED {
            for pair in 0..16 {
                if more.pairs >> pair & 1 != 0 {
                    self.keys[pair] = more.keys[pair];
                }
            }
        }
    }
}

/// A visit through both phases at once, as a dive makes it.
pub(super) struct FullVisit<K> {
    pub(super) kept: Kept<K>,
    /// Of each pair kept: the smaller, the sooner a dive takes it.
    pub(super) order: [f32; 16],
    /// Registers that reached the second phase.
    pub(super) second_phase: usize,
}

/// A question to two trees.
///
/// Mark the methods `#[inline(always)]`: they are compiled for an instruction set only inside the
/// traversal.
pub(super) trait Question {
    /// What a pair remembers while it waits.
    type Key: Key;

    /// Is one find likely to end the search? Then the traversal dives first, and its waves are short.
    const ENDS_EARLY: bool;

    /// How many dives for a first bound come before the waves, each from the least key of all that wait
    /// down to leaves.
    const DIVES: u32 = 0;

    /// Is a dive one visit, so that the least key of all that wait comes next every time?
    const BEST_FIRST: bool = false;

    /// Called before a dive's first visit, with the least key of all that wait; breaking off ends the
    /// search.
    #[inline(always)]
    fn before_visit(&mut self, _: Self::Key) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when the dives have come to an end because no pair waits.
    #[inline(always)]
    fn nothing_waits(&mut self) {}

    /// Phase one of a visit: of the box pairs in `lanes`, those that stay go to `survivors`.
    fn first_phase<S: Lanes>(
        &self,
        simd: S,
        nodes: [&Node; 2],
        visit: u32,
        lanes: u32,
        survivors: &mut Survivors<'_>,
    );

    /// Phase two: which pairs of survivor `index` stay. `a` is A's node of its visit.
    fn second_phase<S: Lanes>(
        &self,
        simd: S,
        a: &Node,
        survivors: &Survivors<'_>,
        index: usize,
    ) -> Kept<Self::Key>;

    /// Both phases of one visit, of the pairs in `lanes`.
    fn full_visit<S: Lanes>(&self, simd: S, nodes: [&Node; 2], lanes: u32) -> FullVisit<Self::Key>;

    /// Has the answer, since the pair was pushed, become such that the pair need not be visited?
    #[inline(always)]
    fn is_settled(&self, _: Self::Key) -> bool {
        false
    }

    /// What the kernel finds out about the triangles of two leaves. Breaking off ends the search; else
    /// the pairs that it leaves to [`Question::undecided`], as bits of sixteen.
    fn leaf_pair<S: Lanes>(
        &mut self,
        simd: S,
        leaves: [&Leaf; 2],
        tally: &mut impl Tally,
    ) -> ControlFlow<(), u32>;

    /// What the pairs add to the answer that the kernel has left, by `f64` and exact arithmetic. Where
    /// one find ends the search, all leaf pairs at hand go through the kernel first.
    fn undecided(
        &mut self,
        leaves: [&Leaf; 2],
        pairs: u32,
        tally: &mut impl Tally,
    ) -> ControlFlow<()>;
}
