//! The descent of two trees for an interval of time.
//!
//! Pairs of boxes whose displacements are short beside their sizes are descended as in any
//! search, and end as pairs of triangles; the others wait for shorter intervals. So time is cut
//! finely only where boxes are near each other, and what waited in one interval is where the
//! search begins in its halves.

use std::ops::{ControlFlow, Range};

use obbtree_predicates::UpperBound;
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::{Leaf, Node, Tree};

use super::swept_frame::SweptFrame;
use crate::Counts;
use crate::boxes::frame::QueryFrame;
use crate::boxes::tolerance::Tolerance;
use crate::interrupt::pause_at;
use crate::leaf::FindSweptPairs;
use crate::sides::leaf_of;
use crate::sides::{node_of, opened_mask, places_of};
use crate::time::swept::{DeferredPairs, Waiting};
use crate::time::swept_boxes::{SweptVisit, swept_visit};
use crate::traverse::child_pairs::{ChildPairs, Descent};
use crate::traverse::node_copies::{NodeCopies, fetch};
use crate::traverse::pair_masks::{pairs_in, pairs_of_a, pairs_of_b};
use crate::traverse::question::OnPair;
use crate::traverse::relevance_sphere::RelevanceSphere;
use crate::traverse::stack::PairStack;
use crate::traverse::tally::Tally;

/// What it works in.
#[derive(Clone, Debug, Default)]
pub(crate) struct SweptMemory {
    stack: PairStack,
    /// Nodes of A and of B that are not the tree's own.
    nodes: [NodeCopies; 2],
}

/// The search, as a [`Kernel`].
pub(crate) struct SweptSearch<'q> {
    pub(crate) trees: [&'q Tree; 2],
    pub(crate) frame: &'q QueryFrame,
    pub(crate) swept_frame: &'q SweptFrame,
    pub(crate) may_wait: bool,
    pub(crate) descent: Descent,
    pub(crate) level: SimdLevel,
    pub(crate) memory: &'q mut SweptMemory,
    pub(crate) deferred: &'q mut DeferredPairs,
    pub(crate) range: Range<usize>,
    pub(crate) tally: &'q mut Counts,
    pub(crate) on_pair: OnPair<'q>,
}

impl Kernel for SweptSearch<'_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Lanes>(mut self, simd: S) -> ControlFlow<()> {
        let SweptMemory { stack, nodes } = &mut *self.memory;
        stack.len = 0;
        // Spheres around what is near would have to hold all of the interval.
        nodes
            .iter_mut()
            .for_each(|copies| copies.begin(1, self.level, RelevanceSphere::EVERYWHERE));
        let mut visits = 0;
        for index in self.range.clone() {
            let Waiting { sides, pairs } = self.deferred.entries[index];
            self.visit(simd, sides, pairs)?;
            while let Some(last) = self.memory.stack.len.checked_sub(1) {
                let stack = &mut self.memory.stack;
                stack.len = last;
                let sides = [stack.a[last], stack.b[last]];
                self.visit(simd, sides, u32::MAX)?;
                visits += 1;
                pause_at(visits);
            }
        }
        ControlFlow::Continue(())
    }
}

