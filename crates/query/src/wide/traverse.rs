//! The descent: an ordered dive for the first contact, then waves.
//!
//! A wave takes up to sixteen entries from the stack and runs one phase for all of them before the
//! next: faces, crosses, push, leaves. Phases do not branch on results, so the CPU never waits for
//! one. The dive goes one visit at a time, the nearest centres last on the stack; it finds deep
//! contacts in half the visits, and is left when they do not come.
//!
//! The stack grows; no work is dropped, and nothing recurses.

use std::ops::ControlFlow;

use obbtree_geom::{Placement, triangles_meet_past_kernel};
use obbtree_simd::{Kernel, Lanes};
use obbtree_tree::wide::{Child, Leaf, Node, PackedLeaves, SmallNode, Tree};

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
    /// The nodes of a wave, of A and of B, where a tree's nodes are packed.
    unpacked: [Vec<Node>; 2],
    /// Leaves of A and of B, where a tree's leaves are packed.
    unpacked_leaves: [Unpacked; 2],
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

/// Unpacks the nodes of a wave, in plain code of the lowest CPU: the same bits everywhere.
#[inline(never)]
fn unpack(small: &[SmallNode], unpacked: &mut Vec<Node>, sides: &[u32]) {
    unpacked.clear();
    unpacked.extend(sides.iter().map(|side| small[(side >> 3) as usize].unpack()));
}

/// The nodes of a wave and, where they are copies, the rule that entry `n` has node `n`.
#[inline(always)]
fn wave_nodes<'q>(
    tree: &'q Tree,
    unpacked: &'q mut Vec<Node>,
    sides: &[u32],
    numbers: &mut [u32],
) -> &'q [Node] {
    for (number, side) in numbers.iter_mut().zip(sides) {
        *number = side >> 3;
    }
    if tree.small_nodes.is_empty() {
        return &tree.nodes;
    }
    unpack(&tree.small_nodes, unpacked, sides);
    for (number, n) in numbers.iter_mut().zip(0..) {
        *number = n;
    }
    unpacked
}

impl<T: Tally, const FIRST: bool> Kernel for Traverse<'_, T, FIRST> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Lanes>(mut self, simd: S) -> ControlFlow<()> {
        let Memory { stack, leaves, unpacked_leaves, .. } = &mut *self.memory;
        (stack.len, leaves.len) = (0, 0);
        for unpacked in unpacked_leaves {
            unpacked.slots.clear(); // of other trees
        }
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
        let Memory { stack, leaves, buffer, unpacked: [unpacked_a, unpacked_b], .. } =
            &mut *self.memory;
        let mut survivors = buffer.begin(VISITS);
        let visits = stack.len.min(VISITS);
        stack.len -= visits;
        let mut wave = [[0; 2]; VISITS];
        let sides = [&stack.a, &stack.b].map(|side| &side[stack.len..][..visits]);
        let mut numbers = [[0; VISITS]; 2];
        let nodes_a = wave_nodes(self.a, unpacked_a, sides[0], &mut numbers[0]);
        let nodes_b = wave_nodes(self.b, unpacked_b, sides[1], &mut numbers[1]);
        for (n, (&side_a, &side_b)) in sides[0].iter().zip(sides[1]).enumerate() {
            wave[n] = [side_a, side_b];
            let a = &nodes_a[numbers[0][n] as usize];
            let b = &nodes_b[numbers[1][n] as usize];
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
            let number = survivors.visit(index);
            let visit = Visit {
                a: &nodes_a[numbers[0][number] as usize],
                b: &nodes_b[numbers[1][number] as usize],
                entry: wave[number],
            };
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

/// Leaves lately unpacked: a leaf meets several in a row.
#[derive(Clone, Debug, Default)]
struct Unpacked {
    /// By the last bits of a hash of the leaf's index. None, or all.
    slots: Vec<(u32, Leaf)>,
}

impl Unpacked {
    const SLOTS: usize = 8;

    #[inline(never)]
    fn get(&mut self, leaves: &PackedLeaves, index: u32) -> &Leaf {
        if self.slots.is_empty() {
            self.slots.resize(Self::SLOTS, (index, leaves.leaf(index)));
        }
        // Multiplicative hashing (Knuth, The Art of Computer Programming 3, section 6.4).
        let slot = index.wrapping_mul(0x9e37_79b9) as usize >> (32 - Self::SLOTS.ilog2());
        let (held, leaf) = &mut self.slots[slot];
        if *held != index {
            (*held, *leaf) = (index, leaves.leaf(index));
        }
        leaf
    }
}

/// A leaf by its index: the tree's own, or an unpacked copy.
#[inline(always)]
fn leaf_of<'l>(tree: &'l Tree, index: u32, unpacked: &'l mut Unpacked) -> &'l Leaf {
    match tree.leaves.get(index as usize) {
        Some(leaf) => leaf,
        None => unpacked.get(&tree.packed_leaves, index),
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
        let triangle_a = tree_a.triangle(a, pair % 4);
        let triangle_b = tree_b.triangle(b, pair / 4);
        let stages = tally.stages();
        let met = triangles_meet_past_kernel(&triangle_a, &triangle_b, placement, stages);
        meet |= u32::from(met) << pair;
    }
    meet
}
