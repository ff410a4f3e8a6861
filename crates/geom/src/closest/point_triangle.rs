//! Point and triangle: the foot on the plane if that is inside, else the nearest of the three
//! edges.
//!
//! Ericson 5.1.5 finds the region of the point from barycentric products, which cancel for slender
//! triangles. Here the foot is found in the frame of the longest edge, and outside of the face the
//! three edges compete, so that rounding can at most choose between two points equally near.

use nalgebra::Point3;

use super::{TriangleFrame, dist_sq, point_segment};
use crate::range::in_range;
use crate::{Real, Segment};

/// [`point_triangle`] for lengths in range, and the triangle's frame where it is known.
#[inline]
pub(super) fn solve<T: Real>(
    point: &Point3<T>,
    triangle: &[Point3<T>; 3],
    frame: Option<&TriangleFrame<T>>,
) -> Point3<T> {
    if let Some(foot) = frame.and_then(|frame| frame.foot_inside(point)) {
        return foot;
    }
    let mut nearest = triangle[0];
    let mut nearest_sq = dist_sq(point, &nearest);
    for i in 0..3 {
        let edge = Segment { start: triangle[i], end: triangle[(i + 1) % 3] };
        let candidate = point_segment::at(&edge, point_segment::clamped(point, &edge));
        let candidate_sq = dist_sq(point, &candidate);
        if candidate_sq < nearest_sq {
            (nearest, nearest_sq) = (candidate, candidate_sq);
        }
    }
    nearest
}

/// The point of a triangle that is closest to a point.
///
/// A triangle whose corners lie on a line or coincide is the segment or point that it is. Either
/// order of the corners gives the same point up to rounding. Within 16 `EPSILON` of the size from a
/// point whose distance is the least, for needles too. Source: Ericson, 5.1.5.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::closest;
/// let triangle =
///     [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let above = closest::point_triangle(&Point3::new(1.0, 1.0, 5.0), &triangle);
/// assert_eq!(above, Point3::new(1.0, 1.0, 0.0));
/// let beyond = closest::point_triangle(&Point3::new(1.0, -3.0, 5.0), &triangle);
/// assert_eq!(beyond, Point3::new(1.0, 0.0, 0.0));
/// ```
#[inline]
#[must_use]
pub fn point_triangle<T: Real>(point: &Point3<T>, triangle: &[Point3<T>; 3]) -> Point3<T> {
    in_range([*point, triangle[0], triangle[1], triangle[2]], |[point, a, b, c]| {
        let triangle = [a, b, c];
        solve(&point, &triangle, TriangleFrame::of(&triangle).as_ref())
    })
}

/// The squared distance of a point from a triangle.
///
/// The distance is within 16 `EPSILON` of the size. Source: Ericson, 5.1.5.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::closest;
/// let triangle =
///     [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let at = Point3::new(1.0, -3.0, 4.0);
/// assert_eq!(closest::dist_sq_point_triangle(&at, &triangle), 25.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_triangle<T: Real>(point: &Point3<T>, triangle: &[Point3<T>; 3]) -> T {
    dist_sq(point, &point_triangle(point, triangle))
}
