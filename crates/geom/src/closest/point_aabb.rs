//! Point and axis-aligned box: each coordinate is clamped to its interval (Ericson 5.1.3).

use nalgebra::Point3;

use super::dist_sq;
use crate::{Aabb, Real};

/// The point of an axis-aligned box that is closest to a point.
///
/// Exact. Degenerate boxes are rectangles, segments or points. For a box with `min > max` on an
/// axis the coordinate is `max` there. Source: Ericson, 5.1.3.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Aabb, closest};
/// let unit = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let found = closest::point_aabb(&Point3::new(2.0, 0.5, -3.0), &unit);
/// assert_eq!(found, Point3::new(1.0, 0.5, 0.0));
/// ```
#[inline]
#[must_use]
pub fn point_aabb<T: Real>(point: &Point3<T>, aabb: &Aabb<T>) -> Point3<T> {
    Point3::new(
        point.x.clamp_to(aabb.min.x, aabb.max.x),
        point.y.clamp_to(aabb.min.y, aabb.max.y),
        point.z.clamp_to(aabb.min.z, aabb.max.z),
    )
}

/// The squared distance of a point from an axis-aligned box; 0 if the point is inside.
///
/// The relative error is at most 4 `EPSILON`. Source: Ericson, 5.1.3.1.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Aabb, closest};
/// let unit = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// assert_eq!(closest::dist_sq_point_aabb(&Point3::new(4.0, 0.5, -4.0), &unit), 25.0);
/// assert_eq!(closest::dist_sq_point_aabb(&Point3::new(0.5, 0.5, 1.0), &unit), 0.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_aabb<T: Real>(point: &Point3<T>, aabb: &Aabb<T>) -> T {
    dist_sq(point, &point_aabb(point, aabb))
}
