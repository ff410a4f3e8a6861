//! From one form of storage to another: the same boxes and triangles in fewer bytes, or back.

use super::child::Child;
use super::node::{Node, largest_box};
use super::packed_leaf::PackedLeaves;
use super::small_node::SmallNode;
use super::tree::{Tree, TreeParts};

/// How a tree is stored. Answers are the same; measured times are in the builder's `Config`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Packing {
    /// Nodes of 256 bytes and leaves of 160.
    #[default]
    None,
    /// Leaves store a corner that several triangles share once.
    Leaves,
    /// Nodes of 128 bytes as well: boxes are a little larger, and unpacked at every visit.
    All,
}

impl Tree {
    /// How this tree is stored.
    #[must_use]
    pub fn packing(&self) -> Packing {
        match (self.small_nodes().is_empty(), self.packed_leaves().is_empty()) {
            (true, true) => Packing::None,
            (true, false) => Packing::Leaves,
            (false, _) => Packing::All,
        }
    }

    /// The same tree, stored in another way. What does not fit a smaller form (nodes beyond 2^100,
    /// leaves of more than 8 GiB) is stored as before.
    ///
    /// Boxes that were packed once keep the size that packing gave them.
    #[must_use]
    pub fn packed(&self, packing: Packing) -> Self {
        let mut tree = self.unpacked();
        if packing == Packing::None {
            return Self::from_parts_unchecked(tree);
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
            // Half sides have grown, and centres have moved a little.
            let unpacked: Vec<Node> = small.iter().map(SmallNode::unpack).collect();
            let [half, center] = largest_box(&unpacked);
            tree.largest_half = tree.largest_half.max(half);
            tree.largest_center = tree.largest_center.max(center);
            (tree.small_nodes, tree.nodes) = (small, Vec::new());
        }
        Self::from_parts_unchecked(tree)
    }

    /// The same tree with nodes and leaves at full size.
    fn unpacked(&self) -> TreeParts {
        let mut nodes: Vec<Node> = (0..self.node_count()).map(|index| self.node(index)).collect();
        let mut leaves = self.leaves().to_vec();
        if !self.packed_leaves().is_empty() {
            let starts: Vec<u32>;
            (starts, leaves) = self.packed_leaves().iter().unzip();
            for child in nodes.iter_mut().flat_map(|node| &mut node.child) {
                if child.is_leaf() {
                    // Every leaf that a node refers to has a start.
                    let number = starts.binary_search(&child.index()).unwrap_or_else(|at| at);
                    *child = Child::leaf(number as u32);
                }
            }
        }
        TreeParts {
            nodes,
            small_nodes: Vec::new(),
            leaves,
            packed_leaves: PackedLeaves::default(),
            exact: self.exact().cloned(),
            origin: self.origin(),
            sphere_center: self.sphere_center(),
            sphere_radius: self.sphere_radius(),
            largest_half: self.largest_half(),
            largest_center: self.largest_center(),
        }
    }
}
