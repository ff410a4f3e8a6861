//! What a search for the first contact works in; it stays with the query, so that a warm one allocates nothing.

use std::ops::Range;

use obbtree_query::Front;

use super::course::Moment;

/// What a search works in.
#[derive(Clone, Debug, Default)]
pub(crate) struct SweepMemory {
    pub(super) front: Front,
    pub(super) waiting: Vec<Waiting>,
    pub(super) pairs: Vec<[u32; 2]>,
}

/// A piece of time to be looked at, and which part of the front waits for it.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) from: Moment,
    pub(super) to: Moment,
    pub(super) front: Range<usize>,
}
