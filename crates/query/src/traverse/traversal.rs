//! The descent of two trees, for any question: where one body is much larger, the larger tree
//! alone first, against a sphere (`sphere_descent`); an ordered dive where one find ends the
//! search, or several for a first bound; then waves.
//!
//! A wave takes up to sixteen entries from the stack and runs one phase for all of them before
//! the next: first box phase, second box phase, push, leaves. Phases do not branch on results, so
//! the CPU never waits for one. The dive makes one visit at a time and takes the first in the
//! question's order; it finds deep contacts in half the visits, and is left when they do not
//! come. Then every fourth wave begins with a pair from elsewhere in the stack, first the oldest,
//! then any: bodies at rest on each other touch at many places, but seldom where the dive went, and
//! a search that goes to the end where it is comes to them last.
//!
//! The stack grows; no work is dropped, and nothing recurses.

use std::ops::ControlFlow;

use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::Tree;

use super::child_pairs::{ChildPairs, Descent, are_unlike};
use super::node_copies::{NodeCopies, fetch, fetched};
use super::pair_masks::{pairs_of_a, pairs_of_b};
use super::question::{KeyOf, Question};
use super::relevance_sphere::RelevanceSphere;
use super::sphere_descent::SphereF32;
use super::stack::PairStack;
use super::tally::Tally;
use crate::boxes::{BoxVisits, Buffer};
use crate::interrupt::{pause, pause_at};
use crate::sides::leaf_of;
use crate::sides::{ROOT, node_of, places_of};

/// Visits in a wave; fewer where a find makes the rest of the wave idle.
const WAVE: usize = 16;
const SHORT_WAVE: usize = 4;

/// The dive ends after this many visits that keep no pair, or after so many in all. Measured
/// together with the short wave: four dead visits or waves of eight cost 5 to 15 % where bodies
/// are apart, and a dive of 16 visits gains nothing there. A small body against a large one
/// (`any`, 75 sets, times the sets' geometric mean, known to 4 %) needs nothing else: no dive
/// 1.08 to 1.14 (0.95 to 1.02 apart, 1.30 to 1.34 meeting), a dive of 8 visits 1.05, one dead
/// visit 1.01 to 1.05, waves of eight 1.03, both of these 1.06 to 1.11.
const DIVE_DEAD: u32 = 2;
const DIVE_VISITS: u32 = 32;

/// Where one find ends the search, each of so many waves begins elsewhere. Measured in visits
/// (`any`, 80 sets that meet): bodies at rest need 0.78 times as many as without (a nut on its
/// bolt's head 0.23, a mesh moved by 1e-7 on itself 0.11 to 0.81), others 1.01. At every second
/// wave it is 0.75 and 1.03, with soups at 1.9; always taking the oldest pair, 0.90.
///
/// The first time it is the oldest pair, of which the least is known. Of 115 sets that meet this
/// takes 0.99 times the visits and 0.96 times the leaf pairs of any pair; a nut on its bolt's head
/// 0.16, soups on each other 0.35, blocks on a table and a soup on a blob 1.4. The oldest pair at
/// every second time 1.02 and a pin in its sleeve 3.8, only at the second 1.01, at the first wave
/// or the second 1.01, with blocks on a table at 1.8 and 2.0.
const WAVES_HERE: u32 = 4;

/// 2^32 times the golden ratio: its multiples are spread evenly, however many there are.
const SPREAD: u32 = 0x9E37_79B9;

/// How many leaf pairs ahead their cache lines are prefetched.
const PREFETCH_AHEAD: usize = 2;

/// What a traversal works in. Empty at first; grows to what queries need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// Visits to do.
    stack: PairStack,
    /// Leaf pairs to do, as child bits.
    leaves: PairStack,
    /// Nodes of the larger tree that wait to be descended alone.
    deeper: Vec<u32>,
    /// Leaf pairs that the kernel did not decide, by their place in `leaves`, and which of their
    /// pairs.
    undecided: Vec<(u32, u32)>,
    buffer: Buffer,
    /// Nodes of a wave, of A and of B, that are not the tree's own.
    copies: [NodeCopies; 2],
}

