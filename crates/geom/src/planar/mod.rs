//! Tests in the plane: intersection of segments, separation and overlap of boxes, the rectangle of
//! a hull.
//!
//! Points are in one frame and unit, the caller's.

mod box_box;
mod hull_rectangle;
mod segment_segment;

pub use box_box::{Box2, BoxGap2, box_box};
pub use hull_rectangle::hull_rectangle;
pub use segment_segment::{Crossing, segment_segment, segments_meet_on_grid};
