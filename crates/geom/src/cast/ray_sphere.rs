//! A ray or segment and a ball.

use super::{as_ray, half_line};
use crate::{Ray, Real, Segment, Span, Sphere};

/// Where a ray is in a ball; `None` if it misses.
///
/// Frame and unit are the caller's. Radius 0 is a point, which rounding seldom lets a ray hit.
/// Places are within 16 ε of the largest length of the surface, and hit or miss is right unless the
/// ray grazes it closer.
/// Source: Ericson 5.3.2, solved from the nearest point of the line.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Ray, Span, Sphere, cast};
/// let ball = Sphere { center: Point3::new(4.0, 0.0, 0.0), radius: 5.0 };
/// let at = |y| Ray { origin: Point3::new(-4.0, y, 0.0), direction: Vector3::x() };
/// assert_eq!(cast::ray_sphere(&at(3.0), &ball), Some(Span { enter: 4.0, exit: 12.0 }));
/// assert_eq!(cast::ray_sphere(&at(5.0), &ball), Some(Span { enter: 8.0, exit: 8.0 })); // grazing
/// assert_eq!(cast::ray_sphere(&at(5.5), &ball), None);
/// ```
#[inline]
#[must_use]
pub fn ray_sphere<T: Real>(ray: &Ray<T>, sphere: &Sphere<T>) -> Option<Span<T>> {
    half_line().cut_sphere(&(ray.origin - sphere.center), &ray.direction, sphere.radius)
}

/// Where a segment is in a ball; `None` if it misses.
///
/// As [`ray_sphere`], with parameters from 0 to 1. A segment without length is a point.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Segment, Span, Sphere, cast};
/// let ball = Sphere { center: Point3::origin(), radius: 1.0 };
/// let segment = Segment { start: Point3::origin(), end: Point3::new(0.0, 4.0, 0.0) };
/// assert_eq!(cast::segment_sphere(&segment, &ball), Some(Span { enter: 0.0, exit: 0.25 }));
/// ```
#[inline]
#[must_use]
pub fn segment_sphere<T: Real>(segment: &Segment<T>, sphere: &Sphere<T>) -> Option<Span<T>> {
    let ray = as_ray(segment);
    Span::unit().cut_sphere(&(ray.origin - sphere.center), &ray.direction, sphere.radius)
}
