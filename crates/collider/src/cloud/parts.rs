//! What a mesh and a cloud are divided into.

use obbtree_cloud::Block;

/// A part of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MeshPart {
    /// A node, by its index.
    Node(u32),
    /// A leaf, by its index.
    Leaf(u32),
    /// A slot of a leaf.
    Triangle(u32, u8),
}

/// A part of a cloud.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CloudPart {
    /// A block of boxes or points.
    Block(Block),
    /// A point, by its place.
    Point(u32),
}
