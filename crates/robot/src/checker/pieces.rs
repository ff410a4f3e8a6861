//! The pieces of a motion that are left to be proven free.

use super::turns::Moved;

/// The memory of motions, beside that of configurations.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    pub(super) stack: Vec<Piece>,
    /// Pairs of pieces.
    pub(super) pairs: Vec<u32>,
    pub(super) moved: Moved,
    pub(super) middle: Vec<f64>,
    pub(super) half: Vec<f64>,
}

/// A piece of the motion, and in `pairs` those that are not proven free on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) pairs: [usize; 2],
}
