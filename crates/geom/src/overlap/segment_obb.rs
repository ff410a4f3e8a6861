//! A segment and an oriented box, by six separating axes in the box's frame.

use nalgebra::Vector3;

use super::segment_aabb::centered;
use crate::vectors::{in_box_frame, largest_component};
use crate::{Obb, Real, Segment};

/// Whether a closed segment and a closed oriented box share a point.
///
/// Both are in one frame and unit, the caller's. A segment of length zero is a point; degenerate
/// boxes are points, segments or rectangles. The answer `false` is certain up to the rounding of
/// the axes of the box, and it is given whenever the gap is above 32 ε of (half extents + distance
/// of the ends from the centre of the box).
/// Source: Gregory, Lin, Gottschalk, Taylor (1999), in "Programmers' Computational Geometry",
/// 9.2.3.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, Segment, overlap};
/// let axes = Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
/// let obb = Obb { axes, center: Point3::origin(), half: Vector3::new(5.0, 1.0, 1.0) };
/// let vertical = |x| Segment { start: Point3::new(x, 0.0, 0.0), end: Point3::new(x, 9.0, 0.0) };
/// assert!(overlap::segment_obb(&vertical(3.5), &obb));
/// assert!(!overlap::segment_obb(&vertical(4.0), &obb)); // the corner is at 3.8
/// ```
#[inline]
#[must_use]
pub fn segment_obb<T: Real>(segment: &Segment<T>, obb: &Obb<T>) -> bool {
    let (start, end) = (in_box_frame(obb, &segment.start), in_box_frame(obb, &segment.end));
    // Rotating into the frame of the box rounds each component relative to the entire vector.
    let far = largest_component(&start).greater(largest_component(&end));
    centered(&start, &end, &obb.half, &Vector3::from_element(far))
}
