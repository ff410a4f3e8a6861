//! What a query did, counted on demand.

use obbtree_predicates::{Stages, add_fields};

/// Counts of the work of one or more queries; they add up until the caller resets them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Pairs of boxes tested, and boxes tested against a bounding sphere around the other body.
    pub box_tests: u64,
    /// Pairs of nodes visited: for the wide tree up to sixteen box tests each, for the classic tree
    /// one. Nodes visited against a bounding sphere around the other body count too.
    pub visits: u64,
    /// Vector registers of box pairs that went on to the second phase, the cross axes; the wide
    /// tree's only.
    pub second_phase: u64,
    /// Leaf against leaf.
    pub leaf_pairs: u64,
    /// Pairs of triangles tested.
    pub triangle_tests: u64,
    /// Pairs of triangles that the `f32` kernel decided; the wide tree's only.
    pub by_kernel: u64,
    /// Which later stage decided the others.
    pub stages: Stages,
}

add_fields!(
    Counts: box_tests, visits, second_phase, leaf_pairs, triangle_tests, by_kernel, stages
);
