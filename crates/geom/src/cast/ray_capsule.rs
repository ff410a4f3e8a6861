//! A ray or segment and a capsule: a cylinder and a ball at either end.

use super::ray_cylinder::cylinder_part;
use super::{as_ray, half_line};
use crate::{Capsule, Ray, Real, Segment, Span};

/// Where a ray is in a capsule; `None` if it misses.
///
/// A capsule is convex, so its part of the line goes from the first to the last parameter in the
/// cylinder or one of the balls. Frame and unit are the caller's. A capsule whose ends coincide is
/// a ball; one of radius 0 is a segment, which rounding seldom lets a ray hit. Places are within 32
/// ε of the largest length of the surface, and hit or miss is right unless the ray passes it
/// closer.
/// Source: Ericson 5.3.7.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Capsule, Ray, Segment, Span, cast};
/// let axis = Segment { start: Point3::origin(), end: Point3::new(0.0, 0.0, 4.0) };
/// let capsule = Capsule { axis, radius: 1.0 };
/// let down = Ray { origin: Point3::new(0.0, 0.0, 9.0), direction: -Vector3::z() };
/// assert_eq!(cast::ray_capsule(&down, &capsule), Some(Span { enter: 4.0, exit: 10.0 }));
/// ```
#[must_use]
pub fn ray_capsule<T: Real>(ray: &Ray<T>, capsule: &Capsule<T>) -> Option<Span<T>> {
    capsule_part(ray, capsule, half_line())
}

/// Where a segment is in a capsule; `None` if it misses.
///
/// As [`ray_capsule`], with parameters from 0 to 1. A segment without length is a point.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Capsule, Segment, Span, cast};
/// let axis = Segment { start: Point3::origin(), end: Point3::new(0.0, 0.0, 4.0) };
/// let capsule = Capsule { axis, radius: 1.0 };
/// let segment = Segment { start: Point3::new(-2.0, 0.0, 1.0), end: Point3::new(2.0, 0.0, 1.0) };
/// assert_eq!(cast::segment_capsule(&segment, &capsule), Some(Span { enter: 0.25, exit: 0.75 }));
/// ```
#[must_use]
pub fn segment_capsule<T: Real>(segment: &Segment<T>, capsule: &Capsule<T>) -> Option<Span<T>> {
    capsule_part(&as_ray(segment), capsule, Span::unit())
}

/// What is left of the parameters in the capsule.
pub(crate) fn capsule_part<T: Real>(
    ray: &Ray<T>,
    capsule: &Capsule<T>,
    part: Span<T>,
) -> Option<Span<T>> {
    let Capsule { axis, radius } = capsule;
    let ball = |end| part.cut_ball(&(ray.origin - end), &ray.direction, *radius);
    let ends = Span::join(ball(axis.start), ball(axis.end));
    Span::join(ends, cylinder_part(ray, axis, *radius, part))
}
