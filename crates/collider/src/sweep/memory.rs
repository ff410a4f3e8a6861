//! What a search for the first contact works in; it stays with the query, so that a warm one
//! allocates nothing.

use obbtree_ccd::IntervalSearch;
use obbtree_predicates::Pose;
use obbtree_query::DeferredPairs;

/// What a search works in.
#[derive(Clone, Debug, Default)]
pub(crate) struct SweepMemory {
    pub(super) intervals: IntervalSearch<[Pose; 2]>,
    pub(super) deferred: DeferredPairs,
    pub(super) pairs: Vec<[u32; 2]>,
}
