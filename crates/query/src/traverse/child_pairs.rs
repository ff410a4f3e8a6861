//! Where the pairs that a visit keeps lead: to leaf pairs, or to further visits.
//!
//! Each pair goes exactly one way. Two leaves are a leaf pair. A leaf waits while the other side
//! is descended; so does, in queries of bodies or leaves of unlike size, the smaller of two boxes
//! ([`Descent`]). Else both are descended. All boxes that wait for the same box make one entry,
//! so they fill the lanes of one visit. Both sides never wait: a side waits only for one that is
//! descended.
//!
//! A leaf much larger than the other's box is descended too, once: to the boxes of its triangles
//! (`opened_leaf`). Several of these lead to the same leaf pair, which counts once.

use obbtree_simd::Lanes;
use obbtree_tree::wide::{Child, Node, Tree};

use super::pair_masks::{
    after_first_of_a, after_first_of_b, pairs_of_a, pairs_of_b, places_of_a, places_of_b,
};
use super::stack::PushSpace;
use crate::boxes::FullVisit;
use crate::boxes::key::Key;
use crate::sides::{opened_mask, places_waiting, whole_node};

/// Which side is descended where neither is a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Descent {
    /// Both: boxes of like size.
    Both,
    /// The larger alone, where one is much larger.
    Larger,
}

/// A body whose bounding sphere is more than this times as large as the other's is of unlike size.
/// Measured: below it, choosing the larger side costs more than it saves.
const UNLIKE_BODIES: f64 = 2.0;

/// Leaves are of unlike size where the mean surface of the boxes of one tree's, weighted by
/// themselves, is more than this times the plain mean of the other's: lengths of 8 to 1. So are
/// those around triangles that cross each other, as hair does, against those of a surface.
///
/// Measured, visits and leaf pairs of `all` with [`Descent::Larger`] over those with `Both`:
/// needles and hair, lengths of 13 to 100 to 1, 0.015 to 0.5 and 0.001 to 0.03; a mesh of 70,000
/// triangles with 500 hairs, 22 to 1, 0.50 and 0.18, with 10 hairs, 14 to 1, 0.95 and 0.89; a
/// sphere of 18 triangles against 70,000, 60 to 1, 0.19 and 0.06, of 900, 10 to 1, 1.08 and
/// 0.57; a fan and a truss, 4 to 1, 1.0 and 0.99. A visit costs 2 to 8 % more.
const UNLIKE_LEAVES: f64 = 64.0;

/// A box is descended alone if its surface is more than this times the other's. Measured: 4 slows
/// bodies of like size, 64 makes more tests. By the square of the half diagonal in place of the
/// surface, which calls long thin boxes large that meet little, a fan against a mesh needs 3.3
/// times the visits and a truss 1.5 times; others need the same.
const UNLIKE_BOXES: f32 = 16.0;

/// Are bodies with bounding spheres of these radii of unlike size?
pub(crate) fn are_unlike(radius_a: f64, radius_b: f64) -> bool {
    radius_a.max(radius_b) > UNLIKE_BODIES * radius_a.min(radius_b)
}

impl Descent {
    /// Of two trees.
    pub(crate) fn of(a: &Tree, b: &Tree) -> Self {
        let [of_a, of_b] = [a.leaf_boxes(), b.leaf_boxes()];
        let most = of_a.met_surface.max(of_b.met_surface);
        let least = of_a.mean_surface.min(of_b.mean_surface);
        if are_unlike(a.sphere_radius(), b.sphere_radius()) || most > UNLIKE_LEAVES * least {
            Self::Larger
        } else {
            Self::Both
        }
    }
}

/// The pairs of children that a visit keeps, as bits of sixteen.
#[derive(Clone, Copy)]
pub(crate) struct ChildPairs {
    /// Two leaves.
    pub(crate) leaf_pairs: u32,
    /// With those that lead to one of these, as other triangles of an opened leaf do.
    all_leaf_pairs: u32,
    /// Both sides are descended; A's alone; B's alone.
    both: u32,
    only_a: u32,
    only_b: u32,
    /// The stack entry of the visit.
    entry: [u32; 2],
    /// The children's bits.
    pub(crate) children_a: [u32; 4],
    pub(crate) children_b: [u32; 4],
}

