//! A moving axis-aligned box and a plane.

use nalgebra::Vector3;

use crate::vectors::{abs, center_and_half};
use crate::{Aabb, Plane, Real, Span};

/// The times of the first and the last contact of a moving axis-aligned box and a plane; `None` if
/// they do not touch.
///
/// The box can come from either side of the plane. Frame and unit are the caller's; the normal may
/// have any length. During a motion parallel to the plane they touch always or never. Degenerate
/// boxes are points, segments or rectangles; a plane with a zero normal contains all points or
/// none. The gap at the times found is below 16 ε of (largest length + distance of the plane from
/// the origin).
/// Source: Ericson 5.5.4.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Aabb, Plane, Span, moving};
/// let cube = Aabb { min: Point3::new(0.0, 0.0, 4.0), max: Point3::new(1.0, 1.0, 6.0) };
/// let ground = Plane { normal: Vector3::z(), offset: 0.0 };
/// let falling = moving::aabb_plane(&cube, &Vector3::new(0.0, 0.0, -8.0), &ground);
/// assert_eq!(falling, Some(Span { enter: 0.5, exit: 0.75 }));
/// ```
#[inline]
#[must_use]
pub fn aabb_plane<T: Real>(
    aabb: &Aabb<T>,
    motion: &Vector3<T>,
    plane: &Plane<T>,
) -> Option<Span<T>> {
    let (center, half) = center_and_half(aabb);
    let reach = half.dot(&abs(&plane.normal));
    Span::unit().clip_to_slab(plane.height(&center.into()), plane.normal.dot(motion), reach)
}
