//! What a search for the first contact works in; it stays with the query, so that a warm one allocates nothing.

use std::ops::Range;

use obbtree_query::DeferredPairs;

use super::relative::Sample;

/// What a search works in.
#[derive(Clone, Debug, Default)]
pub(crate) struct SweepMemory {
    pub(super) deferred: DeferredPairs,
    pub(super) waiting: Vec<Waiting>,
    pub(super) pairs: Vec<[u32; 2]>,
}

/// A interval of time to be looked at, and which part of the deferred waits for it.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) from: Sample,
    pub(super) to: Sample,
    pub(super) deferred: Range<usize>,
}
