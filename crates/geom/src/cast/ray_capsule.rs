//! A ray or segment and a capsule: a cylinder with a sphere at each end.

use nalgebra::Point3;

use crate::{Capsule, Ray, Real, Segment, Span};

/// The part of a ray that is inside a capsule; `None` if it misses.
///
/// Frame and unit are the caller's. A capsule whose ends coincide is a sphere; one of radius 0 is a
/// segment, which rays rarely hit because of rounding. Points found are within 32 ε of the largest
/// length from the surface, and hit and miss are decided correctly unless the ray passes it within
/// that distance.
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
#[inline]
#[must_use]
pub fn ray_capsule<T: Real>(ray: &Ray<T>, capsule: &Capsule<T>) -> Option<Span<T>> {
    clip_to_capsule(ray, capsule, Span::half_line())
}

/// The part of a segment that is inside a capsule; `None` if it misses.
///
/// As [`ray_capsule`], with parameters from 0 to 1. A segment of length zero is a point.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Capsule, Segment, Span, cast};
/// let axis = Segment { start: Point3::origin(), end: Point3::new(0.0, 0.0, 4.0) };
/// let capsule = Capsule { axis, radius: 1.0 };
/// let segment = Segment { start: Point3::new(-2.0, 0.0, 1.0), end: Point3::new(2.0, 0.0, 1.0) };
/// assert_eq!(cast::segment_capsule(&segment, &capsule), Some(Span { enter: 0.25, exit: 0.75 }));
/// ```
#[inline]
#[must_use]
pub fn segment_capsule<T: Real>(segment: &Segment<T>, capsule: &Capsule<T>) -> Option<Span<T>> {
    clip_to_capsule(&segment.as_ray(), capsule, Span::unit())
}

/// The part of `span` that is inside the capsule. The ends of the part inside the infinite cylinder
/// are kept where they are between the ends of the axis; an end beyond an end of the axis is
/// replaced by that of the sphere there.
pub(crate) fn clip_to_capsule<T: Real>(
    ray: &Ray<T>,
    capsule: &Capsule<T>,
    span: Span<T>,
) -> Option<Span<T>> {
    let Capsule { axis, radius } = capsule;
    let (along, from) = (axis.along(), ray.origin - axis.start);
    let length_sq = along.dot(&along);
    let in_sphere =
        |end: &Point3<T>| span.clip_to_sphere(&(ray.origin - end), &ray.direction, *radius);
    if !(length_sq > T::zero()) {
        return in_sphere(&axis.start);
    }
    let (start, rate) = (from.dot(&along), ray.direction.dot(&along));
    let per_length_sq = T::one() / length_sq;
    let wall = span.clip_to_sphere(
        &(from - along * (start * per_length_sq)),
        &(ray.direction - along * (rate * per_length_sq)),
        *radius,
    )?;
    let at = |parameter: T, end_of: fn(Span<T>) -> T| {
        // At an infinite parameter a ray that moves along the axis is beyond one of its ends.
        let height = if rate == T::zero() { start } else { start + rate * parameter };
        if height < T::zero() {
            in_sphere(&axis.start).map(end_of)
        } else if height > length_sq {
            in_sphere(&axis.end).map(end_of)
        } else {
            Some(parameter)
        }
    };
    let (enter, exit) = (at(wall.enter, |span| span.enter)?, at(wall.exit, |span| span.exit)?);
    (enter <= exit).then_some(Span { enter, exit })
}
