//! The descent: an ordered dive for the first contact, then waves.
//!
//! A wave takes up to sixteen entries from the stack and runs one phase for all of them before the
//! next: faces, crosses, push, leaves. Phases do not branch on results, so the CPU never waits for
//! one. The dive goes one visit at a time, the nearest centres last on the stack; it finds deep
//! contacts in half the visits, and is left when they do not come.
//!
//! The stack grows; no work is dropped, and nothing recurses.

use std::ops::ControlFlow;

use obbtree_geom::{Placement, Triangle, triangles_meet_past_kernel};
use obbtree_simd::{Kernel, Lanes};
use obbtree_tree::wide::{Child, Leaf, Node, Tree};

use super::leaf;
use super::motion::Motion;
use super::tally::Tally;
use super::visit::{self, Buffer};

/// More nodes than these, and a side of a stack entry does not fit 32 bits (128 GiB of them).
pub(super) const MAX_NODES: usize = 1 << 29;

/// Visits in a wave for all pairs, and for the first: half, as a contact makes the rest idle.
const WAVE: usize = 16;
const WAVE_FIRST: usize = 8;

/// The dive ends after this many visits that leave no pair, or after so many in all. Measured: two
/// costs 4 to 8 % over no dive where bodies are apart, and up to 14 % over a full dive in contact.
const DIVE_DEAD: u32 = 2;
const DIVE_VISITS: u32 = 16;

/// In a side of a stack entry: all four children. Else the low three bits name one.
const ALL: u32 = 4;

/// Two columns of numbers that grow together.
#[derive(Clone, Debug, Default)]
struct Pairs {
    a: Vec<u32>,
    b: Vec<u32>,
    len: usize,
}

/// The end of a column pair, with room.
struct Room<'m> {
    a: &'m mut [u32],
    b: &'m mut [u32],
    len: usize,
}

impl Pairs {
    /// Room for `more` pairs, and for the sixteen that a push may overwrite. What is pushed there
    /// counts once its length is written back.
    #[inline(always)]
    fn room(&mut self, more: usize) -> Room<'_> {
        let needed = self.len + more + 16;
        if self.a.len() < needed {
            self.grow(needed);
        }
        Room { a: &mut self.a, b: &mut self.b, len: self.len }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, needed: usize) {
        self.a.resize(2 * needed, 0);
        self.b.resize(2 * needed, 0);
    }
}

impl Room<'_> {
    #[inline(always)]
    fn push<S: Lanes>(&mut self, simd: S, mask: u32, a: &[u32; 4], b: &[u32; 4]) {
        self.len = simd.push_pairs(mask, a, b, self.a, self.b, self.len);
    }

    #[inline(always)]
    fn push_one(&mut self, a: u32, b: u32) {
        self.a[self.len] = a;
        self.b[self.len] = b;
        self.len += 1;
    }
}

/// What a traversal works in. Empty at first; grows to what queries need.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Visits to do: a node, times eight, plus a child or [`ALL`].
    stack: Pairs,
    /// Leaf pairs to do, as child bits.
    leaves: Pairs,
    buffer: Buffer,
}

/// Called with each pair of triangles that meets. Behind a pointer, so that the kernels are compiled
/// once and not for every caller; a call costs little beside the pair.
pub(super) type OnPair<'q> = &'q mut dyn FnMut(u32, u32) -> ControlFlow<()>;

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

/// A visit taken from the stack.
struct Visit<'q> {
    a: &'q Node,
    b: &'q Node,
    entry: [u32; 2],
}

impl<'q> Visit<'q> {
    #[inline(always)]
    fn of(a: &'q [Node], b: &'q [Node], entry: [u32; 2]) -> Self {
        let node = |nodes: &'q [Node], side: u32| &nodes[(side >> 3) as usize];
        Self { a: node(a, entry[0]), b: node(b, entry[1]), entry }
    }
}