/// Where a visit of a dive has led.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// No pair stays.
    Dead,
    /// To further visits.
    Deeper,
    /// To leaves.
    Leaves,
}

/// One question to two trees, as a [`Kernel`].
pub(crate) struct Traverse<'q, Q, T> {
    pub(crate) a: &'q Tree,
    pub(crate) b: &'q Tree,
    pub(crate) question: Q,
    pub(crate) descent: Descent,
    /// What of A and of B can be near the other. Everything, for questions without a bound at the
    /// start.
    pub(crate) near: [RelevanceSphere; 2],
    /// The instruction set it runs on.
    pub(crate) level: SimdLevel,
    pub(crate) memory: &'q mut Memory,
    pub(crate) tally: T,
}

impl<Q: Question, T: Tally> Kernel for Traverse<'_, Q, T> {
    /// Whether the question broke off the search.
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Lanes>(mut self, simd: S) -> ControlFlow<()> {
        let Memory { stack, leaves, copies, .. } = &mut *self.memory;
        for (copies, near) in copies.iter_mut().zip(self.near) {
            copies.begin(WAVE, self.level, near);
        }
        leaves.len = 0;
        stack.len = 0;
        self.begin(simd);
        if Q::DIVES > 0 {
            self.dives(simd)?;
        }
        if Q::ENDS_EARLY {
            self.dive(simd)?;
            self.waves::<S, SHORT_WAVE>(simd)
        } else {
            self.waves::<S, WAVE>(simd)
        }
    }
}

