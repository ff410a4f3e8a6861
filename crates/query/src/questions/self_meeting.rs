//! Which triangles of one tree meet beyond the corners that they have in common?
//!
//! The tree is descended together with itself, unmoved. A node with itself is tested for each
//! pair of two of its places once, and about each place with itself; so every pair of triangles
//! comes up once. Neighbours, which always meet, are told from the others by equal corners and go
//! to the test for neighbours in `f64`; the others are decided in lanes.

use std::ops::ControlFlow;

use obbtree_predicates::{Placement, meet_beyond_common_corners};
use obbtree_simd::Lanes;
use obbtree_tree::wide::{Leaf, Tree};

use super::meeting::later_stages;
use crate::boxes::frame::QueryFrame;
use crate::boxes::{Meet, Overlapping};
use crate::leaf::{common_corners, decide_among, triangle_pairs};
use crate::sides::node_of;
use crate::traverse::pair_masks::{TWO_PLACES, TWO_PLACES_OR_ONE, pairs_in};
use crate::traverse::question::{OnPair, Open, Question};
use crate::traverse::tally::Tally;

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
    fn boxes(&self) -> (Overlapping<Meet>, &QueryFrame) {
        (Overlapping(Meet), self.frame)
    }

    #[inline(always)]
    fn tested(&self, [side_a, side_b]: [u32; 2]) -> u32 {
        if node_of(side_a) == node_of(side_b) { TWO_PLACES_OR_ONE } else { u32::MAX }
    }

    #[inline(always)]
    fn leaf_pair<S: Lanes>(&mut self, simd: S, [a, b]: [&Leaf; 2], tally: &mut impl Tally) -> Open {
        // A triangle is in one leaf.
        let tested = if a.ids[0] == b.ids[0] { TWO_PLACES } else { u32::MAX };
        let pairs = triangle_pairs(simd, a, b) & tested;
        let neighbours = pairs & common_corners(simd, a, b);
        let decided = decide_among(simd, a, b, self.frame, pairs & !neighbours);
        let unknown = decided.unknown;
        tally.leaf(pairs, unknown | neighbours);
        let mut meet = decided.yes;
        if unknown != 0 {
            let trees = [self.tree; 2];
            meet |= later_stages::<false>(trees, [a, b], unknown, self.placement, tally);
        }
        meet |= self.neighbours([a, b], neighbours, tally);
        self.report([a, b], meet)?;
        ControlFlow::Continue(0)
    }
}

impl SelfMeeting<'_> {
    /// The pairs of neighbours that meet beyond their common corners.
    #[inline(never)]
    fn neighbours(&self, [a, b]: [&Leaf; 2], pairs: u32, tally: &mut impl Tally) -> u32 {
        let mut meet = 0;
        for pair in pairs_in(pairs) {
            let (in_a, in_b) = (pair % 4, pair / 4);
            let (of_a, of_b) = (self.tree.triangle(a, in_a), self.tree.triangle(b, in_b));
            meet |= u32::from(meet_beyond_common_corners(&of_a, &of_b, tally.stages())) << pair;
        }
        meet
    }

    #[inline(always)]
    fn report(&mut self, [a, b]: [&Leaf; 2], pairs: u32) -> ControlFlow<()> {
        pairs_in(pairs).try_for_each(|pair| {
            let (of_a, of_b) = (a.ids[pair % 4], b.ids[pair / 4]);
            (self.on_pair)(of_a.min(of_b), of_a.max(of_b))
        })
    }
}
