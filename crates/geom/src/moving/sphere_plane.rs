//! A moving ball and a plane.

use nalgebra::Vector3;

use crate::vectors::length;
use crate::{Plane, Real, Span, Sphere};

/// When a moving ball touches a plane; `None` if it does not.
///
/// Either side of the plane stops it. Frame and unit are the caller's; the normal may have any
/// length. A motion along the plane touches always or never. A plane with a zero normal is
/// everything or nothing. The gap at the times found is below 8 ε of (largest length + the plane's
/// distance from the origin).
/// Source: Ericson 5.5.3.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, Span, Sphere, moving};
/// let ball = Sphere { center: Point3::new(0.0, 0.0, 5.0), radius: 1.0 };
/// let ground = Plane { normal: Vector3::z(), offset: 0.0 };
/// let falling = moving::sphere_plane(&ball, &Vector3::new(3.0, 0.0, -8.0), &ground);
/// assert_eq!(falling, Some(Span { enter: 0.5, exit: 0.75 }));
/// assert_eq!(moving::sphere_plane(&ball, &Vector3::x(), &ground), None);
/// ```
#[inline]
#[must_use]
pub fn sphere_plane<T: Real>(
    sphere: &Sphere<T>,
    motion: &Vector3<T>,
    plane: &Plane<T>,
) -> Option<Span<T>> {
    let reach = sphere.radius * length(&plane.normal);
    Span::unit().cut_slab(plane.height(&sphere.center), plane.normal.dot(motion), reach)
}