impl ChildPairs {
    /// Of a visit of two nodes by a stack entry, of which the pairs `kept` stay.
    #[inline(always)]
    pub(crate) fn of<S: Lanes>(
        simd: S,
        nodes: [&Node; 2],
        entry: [u32; 2],
        kept: u32,
        descent: Descent,
    ) -> Self {
        let [a, b] = nodes;
        let (children_a, children_b) = (a.child.map(Child::bits), b.child.map(Child::bits));
        let [leaves_a, empty_a] = simd.tops_and_ones(&children_a);
        let [leaves_b, empty_b] = simd.tops_and_ones(&children_b);
        let kept = kept & !(pairs_of_a(empty_a) | pairs_of_b(empty_b));
        let (leaf_a, leaf_b) = (pairs_of_a(leaves_a), pairs_of_b(leaves_b));
        let all_leaf_pairs = kept & leaf_a & leaf_b;
        let mut leaf_pairs = all_leaf_pairs;
        let (mut only_a, mut only_b) = (kept & !leaf_a, kept & !leaf_b);
        match descent {
            Descent::Both => {
                only_a &= leaf_b;
                only_b &= leaf_a;
            }
            Descent::Larger => {
                let [large_a, large_b] = much_larger(simd, nodes);
                let [opened_a, opened_b] = entry.map(opened_mask);
                let open_a = only_b & leaf_a & large_a & !opened_a;
                let open_b = only_a & leaf_b & large_b & !opened_b;
                only_a = only_a & (leaf_b | large_a) & !open_b | open_a;
                only_b = only_b & (leaf_a | large_b) & !open_a | open_b;
                leaf_pairs &= !(opened_a & after_first_of_a(leaf_pairs));
                leaf_pairs &= !(opened_b & after_first_of_b(leaf_pairs));
            }
        }
        let both = kept & !(all_leaf_pairs | only_a | only_b);
        Self { leaf_pairs, all_leaf_pairs, both, only_a, only_b, entry, children_a, children_b }
    }

    /// Of each leaf pair, the least of the keys of those that lead to it.
    #[inline(always)]
    pub(crate) fn leaf_keys<K: Key>(&self, keys: &[K; 16]) -> [K; 16] {
        let mut least = *keys;
        if K::STORED && self.leaf_pairs != self.all_leaf_pairs {
            let [opened_a, opened_b] = self.entry.map(opened_mask);
            for pair in 0..16 {
                let same_b = opened_a & pairs_of_b(1 << (pair / 4));
                let same_a = opened_b & pairs_of_a(1 << (pair % 4));
                least[pair] = K::least(keys, self.all_leaf_pairs & (1 << pair | same_a | same_b));
            }
        }
        least
    }

    /// Pushes the next visits.
    #[inline(always)]
    pub(crate) fn push<S: Lanes, K: Key>(&self, simd: S, keys: &[K; 16], to: &mut PushSpace<'_>) {
        let (mut a, mut b) = ([0; 4], [0; 4]);
        for c in 0..4 {
            a[c] = whole_node(self.children_a[c]);
            b[c] = whole_node(self.children_b[c]);
        }
        to.push(simd, self.both, &a, &b, keys);
        if self.only_a | self.only_b == 0 {
            return;
        }
        // Every entry is written, and counts if a pair belongs to it: no branch to be mispredicted.
        let [node_a, node_b] = self.entry;
        for c in 0..4 {
            let group = self.only_a & pairs_of_a(1 << c);
            let waiting = places_waiting(node_b, places_of_b(group >> c));
            to.push_if(group != 0, a[c], waiting, K::least(keys, group));
        }
        for c in 0..4 {
            let group = self.only_b & pairs_of_b(1 << c);
            let waiting = places_waiting(node_a, places_of_a(group >> (4 * c)));
            to.push_if(group != 0, waiting, b[c], K::least(keys, group));
        }
    }

