//! The descent: an ordered dive for the first contact, then waves.
//!
//! A wave takes up to sixteen entries from the stack and runs one phase for all of them before the
//! next: faces, crosses, push, leaves. Phases do not branch on results, so the CPU never waits for
//! one. The dive goes one visit at a time, the nearest centres last on the stack; it finds deep
//! contacts in half the visits, and is left when they do not come.
//!
//! The stack grows; no work is dropped, and nothing recurses.

use std::ops::ControlFlow;

use obbtree_predicates::{Placement, triangles_meet_past_kernel};
use obbtree_simd::{Kernel, Lanes};
use obbtree_tree::wide::{Leaf, Node, Tree};

use super::columns::Columns;
use super::leaf;
use super::motion::Motion;
use super::naive::OnPair;
use super::next::{Next, ROOT, node_of, places};
use super::survivors::Buffer;
use super::tally::Tally;
use super::unpacked::{UnpackedLeaves, copies_for, fetch, fetched, leaf_of};
use super::visit;

/// Visits in a wave for all pairs, and for the first: half, as a contact makes the rest idle.
const WAVE: usize = 16;
const WAVE_FIRST: usize = 8;

/// The dive ends after this many visits that leave no pair, or after so many in all. Measured: two
/// costs 4 to 8 % over no dive where bodies are apart, and up to 14 % over a full dive in contact.
const DIVE_DEAD: u32 = 2;
const DIVE_VISITS: u32 = 16;

/// What a traversal works in. Empty at first; grows to what queries need.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Visits to do: entries as `next` makes them.
    stack: Columns,
    /// Leaf pairs to do, as child bits.
    leaves: Columns,
    buffer: Buffer,
    /// Copies of the nodes of a wave, of A and of B, where a tree's nodes are packed.
    copies: [Vec<Node>; 2],
    /// Leaves of A and of B, where a tree's leaves are packed.
    unpacked_leaves: [UnpackedLeaves; 2],
}

/// One query as a [`Kernel`]: calls back with each pair of triangles that meets. `FIRST` if the first
/// pair is likely to end it: then it dives.
pub(super) struct Traverse<'q, T, const FIRST: bool> {
    pub(super) a: &'q Tree,
    pub(super) b: &'q Tree,
    pub(super) placement: &'q Placement,
    pub(super) motion: &'q Motion,
    pub(super) memory: &'q mut Memory,
    pub(super) tally: T,
    pub(super) on_pair: OnPair<'q>,
}

impl<T: Tally, const FIRST: bool> Kernel for Traverse<'_, T, FIRST> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Lanes>(mut self, simd: S) -> ControlFlow<()> {
        let Memory { stack, leaves, copies, unpacked_leaves, .. } = &mut *self.memory;
        for (tree, copies) in [self.a, self.b].into_iter().zip(copies) {
            copies_for(tree, copies, WAVE);
        }
        unpacked_leaves.iter_mut().for_each(UnpackedLeaves::forget);
        leaves.len = 0;
        stack.len = 0;
        stack.room(1).push_one(ROOT, ROOT);
        stack.len = 1;
        if FIRST {
            self.dive(simd)?;
            self.waves::<S, WAVE_FIRST>(simd)
        } else {
            self.waves::<S, WAVE>(simd)
        }
    }
}

