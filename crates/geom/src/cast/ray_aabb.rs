//! A ray or segment and an axis-aligned box, by three slabs.

use crate::{Aabb, Ray, Real, Segment, Span};

/// The part of a ray that is inside an axis-aligned box; `None` if it misses.
///
/// Frame and unit are the caller's. If a component of the direction is zero, the origin must be in
/// that closed slab; nothing is divided by zero. Degenerate boxes are hit only if the parameters of
/// their slabs agree, which rounding rarely allows. Points found are within 4 ε of the largest
/// length from the surface, and hit and miss are decided correctly unless the ray passes an edge
/// within that distance.
/// Source: Kay and Kajiya (1986), in Ericson 5.3.3.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Aabb, Ray, Span, cast};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let right = Vector3::new(2.0, 0.0, 0.0);
/// let from = |x, y| Ray { origin: Point3::new(x, y, 0.5), direction: right };
/// assert_eq!(cast::ray_aabb(&from(-1.0, 0.5), &cube), Some(Span { enter: 0.5, exit: 1.0 }));
/// // From inside, along a face:
/// assert_eq!(cast::ray_aabb(&from(0.5, 1.0), &cube), Some(Span { enter: 0.0, exit: 0.25 }));
/// assert_eq!(cast::ray_aabb(&from(2.0, 0.5), &cube), None); // behind
/// ```
#[inline]
#[must_use]
pub fn ray_aabb<T: Real>(ray: &Ray<T>, aabb: &Aabb<T>) -> Option<Span<T>> {
    clip_to_box(ray, aabb, Span::half_line())
}

/// The part of a segment that is inside an axis-aligned box; `None` if it misses.
///
/// As [`ray_aabb`], with parameters from 0 to 1. A segment of length zero is a point.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Aabb, Segment, Span, cast};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let segment = Segment { start: Point3::new(0.5, 0.5, 0.5), end: Point3::new(0.5, 0.5, 2.5) };
/// assert_eq!(cast::segment_aabb(&segment, &cube), Some(Span { enter: 0.0, exit: 0.25 }));
/// ```
#[inline]
#[must_use]
pub fn segment_aabb<T: Real>(segment: &Segment<T>, aabb: &Aabb<T>) -> Option<Span<T>> {
    clip_to_box(&segment.as_ray(), aabb, Span::unit())
}

/// The part of `span` that is inside the box. If no component of the direction is zero there is no
/// branch before the end, because which faces come first cannot be predicted.
#[inline]
pub(crate) fn clip_to_box<T: Real>(ray: &Ray<T>, aabb: &Aabb<T>, span: Span<T>) -> Option<Span<T>> {
    let direction = ray.direction.into();
    if has_zero_component(direction) {
        return clip_to_box_one_by_one(ray, aabb, span);
    }
    clip_to_slabs(ray.origin.into(), direction, aabb.min.into(), aabb.max.into(), span)
        .if_not_empty()
}

/// Whether a component of a direction is zero.
#[inline(always)]
pub(crate) fn has_zero_component<T: Real>([x, y, z]: [T; 3]) -> bool {
    let zero = T::zero();
    (x == zero) | (y == zero) | (z == zero)
}

/// The part of `span` that is inside the three slabs of a box; `exit < enter` if there is none. No
/// component of the direction is zero. Never NaN.
#[inline(always)]
pub(crate) fn clip_to_slabs<T: Real>(
    origin: [T; 3],
    direction: [T; 3],
    min: [T; 3],
    max: [T; 3],
    mut span: Span<T>,
) -> Span<T> {
    for i in 0..3 {
        let per_rate = T::one() / direction[i];
        let low = (min[i] - origin[i]) * per_rate;
        let high = (max[i] - origin[i]) * per_rate;
        // If the origin lies on a face and the rate is nearly zero the product is NaN, which never
        // replaces a bound.
        span.enter = span.enter.greater(low.lesser(high));
        span.exit = span.exit.lesser(low.greater(high));
    }
    span
}

/// [`clip_to_box`] for directions with a zero component.
fn clip_to_box_one_by_one<T: Real>(
    ray: &Ray<T>,
    aabb: &Aabb<T>,
    mut span: Span<T>,
) -> Option<Span<T>> {
    for i in 0..3 {
        let (from, rate) = (ray.origin[i], ray.direction[i]);
        span = span
            .clip_to_half_space(aabb.min[i] - from, -rate)?
            .clip_to_half_space(from - aabb.max[i], rate)?;
    }
    Some(span)
}
