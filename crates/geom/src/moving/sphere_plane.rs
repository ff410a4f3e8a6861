//! A moving sphere and a plane.

use nalgebra::Vector3;

use crate::vectors::length;
use crate::{Plane, Real, Span, Sphere};

/// The times of the first and the last contact of a moving sphere and a plane; `None` if they do
/// not touch.
///
/// The sphere can come from either side of the plane. Frame and unit are the caller's; the normal
/// may have any length. During a motion parallel to the plane they touch always or never. A plane
/// with a zero normal contains all points or none. The gap at the times found is below 8 ε of
/// (largest length + distance of the plane from the origin).
/// Source: Ericson 5.5.3.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, Span, Sphere, moving};
/// let sphere = Sphere { center: Point3::new(0.0, 0.0, 5.0), radius: 1.0 };
/// let ground = Plane { normal: Vector3::z(), offset: 0.0 };
/// let falling = moving::sphere_plane(&sphere, &Vector3::new(3.0, 0.0, -8.0), &ground);
/// assert_eq!(falling, Some(Span { enter: 0.5, exit: 0.75 }));
/// assert_eq!(moving::sphere_plane(&sphere, &Vector3::x(), &ground), None);
/// ```
#[inline]
#[must_use]
pub fn sphere_plane<T: Real>(
    sphere: &Sphere<T>,
    motion: &Vector3<T>,
    plane: &Plane<T>,
) -> Option<Span<T>> {
    let reach = sphere.radius * length(&plane.normal);
    Span::unit().clip_to_slab(plane.height(&sphere.center), plane.normal.dot(motion), reach)
}
