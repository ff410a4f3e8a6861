//! What a node's box contains: a reference to a node or to a leaf, in 32 bits.

/// A reference to a node, a leaf, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Child(u32);

impl Child {
    /// The slot is empty: there is no box.
    pub const EMPTY: Self = Self(u32::MAX);
    const LEAF: u32 = 1 << 31;

    /// The node with this index.
    #[must_use]
    pub fn node(index: u32) -> Self {
        debug_assert!(index < Self::LEAF);
        Self(index)
    }

    /// The leaf with this index.
    #[must_use]
    pub fn leaf(index: u32) -> Self {
        debug_assert!(index < Self::LEAF - 1);
        Self(index | Self::LEAF)
    }

    /// Is this a leaf? False for [`Child::EMPTY`].
    #[inline]
    #[must_use]
    pub fn is_leaf(self) -> bool {
        self.0 >= Self::LEAF && self != Self::EMPTY
    }

    /// Is this a node? False for [`Child::EMPTY`].
    #[inline]
    #[must_use]
    pub fn is_node(self) -> bool {
        self.0 < Self::LEAF
    }

    /// The index of the node, or of the leaf.
    #[inline]
    #[must_use]
    pub fn index(self) -> u32 {
        self.0 & !Self::LEAF
    }

    /// The 32 bits: the top bit marks a leaf, all ones an empty slot.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }
}
