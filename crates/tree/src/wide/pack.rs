//! Trees of fewer bytes: the same boxes and triangles, packed.

use super::packed_leaf::PackedLeaves;
use super::small_node::SmallNode;
use super::{Child, Node, Tree};

/// How a tree is stored. Answers are the same; measured times are in the builder's `Config`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packing {
    /// Nodes of 256 bytes and leaves of 192.
    #[default]
    None,
    /// Leaves store corners that triangles share once.
    Leaves,
    /// Nodes of 128 bytes as well: boxes are a little larger, and unpacked at every visit.
    All,
}

impl Tree {
    /// How this tree is stored.
    #[must_use]
    pub fn packing(&self) -> Packing {
        match (self.small_nodes.is_empty(), self.packed_leaves.is_empty()) {
            (true, true) => Packing::None,
            (true, false) => Packing::Leaves,
            (false, _) => Packing::All,
        }
    }

    /// The same tree, stored in another way. What does not fit a smaller form (nodes beyond 2^100,
    /// leaves of more than 8 GiB) stays as it is.
    ///
    /// Boxes that were packed once stay as large as packing made them.
    #[must_use]
    pub fn packed(&self, packing: Packing) -> Self {
        let mut tree = self.unpacked();
        if packing == Packing::None {
            return tree;
        }
        if let Some((packed, starts)) = PackedLeaves::of(&tree.leaves) {
            for child in tree.nodes.iter_mut().flat_map(|node| &mut node.child) {
                if child.is_leaf() {
                    *child = Child::leaf(starts[child.index() as usize]);
                }
            }
            (tree.packed_leaves, tree.leaves) = (packed, Vec::new());
        }
        if packing == Packing::All
            && let Some(small) = tree.nodes.iter().map(SmallNode::of).collect::<Option<Vec<_>>>()
        {
            (tree.small_nodes, tree.nodes) = (small, Vec::new());
            tree.measure_largest();
        }
        tree
    }

    /// The same tree with nodes and leaves at full size.
    fn unpacked(&self) -> Self {
        let mut tree = Self {
            nodes: (0..self.node_count()).map(|index| self.node(index)).collect(),
            small_nodes: Vec::new(),
            leaves: self.leaves.clone(),
            packed_leaves: PackedLeaves::default(),
            exact: self.exact.clone(),
            ..*self
        };
        if !self.packed_leaves.is_empty() {
            let (starts, leaves): (Vec<u32>, _) = self.packed_leaves.iter().unzip();
            for child in tree.nodes.iter_mut().flat_map(|node| &mut node.child) {
                if child.is_leaf() {
                    // Every leaf that a node names begins somewhere.
                    let number = starts.binary_search(&child.index()).unwrap_or_else(|at| at);
                    *child = Child::leaf(number as u32);
                }
            }
            tree.leaves = leaves;
        }
        tree
    }

    /// Records the largest box again.
    fn measure_largest(&mut self) {
        let (mut half, mut center) = (0.0_f64, 0.0_f64);
        for node in (0..self.node_count()).map(|index| self.node(index)) {
            for c in (0..4).filter(|&c| node.child[c] != Child::EMPTY) {
                half = half.max(node.half(c).norm());
                center = center.max(node.center(c).norm());
            }
        }
        let round_up = |x: f64| ((x * (1.0 + 1e-15)) as f32).next_up();
        self.largest_half = self.largest_half.max(round_up(half));
        self.largest_center = self.largest_center.max(round_up(center));
    }

    /// How many nodes there are.
    #[inline]
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len() + self.small_nodes.len()
    }

    /// How many leaves there are.
    #[must_use]
    pub fn leaf_count(&self) -> usize {
        self.leaves.len() + self.packed_leaves.iter().count()
    }

    /// A node, however it is stored.
    ///
    /// # Panics
    /// If there is none of that number.
    #[must_use]
    pub fn node(&self, index: usize) -> Node {
        match self.nodes.get(index) {
            Some(node) => *node,
            None => self.small_nodes[index].unpack(),
        }
    }

    /// A leaf, however it is stored, by the index that a node's child has.
    ///
    /// # Panics
    /// If there is none there.
    #[must_use]
    pub fn leaf(&self, index: u32) -> super::Leaf {
        match self.leaves.get(index as usize) {
            Some(leaf) => *leaf,
            None => self.packed_leaves.leaf(index),
        }
    }

    /// All leaves in order, each with the index that a node's child has.
    pub fn leaves(&self) -> impl Iterator<Item = (u32, super::Leaf)> + '_ {
        let full = self.leaves.iter().enumerate().map(|(index, leaf)| (index as u32, *leaf));
        full.chain(self.packed_leaves.iter())
    }
}
