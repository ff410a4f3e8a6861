//! The two sides of a stack entry: a node, and which of its four places are meant.

/// A side is the index of a node, shifted by this many bits, and a bit for each of its places.
const PLACE_BITS: u32 = 4;

/// All four places of a node.
const ALL_PLACES: u32 = (1 << PLACE_BITS) - 1;

/// The side of the first entry: the root node with all its places.
pub(super) const ROOT: u32 = ALL_PLACES;

/// With more nodes than these (64 GiB of them) a side does not fit 32 bits.
pub(super) const MAX_NODES: usize = 1 << (32 - PLACE_BITS);

/// A node with all its places.
#[inline(always)]
pub(super) fn whole_node(index: u32) -> u32 {
    index << PLACE_BITS | ALL_PLACES
}

/// The node of another side with some of its places, which wait while the other body goes down.
#[inline(always)]
pub(super) fn places_waiting(side: u32, places: u32) -> u32 {
    side & !ALL_PLACES | places
}

/// The index of the node.
#[inline(always)]
pub(super) fn node_of(side: u32) -> u32 {
    side >> PLACE_BITS
}

/// The places, as bits of four.
#[inline(always)]
pub(super) fn places_of(side: u32) -> u32 {
    side & ALL_PLACES
}
