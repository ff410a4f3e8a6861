//! Which triangles of one tree meet beyond the corners that they have in common?
//!
//! The tree is descended together with itself, unmoved. A node with itself is tested for each
//! pair of two of its places once, and about each place with itself; so every pair of triangles
//! comes up once. Neighbours, which always meet, are told from the others by equal corners and go
//! to the test for neighbours in `f64`; the others are decided in lanes.

use std::ops::ControlFlow;

use obbtree_predicates::{Placement, TrianglePairs, meet_beyond_common_corners};
use obbtree_simd::Lanes;
use obbtree_tree::wide::{Leaf, Tree};

use crate::boxes::frame::QueryFrame;
use crate::boxes::{Meet, Overlapping};
use crate::leaf::{common_corners, decide_among, triangle_pairs};
use crate::traverse::pair_masks::{TWO_PLACES, TWO_PLACES_OR_ONE};
use crate::traverse::question::Question;
use crate::traverse::sides::node_of;
use crate::traverse::tally::Tally;
use crate::wide::reference::OnPair;

/// Calls back with each pair of triangles, the smaller number first.
pub(crate) struct SelfMeeting<'q> {
    pub(crate) tree: &'q Tree,
    /// Of the tree with itself.
    pub(crate) placement: &'q Placement,
    pub(crate) frame: &'q QueryFrame,
    pub(crate) on_pair: OnPair<'q>,
}

impl Question for SelfMeeting<'_> {
    type Boxes = Overlapping<Meet>;
    const ENDS_EARLY: bool = false;

    #[inline(always)]
    fn boxes(&self) -> Overlapping<Meet> {
        Overlapping(Meet)
    }

    #[inline(always)]
    fn frame(&self) -> &QueryFrame {
        self.frame
    }

    #[inline(always)]
    fn tested(&self, [side_a, side_b]: [u32; 2]) -> u32 {
        if node_of(side_a) == node_of(side_b) { TWO_PLACES_OR_ONE } else { u32::MAX }
    }

    #[inline(always)]
    fn leaf_pair<S: Lanes>(
        &mut self,
        simd: S,
        [a, b]: [&Leaf; 2],
        tally: &mut impl Tally,
    ) -> ControlFlow<(), u32> {
        // A triangle is in one leaf.
        let tested = if a.ids[0] == b.ids[0] { TWO_PLACES } else { u32::MAX };
        let pairs = triangle_pairs(simd, a, b) & tested;
        let neighbours = pairs & common_corners(simd, a, b);
        let decided = decide_among(simd, a, b, self.frame, pairs & !neighbours);
        let unknown = decided.unknown;
        tally.leaf(pairs.count_ones(), (decided.pairs & !unknown).count_ones());
        let mut meet = decided.yes;
        if unknown != 0 {
            meet |= self.later_stages([a, b], unknown, tally);
        }
        meet |= self.neighbours([a, b], neighbours, tally);
        self.report([a, b], meet)?;
        ControlFlow::Continue(0)
    }
}

impl SelfMeeting<'_> {
    /// The pairs that the kernel could not decide and that meet.
    #[cold]
    #[inline(never)]
    fn later_stages(&self, [a, b]: [&Leaf; 2], unknown: u32, tally: &mut impl Tally) -> u32 {
        let mut pairs = TrianglePairs::<4>::new(self.placement);
        let mut meet = 0;
        for pair in (0..16).filter(|pair| unknown >> pair & 1 != 0) {
            let of_a = || self.tree.triangle(a, pair % 4);
            let of_b = || self.tree.triangle(b, pair / 4);
            let met = pairs.meet([pair % 4, pair / 4], of_a, of_b, tally.stages());
            meet |= u32::from(met) << pair;
        }
        meet
    }

    /// The pairs of neighbours that meet beyond their common corners.
    #[inline(never)]
    fn neighbours(&self, [a, b]: [&Leaf; 2], pairs: u32, tally: &mut impl Tally) -> u32 {
        let (mut rest, mut meet) = (pairs, 0);
        while rest != 0 {
            let pair = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (in_a, in_b) = (pair % 4, pair / 4);
            let (of_a, of_b) = (self.tree.triangle(a, in_a), self.tree.triangle(b, in_b));
            meet |= u32::from(meet_beyond_common_corners(&of_a, &of_b, tally.stages())) << pair;
        }
        meet
    }

    #[inline(always)]
    fn report(&mut self, [a, b]: [&Leaf; 2], mut pairs: u32) -> ControlFlow<()> {
        while pairs != 0 {
            let pair = pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            let (of_a, of_b) = (a.ids[pair % 4], b.ids[pair / 4]);
            (self.on_pair)(of_a.min(of_b), of_a.max(of_b))?;
        }
        ControlFlow::Continue(())
    }
}