impl SweptSearch<'_> {
    /// Some of the pairs of boxes of two nodes.
    #[inline(always)]
    fn visit<S: Lanes>(&mut self, simd: S, sides: [u32; 2], pairs: u32) -> ControlFlow<()> {
        let lanes = pairs & pairs_of_a(places_of(sides[0])) & pairs_of_b(places_of(sides[1]));
        let SweptMemory { stack, nodes: [copies_a, copies_b] } = &mut *self.memory;
        let a = fetch(self.trees[0], copies_a, 0, node_of(sides[0]));
        let b = fetch(self.trees[1], copies_b, 0, node_of(sides[1]));
        self.tally.visit(lanes.count_ones());
        let mut visit = SweptVisit::NONE;
        swept_visit(simd, [a, b], self.frame, self.swept_frame, lanes, &mut visit);
        let long = if self.may_wait { long_pairs(simd, [a, b], &visit) } else { 0 };
        if long != 0 {
            self.deferred.entries.push(Waiting { sides, pairs: long });
        }
        let descended = visit.pairs & !long;
        if descended == 0 {
            return ControlFlow::Continue(());
        }
        let next = ChildPairs::of(simd, [a, b], sides, descended, self.descent);
        let mut more = stack.space::<()>(16);
        next.push(simd, &[(); 16], &mut more);
        stack.len = more.len;
        if next.leaf_pairs == 0 {
            return ControlFlow::Continue(());
        }
        // Triangles of an opened leaf lead to all of its leaf's.
        let any_opened = sides.map(opened_mask) != [0; 2];
        let of_opened = any_opened.then(|| most_reach(&visit, descended).get());
        for pair in pairs_in(next.leaf_pairs) {
            let leaves = [next.children_a[pair % 4], next.children_b[pair / 4]];
            let (displacement, deviation) = match of_opened {
                Some(reach) => ([0.0; 3], reach),
                None => {
                    let (displacement, deviation) = visit.displacement(pair);
                    (displacement, f64::from(deviation))
                }
            };
            self.leaf_pair(simd, leaves, displacement, deviation)?;
        }
        ControlFlow::Continue(())
    }

    /// Two leaves, where B's has a displacement, from which points deviate by so much at most.
    #[inline(always)]
    fn leaf_pair<S: Lanes>(
        &mut self,
        simd: S,
        children: [u32; 2],
        displacement: [f32; 3],
        deviation: f64,
    ) -> ControlFlow<()> {
        let [a, b] = [0, 1].map(|side| leaf_of(self.trees[side], children[side]));
        let (query, tolerance) = (self.frame, &Tolerance::in_frame(deviation));
        let found = simd.apart(FindSweptPairs { a, b, query, displacement, tolerance });
        let tally = &mut self.tally;
        tally.leaf(found.pairs, found.near);
        if found.near == 0 {
            return ControlFlow::Continue(());
        }
        report(a, b, found.near, self.on_pair)
    }
}

/// The pairs of a visit that had better wait for a shorter interval.
#[inline(always)]
fn long_pairs<S: Lanes>(simd: S, [a, b]: [&Node; 2], visit: &SweptVisit) -> u32 {
    let (mut children_a, mut children_b) = ([0; 4], [0; 4]);
    for c in 0..4 {
        children_a[c] = a.child[c].bits();
        children_b[c] = b.child[c].bits();
    }
    let [leaves_a, empty_a] = simd.tops_and_ones(&children_a);
    let [leaves_b, empty_b] = simd.tops_and_ones(&children_b);
    let of_leaves = pairs_of_a(leaves_a) & pairs_of_b(leaves_b);
    let long = visit.long & !of_leaves | visit.long_of_leaves & of_leaves;
    // Places without a child have boxes of no size.
    long & !(pairs_of_a(empty_a) | pairs_of_b(empty_b))
}

/// How much nearer points of some pairs of boxes come to each other, or more.
#[inline(always)]
fn most_reach(visit: &SweptVisit, pairs: u32) -> UpperBound {
    let mut most = UpperBound::ZERO;
    for pair in pairs_in(pairs) {
        let (displacement, deviation) = visit.displacement(pair);
        let reach: UpperBound =
            displacement.map(|x| UpperBound::of_abs(x.into())).into_iter().sum();
        most = most.max(reach + UpperBound::from(f64::from(deviation)));
    }
    most
}

/// Kept apart from the kernels.
#[inline(never)]
fn report(a: &Leaf, b: &Leaf, pairs: u32, on_pair: OnPair<'_>) -> ControlFlow<()> {
    pairs_in(pairs).try_for_each(|pair| on_pair(a.ids[pair % 4], b.ids[pair / 4]))
}
