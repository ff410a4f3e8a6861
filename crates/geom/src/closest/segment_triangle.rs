//! Segment and triangle: an edge of the triangle, an end of the segment, or the point where the
//! segment crosses the triangle (Ericson 5.1.10).

use nalgebra::Point3;

use super::pair::Nearest;
use super::point_segment::at;
use super::point_triangle::WellShaped;
use super::{TriangleFrame, point_triangle, segment_segment};
use crate::range::in_range;
use crate::{Real, Segment};

/// The point where the segment crosses the plane of the triangle, and the point of the triangle
/// closest to it; `None` if both ends are on one side. Lengths are in range.
#[inline]
pub(super) fn piercing<T: Real>(
    segment: &Segment<T>,
    triangle: &[Point3<T>; 3],
    shape: &WellShaped<T>,
) -> Option<Nearest<T>> {
    let (normal, corner) = shape.normal();
    let height = |p: &Point3<T>| normal.dot(&(p - corner));
    let through = crossing(segment, height(&segment.start), height(&segment.end))?;
    let below = point_triangle::solve_shaped(&through, triangle, Some(shape));
    Some(Nearest::of(through, below))
}

/// [`piercing`] for triangles of any shape.
pub(super) fn piercing_in_frame<T: Real>(
    segment: &Segment<T>,
    triangle: &[Point3<T>; 3],
    frame: &TriangleFrame<T>,
) -> Option<Nearest<T>> {
    let (start, end) = (frame.volume(&segment.start), frame.volume(&segment.end));
    let through = crossing(segment, start, end)?;
    Some(Nearest::of(through, point_triangle::solve_in_frame(&through, triangle, Some(frame))))
}

/// The point where a segment crosses a plane, for the heights of its ends over the plane.
#[inline]
fn crossing<T: Real>(segment: &Segment<T>, start: T, end: T) -> Option<Point3<T>> {
    if (start > T::zero()) == (end > T::zero()) || start == end {
        return None;
    }
    Some(at(segment, (start / (start - end)).clamp_to(T::zero(), T::one())))
}

/// The closest pair of points of a segment and a triangle, the first of the segment, the second of
/// the triangle.
///
/// If they meet the two points are equal up to rounding. If there are several closest pairs one is
/// returned. A segment of length zero is a point; degenerate triangles are segments or points. The
/// distance is within 32 `EPSILON` of the size from the smallest distance. Source: Ericson, 5.1.10.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Segment, closest};
/// let triangle =
///     [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let above = Segment { start: Point3::new(1.0, 1.0, 9.0), end: Point3::new(1.0, 2.0, 3.0) };
/// let found = closest::segment_triangle(&above, &triangle);
/// assert_eq!((found.on_a, found.on_b), (above.end, Point3::new(1.0, 2.0, 0.0)));
/// assert_eq!(found.dist_sq, 9.0);
/// ```
#[must_use]
pub fn segment_triangle<T: Real>(segment: &Segment<T>, triangle: &[Point3<T>; 3]) -> Nearest<T> {
    let [a, b, c] = *triangle;
    in_range([segment.start, segment.end, a, b, c], |[start, end, a, b, c]| {
        let (segment, triangle) = (Segment { start, end }, [a, b, c]);
        let shape = WellShaped::of(&triangle);
        let to_triangle =
            |end| Nearest::of(end, point_triangle::solve_shaped(&end, &triangle, shape.as_ref()));
        let mut best = to_triangle(start).or_closer(to_triangle(end));
        let pierced = match &shape {
            Some(shape) => piercing(&segment, &triangle, shape),
            None => TriangleFrame::of(&triangle)
                .and_then(|frame| piercing_in_frame(&segment, &triangle, &frame)),
        };
        if let Some(pierced) = pierced {
            best = best.or_closer(pierced);
        }
        for i in 0..3 {
            let edge = Segment { start: triangle[i], end: triangle[(i + 1) % 3] };
            best = best.or_closer(segment_segment::solve(&segment, &edge).points());
        }
        best
    })
}

/// The squared distance of a segment and a triangle.
///
/// The distance is within 32 `EPSILON` of the size. Source: Ericson, 5.1.10.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Segment, closest};
/// let triangle =
///     [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let through = Segment { start: Point3::new(1.0, 1.0, 9.0), end: Point3::new(1.0, 1.0, -3.0) };
/// assert_eq!(closest::dist_sq_segment_triangle(&through, &triangle), 0.0);
/// ```
#[must_use]
pub fn dist_sq_segment_triangle<T: Real>(segment: &Segment<T>, triangle: &[Point3<T>; 3]) -> T {
    segment_triangle(segment, triangle).dist_sq
}
