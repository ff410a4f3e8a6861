//! What a question tests of pairs of boxes, as the traversal visits them: which stay, what is
//! remembered of each, and in which order a dive takes them.

use obbtree_simd::Lanes;
use obbtree_tree::wide::Node;

use super::box_test::{BoxTest, Within};
use super::kept::{FullVisit, Kept};
use super::key::{Bound, Key};
use super::lower_bounds::{bound_phase, bound_visit};
use super::separating_axes::{cross_phase, face_phase, full_visit};
use super::survivors::Survivors;
use crate::boxes::frame::QueryFrame;

/// Visits of a node of A and one of B. The methods are compiled for an instruction set only
/// inside the traversal, so mark them `#[inline(always)]`.
pub(crate) trait BoxVisits: Copy {
    /// The test of the boxes.
    type Test: BoxTest;
    /// What a pair remembers while it waits.
    type Key: Key;

    fn test(self) -> Self::Test;

    /// Has the answer, since a pair was pushed, become such that the pair need not be visited?
    #[inline(always)]
    fn is_settled(self, _: Self::Key) -> bool {
        false
    }

    /// Phase one of a visit: of the box pairs in `lanes`, those that stay go to `survivors`.
    #[inline(always)]
    fn first_phase<S: Lanes>(
        self,
        simd: S,
        nodes: [&Node; 2],
        query: &QueryFrame,
        visit: u32,
        lanes: u32,
        survivors: &mut Survivors<'_>,
    ) {
        face_phase(simd, nodes, query, self.test(), visit, lanes, survivors);
    }

    /// Phase two: which pairs of survivor `index` stay. `a` is A's node of its visit.
    fn second_phase<S: Lanes>(
        self,
        simd: S,
        a: &Node,
        survivors: &Survivors<'_>,
        index: usize,
    ) -> Kept<Self::Key>;

    /// Both phases of one visit, of the pairs in `lanes`.
    fn full_visit<S: Lanes>(
        self,
        simd: S,
        nodes: [&Node; 2],
        query: &QueryFrame,
        lanes: u32,
    ) -> FullVisit<Self::Key>;
}

/// Which pairs a test leaves: nothing is remembered of them.
#[derive(Clone, Copy)]
pub(crate) struct Overlapping<T>(pub(crate) T);

impl<T: BoxTest> BoxVisits for Overlapping<T> {
    type Test = T;
    type Key = ();

    #[inline(always)]
    fn test(self) -> T {
        self.0
    }

    #[inline(always)]
    fn second_phase<S: Lanes>(
        self,
        simd: S,
        a: &Node,
        survivors: &Survivors<'_>,
        index: usize,
    ) -> Kept<()> {
        Kept { pairs: cross_phase(simd, a, self.0, survivors, index), keys: [(); 16] }
    }

    #[inline(always)]
    fn full_visit<S: Lanes>(
        self,
        simd: S,
        nodes: [&Node; 2],
        query: &QueryFrame,
        lanes: u32,
    ) -> FullVisit<()> {
        full_visit(simd, nodes, query, self.0, lanes)
    }
}

/// Lower bounds of the distances of the pairs within a limit. In a dive small bounds go first;
/// near centres count a little with `CENTERS`.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<const CENTERS: bool>(pub(crate) Within);

impl<const CENTERS: bool> BoxVisits for Bounds<CENTERS> {
    type Test = Within;
    type Key = Bound;

    #[inline(always)]
    fn test(self) -> Within {
        self.0
    }

    #[inline(always)]
    fn is_settled(self, key: Bound) -> bool {
        self.0.rules_out(key.square)
    }

    #[inline(always)]
    fn second_phase<S: Lanes>(
        self,
        simd: S,
        a: &Node,
        survivors: &Survivors<'_>,
        index: usize,
    ) -> Kept<Bound> {
        bound_phase(simd, a, self.0, survivors, index)
    }

    #[inline(always)]
    fn full_visit<S: Lanes>(
        self,
        simd: S,
        nodes: [&Node; 2],
        query: &QueryFrame,
        lanes: u32,
    ) -> FullVisit<Bound> {
        bound_visit::<S, CENTERS>(simd, nodes, query, self.0, lanes)
    }
}
