//! How far apart are two surfaces?
//!
//! Boxes and triangles that lanes prove to be farther apart than the search's cut are dropped;
//! the others are offered to [`Nearest`], which knows what the cut must be and makes the answer.

use std::ops::ControlFlow;

use obbtree_predicates::Stages;
use obbtree_simd::Lanes;
use obbtree_tree::wide::{Leaf, Tree};

use crate::boxes::frame::QueryFrame;
use crate::boxes::tolerance::Tolerance;
use crate::boxes::{Bounds, Within};
use crate::leaf::{FindNearPairs, NearPairs};
use crate::nearest::Nearest;
use crate::sides::{leaf_opened, node_of};
use crate::traverse::pair_masks::{pairs_in, pairs_of_a, pairs_of_b};
use crate::traverse::question::{Open, Question};
use crate::traverse::tally::Tally;

/// Looks for the closest pair of triangles.
pub(crate) struct Distance<'n, 'q> {
    a: &'n Tree,
    b: &'n Tree,
    frame: &'n QueryFrame,
    nearest: &'n mut Nearest<'q, Tree>,
    /// The cut in A's frame, for triangles and for boxes.
    cut: Tolerance,
    boxes: Within,
    /// At least the length in the world of what has length one in A's frame, and the other way
    /// round.
    longer: f64,
}

impl<'n, 'q> Distance<'n, 'q> {
    pub(crate) fn new(
        [a, b]: [&'n Tree; 2],
        frame: &'n QueryFrame,
        nearest: &'n mut Nearest<'q, Tree>,
    ) -> Self {
        let cut = Tolerance::of(nearest.cut(), nearest.placement);
        let longer = 1.0 + nearest.placement.pose_a.skew() + 2.0 * f64::EPSILON;
        Self { a, b, frame, nearest, cut, boxes: cut.of_boxes(), longer }
    }

    /// The cut may have moved.
    #[inline(always)]
    fn follow_cut(&mut self) {
        self.cut = Tolerance::of(self.nearest.cut(), self.nearest.placement);
        self.boxes = self.cut.of_boxes();
    }

    /// Of the pairs of boxes of a visit, those that may hold a pair of triangles with lower
    /// numbers, and of meshes with copies of triangles, others than copies.
    #[inline(never)]
    fn with_numbers_below(&self, triangles: [u32; 2], [side_a, side_b]: [u32; 2]) -> u32 {
        let without_copies = self.nearest.leaves_out_copies();
        let of_a = least_numbers(self.a, side_a, without_copies);
        let of_b = least_numbers(self.b, side_b, without_copies);
        let mut pairs = 0;
        for pair in 0..16 {
            let numbers = [of_a[pair % 4], of_b[pair / 4]];
            let is_below = numbers < triangles && !numbers.contains(&Leaf::NO_TRIANGLE);
            pairs |= u32::from(is_below) << pair;
        }
        pairs
    }

    /// The pairs of two leaves in which no triangle is a copy of another.
    #[cold]
    #[inline(never)]
    fn without_copies(&self, [a, b]: [&Leaf; 2]) -> u32 {
        let [of_a, of_b] = [(self.a, a), (self.b, b)].map(|(tree, leaf)| {
            (0..4).map(|n| u32::from(!tree.copies().is_copy(leaf.ids[n])) << n).sum()
        });
        pairs_of_a(of_a) & pairs_of_b(of_b)
    }

    /// Offers the pairs that may be the closest; those that may meet are left, as bits of sixteen.
    #[inline(never)]
    fn offer(&mut self, [a, b]: [&Leaf; 2], found: &NearPairs, stages: &mut Stages) -> u32 {
        let (mut most, mut nearest) = (f64::INFINITY, 0);
        for pair in pairs_in(found.near) {
            let of_pair = found.most(pair);
            if of_pair < most {
                (most, nearest) = (of_pair, pair);
            }
        }
        let is_new = self.nearest.bound_above(most * self.longer);
        if is_new {
            self.follow_cut();
        }
        let mut may_meet = 0;
        for pair in pairs_in(found.near) {
            let least = found.least(pair) / self.longer;
            let is_nearest = is_new && pair == nearest;
            let (in_a, in_b) = (pair % 4, pair / 4);
            let triangles = [a.ids[in_a], b.ids[in_b]];
            let is_farther = least > self.nearest.cut() && !is_nearest;
            if is_farther || self.nearest.comes_after(triangles) {
                continue;
            }
            if least == 0.0 {
                may_meet |= 1 << pair;
            }
            if least > 0.0 || is_nearest {
                let corners = [self.a.triangle(a, in_a), self.b.triangle(b, in_b)];
                self.nearest.offer(triangles, corners, least, is_nearest, stages);
            }
        }
        may_meet
    }
}

/// The least number of a triangle in each place of a side, if so told of one that is no copy.
fn least_numbers(tree: &Tree, side: u32, without_copies: bool) -> [u32; 4] {
    let index = node_of(side);
    match leaf_opened(index) {
        Some(leaf) => tree.leaves()[leaf as usize].ids,
        None if without_copies => tree.copies().least_numbers()[index as usize],
        None => tree.least_numbers()[index as usize],
    }
}

impl Question for Distance<'_, '_> {
    type Boxes = Bounds<true>;
    const ENDS_EARLY: bool = false;
    /// Measured on scans and CAD models of 13,000 to 70,000 triangles: four need up to a fifth
    /// more visits on the large ones, sixteen cost time on the small ones.
    const DIVES: u32 = 8;

    #[inline(always)]
    fn boxes(&self) -> (Bounds<true>, &QueryFrame) {
        (Bounds(self.boxes), self.frame)
    }

    #[inline(always)]
    fn tested(&self, sides: [u32; 2]) -> u32 {
        match self.nearest.at_lower_bound() {
            Some(triangles) => self.with_numbers_below(triangles, sides),
            None if self.nearest.leaves_out_copies() => {
                self.with_numbers_below([Leaf::NO_TRIANGLE; 2], sides)
            }
            None => u32::MAX,
        }
    }

    #[inline(always)]
    fn leaf_pair<S: Lanes>(&mut self, simd: S, leaves: [&Leaf; 2], tally: &mut impl Tally) -> Open {
        let [a, b] = leaves;
        let mut found = simd.apart(FindNearPairs { a, b, query: self.frame, tolerance: &self.cut });
        tally.leaf(found.pairs, found.near);
        if found.near != 0 && self.nearest.leaves_out_copies() {
            found.near &= self.without_copies(leaves);
        }
        if found.near == 0 {
            return ControlFlow::Continue(0);
        }
        let may_meet = self.offer(leaves, &found, tally.stages());
        if self.nearest.is_close_enough() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(may_meet)
    }

    fn undecided(
        &mut self,
        [a, b]: [&Leaf; 2],
        pairs: u32,
        tally: &mut impl Tally,
    ) -> ControlFlow<()> {
        for pair in pairs_in(pairs) {
            let (in_a, in_b) = (pair % 4, pair / 4);
            let corners = [self.a.triangle(a, in_a), self.b.triangle(b, in_b)];
            if self.nearest.look_at([a.ids[in_a], b.ids[in_b]], corners, tally.stages()) {
                return ControlFlow::Break(());
            }
        }
        self.follow_cut();
        if self.nearest.is_close_enough() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
