//! A rounded test in the engine's place, to measure what certainty costs.

use obbtree_predicates::{Placement, Stages, TriangleTest};

use super::moller;
use crate::Triangle;

/// Rounded answers: [`moller`] after rounding B's corners into A's frame. Wrong where triangles touch
/// or nearly do; there to measure what certainty costs. Its pairs count as `filter`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rounded;

impl TriangleTest for Rounded {
    #[inline]
    fn meet(a: &Triangle, b: &Triangle, placement: &Placement, stages: &mut Stages) -> bool {
        stages.filter += 1;
        moller(a, &b.each_ref().map(|corner| placement.to_a(corner)))
    }
}
