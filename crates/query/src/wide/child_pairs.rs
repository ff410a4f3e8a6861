//! Where the pairs that a visit keeps lead: to leaf pairs, or to further visits.

use obbtree_simd::Lanes;
use obbtree_tree::wide::{Child, Node};

use super::pair_masks::{pairs_of_a, pairs_of_b};
use super::question::FullVisit;
use super::sides::{one_place, whole_node};
use super::stack::{Key, PushSpace};

/// The pairs of children that a visit keeps.
pub(super) struct ChildPairs {
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

impl ChildPairs {
    /// Of a visit of two nodes by a stack entry, of which the pairs `kept` stay.
    #[inline(always)]
    pub(super) fn of<S: Lanes>(simd: S, a: &Node, b: &Node, entry: [u32; 2], kept: u32) -> Self {
        let (children_a, children_b) = (a.child.map(Child::bits), b.child.map(Child::bits));
        let [leaves_a, empty_a] = simd.tops_and_ones(&children_a);
        let [leaves_b, empty_b] = simd.tops_and_ones(&children_b);
        let kept = kept & !(pairs_of_a(empty_a) | pairs_of_b(empty_b));
        let leaf_pairs = kept & pairs_of_a(leaves_a) & pairs_of_b(leaves_b);
        let (a, b) = (sides(&children_a, entry[0]), sides(&children_b, entry[1]));
        Self { leaf_pairs, visits: kept & !leaf_pairs, a, b, children_a, children_b }
    }

    /// The next visits, the first in order last on the stack, where it is popped first.
    #[inline(always)]
    pub(super) fn push_first_last<K: Key>(&self, visit: &FullVisit<K>, to: &mut PushSpace<'_>) {
        let order = &visit.order;
        let mut sorted = [(0.0, 0); 16];
        let mut len = 0;
        let mut rest = self.visits;
        while rest != 0 {
            let pair = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mut at = len;
            while at > 0 && sorted[at - 1].0 < order[pair] {
                sorted[at] = sorted[at - 1];
                at -= 1;
            }
            sorted[at] = (order[pair], pair);
            len += 1;
        }
        for &(_, pair) in &sorted[..len] {
            to.push_one(self.a[pair % 4], self.b[pair / 4], visit.kept.keys[pair]);
        }
    }
}

/// The sides of the next entries: a child's node with all its places; or, where the child is a leaf,
/// this node with this place, which waits while the other side descends.
#[inline(always)]
fn sides(children: &[u32; 4], entry: u32) -> [u32; 4] {
    let mut side = [0; 4];
    for c in 0..4 {
        // All ones for a leaf, without a branch.
        let leaf = (children[c] as i32 >> 31) as u32;
        side[c] = (leaf & one_place(entry, c)) | (!leaf & whole_node(children[c]));
    }
    side
}
