//! A segment and an axis-aligned box, by six separating axes.

use nalgebra::Vector3;

use crate::vectors::{abs, center_and_half};
use crate::{Aabb, Real, Segment};

/// Whether a closed segment and a closed axis-aligned box share a point.
///
/// The axes are the three of the box and their cross products with the segment. The computed cross
/// products are exactly perpendicular to the segment, so a segment parallel to an axis is no
/// special case. Frame and unit are the caller's. A segment of length zero is a point; degenerate
/// boxes are points, segments or rectangles. The answer `false` is certain, and it is given
/// whenever the gap is above 16 ε of the largest coordinate.
/// Source: Gregory, Lin, Gottschalk, Taylor (1999), in "Programmers' Computational Geometry",
/// 9.2.3.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Aabb, Segment, overlap};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let slanting = |x| Segment { start: Point3::new(x, 0.0, 0.5), end: Point3::new(0.0, x, 0.5) };
/// assert!(overlap::segment_aabb(&slanting(2.0), &cube)); // touches an edge
/// assert!(!overlap::segment_aabb(&slanting(2.25), &cube));
/// ```
#[inline]
#[must_use]
pub fn segment_aabb<T: Real>(segment: &Segment<T>, aabb: &Aabb<T>) -> bool {
    let (center, half) = center_and_half(aabb);
    centered(&(segment.start.coords - center), &(segment.end.coords - center), &half, &abs(&center))
}

/// The test for a segment relative to the centre of the box. `operand` bounds the operands of the
/// differences that gave `start` and `end`, for their rounding.
pub(super) fn centered<T: Real>(
    start: &Vector3<T>,
    end: &Vector3<T>,
    half: &Vector3<T>,
    operand: &Vector3<T>,
) -> bool {
    let by_half = T::from_f64(0.5);
    let (midpoint, along) = ((start + end) * by_half, (end - start) * by_half);
    let reach = abs(&along);
    // At most eight roundings of these lengths: differences, products and sums on one axis.
    let rounding = T::EPSILON * T::from_f64(4.0);
    let half = half + (abs(&midpoint) + reach + half + operand) * rounding;
    for i in 0..3 {
        if midpoint[i].abs() > half[i] + reach[i] {
            return false;
        }
    }
    for i in 0..3 {
        let (u, v) = ((i + 1) % 3, (i + 2) % 3);
        let distance = midpoint[u] * along[v] - midpoint[v] * along[u];
        if distance.abs() > half[u] * reach[v] + half[v] * reach[u] {
            return false;
        }
    }
    true
}
