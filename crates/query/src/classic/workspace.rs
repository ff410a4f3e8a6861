//! What a classic query works in.

use crate::nearest::Candidates;

/// The memory of a query: one per thread. It grows to what queries need and stays there.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(super) stack: Vec<[u32; 2]>,
    /// With lower bounds of their distance.
    pub(super) near: Vec<(f64, [u32; 2])>,
    pub(super) candidates: Candidates,
}
