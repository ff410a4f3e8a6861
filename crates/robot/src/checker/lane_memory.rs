//! What `blocks` keeps from one block of configurations to the next.

use crate::lanes::{Block, SiftMemory, Sifted};

/// The memory of lanes of one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneMemory {
    pub(super) block: Block,
    pub(super) sift: SiftMemory,
    pub(super) found: Sifted,
    pub(super) rates: Vec<f64>,
    /// What is not proven free.
    pub(super) left: Vec<LeftOver>,
}

/// A pair that is not proven free in an interval of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeftOver {
    pub(super) time: [f64; 2],
    pub(super) pair: u32,
}