impl<T: Tally, const FIRST: bool> Traverse<'_, T, FIRST> {
    /// One visit at a time, the nearest first, until there is nothing near.
    #[inline(always)]
    fn dive<S: Lanes>(&mut self, simd: S) -> ControlFlow<()> {
        let mut dead = 0;
        for _ in 0..DIVE_VISITS {
            if self.memory.stack.len == 0 || dead == DIVE_DEAD {
                break;
            }
            let left = self.plunge(simd)?;
            dead += u32::from(!left);
        }
        ControlFlow::Continue(())
    }

    /// One visit of the dive, through all fifteen axes; does a pair survive it?
    #[inline(always)]
    fn plunge<S: Lanes>(&mut self, simd: S) -> ControlFlow<(), bool> {
        let Memory { stack, leaves, copies: [copies_a, copies_b], .. } = &mut *self.memory;
        stack.len -= 1;
        let entry = [stack.a[stack.len], stack.b[stack.len]];
        let lanes = leaf::of_a(places(entry[0])) & leaf::of_b(places(entry[1]));
        let a = fetch(self.a, copies_a, 0, node_of(entry[0]));
        let b = fetch(self.b, copies_b, 0, node_of(entry[1]));
        self.tally.visit(lanes.count_ones());
        let visit = visit::whole(simd, a, b, self.motion, lanes);
        self.tally.crosses(visit.crosses);
        let next = Next::of(simd, a, b, entry, visit.left);
        let mut more_leaves = leaves.room(16);
        more_leaves.push(simd, next.leaf_pairs, &next.children_a, &next.children_b);
        let mut more = stack.room(16);
        next.push_nearest_last(&visit.distances, &mut more);
        (stack.len, leaves.len) = (more.len, more_leaves.len);
        self.leaf_pairs(simd)?;
        ControlFlow::Continue(visit.left != 0)
    }

    #[inline(always)]
    fn waves<S: Lanes, const VISITS: usize>(&mut self, simd: S) -> ControlFlow<()> {
        while self.memory.stack.len > 0 {
            self.wave::<S, VISITS>(simd)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn wave<S: Lanes, const VISITS: usize>(&mut self, simd: S) -> ControlFlow<()> {
        let Memory { stack, leaves, buffer, copies: [copies_a, copies_b], .. } = &mut *self.memory;
        let mut survivors = buffer.begin(VISITS);
        let visits = stack.len.min(VISITS);
        stack.len -= visits;
        let mut wave = [[0; 2]; VISITS];
        let [sides_a, sides_b] = [&stack.a, &stack.b].map(|side| &side[stack.len..][..visits]);
        for (n, (&side_a, &side_b)) in sides_a.iter().zip(sides_b).enumerate() {
            wave[n] = [side_a, side_b];
            let a = fetch(self.a, copies_a, n, node_of(side_a));
            let b = fetch(self.b, copies_b, n, node_of(side_b));
            let lanes = leaf::of_a(places(side_a)) & leaf::of_b(places(side_b));
            self.tally.visit(lanes.count_ones());
            visit::faces(simd, a, b, self.motion, n as u32, lanes, &mut survivors);
        }
        self.tally.crosses(survivors.len());
        // As many as the visits can leave: no push needs to ask.
        let mut more = stack.room(VISITS * 16);
        let mut more_leaves = leaves.room(VISITS * 16);
        for index in 0..survivors.len() {
            let n = survivors.visit(index);
            let a = fetched(self.a, copies_a, n, node_of(wave[n][0]));
            let b = fetched(self.b, copies_b, n, node_of(wave[n][1]));
            let left = visit::crosses(simd, a, self.motion, &survivors, index);
            let next = Next::of(simd, a, b, wave[n], left);
            more_leaves.push(simd, next.leaf_pairs, &next.children_a, &next.children_b);
            more.push(simd, next.visits, &next.a, &next.b);
        }
        (stack.len, leaves.len) = (more.len, more_leaves.len);
        self.leaf_pairs(simd)
    }

    /// Tests the triangles of all leaf pairs that the wave found.
    #[inline(always)]
    fn leaf_pairs<S: Lanes>(&mut self, simd: S) -> ControlFlow<()> {
        let (rotation, translation) = (&self.motion.rotation_f64, &self.motion.translation_f64);
        let Memory { leaves, unpacked_leaves: [unpacked_a, unpacked_b], .. } = &mut *self.memory;
        for n in 0..leaves.len {
            if n + AHEAD < leaves.len {
                let (a, b) = (leaves.a[n + AHEAD], leaves.b[n + AHEAD]);
                // A packed leaf is read soon after it was written; that is slow in the next moment.
                simd.prefetch(leaf_of(self.a, a & INDEX, unpacked_a));
                simd.prefetch(leaf_of(self.b, b & INDEX, unpacked_b));
            }
            let (a, b) = (leaves.a[n], leaves.b[n]);
            let a = leaf_of(self.a, a & INDEX, unpacked_a);
            let b = leaf_of(self.b, b & INDEX, unpacked_b);
            let decided = leaf::decide(simd, a, b, self.motion, rotation, translation);
            let unknown = decided.unknown;
            self.tally.leaf(decided.pairs.count_ones(), (decided.pairs & !unknown).count_ones());
            let mut meet = decided.meet;
            if unknown != 0 {
                meet |=
                    later_stages(self.a, a, self.b, b, unknown, self.placement, &mut self.tally);
            }
            while meet != 0 {
                let pair = meet.trailing_zeros() as usize;
                meet &= meet - 1;
                (self.on_pair)(a.ids[pair % 4], b.ids[pair / 4])?;
            }
        }
        leaves.len = 0;
        ControlFlow::Continue(())
    }
}

/// How many leaf pairs ahead their lines are asked for.
const AHEAD: usize = 2;

/// The bits of a child that are its index.
const INDEX: u32 = u32::MAX >> 1;

/// The pairs of two leaves that the kernel could not decide, by `f64` and exact arithmetic: those
/// that meet.
#[cold]
#[inline(never)]
fn later_stages(
    tree_a: &Tree,
    a: &Leaf,
    tree_b: &Tree,
    b: &Leaf,
    unknown: u32,
    placement: &Placement,
    tally: &mut impl Tally,
) -> u32 {
    let mut meet = 0;
    for pair in (0..16).filter(|pair| unknown >> pair & 1 != 0) {
        let triangle_a = tree_a.triangle(a, pair % 4);
        let triangle_b = tree_b.triangle(b, pair / 4);
        let stages = tally.stages();
        let met = triangles_meet_past_kernel(&triangle_a, &triangle_b, placement, stages);
        meet |= u32::from(met) << pair;
    }
    meet
}
