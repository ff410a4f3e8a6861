//! The intervals of a motion that are left to be proven free.

use super::motion_bound::MotionBound;

/// The memory of motions, beside that of configurations.
#[derive(Clone, Debug, Default)]
pub(super) struct Intervals {
    pub(super) stack: Vec<TimeInterval>,
    /// Pairs of intervals.
    pub(super) pairs: Vec<u32>,
    pub(super) bound: MotionBound,
    pub(super) middle: Vec<f64>,
    pub(super) half: Vec<f64>,
}

/// An interval of the motion, and in `pairs` those that are not proven free on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeInterval {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) pairs: [usize; 2],
}
