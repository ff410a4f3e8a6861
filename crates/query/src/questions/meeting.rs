//! Which triangles meet: the certain boolean, and all pairs.

use std::ops::ControlFlow;

use obbtree_predicates::Placement;
use obbtree_simd::Lanes;
use obbtree_tree::wide::{Leaf, Tree};

use crate::boxes::frame::QueryFrame;
use crate::boxes::{Meet, Overlapping};
use crate::decide::{TrianglePairs, placed_aabbs_apart};
use crate::leaf::decide;
use crate::traverse::pair_masks::pairs_in;
use crate::traverse::question::{OnPair, Open, Question};
use crate::traverse::tally::Tally;

/// Calls back with each pair of triangles that meets. `FIRST` if the first pair is likely to end
/// the search.
pub(crate) struct Meeting<'q, const FIRST: bool> {
    pub(crate) a: &'q Tree,
    pub(crate) b: &'q Tree,
    pub(crate) placement: &'q Placement,
    pub(crate) frame: &'q QueryFrame,
    pub(crate) on_pair: OnPair<'q>,
    pub(crate) hard: &'q mut HardPairs,
}

/// Pairs that the kernel could not decide. Where there are many and none meets, bodies lie on
/// each other, and the boxes around them may be a fraction of an ulp apart.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HardPairs {
    count: u64,
    some_meet: bool,
    /// The search was broken off because the boxes around the bodies are apart.
    pub(crate) bodies_apart: bool,
}

/// So many pairs must be hard before the boxes around the bodies are compared, which takes as
/// long as a few such pairs.
const MANY_HARD_PAIRS: u64 = 64;

impl HardPairs {
    /// After some more, of which those among `met` meet: have they become many, and are the boxes
    /// around the bodies apart?
    #[inline(always)]
    fn show_bodies_apart(
        &mut self,
        more: u32,
        met: u32,
        trees: [&Tree; 2],
        of: &Placement,
    ) -> bool {
        let before = self.count;
        self.count += u64::from(more);
        self.some_meet |= met != 0;
        let now_many = before < MANY_HARD_PAIRS && self.count >= MANY_HARD_PAIRS;
        if now_many && !self.some_meet {
            self.bodies_apart = bodies_apart(trees, of);
        }
        self.bodies_apart
    }
}

#[cold]
#[inline(never)]
fn bodies_apart([a, b]: [&Tree; 2], placement: &Placement) -> bool {
    let [of_a, of_b] = [a, b].map(|tree| &tree.root_box().aabb);
    placed_aabbs_apart(of_a, &placement.pose_a, of_b, &placement.pose_b)
}

impl<const FIRST: bool> Question for Meeting<'_, FIRST> {
    type Boxes = Overlapping<Meet>;
    const ENDS_EARLY: bool = FIRST;

    #[inline(always)]
    fn boxes(&self) -> (Overlapping<Meet>, &QueryFrame) {
        (Overlapping(Meet), self.frame)
    }

    #[inline(always)]
    fn leaf_pair<S: Lanes>(&mut self, simd: S, [a, b]: [&Leaf; 2], tally: &mut impl Tally) -> Open {
        let decided = decide(simd, a, b, self.frame);
        let unknown = decided.unknown;
        tally.leaf(decided.pairs, unknown);
        if FIRST {
            self.report([a, b], decided.yes)?;
            return ControlFlow::Continue(unknown);
        }
        // At once, so that the order of all pairs does not depend on what a kernel could decide.
        let mut meet = decided.yes;
        if unknown != 0 {
            meet |= later_stages::<FIRST>([self.a, self.b], [a, b], unknown, self.placement, tally);
            self.compare_root_boxes(unknown, meet)?;
        }
        self.report([a, b], meet)?;
        ControlFlow::Continue(0)
    }

    fn undecided(
        &mut self,
        [a, b]: [&Leaf; 2],
        pairs: u32,
        tally: &mut impl Tally,
    ) -> ControlFlow<()> {
        let met = later_stages::<FIRST>([self.a, self.b], [a, b], pairs, self.placement, tally);
        self.compare_root_boxes(pairs, met)?;
        self.report([a, b], met)
    }
}

impl<const FIRST: bool> Meeting<'_, FIRST> {
    /// Breaks off if many hard pairs of which none meets are explained by bodies whose boxes are
    /// apart.
    #[inline(always)]
    fn compare_root_boxes(&mut self, pairs: u32, met: u32) -> ControlFlow<()> {
        let (trees, pairs) = ([self.a, self.b], pairs.count_ones());
        if self.hard.show_bodies_apart(pairs, met, trees, self.placement) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Calls back with pairs of two leaves.
    #[inline(always)]
    fn report(&mut self, [a, b]: [&Leaf; 2], pairs: u32) -> ControlFlow<()> {
        pairs_in(pairs).try_for_each(|pair| (self.on_pair)(a.ids[pair % 4], b.ids[pair / 4]))
    }
}

/// The pairs of two leaves that the kernel could not decide, by `f64` and exact arithmetic: those
/// that meet, or the first of them. Each triangle is prepared once.
#[cold]
#[inline(never)]
pub(crate) fn later_stages<const FIRST: bool>(
    [tree_a, tree_b]: [&Tree; 2],
    [a, b]: [&Leaf; 2],
    unknown: u32,
    placement: &Placement,
    tally: &mut impl Tally,
) -> u32 {
    let mut pairs = TrianglePairs::<4>::new(placement);
    let mut meet = 0;
    for pair in pairs_in(unknown) {
        let of_a = || tree_a.triangle(a, pair % 4);
        let of_b = || tree_b.triangle(b, pair / 4);
        let met = pairs.meet([pair % 4, pair / 4], of_a, of_b, tally.stages());
        meet |= u32::from(met) << pair;
        if FIRST && met {
            break;
        }
    }
    meet
}
