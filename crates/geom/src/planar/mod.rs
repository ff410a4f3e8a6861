//! In the plane: segments that cross, boxes apart or overlapping, the rectangle of a hull.
//!
//! Points are in one frame with a unit of length that is the caller's.

mod box_box;
mod hull_rectangle;
mod segment_segment;

pub use box_box::{Box2, BoxGap2, box_box};
pub use hull_rectangle::hull_rectangle;
pub use segment_segment::{Crossing, segment_segment, segments_meet_on_grid};

use nalgebra::{Point2, Point3};

use crate::Real;

/// The point at height 0.
#[inline]
fn lifted<T: Real>(point: &Point2<T>) -> Point3<T> {
    Point3::new(point.x, point.y, T::zero())
}
