//! Is some pair of triangles within a tolerance?

use std::ops::ControlFlow;

use obbtree_predicates::{Placement, triangles_closer};
use obbtree_simd::Lanes;
use obbtree_tree::wide::{Leaf, Node, Tree};

use crate::wide::boxes::{Survivors, Within, cross_phase, face_phase, full_visit};
use crate::wide::frame::QueryFrame;
use crate::wide::question::{FullVisit, Kept, Question};
use crate::wide::tally::Tally;
use crate::wide::tolerance::Tolerance;
use crate::wide::triangles::decide_closer;

/// Ends the search at the first pair of triangles that is within the tolerance.
pub(in crate::wide) struct Closer<'q> {
    pub(in crate::wide) a: &'q Tree,
    pub(in crate::wide) b: &'q Tree,
    pub(in crate::wide) placement: &'q Placement,
    pub(in crate::wide) frame: &'q QueryFrame,
    /// In the world, as the user gave it, and in A's frame.
    pub(in crate::wide) tolerance: f64,
    pub(in crate::wide) in_frame: &'q Tolerance,
    /// For boxes.
    pub(in crate::wide) boxes: Within,
    /// The pair that was found.
    pub(in crate::wide) found: &'q mut Option<[u32; 2]>,
}

impl Question for Closer<'_> {
    type Key = ();
    const ENDS_EARLY: bool = true;

    #[inline(always)]
    fn first_phase<S: Lanes>(
        &self,
        simd: S,
        nodes: [&Node; 2],
        visit: u32,
        lanes: u32,
        survivors: &mut Survivors<'_>,
    ) {
        face_phase(simd, nodes, self.frame, self.boxes, visit, lanes, survivors);
    }

    #[inline(always)]
    fn second_phase<S: Lanes>(
        &self,
        simd: S,
        a: &Node,
        survivors: &Survivors<'_>,
        index: usize,
    ) -> Kept<()> {
        Kept { pairs: cross_phase(simd, a, self.boxes, survivors, index), keys: [(); 16] }
    }

    #[inline(always)]
    fn full_visit<S: Lanes>(&self, simd: S, nodes: [&Node; 2], lanes: u32) -> FullVisit<()> {
        full_visit(simd, nodes, self.frame, self.boxes, lanes)
    }

    #[inline(always)]
    fn leaf_pair<S: Lanes>(
        &mut self,
        simd: S,
        [a, b]: [&Leaf; 2],
        tally: &mut impl Tally,
    ) -> ControlFlow<()> {
        let decided = decide_closer(simd, a, b, self.frame, self.in_frame);
        let unknown = decided.unknown;
        tally.leaf(decided.pairs.count_ones(), (decided.pairs & !unknown).count_ones());
        if decided.yes == 0 && unknown == 0 {
            return ControlFlow::Continue(());
        }
        let pair = if decided.yes != 0 {
            Some(decided.yes.trailing_zeros() as usize)
        } else {
            self.later_stages([a, b], unknown, tally)
        };
        match pair {
            None => ControlFlow::Continue(()),
            Some(pair) => {
                *self.found = Some([a.ids[pair % 4], b.ids[pair / 4]]);
                ControlFlow::Break(())
            }
        }
    }
}

impl Closer<'_> {
    /// The first pair that the kernel could not decide and that is within the tolerance by `f64` and
    /// exact arithmetic.
    #[cold]
    #[inline(never)]
    fn later_stages(
        &self,
        [a, b]: [&Leaf; 2],
        unknown: u32,
        tally: &mut impl Tally,
    ) -> Option<usize> {
        (0..16).filter(|pair| unknown >> pair & 1 != 0).find(|&pair| {
            let triangle_a = self.a.triangle(a, pair % 4);
            let triangle_b = self.b.triangle(b, pair / 4);
            let stages = tally.stages();
            triangles_closer(&triangle_a, &triangle_b, self.placement, self.tolerance, stages)
        })
    }
}
