//! A ray or segment and an oriented box: three slabs in the frame of the box.

use nalgebra::Point3;

use super::clip_to_box;
use crate::vectors::{aabb_in_box_frame, along_axes, in_box_frame};
use crate::{Obb, Ray, Real, Segment, Span};

/// The part of a ray that is inside an oriented box; `None` if it misses.
///
/// Both are in one frame and unit, the caller's. Points found are within 16 ε of the largest length
/// from the surface, and hit and miss are decided correctly unless the ray passes an edge within
/// that distance. Everything else is as for [`ray_aabb`](super::ray_aabb).
/// Source: "Programmers' Computational Geometry", 9.2.2, with brackets: `(s -+ l) / r`.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, Ray, Span, cast};
/// let axes = Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
/// let obb = Obb { axes, center: Point3::origin(), half: Vector3::new(5.0, 1.0, 1.0) };
/// let ray = Ray { origin: Point3::origin(), direction: Vector3::new(0.6, 0.8, 0.0) };
/// let span: Span = cast::ray_obb(&ray, &obb).expect("it starts inside");
/// assert_eq!(span.enter, 0.0);
/// assert!((span.exit - 5.0).abs() < 1e-14);
/// ```
#[inline]
#[must_use]
pub fn ray_obb<T: Real>(ray: &Ray<T>, obb: &Obb<T>) -> Option<Span<T>> {
    clip_to_box(&ray_in_box_frame(obb, ray), &aabb_in_box_frame(obb), Span::half_line())
}

/// The part of a segment that is inside an oriented box; `None` if it misses.
///
/// As [`ray_obb`], with parameters from 0 to 1. A segment of length zero is a point.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, Segment, Span, cast};
/// let half = Vector3::repeat(1.0);
/// let obb = Obb { axes: Matrix3::identity(), center: Point3::origin(), half };
/// let segment = Segment { start: Point3::new(-2.0, 0.0, 0.0), end: Point3::new(2.0, 0.0, 0.0) };
/// assert_eq!(cast::segment_obb(&segment, &obb), Some(Span { enter: 0.25, exit: 0.75 }));
/// ```
#[inline]
#[must_use]
pub fn segment_obb<T: Real>(segment: &Segment<T>, obb: &Obb<T>) -> Option<Span<T>> {
    clip_to_box(&ray_in_box_frame(obb, &segment.as_ray()), &aabb_in_box_frame(obb), Span::unit())
}

/// The ray in the frame of the box.
#[inline(always)]
pub(crate) fn ray_in_box_frame<T: Real>(obb: &Obb<T>, ray: &Ray<T>) -> Ray<T> {
    Ray {
        origin: Point3::from(in_box_frame(obb, &ray.origin)),
        direction: along_axes(obb, &ray.direction),
    }
}
