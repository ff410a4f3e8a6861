//! A rounded triangle test for the engine, to measure the cost of exact answers.

use obbtree_predicates::{Placement, Stages, TriangleTest};

use super::moller;
use crate::Triangle;

/// Rounded answers: [`moller`] after placing B's corners in A's frame. It can be wrong where
/// triangles touch or nearly touch; for measurements only. Its pairs count as `filter`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rounded;

impl TriangleTest for Rounded {
    #[inline]
    fn meet(a: &Triangle, b: &Triangle, placement: &Placement, stages: &mut Stages) -> bool {
        stages.filter += 1;
        moller(a, &b.each_ref().map(|corner| placement.to_a(corner)))
    }
}
