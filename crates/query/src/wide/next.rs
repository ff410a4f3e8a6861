//! Where the pairs left of a visit lead: to leaves, or to further visits.
//!
//! A stack entry has two sides. A side is a node, times eight, plus [`ALL`] for all four of its
//! children, or the place of one child: a leaf that waits while the other side descends.

use obbtree_simd::Lanes;
use obbtree_tree::wide::{Child, Node};

use super::columns::Room;
use super::leaf;

/// In a side of a stack entry: all four children. Else the low three bits name one.
const ALL: u32 = 4;

/// The side of the first entry: the root with all its children.
pub(super) const ROOT: u32 = ALL;

/// More nodes than these, and a side of a stack entry does not fit 32 bits (128 GiB of them).
pub(super) const MAX_NODES: usize = 1 << 29;

/// The children that a side of a stack entry names, as bits of four.
#[inline(always)]
pub(super) fn places(side: u32) -> u32 {
    const PLACES: [u32; 8] = [1, 2, 4, 8, 15, 15, 15, 15];
    PLACES[(side & 7) as usize]
}

/// The node that a side of a stack entry names.
#[inline(always)]
pub(super) fn node_of(side: u32) -> u32 {
    side >> 3
}

/// Where the pairs left of a visit lead.
pub(super) struct Next {
    /// Pairs of leaves, as bits of sixteen.
    pub(super) leaf_pairs: u32,
    /// Pairs with a node, as bits of sixteen.
    pub(super) visits: u32,
    /// The side of the next entry for each child.
    pub(super) a: [u32; 4],
    pub(super) b: [u32; 4],
    /// The children's bits.
    pub(super) children_a: [u32; 4],
    pub(super) children_b: [u32; 4],
}

impl Next {
    /// Of a visit of two nodes by a stack entry, of which the pairs `left` are not apart.
    #[inline(always)]
    pub(super) fn of<S: Lanes>(simd: S, a: &Node, b: &Node, entry: [u32; 2], left: u32) -> Self {
        let (children_a, children_b) = (a.child.map(Child::bits), b.child.map(Child::bits));
        let [leaves_a, empty_a] = simd.tops_and_ones(&children_a);
        let [leaves_b, empty_b] = simd.tops_and_ones(&children_b);
        let left = left & !(leaf::of_a(empty_a) | leaf::of_b(empty_b));
        let leaf_pairs = left & leaf::of_a(leaves_a) & leaf::of_b(leaves_b);
        let (a, b) = (sides(&children_a, entry[0]), sides(&children_b, entry[1]));
        Self { leaf_pairs, visits: left & !leaf_pairs, a, b, children_a, children_b }
    }

    /// The next visits, the nearest last, by the squared distances of the pairs' centres.
    #[inline(always)]
    pub(super) fn push_nearest_last(&self, distances: &[f32; 16], to: &mut Room<'_>) {
        let mut sorted = [(0.0, 0); 16];
        let mut len = 0;
        let mut left = self.visits;
        while left != 0 {
            let pair = left.trailing_zeros() as usize;
            left &= left - 1;
            let mut at = len;
            while at > 0 && sorted[at - 1].0 < distances[pair] {
                sorted[at] = sorted[at - 1];
                at -= 1;
            }
            sorted[at] = (distances[pair], pair);
            len += 1;
        }
        for &(_, pair) in &sorted[..len] {
            to.push_one(self.a[pair % 4], self.b[pair / 4]);
        }
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
