//! Two axis-aligned boxes.

use crate::{Aabb, Real};

/// Whether two closed axis-aligned boxes share a point.
///
/// Both are in one frame and unit, the caller's. Exact: numbers are compared, nothing is rounded.
/// Degenerate boxes are points, segments or rectangles. For a box with `min > max` on an axis the
/// answer is what the comparisons give.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Aabb, overlap};
/// let from = |x: f64| Aabb { min: Point3::new(x, 0.0, 0.0), max: Point3::new(x + 1.0, 1.0, 1.0) };
/// assert!(overlap::aabb_aabb(&from(0.0), &from(1.0))); // touching
/// assert!(!overlap::aabb_aabb(&from(0.0), &from(1.0 + f64::EPSILON)));
/// ```
#[inline]
#[must_use]
pub fn aabb_aabb<T: Real>(a: &Aabb<T>, b: &Aabb<T>) -> bool {
    (0..3).all(|i| a.min[i] <= b.max[i] && b.min[i] <= a.max[i])
}
