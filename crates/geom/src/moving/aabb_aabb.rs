//! Two moving axis-aligned boxes, by the times at which their intervals overlap.

use nalgebra::Vector3;

use crate::{Aabb, Real, Span};

/// When two moving axis-aligned boxes touch, first and last; `None` if they do not.
///
/// Frame and unit are the caller's. Along an axis without relative motion the intervals overlap
/// always or never, and never means no contact. A box without extent is the point, segment or
/// rectangle that it is. Each time is right to within 4 ε of itself, so the gap is below 8 ε of the
/// motion along its axis; contact is right unless the boxes pass closer.
/// Source: Ericson 5.5.8, where an axis without relative motion goes untested.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Aabb, Span, moving};
/// let cube = |x: f64| Aabb { min: Point3::new(x, 0.0, 0.0), max: Point3::new(x + 1.0, 1.0, 1.0) };
/// let (still, right) = (Vector3::zeros(), Vector3::x() * 8.0);
/// let span = moving::aabb_aabb(&cube(0.0), &right, &cube(3.0), &still);
/// assert_eq!(span, Some(Span { enter: 0.25, exit: 0.5 }));
/// assert_eq!(moving::aabb_aabb(&cube(0.0), &Vector3::y(), &cube(3.0), &still), None);
/// ```
#[inline]
#[must_use]
pub fn aabb_aabb<T: Real>(
    a: &Aabb<T>,
    a_motion: &Vector3<T>,
    b: &Aabb<T>,
    b_motion: &Vector3<T>,
) -> Option<Span<T>> {
    let rate = b_motion - a_motion;
    let mut part = Span::unit();
    for i in 0..3 {
        part = part.cut(b.min[i] - a.max[i], rate[i])?.cut(a.min[i] - b.max[i], -rate[i])?;
    }
    Some(part)
}
