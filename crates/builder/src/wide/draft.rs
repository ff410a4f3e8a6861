//! A tree before its boxes are measured.

use super::frame::Frame;

/// Children of a node.
pub(super) const CHILDREN: usize = 4;

/// A node without measures. Drafts are in depth-first order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    pub(super) children: [Option<DraftBox>; CHILDREN],
}

/// One box of a draft.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraftBox {
    pub(super) frame: Frame,
    /// Position of the first triangle.
    pub(super) start: u32,
    pub(super) count: u32,
    /// The draft of its children; `None` for a leaf.
    pub(super) node: Option<u32>,
}
