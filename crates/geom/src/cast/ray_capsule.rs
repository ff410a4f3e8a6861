//! A ray or segment and a capsule: a cylinder with a ball at either end.

use nalgebra::Point3;

use super::{as_ray, half_line};
use crate::{Capsule, Ray, Real, Segment, Span};

/// Where a ray is in a capsule; `None` if it misses.
///
/// Frame and unit are the caller's. A capsule whose ends coincide is
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
#[inline]
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
#[inline]
#[must_use]
pub fn segment_capsule<T: Real>(segment: &Segment<T>, capsule: &Capsule<T>) -> Option<Span<T>> {
    capsule_part(&as_ray(segment), capsule, Span::unit())
}

/// What is left of the parameters in the capsule: the part in the endless cylinder, whose ends are
/// on the wall where they are beside the axis, and otherwise on the ball at the end they are beyond.
pub(crate) fn capsule_part<T: Real>(
    ray: &Ray<T>,
    capsule: &Capsule<T>,
    part: Span<T>,
) -> Option<Span<T>> {
    let Capsule { axis, radius } = capsule;
    let (along, from) = (axis.along(), ray.origin - axis.start);
    let length_sq = along.dot(&along);
    let ball = |end: &Point3<T>| part.cut_sphere(&(ray.origin - end), &ray.direction, *radius);
    if !(length_sq > T::zero()) {
        return ball(&axis.start);
    }
    let (start, rate) = (from.dot(&along), ray.direction.dot(&along));
    let per_length_sq = T::one() / length_sq;
    let wall = part.cut_sphere(
        &(from - along * (start * per_length_sq)),
        &(ray.direction - along * (rate * per_length_sq)),
        *radius,
    )?;
    let at = |parameter: T, of_ball: fn(Span<T>) -> T| {
        // An endless part has no place: what moves along the axis is beyond one of its ends.
        let height = if rate == T::zero() { start } else { start + rate * parameter };
        if height < T::zero() {
            ball(&axis.start).map(of_ball)
        } else if height > length_sq {
            ball(&axis.end).map(of_ball)
        } else {
            Some(parameter)
        }
    };
    let (enter, exit) = (at(wall.enter, |ball| ball.enter)?, at(wall.exit, |ball| ball.exit)?);
    (enter <= exit).then_some(Span { enter, exit })
}
