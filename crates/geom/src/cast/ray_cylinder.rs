//! A ray or segment and a cylinder with flat ends: the infinite cylinder, clipped to the slab
//! between the ends.

use crate::vectors::perpendicular_part;
use crate::{Cylinder, Ray, Real, Segment, Span};

/// The part of a ray that is inside a solid cylinder; `None` if it misses.
///
/// Frame and unit are the caller's. A ray parallel to the axis is inside the infinite cylinder
/// everywhere or nowhere. A cylinder whose ends coincide has no direction, and every ray misses it;
/// one of radius 0 is a segment, which rays rarely hit because of rounding. Points found are within
/// 32 ε of the largest length from the surface, and hit and miss are decided correctly unless the
/// ray passes it within that distance.
/// Source: Ericson 5.3.7, with the components perpendicular to the axis computed first.
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
    clip_to_cylinder(ray, &cylinder.axis, cylinder.radius, Span::half_line())
}

/// The part of a segment that is inside a solid cylinder; `None` if it misses.
///
/// As [`ray_cylinder`], with parameters from 0 to 1. A segment of length zero is a point.
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
    clip_to_cylinder(&segment.as_ray(), &cylinder.axis, cylinder.radius, Span::unit())
}

/// The part of `span` that is inside the cylinder; `None` if the axis has no length.
pub(super) fn clip_to_cylinder<T: Real>(
    ray: &Ray<T>,
    axis: &Segment<T>,
    radius: T,
    span: Span<T>,
) -> Option<Span<T>> {
    let along = axis.along();
    let from = ray.origin - axis.start;
    let height = along.dot(&along);
    if height == T::zero() {
        return None;
    }
    let (start, rate) = (from.dot(&along), ray.direction.dot(&along));
    span.clip_to_half_space(-start, -rate)?
        .clip_to_half_space(start - height, rate)?
        .clip_to_sphere(
            &perpendicular_part(&from, &along),
            &perpendicular_part(&ray.direction, &along),
            radius,
        )
}
