//! Which triangles meet: the certain boolean, and all pairs.

use std::ops::ControlFlow;

use obbtree_predicates::{Placement, TrianglePairs};
use obbtree_simd::Lanes;
use obbtree_tree::wide::{Leaf, Node, Tree};

use crate::wide::boxes::{Meet, Survivors, cross_phase, face_phase, full_visit};
use crate::wide::frame::QueryFrame;
use crate::wide::question::{FullVisit, Kept, Question};
use crate::wide::reference::OnPair;
use crate::wide::tally::Tally;
use crate::wide::triangles::decide;

/// Calls back with each pair of triangles that meets. `FIRST` if the first pair is likely to end the
/// search.
pub(in crate::wide) struct Meeting<'q, const FIRST: bool> {
    pub(in crate::wide) a: &'q Tree,
    pub(in crate::wide) b: &'q Tree,
    pub(in crate::wide) placement: &'q Placement,
    pub(in crate::wide) frame: &'q QueryFrame,
    pub(in crate::wide) on_pair: OnPair<'q>,
}

impl<const FIRST: bool> Question for Meeting<'_, FIRST> {
    type Key = ();
    const ENDS_EARLY: bool = FIRST;

    #[inline(always)]
    fn first_phase<S: Lanes>(
        &self,
        simd: S,
        nodes: [&Node; 2],
        visit: u32,
        lanes: u32,
        survivors: &mut Survivors<'_>,
    ) {
        face_phase(simd, nodes, self.frame, Meet, visit, lanes, survivors);
    }

    #[inline(always)]
    fn second_phase<S: Lanes>(
        &self,
        simd: S,
        a: &Node,
        survivors: &Survivors<'_>,
        index: usize,
    ) -> Kept<()> {
        Kept { pairs: cross_phase(simd, a, Meet, survivors, index), keys: [(); 16] }
    }

    #[inline(always)]
    fn full_visit<S: Lanes>(&self, simd: S, nodes: [&Node; 2], lanes: u32) -> FullVisit<()> {
        full_visit(simd, nodes, self.frame, Meet, lanes)
    }

    #[inline(always)]
    fn leaf_pair<S: Lanes>(
        &mut self,
        simd: S,
        [a, b]: [&Leaf; 2],
        tally: &mut impl Tally,
    ) -> ControlFlow<()> {
        let decided = decide(simd, a, b, self.frame);
        let unknown = decided.unknown;
        tally.leaf(decided.pairs.count_ones(), (decided.pairs & !unknown).count_ones());
        let mut meet = decided.yes;
        if unknown != 0 {
            meet |= later_stages([self.a, self.b], [a, b], unknown, self.placement, tally);
        }
        while meet != 0 {
            let pair = meet.trailing_zeros() as usize;
            meet &= meet - 1;
            (self.on_pair)(a.ids[pair % 4], b.ids[pair / 4])?;
        }
        ControlFlow::Continue(())
    }
}

/// The pairs of two leaves that the kernel could not decide, by `f64` and exact arithmetic: those
/// that meet. Each triangle is prepared once.
#[cold]
#[inline(never)]
fn later_stages(
    [tree_a, tree_b]: [&Tree; 2],
    [a, b]: [&Leaf; 2],
    unknown: u32,
    placement: &Placement,
    tally: &mut impl Tally,
) -> u32 {
    let mut pairs = TrianglePairs::<4>::new(placement);
    let mut meet = 0;
    for pair in (0..16).filter(|pair| unknown >> pair & 1 != 0) {
        let of_a = || tree_a.triangle(a, pair % 4);
        let of_b = || tree_b.triangle(b, pair / 4);
        let met = pairs.meet([pair % 4, pair / 4], of_a, of_b, tally.stages());
        meet |= u32::from(met) << pair;
    }
    meet
}
