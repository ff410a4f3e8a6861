//! Two moving balls: a segment and one ball with both radii.

use nalgebra::Vector3;

use crate::{Real, Span, Sphere};

/// When two moving balls touch; `None` if they do not.
///
/// Frame and unit are the caller's. Radius 0 is a point. Balls that move alike touch always or
/// never. The gap at the times found is below 16 ε of the largest length.
/// Source: Ericson 5.5.5.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Span, Sphere, moving};
/// let ball = |x| Sphere { center: Point3::new(x, 0.0, 0.0), radius: 1.0 };
/// let (right, left) = (Vector3::x() * 4.0, Vector3::x() * -4.0);
/// let span = moving::sphere_sphere(&ball(0.0), &right, &ball(4.0), &left);
/// assert_eq!(span, Some(Span { enter: 0.25, exit: 0.75 }));
/// assert_eq!(moving::sphere_sphere(&ball(0.0), &right, &ball(4.0), &right), None);
/// ```
#[inline]
#[must_use]
pub fn sphere_sphere<T: Real>(
    a: &Sphere<T>,
    a_motion: &Vector3<T>,
    b: &Sphere<T>,
    b_motion: &Vector3<T>,
) -> Option<Span<T>> {
    Span::unit().cut_sphere(&(a.center - b.center), &(a_motion - b_motion), a.radius + b.radius)
}
