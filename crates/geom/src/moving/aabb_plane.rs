//! A moving axis-aligned box and a plane.

use nalgebra::Vector3;

use crate::vectors::{abs, middle_and_half};
use crate::{Aabb, Plane, Real, Span};

/// When a moving axis-aligned box touches a plane; `None` if it does not.
///
/// Either side of the plane stops it. Frame and unit are the caller's; the normal may have any
/// length. A motion along the plane touches always or never. A box without extent is the point,
/// segment or rectangle that it is; a plane with a zero normal is everything or nothing. The gap at
/// the times found is below 16 ε of (largest length + the plane's distance from the origin).
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
    let (center, half) = middle_and_half(aabb);
    let reach = half.dot(&abs(&plane.normal));
    Span::unit().cut_slab(plane.height(&center.into()), plane.normal.dot(motion), reach)
}