impl<Q: Question, T: Tally> Traverse<'_, Q, T> {
    /// Pushes the first visits: that of the roots, or where one body is much larger, those of its
    /// boxes near a sphere around the other body, as deep as they are much larger than the
    /// sphere.
    #[inline(always)]
    fn begin<S: Lanes>(&mut self, simd: S) {
        let [radius_a, radius_b] = [self.a.sphere_radius(), self.b.sphere_radius()];
        let a_is_larger = radius_a > radius_b;
        let larger = usize::from(!a_is_larger);
        let tree = if a_is_larger { self.a } else { self.b };
        let sphere = match self.descent {
            // A dive for a bound needs bounds to order the first visits by, which a sphere does not
            // give. A tree of one node is not descended.
            Descent::Larger
                if Q::DIVES == 0 && tree.node_count() > 1 && are_unlike(radius_a, radius_b) =>
            {
                SphereF32::of(tree, &self.near[larger])
            }
            _ => None,
        };
        let Memory { stack, copies, deeper, .. } = &mut *self.memory;
        let Some(sphere) = sphere else {
            stack.space::<KeyOf<Q>>(1).push_one(ROOT, ROOT, KeyOf::<Q>::default());
            stack.len = 1;
            return;
        };
        let begins_at = |side| {
            let [a, b] = if a_is_larger { [side, ROOT] } else { [ROOT, side] };
            let mut more = stack.space::<KeyOf<Q>>(1);
            more.push_one(a, b, KeyOf::<Q>::default());
            stack.len = more.len;
        };
        let copies = &mut copies[larger];
        sphere.descend(simd, tree, copies, deeper, &mut self.tally, begins_at);
        // What was found first is taken first.
        stack.reverse();
    }

    /// One visit at a time, the first in order first, until nothing near is found.
    #[inline(always)]
    fn dive<S: Lanes>(&mut self, simd: S) -> ControlFlow<()> {
        let mut dead = 0;
        let mut at_first = true;
        for _ in 0..DIVE_VISITS {
            if self.memory.stack.len == 0 || dead == DIVE_DEAD {
                break;
            }
            let step = self.dive_step(simd, &mut at_first)?;
            dead += u32::from(step == Step::Dead);
        }
        ControlFlow::Continue(())
    }

    /// Dives for a first bound, each from the least key of all that wait down to leaves.
    #[inline(always)]
    fn dives<S: Lanes>(&mut self, simd: S) -> ControlFlow<()> {
        let mut left = Q::DIVES;
        let mut step = Step::Dead;
        while left > 0 && self.memory.stack.len > 0 {
            if Q::BEST_FIRST || step != Step::Deeper {
                let stack = &mut self.memory.stack;
                stack.least_last();
                self.question.before_visit(stack.key(stack.len - 1))?;
            }
            step = self.dive_step(simd, &mut false)?;
            left -= u32::from(step == Step::Leaves);
        }
        if self.memory.stack.len == 0 {
            self.question.nothing_waits();
        }
        ControlFlow::Continue(())
    }

    /// One visit of a dive, through both phases. `at_first` while the dive has not reached a leaf
    /// pair whose decision is urgent.
    #[inline(always)]
    fn dive_step<S: Lanes>(&mut self, simd: S, at_first: &mut bool) -> ControlFlow<(), Step> {
        let Memory { stack, leaves, copies: [copies_a, copies_b], .. } = &mut *self.memory;
        stack.len -= 1;
        if self.question.boxes().0.is_settled(stack.key(stack.len)) {
            return ControlFlow::Continue(Step::Dead);
        }
        let entry = [stack.a[stack.len], stack.b[stack.len]];
        let lanes = pairs_of_a(places_of(entry[0])) & pairs_of_b(places_of(entry[1]));
        let lanes = lanes & self.question.tested(entry);
        let a = fetch(self.a, copies_a, 0, node_of(entry[0]));
        let b = fetch(self.b, copies_b, 0, node_of(entry[1]));
        self.tally.visit(lanes.count_ones());
        self.question.at_visit(lanes.count_ones());
        let (boxes, frame) = self.question.boxes();
        let visit = boxes.full_visit(simd, [a, b], frame, lanes);
        self.tally.second_phase(visit.second_phase);
        let kept = &visit.kept;
        let next = ChildPairs::of(simd, [a, b], entry, kept.pairs, self.descent);
        let mut more_leaves = leaves.space::<KeyOf<Q>>(16);
        next.push_leaves_first_first(simd, &visit, &mut more_leaves);
        let mut more = stack.space::<KeyOf<Q>>(16);
        next.push_first_last(simd, &visit, &mut more);
        (stack.len, leaves.len) = (more.len, more_leaves.len);
        let step = match (visit.kept.pairs, leaves.len) {
            (0, _) => Step::Dead,
            (_, 0) => Step::Deeper,
            _ => Step::Leaves,
        };
        let first_to_the_end = *at_first;
        *at_first &= leaves.len == 0;
        self.leaf_pairs(simd, first_to_the_end)?;
        ControlFlow::Continue(step)
    }

    #[inline(always)]
    fn waves<S: Lanes, const VISITS: usize>(&mut self, simd: S) -> ControlFlow<()> {
        let mut waves = 0_u32;
        while self.memory.stack.len > 0 {
            waves = waves.wrapping_add(1);
            if Q::ENDS_EARLY && waves.is_multiple_of(WAVES_HERE) {
                let share = if waves == WAVES_HERE { 0 } else { waves.wrapping_mul(SPREAD) };
                self.memory.stack.other_last::<KeyOf<Q>>(share);
            }
            self.wave::<S, VISITS>(simd)?;
            pause_at(waves as usize);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn wave<S: Lanes, const VISITS: usize>(&mut self, simd: S) -> ControlFlow<()> {
        let Memory { stack, leaves, buffer, copies: [copies_a, copies_b], .. } = &mut *self.memory;
        let (boxes, frame) = self.question.boxes();
        let mut survivors = buffer.begin(VISITS);
        let visits = stack.len.min(VISITS);
        stack.len -= visits;
        let mut wave = [[0; 2]; VISITS];
        let [sides_a, sides_b] = [&stack.a, &stack.b].map(|side| &side[stack.len..][..visits]);
        for (n, (&side_a, &side_b)) in sides_a.iter().zip(sides_b).enumerate() {
            if self.question.boxes().0.is_settled(stack.key(stack.len + n)) {
                continue;
            }
            wave[n] = [side_a, side_b];
            let a = fetch(self.a, copies_a, n, node_of(side_a));
            let b = fetch(self.b, copies_b, n, node_of(side_b));
            let lanes = pairs_of_a(places_of(side_a)) & pairs_of_b(places_of(side_b));
            let lanes = lanes & self.question.tested([side_a, side_b]);
            self.tally.visit(lanes.count_ones());
            boxes.first_phase(simd, [a, b], frame, n as u32, lanes, &mut survivors);
        }
        self.tally.second_phase(survivors.len());
        // As many as the visits can keep: no push needs to check.
        let mut more = stack.space::<KeyOf<Q>>(VISITS * 16);
        let mut more_leaves = leaves.space::<KeyOf<Q>>(VISITS * 16);
        let mut index = 0;
        while index < survivors.len() {
            let n = survivors.visit(index);
            let a = fetched(self.a, copies_a, n, node_of(wave[n][0]));
            let b = fetched(self.b, copies_b, n, node_of(wave[n][1]));
            let mut kept = boxes.second_phase(simd, a, &survivors, index);
            index += 1;
            // The registers of a visit lie side by side.
            while S::REGISTERS > 1 && index < survivors.len() && survivors.visit(index) == n {
                kept.add(&boxes.second_phase(simd, a, &survivors, index));
                index += 1;
            }
            let next = ChildPairs::of(simd, [a, b], wave[n], kept.pairs, self.descent);
            let leaf_keys = next.leaf_keys(&kept.keys);
            let (children_a, children_b) = (&next.children_a, &next.children_b);
            more_leaves.push(simd, next.leaf_pairs, children_a, children_b, &leaf_keys);
            next.push(simd, &kept.keys, &mut more);
        }
        (stack.len, leaves.len) = (more.len, more_leaves.len);
        self.leaf_pairs(simd, false)
    }

    /// Shows the question all leaf pairs that are at hand.
    ///
    /// The first leaf pair of a dive is decided to the end before the others are looked at: it is
    /// the nearest, and bodies that lie on each other are likely to meet there, where the kernel
    /// does not know.
    #[inline(always)]
    fn leaf_pairs<S: Lanes>(&mut self, simd: S, first_to_the_end: bool) -> ControlFlow<()> {
        let Memory { leaves, undecided, .. } = &mut *self.memory;
        undecided.clear();
        for n in 0..leaves.len {
            if n + PREFETCH_AHEAD < leaves.len {
                let (a, b) = (leaves.a[n + PREFETCH_AHEAD], leaves.b[n + PREFETCH_AHEAD]);
                simd.prefetch(leaf_of(self.a, a));
                simd.prefetch(leaf_of(self.b, b));
            }
            if self.question.boxes().0.is_settled(leaves.key(n)) {
                continue;
            }
            let a = leaf_of(self.a, leaves.a[n]);
            let b = leaf_of(self.b, leaves.b[n]);
            let pairs = self.question.leaf_pair(simd, [a, b], &mut self.tally)?;
            if pairs != 0 {
                if n == 0 && first_to_the_end {
                    cold(|| self.question.undecided([a, b], pairs, &mut self.tally))?;
                } else {
                    undecided.push((n as u32, pairs));
                }
            }
        }
        if !undecided.is_empty() {
            self.undecided()?;
        }
        self.memory.leaves.len = 0;
        ControlFlow::Continue(())
    }

    /// The pairs that the kernel has left.
    #[cold]
    #[inline(never)]
    fn undecided(&mut self) -> ControlFlow<()> {
        let Memory { leaves, undecided, .. } = &mut *self.memory;
        pause();
        for &(n, pairs) in undecided.iter() {
            let a = leaf_of(self.a, leaves.a[n as usize]);
            let b = leaf_of(self.b, leaves.b[n as usize]);
            self.question.undecided([a, b], pairs, &mut self.tally)?;
        }
        ControlFlow::Continue(())
    }
}

/// A call that is rarely made, kept apart from the others.
#[cold]
#[inline(never)]
fn cold<T>(call: impl FnOnce() -> T) -> T {
    call()
}
