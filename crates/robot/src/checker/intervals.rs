//! The memory of motions, beside that of configurations.

use obbtree_ccd::IntervalSearch;

use super::motion_bound::MotionBound;

/// The memory of the search over intervals, and of its proof.
#[derive(Clone, Debug, Default)]
pub(super) struct Intervals {
    pub(super) search: IntervalSearch<()>,
    /// Pairs that are not proven free in intervals.
    pub(super) pairs: Vec<u32>,
    pub(super) bound: MotionBound,
    pub(super) middle: Vec<f64>,
    pub(super) half: Vec<f64>,
}
