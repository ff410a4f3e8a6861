//! Nodes and leaves as the kernels want them: the tree's own, or copies where the tree is packed.

use obbtree_tree::wide::{Leaf, Node, PackedLeaves, SmallNode, Tree};

/// Makes space for copies, if the tree needs them.
#[inline(always)]
pub(super) fn copies_for(tree: &Tree, copies: &mut Vec<Node>, count: usize) {
    if let Some(any) = tree.small_nodes().first()
        && copies.len() < count
    {
        copies.resize(count, any.unpack());
    }
}

/// A node, as copy `n` of a wave if the tree is packed.
#[inline(always)]
pub(super) fn fetch<'n>(tree: &'n Tree, copies: &'n mut [Node], n: usize, index: u32) -> &'n Node {
    if let Some(node) = tree.nodes().get(index as usize) {
        return node;
    }
    unpack(&tree.small_nodes()[index as usize], &mut copies[n]);
    &copies[n]
}

/// In plain code of the lowest CPU: the same bits everywhere.
#[inline(never)]
fn unpack(small: &SmallNode, copy: &mut Node) {
    *copy = small.unpack();
}

/// A node that was fetched before.
#[inline(always)]
pub(super) fn fetched<'n>(tree: &'n Tree, copies: &'n [Node], n: usize, index: u32) -> &'n Node {
    tree.nodes().get(index as usize).unwrap_or_else(|| &copies[n])
}

/// Leaves lately unpacked: a leaf meets several in a row.
#[derive(Clone, Debug, Default)]
pub(super) struct UnpackedLeaves {
    /// By the last bits of a hash of the leaf's index. None, or all.
    slots: Vec<(u32, Leaf)>,
}

impl UnpackedLeaves {
    const SLOTS: usize = 8;

    /// What is held is of another tree.
    #[inline(always)]
    pub(super) fn forget(&mut self) {
        self.slots.clear();
    }

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
pub(super) fn leaf_of<'l>(
    tree: &'l Tree,
    index: u32,
    unpacked: &'l mut UnpackedLeaves,
) -> &'l Leaf {
    match tree.leaves().get(index as usize) {
        Some(leaf) => leaf,
        None => unpacked.get(tree.packed_leaves(), index),
    }
}
