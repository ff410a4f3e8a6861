//! Point and ray: the projection on the line, kept from going back (Ericson 5.1.2).

use nalgebra::Point3;

use super::point_segment::parameter;
use crate::range::{Lengths, direction_in_range, in_range};
use crate::{Ray, Real};

/// The closest point, and its parameter for a direction that was scaled.
struct Foot<T: Real> {
    point: Point3<T>,
    parameter: T,
}

impl<T: Real> Lengths<T> for Foot<T> {
    fn over(self, scale: T) -> Self {
        Self { point: self.point / scale, parameter: self.parameter / scale }
    }
}

#[inline]
fn foot<T: Real>(point: &Point3<T>, ray: &Ray<T>) -> Foot<T> {
    let (direction, scale) = direction_in_range(&ray.direction);
    let mut foot = in_range([*point, ray.origin], |[point, origin]| {
        let parameter = parameter(&(point - origin), &direction).greater(T::zero());
        Foot { point: origin + direction * parameter, parameter }
    });
    foot.parameter *= scale;
    foot
}

/// The parameter, in lengths of the direction, of the point of a ray closest to a point.
///
/// 0 if the direction has no length. Times that length it is within 16 `EPSILON` of the size.
/// Source: Ericson, 5.1.2.
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

/// The point of a ray that is closest to a point; a ray without direction is its origin.
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
    super::dist_sq(point, &point_ray(point, ray))
}