impl<T: Tally, const FIRST: bool> Kernel for Traverse<'_, T, FIRST> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Lanes>(mut self, simd: S) -> ControlFlow<()> {
        let Memory { stack, leaves, .. } = &mut *self.memory;
        (stack.len, leaves.len) = (0, 0);
        stack.room(1).push_one(ALL, ALL);
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
    #[inline(always)]
    fn dive<S: Lanes>(&mut self, simd: S) -> ControlFlow<()> {
        let mut dead = 0;
        for _ in 0..DIVE_VISITS {
            if self.memory.stack.len == 0 || dead == DIVE_DEAD {
                break;
            }
            let left = self.wave::<S, 1, true>(simd)?;
            dead += u32::from(!left);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn waves<S: Lanes, const VISITS: usize>(&mut self, simd: S) -> ControlFlow<()> {
        while self.memory.stack.len > 0 {
            self.wave::<S, VISITS, false>(simd)?;
        }
        ControlFlow::Continue(())
    }

    /// One wave; did a pair survive it?
    #[inline(always)]
    fn wave<S: Lanes, const VISITS: usize, const ORDERED: bool>(
        &mut self,
        simd: S,
    ) -> ControlFlow<(), bool> {
        let Memory { stack, leaves, buffer } = &mut *self.memory;
        let (nodes_a, nodes_b) = (&self.a.nodes[..], &self.b.nodes[..]);
        let mut survivors = buffer.begin(VISITS);
        let visits = stack.len.min(VISITS);
        stack.len -= visits;
        let mut wave = [[0; 2]; VISITS];
        let taken = stack.a[stack.len..][..visits].iter().zip(&stack.b[stack.len..][..visits]);
        for (n, (&side_a, &side_b)) in taken.enumerate() {
            wave[n] = [side_a, side_b];
            let Visit { a, b, .. } = Visit::of(nodes_a, nodes_b, wave[n]);
            let lanes = leaf::of_a(places(side_a)) & leaf::of_b(places(side_b));
            self.tally.visit(lanes.count_ones());
            visit::faces(simd, a, b, self.motion, n as u32, lanes, &mut survivors);
        }
        self.tally.crosses(survivors.len());
        // As many as the visits can leave: no push needs to ask.
        let mut more = stack.room(VISITS * 16);
        let mut more_leaves = leaves.room(VISITS * 16);
        let mut some = false;
        let mut near = Near::default();
        for index in 0..survivors.len() {
            let visit = Visit::of(nodes_a, nodes_b, wave[survivors.visit(index)]);
            let left = visit::crosses(simd, visit.a, self.motion, &survivors, index);
            some |= left != 0;
            let next = Next::of(simd, &visit, left);
            more_leaves.push(simd, next.leaf_pairs, &next.children_a, &next.children_b);
            if ORDERED {
                let distances = visit::center_distances(simd, &survivors, index);
                near.insert(&next, &distances);
            } else {
                more.push(simd, next.visits, &next.a, &next.b);
            }
        }
        if ORDERED {
            for &(_, [a, b]) in &near.entries[..near.len] {
                more.push_one(a, b);
            }
        }
        (stack.len, leaves.len) = (more.len, more_leaves.len);
        self.leaf_pairs(simd)?;
        ControlFlow::Continue(some)
    }

    /// Tests the triangles of all leaf pairs that the wave found.
    #[inline(always)]
    fn leaf_pairs<S: Lanes>(&mut self, simd: S) -> ControlFlow<()> {
        let (rotation, translation) = (&self.motion.rotation_f64, &self.motion.translation_f64);
        for n in 0..self.memory.leaves.len {
            if n + AHEAD < self.memory.leaves.len {
                let (a, b) = (self.memory.leaves.a[n + AHEAD], self.memory.leaves.b[n + AHEAD]);
                simd.prefetch(&self.a.leaves[(a & INDEX) as usize]);
                simd.prefetch(&self.b.leaves[(b & INDEX) as usize]);
            }
            let (a, b) = (self.memory.leaves.a[n], self.memory.leaves.b[n]);
            let a = &self.a.leaves[(a & INDEX) as usize];
            let b = &self.b.leaves[(b & INDEX) as usize];
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
        self.memory.leaves.len = 0;
        ControlFlow::Continue(())
    }
}

/// How many leaf pairs ahead their lines are asked for.
const AHEAD: usize = 2;

/// The bits of a child that are its index.
const INDEX: u32 = u32::MAX >> 1;

/// The children that a side of a stack entry names, as bits of four.
#[inline(always)]
fn places(side: u32) -> u32 {
    const PLACES: [u32; 8] = [1, 2, 4, 8, 15, 15, 15, 15];
    PLACES[(side & 7) as usize]
}

/// Where the pairs left of a visit lead.
struct Next {
    /// Pairs of leaves, as bits of sixteen.
    leaf_pairs: u32,
    /// Pairs with a node, as bits of sixteen.
    visits: u32,
    /// The side of the next entry for each child.
    a: [u32; 4],
    b: [u32; 4],
    /// The children's bits.
    children_a: [u32; 4],
    children_b: [u32; 4],
}

impl Next {
    #[inline(always)]
    fn of<S: Lanes>(simd: S, visit: &Visit<'_>, left: u32) -> Self {
        let (children_a, children_b) =
            (visit.a.child.map(Child::bits), visit.b.child.map(Child::bits));
        let [leaves_a, empty_a] = simd.tops_and_ones(&children_a);
        let [leaves_b, empty_b] = simd.tops_and_ones(&children_b);
        let left = left & !(leaf::of_a(empty_a) | leaf::of_b(empty_b));
        let leaf_pairs = left & leaf::of_a(leaves_a) & leaf::of_b(leaves_b);
        let (a, b) = (sides(&children_a, visit.entry[0]), sides(&children_b, visit.entry[1]));
        Self { leaf_pairs, visits: left & !leaf_pairs, a, b, children_a, children_b }
    }
}

/// The sides of the next entries: a child's node with all its children; or, where the child is a
/// leaf, this node with this child, which waits while the other side descends.
#[inline(always)]
fn sides(children: &[u32; 4], entry: u32) -> [u32; 4] {
    let waiting = entry & !7;
    let mut side = [0; 4];
    for c in 0..4 {
        // All ones for a leaf, without a branch.
        let leaf = (children[c] as i32 >> 31) as u32;
        side[c] = (leaf & (waiting | c as u32)) | (!leaf & (children[c] << 3 | ALL));
    }
    side
}

/// The entries that a visit of the dive leaves, the farthest first.
#[derive(Default)]
struct Near {
    entries: [(f32, [u32; 2]); 16],
    len: usize,
}

impl Near {
    /// Sorts in the visits of one register.
    #[inline(always)]
    fn insert(&mut self, next: &Next, distances: &[f32; 16]) {
        let mut left = next.visits;
        while left != 0 {
            let pair = left.trailing_zeros() as usize;
            left &= left - 1;
            let entry = (distances[pair], [next.a[pair % 4], next.b[pair / 4]]);
            let mut at = self.len;
            while at > 0 && self.entries[at - 1].0 < entry.0 {
                self.entries[at] = self.entries[at - 1];
                at -= 1;
            }
            self.entries[at] = entry;
            self.len += 1;
        }
    }
}

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
        let triangle_a = triangle(tree_a, a, pair % 4);
        let triangle_b = triangle(tree_b, b, pair / 4);
        let stages = tally.stages();
        let met = triangles_meet_past_kernel(&triangle_a, &triangle_b, placement, stages);
        meet |= u32::from(met) << pair;
    }
    meet
}

/// The triangle in a place of a leaf, as the mesh has it.
pub(super) fn triangle(tree: &Tree, leaf: &Leaf, place: usize) -> Triangle {
    if let Some(triangle) = tree.exact.get(leaf.ids[place] as usize) {
        return *triangle;
    }
    std::array::from_fn(|corner| {
        let component = |k: usize| f64::from(leaf.corners[k][corner][place]);
        [component(0), component(1), component(2)].into()
    })
}
