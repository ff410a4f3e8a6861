//! Point in triangle, in the plane and in space (Ericson 5.4.2).

use nalgebra::{Point2, Point3};

use crate::Real;
use crate::closest::TriangleFrame;
use crate::range::in_range;
use crate::vectors::with_zero_z;

/// Whether a point is in a triangle, both in the plane. Either orientation is allowed.
///
/// A degenerate triangle is a segment or a point. Decided correctly up to 4 `EPSILON` of the
/// largest coordinate; exact on small integers. Source: Ericson, 5.4.2.
///
/// ```
/// use nalgebra::Point2;
/// use obbtree_geom::point_in;
/// let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]].map(Point2::from);
/// assert!(point_in::point_in_triangle_2d(&Point2::new(2.0, 2.0), &triangle));
/// assert!(!point_in::point_in_triangle_2d(&Point2::new(2.0, 2.1), &triangle));
/// ```
#[must_use]
pub fn point_in_triangle_2d<T: Real>(point: &Point2<T>, triangle: &[Point2<T>; 3]) -> bool {
    let [a, b, c] = triangle;
    in_range(
        [with_zero_z(point), with_zero_z(a), with_zero_z(b), with_zero_z(c)],
        |[point, a, b, c]| {
            // Relative to the point, so that the signs are those of the areas of its triangles with
            // the edges.
            let [a, b, c] = [a, b, c].map(|corner| corner - point);
            let areas = [(a, b), (b, c), (c, a)].map(|(u, v)| u.x * v.y - u.y * v.x);
            let zero = T::zero();
            if areas.iter().all(|&area| area == zero) {
                // All corners are on one line through the point: test whether the point is between
                // them.
                return (0..2).all(|i| {
                    a[i].lesser(b[i]).lesser(c[i]) <= zero
                        && zero <= a[i].greater(b[i]).greater(c[i])
                });
            }
            areas.iter().all(|&area| area >= zero) || areas.iter().all(|&area| area <= zero)
        },
    )
}

/// Whether the projection of a point on the plane of a triangle is in the triangle; for a point in
/// the plane, whether the point is.
///
/// The distance of the point from the plane does not matter; for that see
/// [`point_triangle`](crate::closest::point_triangle). A triangle without area has no plane and
/// contains nothing. Decided correctly up to 8 `EPSILON` of the largest coordinate; for points off
/// the plane also up to `EPSILON` times their height times the longest edge over the height on it.
/// Source: Ericson, 5.4.2.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::point_in;
/// let triangle = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// assert!(point_in::point_in_triangle(&Point3::new(1.0, 1.0, 0.0), &triangle));
/// assert!(point_in::point_in_triangle(&Point3::new(1.0, 1.0, 9.0), &triangle));
/// assert!(!point_in::point_in_triangle(&Point3::new(3.0, 3.0, 0.0), &triangle));
/// ```
#[must_use]
pub fn point_in_triangle<T: Real>(point: &Point3<T>, triangle: &[Point3<T>; 3]) -> bool {
    let [a, b, c] = *triangle;
    in_range([*point, a, b, c], |[point, a, b, c]| {
        TriangleFrame::of(&[a, b, c]).is_some_and(|frame| frame.foot_inside(&point).is_some())
    })
}
