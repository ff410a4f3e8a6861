//! Point and ray: the projection on the line, with the parameter at least 0 (Ericson 5.1.2).

use nalgebra::Point3;

use super::dist_sq;
use super::point_line::{Foot, foot_on};
use crate::{Ray, Real};

#[inline]
fn foot<T: Real>(point: &Point3<T>, ray: &Ray<T>) -> Foot<T> {
    foot_on(point, &ray.origin, &ray.direction, |parameter| parameter.greater(T::zero()))
}

/// The parameter of the point of a ray that is closest to a point, in lengths of the direction.
///
/// 0 if the direction is zero. Times the length of the direction, it is within 16 `EPSILON` of the
/// size. Source: Ericson, 5.1.2.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Ray, closest};
/// let ray = Ray { origin: Point3::origin(), direction: Vector3::new(2.0, 0.0, 0.0) };
/// assert_eq!(closest::parameter_on_ray(&Point3::new(-1.0, 5.0, 0.0), &ray), 0.0);
/// assert_eq!(closest::parameter_on_ray(&Point3::new(8.0, 5.0, 0.0), &ray), 4.0);
/// ```
#[inline]
#[must_use]
pub fn parameter_on_ray<T: Real>(point: &Point3<T>, ray: &Ray<T>) -> T {
    foot(point, ray).parameter
}

/// The point of a ray that is closest to a point; a ray with a zero direction is its origin.
///
/// Within 16 `EPSILON` of the size. Source: Ericson, 5.1.2.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Ray, closest};
/// let ray = Ray { origin: Point3::origin(), direction: Vector3::new(2.0, 0.0, 0.0) };
/// let found = closest::point_ray(&Point3::new(-1.0, 5.0, 0.0), &ray);
/// assert_eq!(found, Point3::origin());
/// ```
#[inline]
#[must_use]
pub fn point_ray<T: Real>(point: &Point3<T>, ray: &Ray<T>) -> Point3<T> {
    foot(point, ray).point
}

/// The squared distance of a point from a ray.
///
/// The distance is within 16 `EPSILON` of the size. Source: Ericson, 5.1.2.1.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Ray, closest};
/// let ray = Ray { origin: Point3::origin(), direction: Vector3::new(2.0, 0.0, 0.0) };
/// assert_eq!(closest::dist_sq_point_ray(&Point3::new(-1.0, 5.0, 0.0), &ray), 26.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_ray<T: Real>(point: &Point3<T>, ray: &Ray<T>) -> T {
    dist_sq(point, &point_ray(point, ray))
}
