//! Point and rectangle in space, for both representations of the rectangle (Ericson 5.1.4.2).

use nalgebra::{Point3, Vector3};

use super::dist_sq;
use super::point_segment::parameter;
use crate::range::in_range;
use crate::{Real, Rectangle};

/// The point of a rectangle that is closest to a point. The rectangle is given by centre, axes and
/// half extents.
///
/// With one half extent of zero it is a segment, with two a point. Within 16 `EPSILON` of the size,
/// for axes of length one. Source: Ericson, 5.1.4.2.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Rectangle, closest};
/// let floor = Rectangle {
///     center: Point3::origin(),
///     axes: [Vector3::x(), Vector3::y()],
///     half: [2.0, 1.0],
/// };
/// let found = closest::point_rectangle(&Point3::new(0.5, 7.0, 9.0), &floor);
/// assert_eq!(found, Point3::new(0.5, 1.0, 0.0));
/// ```
#[inline]
#[must_use]
pub fn point_rectangle<T: Real>(point: &Point3<T>, rectangle: &Rectangle<T>) -> Point3<T> {
    let Rectangle { center, axes, half } = rectangle;
    let half = Point3::new(half[0], half[1], T::zero());
    in_range([*point, *center, half], |[point, center, half]| {
        let from_center = point - center;
        let u = axes[0].dot(&from_center).clamp_to(-half.x, half.x);
        let v = axes[1].dot(&from_center).clamp_to(-half.y, half.y);
        center + axes[0] * u + axes[1] * v
    })
}

/// The squared distance of a point from a rectangle.
///
/// The distance is within 16 `EPSILON` of the size. Source: Ericson, 5.1.4.2.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Rectangle, closest};
/// let floor = Rectangle {
///     center: Point3::origin(),
///     axes: [Vector3::x(), Vector3::y()],
///     half: [2.0, 1.0],
/// };
/// assert_eq!(closest::dist_sq_point_rectangle(&Point3::new(6.0, 0.0, 3.0), &floor), 25.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_rectangle<T: Real>(point: &Point3<T>, rectangle: &Rectangle<T>) -> T {
    dist_sq(point, &point_rectangle(point, rectangle))
}

/// The point of a rectangle that is closest to a point. The rectangle is given by a corner and the
/// two perpendicular edges at this corner.
///
/// With one edge of length zero it is a segment, with two a point. If the edges are not
/// perpendicular the result is a point of the parallelogram, but not the closest. Within 16
/// `EPSILON` of the size. Source: Ericson, 5.1.4.2.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::closest;
/// let edges = [Vector3::new(4.0, 0.0, 0.0), Vector3::new(0.0, 2.0, 0.0)];
/// let at = Point3::new(1.0, 5.0, 9.0);
/// let found = closest::point_rectangle_by_edges(&at, &Point3::origin(), &edges);
/// assert_eq!(found, Point3::new(1.0, 2.0, 0.0));
/// ```
#[inline]
#[must_use]
pub fn point_rectangle_by_edges<T: Real>(
    point: &Point3<T>,
    corner: &Point3<T>,
    edges: &[Vector3<T>; 2],
) -> Point3<T> {
    in_range([*point, *corner, edges[0].into(), edges[1].into()], |[point, corner, u, v]| {
        let from_corner = point - corner;
        let along =
            |edge: &Vector3<T>| edge * parameter(&from_corner, edge).clamp_to(T::zero(), T::one());
        corner + along(&u.coords) + along(&v.coords)
    })
}

/// The squared distance of a point from a rectangle given by a corner and two perpendicular edges.
///
/// The distance is within 16 `EPSILON` of the size. Source: Ericson, 5.1.4.2.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::closest;
/// let edges = [Vector3::new(4.0, 0.0, 0.0), Vector3::new(0.0, 2.0, 0.0)];
/// let at = Point3::new(-3.0, 1.0, 4.0);
/// assert_eq!(closest::dist_sq_point_rectangle_by_edges(&at, &Point3::origin(), &edges), 25.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_rectangle_by_edges<T: Real>(
    point: &Point3<T>,
    corner: &Point3<T>,
    edges: &[Vector3<T>; 2],
) -> T {
    dist_sq(point, &point_rectangle_by_edges(point, corner, edges))
}
