//! What `blocks` keeps from one block of configurations to the next.

use crate::lanes::{Block, SiftMemory, Sifted};

/// The memory of lanes of one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneMemory {
    pub(super) block: Block,
    pub(super) sift: SiftMemory,
    pub(super) found: Sifted,
    pub(super) rates: Vec<f64>,
    /// Pairs that are not proven free.
    pub(super) pairs: Vec<u32>,
}
