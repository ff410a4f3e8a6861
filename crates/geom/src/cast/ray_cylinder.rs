//! A ray or segment and a cylinder with flat ends: a round wall cut by the slab between the ends.

use super::{as_ray, half_line};
use crate::vectors::across;
use crate::{Cylinder, Ray, Real, Segment, Span};

/// Where a ray is in a solid cylinder; `None` if it misses.
///
/// Frame and unit are the caller's. A ray parallel to the axis is inside the round wall all along
/// or nowhere. A cylinder whose ends coincide has no direction, and every ray misses it; one of
/// radius 0 is a segment, which rounding seldom lets a ray hit. Places are within 32 ε of the
/// largest length of the surface, and hit or miss is right unless the ray passes it closer.
/// Source: Ericson 5.3.7, with the parts across the axis taken first.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Cylinder, Ray, Segment, Span, cast};
/// let axis = Segment { start: Point3::origin(), end: Point3::new(0.0, 0.0, 4.0) };
/// let pillar = Cylinder { axis, radius: 1.0 };
/// let level = Ray { origin: Point3::new(-3.0, 0.0, 2.0), direction: Vector3::x() };
/// assert_eq!(cast::ray_cylinder(&level, &pillar), Some(Span { enter: 2.0, exit: 4.0 }));
/// let down = Ray { origin: Point3::new(0.5, 0.0, 5.0), direction: -Vector3::z() };
/// assert_eq!(cast::ray_cylinder(&down, &pillar), Some(Span { enter: 1.0, exit: 5.0 }));
/// ```
#[inline]
#[must_use]
pub fn ray_cylinder<T: Real>(ray: &Ray<T>, cylinder: &Cylinder<T>) -> Option<Span<T>> {
    cylinder_part(ray, &cylinder.axis, cylinder.radius, half_line())
}

/// Where a segment is in a solid cylinder; `None` if it misses.
///
/// As [`ray_cylinder`], with parameters from 0 to 1. A segment without length is a point.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Cylinder, Segment, Span, cast};
/// let axis = Segment { start: Point3::origin(), end: Point3::new(0.0, 0.0, 4.0) };
/// let pillar = Cylinder { axis, radius: 1.0 };
/// let segment = Segment { start: Point3::new(0.0, 0.0, -4.0), end: Point3::new(0.0, 0.0, 4.0) };
/// assert_eq!(cast::segment_cylinder(&segment, &pillar), Some(Span { enter: 0.5, exit: 1.0 }));
/// ```
#[inline]
#[must_use]
pub fn segment_cylinder<T: Real>(segment: &Segment<T>, cylinder: &Cylinder<T>) -> Option<Span<T>> {
    cylinder_part(&as_ray(segment), &cylinder.axis, cylinder.radius, Span::unit())
}

/// What is left of the parameters in the cylinder; nothing where the axis has no length.
pub(super) fn cylinder_part<T: Real>(
    ray: &Ray<T>,
    axis: &Segment<T>,
    radius: T,
    part: Span<T>,
) -> Option<Span<T>> {
    let along = axis.along();
    let from = ray.origin - axis.start;
    let height = along.dot(&along);
    if height == T::zero() {
        return None;
    }
    let (start, rate) = (from.dot(&along), ray.direction.dot(&along));
    part.cut(-start, -rate)?.cut(start - height, rate)?.cut_sphere(
        &across(&from, &along),
        &across(&ray.direction, &along),
        radius,
    )
}
