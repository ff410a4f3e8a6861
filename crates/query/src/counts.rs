//! What a query did, counted.

use obbtree_geom::Stages;

/// Counts of the work of one or more queries; they add up until the caller resets them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pairs of boxes tested.
    pub box_tests: u64,
    /// Pairs of triangles tested.
    pub triangle_tests: u64,
    /// Which stage of the triangle test decided.
    pub stages: Stages,
}
