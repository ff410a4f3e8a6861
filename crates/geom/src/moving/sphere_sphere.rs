//! Two moving spheres: the relative path of the centres, as a segment, and one sphere with the sum
//! of the radii.

use nalgebra::Vector3;

use crate::{Real, Span, Sphere};

/// The times of the first and the last contact of two moving spheres; `None` if they do not touch.
///
/// Frame and unit are the caller's. Radius 0 is a point. Spheres with the same motion touch always
/// or never. The gap at the times found is below 16 ε of the largest length.
/// Source: Ericson 5.5.5.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Span, Sphere, moving};
/// let sphere = |x| Sphere { center: Point3::new(x, 0.0, 0.0), radius: 1.0 };
/// let (right, left) = (Vector3::x() * 4.0, Vector3::x() * -4.0);
/// let span = moving::sphere_sphere(&sphere(0.0), &right, &sphere(4.0), &left);
/// assert_eq!(span, Some(Span { enter: 0.25, exit: 0.75 }));
/// assert_eq!(moving::sphere_sphere(&sphere(0.0), &right, &sphere(4.0), &right), None);
/// ```
#[inline]
#[must_use]
pub fn sphere_sphere<T: Real>(
    a: &Sphere<T>,
    a_motion: &Vector3<T>,
    b: &Sphere<T>,
    b_motion: &Vector3<T>,
) -> Option<Span<T>> {
    Span::unit().clip_to_sphere(&(a.center - b.center), &(a_motion - b_motion), a.radius + b.radius)
}
