//! A node of the classic tree.

use obbtree_predicates::Obb;

/// How far a box's axes may be from orthonormal (Frobenius norm of `A^T A - I`): what the lemma of
/// the box test in `query` assumes. Built frames are within 2^-50.
pub const MAX_AXES_SKEW: f64 = 1.0 / (1_u64 << 48) as f64;

/// One box and what it contains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Contains every triangle below this node, in mesh coordinates.
    pub obb: Obb,
    /// The two children of an inner node are nodes `first` and `first + 1`; the triangles of a leaf
    /// are `first .. first + count` in leaf order.
    pub first: u32,
    /// The number of triangles in this leaf; 0 for an inner node.
    pub count: u32,
}

impl Node {
    /// Does this node contain triangles, not children?
    #[inline]
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.count > 0
    }
}
