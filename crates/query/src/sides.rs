//! The two sides of a stack entry: a node, or a leaf that was opened to be one, and which of its
//! four places are meant.

use obbtree_tree::wide::{Leaf, Tree};

/// A side is the index of a node, shifted by this many bits, and a bit for each of its places.
const PLACE_BITS: u32 = 4;

/// All four places of a node.
const ALL_PLACES: u32 = (1 << PLACE_BITS) - 1;

/// The side of the first entry: the root node with all its places.
pub(crate) const ROOT: u32 = ALL_PLACES;

/// The bit of a leaf, among those of a child and of a side. Indices of nodes are below it.
const LEAF: u32 = 1 << 31;

/// The bit of a leaf in what [`node_of`] gives.
const OPENED: u32 = LEAF >> PLACE_BITS;

/// With more nodes or leaves than these (32 GiB of them) a side does not fit 32 bits.
pub(crate) const MAX_INDEX: usize = OPENED as usize;

/// What a child refers to, a node or a leaf, with all its places.
#[inline(always)]
pub(crate) fn whole_node(child: u32) -> u32 {
    child << PLACE_BITS | child & LEAF | ALL_PLACES
}

/// Is a side an opened leaf? All ones or nothing.
#[inline(always)]
pub(crate) fn opened_mask(side: u32) -> u32 {
    (side.cast_signed() >> 31).cast_unsigned()
}

/// The leaf that an index of [`node_of`] means, if it is one.
#[inline(always)]
pub(crate) fn leaf_opened(index: u32) -> Option<u32> {
    (index & OPENED != 0).then_some(index & !OPENED)
}

/// The leaf of a tree that a child means, by its bits or its index.
#[inline(always)]
pub(crate) fn leaf_of(tree: &Tree, child: u32) -> &Leaf {
    &tree.leaves()[(child & !LEAF) as usize]
}

/// The node of another side with some of its places, which wait while the other body is descended.
#[inline(always)]
pub(crate) fn places_waiting(side: u32, places: u32) -> u32 {
    side & !ALL_PLACES | places
}

/// The index of the node, or for [`leaf_opened`].
#[inline(always)]
pub(crate) fn node_of(side: u32) -> u32 {
    side >> PLACE_BITS
}

/// The places, as bits of four.
#[inline(always)]
pub(crate) fn places_of(side: u32) -> u32 {
    side & ALL_PLACES
}
