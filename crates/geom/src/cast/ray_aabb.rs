//! A ray or segment and an axis-aligned box, by three slabs.

use super::{as_ray, half_line};
use crate::{Aabb, Ray, Real, Segment, Span};

/// Where a ray is in an axis-aligned box; `None` if it misses.
///
/// Frame and unit are the caller's. A direction component of zero asks whether the origin is in
/// that closed slab, on its border included; nothing is divided by zero. Boxes without extent are
/// hit where the parameters of their slabs agree, which rounding seldom grants. Places are
/// within 4 ε of the largest length of the surface, and hit or miss is right unless the ray passes
/// an edge closer.
/// Source: Kay and Kajiya (1986), in Ericson 5.3.3.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Aabb, Ray, Span, cast};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let right = Vector3::new(2.0, 0.0, 0.0);
/// let from = |x, y| Ray { origin: Point3::new(x, y, 0.5), direction: right };
/// assert_eq!(cast::ray_aabb(&from(-1.0, 0.5), &cube), Some(Span { enter: 0.5, exit: 1.0 }));
/// // From inside and along a face:
/// assert_eq!(cast::ray_aabb(&from(0.5, 1.0), &cube), Some(Span { enter: 0.0, exit: 0.25 }));
/// assert_eq!(cast::ray_aabb(&from(2.0, 0.5), &cube), None); // behind
/// ```
#[inline]
#[must_use]
pub fn ray_aabb<T: Real>(ray: &Ray<T>, aabb: &Aabb<T>) -> Option<Span<T>> {
    box_part(ray, aabb, half_line())
}

/// Where a segment is in an axis-aligned box; `None` if it misses.
///
/// As [`ray_aabb`], with parameters from 0 to 1. A segment without length is a point.
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
    box_part(&as_ray(segment), aabb, Span::unit())
}

/// What is left of the parameters in the box. Where the ray moves along all axes nothing branches
/// until the end, as it cannot be foretold which walls come first.
#[inline]
pub(crate) fn box_part<T: Real>(ray: &Ray<T>, aabb: &Aabb<T>, part: Span<T>) -> Option<Span<T>> {
    let direction = ray.direction.into();
    if stands_still(direction) {
        return box_part_by_cuts(ray, aabb, part);
    }
    slabs(ray.origin.into(), direction, aabb.min.into(), aabb.max.into(), part).if_any()
}

/// Whether a ray stands still along an axis.
#[inline(always)]
pub(crate) fn stands_still<T: Real>([x, y, z]: [T; 3]) -> bool {
    let zero = T::zero();
    (x == zero) | (y == zero) | (z == zero)
}

/// What is left of the parameters in the slabs of a box, of a ray that moves along all axes;
/// nothing where it ends before it starts. Never NaN.
#[inline(always)]
pub(crate) fn slabs<T: Real>(
    origin: [T; 3],
    direction: [T; 3],
    min: [T; 3],
    max: [T; 3],
    mut part: Span<T>,
) -> Span<T> {
    for i in 0..3 {
        let per_rate = T::one() / direction[i];
        let low = (min[i] - origin[i]) * per_rate;
        let high = (max[i] - origin[i]) * per_rate;
        // A wall at the origin has no parameter if the rate is all but zero, and bounds nothing.
        part.enter = part.enter.greater(low.lesser(high));
        part.exit = part.exit.lesser(low.greater(high));
    }
    part
}

/// The same for rays that stand still along an axis.
fn box_part_by_cuts<T: Real>(ray: &Ray<T>, aabb: &Aabb<T>, mut part: Span<T>) -> Option<Span<T>> {
    for i in 0..3 {
        let (from, rate) = (ray.origin[i], ray.direction[i]);
        part = part.cut(aabb.min[i] - from, -rate)?.cut(from - aabb.max[i], rate)?;
    }
    Some(part)
}
