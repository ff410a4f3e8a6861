//! What `blocks` keeps from one block of configurations to the next.

use crate::lanes::{Block, CloseMemory, CloudMemory, SiftMemory, Sifted};

/// The memory of lanes of one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaneMemory {
    pub(crate) block: Block,
    pub(crate) sift: SiftMemory,
    pub(crate) clouds: CloudMemory,
    pub(crate) found: Sifted,
    pub(crate) close: CloseMemory,
    pub(crate) rates: Vec<f64>,
    /// What is not proven free.
    pub(crate) left: Vec<LeftOver>,
}

/// A pair that is not proven free in an interval of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeftOver {
    pub(crate) time: [f64; 2],
    pub(crate) pair: u32,
}
