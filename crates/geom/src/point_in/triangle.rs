//! Point in triangle, in the plane and in space (Ericson 5.4.2).

use nalgebra::{Point2, Point3};

use crate::Real;
use crate::closest::TriangleFrame;
use crate::range::in_range;

/// Is the point in the triangle, both in the plane? Either order of corners.
///
/// A triangle without area is the segment or point that it is. Decided up to 4 `EPSILON` of the
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
    let lifted = |p: &Point2<T>| Point3::new(p.x, p.y, T::zero());
    let [a, b, c] = triangle;
    in_range([lifted(point), lifted(a), lifted(b), lifted(c)], |[point, a, b, c]| {
        // From the point, so that the signs are those of the areas that it cuts off.
        let [a, b, c] = [a, b, c].map(|corner| corner - point);
        let areas = [(a, b), (b, c), (c, a)].map(|(u, v)| u.x * v.y - u.y * v.x);
        let zero = T::zero();
        if areas.iter().all(|&area| area == zero) {
            // All on a line through the point: is it between the corners?
            return (0..2).all(|i| {
                a[i].lesser(b[i]).lesser(c[i]) <= zero && zero <= a[i].greater(b[i]).greater(c[i])
            });
        }
        areas.iter().all(|&area| area >= zero) || areas.iter().all(|&area| area <= zero)
    })
}

/// Is the foot of the perpendicular from the point to the triangle's plane in the triangle? For a
/// point in the plane: is it in the triangle?
///
/// How far above the plane the point is does not count; see
/// [`point_triangle`](crate::closest::point_triangle) for that. A triangle without area has no
/// plane and no point. Decided up to 8 `EPSILON` of the largest coordinate, and for points off the
/// plane their height times `EPSILON` times the longest edge over the height on it. Source:
/// Ericson, 5.4.2.
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
