//! A ray or segment and a sphere.

use crate::{Ray, Real, Segment, Span, Sphere};

/// The part of a ray that is inside a sphere; `None` if it misses.
///
/// Frame and unit are the caller's. Radius 0 is a point, which rays rarely hit because of rounding.
/// Points found are within 16 ε of the largest length from the surface, and hit and miss are
/// decided correctly unless the ray is tangent within that distance.
/// Source: Ericson 5.3.2, solved from the closest point of the line.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Ray, Span, Sphere, cast};
/// let sphere = Sphere { center: Point3::new(4.0, 0.0, 0.0), radius: 5.0 };
/// let at = |y| Ray { origin: Point3::new(-4.0, y, 0.0), direction: Vector3::x() };
/// assert_eq!(cast::ray_sphere(&at(3.0), &sphere), Some(Span { enter: 4.0, exit: 12.0 }));
/// let tangent = cast::ray_sphere(&at(5.0), &sphere);
/// assert_eq!(tangent, Some(Span { enter: 8.0, exit: 8.0 }));
/// assert_eq!(cast::ray_sphere(&at(5.5), &sphere), None);
/// ```
#[inline]
#[must_use]
pub fn ray_sphere<T: Real>(ray: &Ray<T>, sphere: &Sphere<T>) -> Option<Span<T>> {
    Span::half_line().clip_to_sphere(&(ray.origin - sphere.center), &ray.direction, sphere.radius)
}

/// The part of a segment that is inside a sphere; `None` if it misses.
///
/// As [`ray_sphere`], with parameters from 0 to 1. A segment of length zero is a point.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Segment, Span, Sphere, cast};
/// let sphere = Sphere { center: Point3::origin(), radius: 1.0 };
/// let segment = Segment { start: Point3::origin(), end: Point3::new(0.0, 4.0, 0.0) };
/// assert_eq!(cast::segment_sphere(&segment, &sphere), Some(Span { enter: 0.0, exit: 0.25 }));
/// ```
#[inline]
#[must_use]
pub fn segment_sphere<T: Real>(segment: &Segment<T>, sphere: &Sphere<T>) -> Option<Span<T>> {
    let ray = segment.as_ray();
    Span::unit().clip_to_sphere(&(ray.origin - sphere.center), &ray.direction, sphere.radius)
}
