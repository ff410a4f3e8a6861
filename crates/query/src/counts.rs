//! What a query did, counted on demand.

use obbtree_predicates::Stages;

/// Counts of the work of one or more queries; they add up until the caller resets them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pairs of boxes tested.
    pub box_tests: u64,
    /// Pairs of nodes visited: for the wide tree up to sixteen box tests each, for the classic tree
    /// one.
    pub visits: u64,
    /// Registers of box pairs that went on to the cross axes; the wide tree's only.
    pub crosses: u64,
    /// Leaf against leaf.
    pub leaf_pairs: u64,
    /// Pairs of triangles tested.
    pub triangle_tests: u64,
    /// Pairs of triangles that the `f32` kernel decided; the wide tree's only.
    pub by_kernel: u64,
    /// Which later stage decided the others.
    pub stages: Stages,
}
