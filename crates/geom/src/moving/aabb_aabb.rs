//! Two moving axis-aligned boxes: the times at which their intervals overlap on all axes.

use nalgebra::Vector3;

use crate::{Aabb, Real, Span};

/// The times of the first and the last contact of two moving axis-aligned boxes; `None` if they do
/// not touch.
///
/// Frame and unit are the caller's. On an axis without relative motion the intervals overlap always
/// or never; if never, there is no contact. Degenerate boxes are points, segments or rectangles.
/// Each time has a relative error of at most 4 ε, so the gap is below 8 ε of the motion along its
/// axis; contact is decided correctly unless the boxes pass closer.
/// Source: Ericson 5.5.8, which does not test axes without relative motion.
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
    let mut span = Span::unit();
    for i in 0..3 {
        span = span
            .clip_to_half_space(b.min[i] - a.max[i], rate[i])?
            .clip_to_half_space(a.min[i] - b.max[i], -rate[i])?;
    }
    Some(span)
}
