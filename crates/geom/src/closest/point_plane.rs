//! Point and plane: the projection along the normal (Ericson 5.1.1).

use nalgebra::{Point3, Vector3};

use crate::range::{Unscale, direction_in_range, in_range};
use crate::vectors::length;
use crate::{Plane, Real};

/// The projection on the plane, and the signed distance.
struct Foot<T: Real> {
    point: Point3<T>,
    signed_dist: T,
}

impl<T: Real> Unscale<T> for Foot<T> {
    fn unscale(self, scale: T) -> Self {
        Self { point: self.point / scale, signed_dist: self.signed_dist / scale }
    }
}

#[inline]
fn foot<T: Real>(point: &Point3<T>, plane: &Plane<T>) -> Foot<T> {
    let (normal, scale) = direction_in_range(&plane.normal);
    let size = length(&normal);
    if size == T::zero() {
        return Foot { point: *point, signed_dist: T::zero() };
    }
    let normal = normal / size;
    // The point of the plane closest to the origin is `normal * offset`. If this overflows, the
    // plane is moved to the end of the range of numbers.
    let end = T::one() / T::MIN_POSITIVE;
    let offset = (plane.offset * scale / size).clamp_to(-end, end);
    let offset = Point3::from(Vector3::new(offset, T::zero(), T::zero()));
    in_range([*point, offset], |[point, offset]| {
        let signed_dist = normal.dot(&point.coords) - offset.x;
        Foot { point: point - normal * signed_dist, signed_dist }
    })
}

/// The point of a plane that is closest to a point. The plane's normal may have any length.
///
/// For a zero normal the point itself is returned. Within 16 `EPSILON` of the size, which here
/// includes the distance of the plane from the origin. Source: Ericson, 5.1.1.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, closest};
/// let floor = Plane { normal: Vector3::new(0.0, 0.0, 2.0), offset: 6.0 }; // z = 3
/// let found = closest::point_plane(&Point3::new(1.0, 2.0, 10.0), &floor);
/// assert_eq!(found, Point3::new(1.0, 2.0, 3.0));
/// ```
#[inline]
#[must_use]
pub fn point_plane<T: Real>(point: &Point3<T>, plane: &Plane<T>) -> Point3<T> {
    foot(point, plane).point
}

/// The signed distance of a point from a plane, positive on the side that the normal points to. The
/// normal may have any length.
///
/// 0 for a zero normal. Within 16 `EPSILON` of the size, which here includes the distance of the
/// plane from the origin. Source: Ericson, 5.1.1.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, closest};
/// let floor = Plane { normal: Vector3::new(0.0, 0.0, 2.0), offset: 6.0 }; // z = 3
/// assert_eq!(closest::signed_dist_point_plane(&Point3::origin(), &floor), -3.0);
/// ```
#[inline]
#[must_use]
pub fn signed_dist_point_plane<T: Real>(point: &Point3<T>, plane: &Plane<T>) -> T {
    foot(point, plane).signed_dist
}

/// The squared distance of a point from a plane.
///
/// The distance is within 16 `EPSILON` of the size; 0 for a zero normal. Source: Ericson, 5.1.1.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, closest};
/// let floor = Plane { normal: Vector3::new(0.0, 0.0, 2.0), offset: 6.0 }; // z = 3
/// assert_eq!(closest::dist_sq_point_plane(&Point3::origin(), &floor), 9.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_plane<T: Real>(point: &Point3<T>, plane: &Plane<T>) -> T {
    let signed_dist = foot(point, plane).signed_dist;
    signed_dist * signed_dist
}
