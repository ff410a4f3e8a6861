//! The triangle test as a type parameter, so that different tests can run in the same engine.

use super::meet::triangles_meet;
use super::stages::Stages;
use crate::pose::placement::Placement;
use crate::triangle::Triangle;

/// A method to decide whether two triangles meet, chosen when the engine is compiled.
///
/// Frames as for [`triangles_meet`]. Implementations have no state, so the choice costs nothing at
/// run time.
pub trait TriangleTest {
    /// Whether the closed triangles share a point.
    fn meet(a: &Triangle, b: &Triangle, placement: &Placement, stages: &mut Stages) -> bool;
}

/// Exact answers with a filter first: [`triangles_meet`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Certain;

impl TriangleTest for Certain {
    #[inline]
    fn meet(a: &Triangle, b: &Triangle, placement: &Placement, stages: &mut Stages) -> bool {
        triangles_meet(a, b, placement, stages)
    }
}
