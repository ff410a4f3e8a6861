//! What a classic query works in.

/// The memory of a query: one per thread. It grows to what queries need and stays there.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(super) stack: Vec<[u32; 2]>,
}