    /// Pushes the next visits, the first in order last, where it is popped first.
    #[inline(always)]
    pub(crate) fn push_first_last<S: Lanes, K: Key>(
        mut self,
        simd: S,
        visit: &FullVisit<K>,
        to: &mut PushSpace<'_>,
    ) {
        let candidates = self.both | self.only_a | self.only_b;
        if candidates == 0 {
            return;
        }
        let first = first_in_order(&visit.order, candidates);
        let group = self.group_of(first);
        let all = self;
        self.both &= !group;
        self.only_a &= !group;
        self.only_b &= !group;
        self.push(simd, &visit.kept.keys, to);
        all.push_entry_of(first, &visit.kept.keys, to);
    }

    /// Pushes the leaf pairs, the first in order first.
    #[inline(always)]
    pub(crate) fn push_leaves_first_first<S: Lanes, K: Key>(
        &self,
        simd: S,
        visit: &FullVisit<K>,
        to: &mut PushSpace<'_>,
    ) {
        if self.leaf_pairs == 0 {
            return;
        }
        let (a, b, keys) = (&self.children_a, &self.children_b, &self.leaf_keys(&visit.kept.keys));
        let first = first_in_order(&visit.order, self.leaf_pairs);
        to.push_one(a[first % 4], b[first / 4], keys[first]);
        to.push(simd, self.leaf_pairs & !(1 << first), a, b, keys);
    }

    /// The pairs that share an entry with a pair: those for which the same box is descended alone.
    #[inline(always)]
    fn group_of(&self, pair: usize) -> u32 {
        if self.only_a >> pair & 1 != 0 {
            self.only_a & pairs_of_a(1 << (pair % 4))
        } else if self.only_b >> pair & 1 != 0 {
            self.only_b & pairs_of_b(1 << (pair / 4))
        } else {
            1 << pair
        }
    }

    /// Pushes the entry that a pair belongs to.
    #[inline(always)]
    fn push_entry_of<K: Key>(&self, pair: usize, keys: &[K; 16], to: &mut PushSpace<'_>) {
        let (in_a, in_b) = (pair % 4, pair / 4);
        let (mut a, mut b) = (whole_node(self.children_a[in_a]), whole_node(self.children_b[in_b]));
        let group = self.group_of(pair);
        if self.only_a >> pair & 1 != 0 {
            b = places_waiting(self.entry[1], places_of_b(group >> in_a));
        } else if self.only_b >> pair & 1 != 0 {
            a = places_waiting(self.entry[0], places_of_a(group >> (4 * in_b)));
        }
        to.push_one(a, b, K::least(keys, group));
    }
}

/// The pair with the least order among some.
#[inline(always)]
fn first_in_order(order: &[f32; 16], among: u32) -> usize {
    // Numbers of at least 0 are in order as integers; their last bits make room for the pair.
    let mut first = u32::MAX;
    for pair in 0..16 {
        let order = order[pair].to_bits() & !15 | pair as u32;
        first = first.min(if among >> pair & 1 != 0 { order } else { u32::MAX });
    }
    (first & 15) as usize
}

/// The pairs of which A's box is much larger, and those of which B's is.
#[inline(always)]
fn much_larger<S: Lanes>(simd: S, [a, b]: [&Node; 2]) -> [u32; 2] {
    let (size_a, size_b) = (surfaces(a), surfaces(b));
    let unlike = simd.splat(UNLIKE_BOXES);
    let mut larger = [0; 2];
    for register in 0..S::REGISTERS {
        let (of_a, of_b) = (simd.repeat(&size_a), simd.spread(&size_b, register));
        larger[0] |= simd.greater(of_a, simd.mul(unlike, of_b)) << (register * S::WIDTH);
        larger[1] |= simd.greater(of_b, simd.mul(unlike, of_a)) << (register * S::WIDTH);
    }
    larger
}

/// An eighth of the surfaces of a node's boxes.
#[inline(always)]
fn surfaces(node: &Node) -> [f32; 4] {
    let [x, y, z] = &node.half;
    let mut surfaces = [0.0; 4];
    for c in 0..4 {
        surfaces[c] = x[c] * y[c] + y[c] * z[c] + z[c] * x[c];
    }
    surfaces
}
