//! The memory of motions, beside that of configurations.

use obbtree_ccd::IntervalSearch;

use crate::kinematics::MotionBound;

/// The memory of the search over intervals, and of its proof.
#[derive(Clone, Debug, Default)]
pub(crate) struct Intervals {
    pub(crate) search: IntervalSearch<()>,
    /// Pairs that are not proven free in intervals.
    pub(crate) pairs: Vec<u32>,
    pub(crate) bound: MotionBound,
    pub(crate) middle: Vec<f64>,
    pub(crate) half: Vec<f64>,
}
