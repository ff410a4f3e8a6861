//! A triangle and an axis-aligned box, by 13 separating axes.

use nalgebra::{Point3, Vector3};

use crate::vectors::{abs, center_and_half};
use crate::{Aabb, Real};

/// Whether a closed triangle and a closed axis-aligned box share a point.
///
/// The axes are the three of the box, the normal of the triangle and the nine cross products of
/// edges. Frame and unit are the caller's. Degenerate triangles are segments or points, degenerate
/// boxes are points, segments or rectangles; the axes that remain are sufficient for them. The
/// answer `false` is certain, and it is given whenever the gap is above 32 ε of (largest coordinate
/// / sine of the smallest angle of the triangle).
/// Source: Akenine-Möller (2001), in Ericson 5.2.9 and "Programmers' Computational Geometry",
/// 9.2.5.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Aabb, overlap};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let p = Point3::new;
/// let cutting = |s| [p(s, 0.0, 0.0), p(0.0, s, 0.0), p(0.0, 0.0, s)];
/// assert!(overlap::triangle_aabb(&cutting(3.0), &cube)); // the far corner touches
/// assert!(!overlap::triangle_aabb(&cutting(3.25), &cube));
/// ```
#[inline]
#[must_use]
pub fn triangle_aabb<T: Real>(triangle: &[Point3<T>; 3], aabb: &Aabb<T>) -> bool {
    let (center, half) = center_and_half(aabb);
    centered(&triangle.map(|corner| corner.coords - center), &half, &abs(&center))
}

/// The test for a triangle relative to the centre of the box. `operand` bounds the operands of the
/// differences that gave `corners`, for their rounding.
pub(super) fn centered<T: Real>(
    corners: &[Vector3<T>; 3],
    half: &Vector3<T>,
    operand: &Vector3<T>,
) -> bool {
    let [a, b, c] = corners;
    let low = Vector3::from_fn(|i, _| a[i].lesser(b[i]).lesser(c[i]));
    let high = Vector3::from_fn(|i, _| a[i].greater(b[i]).greater(c[i]));
    // At most eight roundings of these lengths: differences, products and sums on one axis.
    let rounding = T::EPSILON * T::from_f64(4.0);
    let half = half + (abs(&low) + abs(&high) + half + operand) * rounding;
    if (0..3).any(|i| low[i] > half[i] || high[i] < -half[i]) {
        return false;
    }
    // All three corners are projected, although two of the projections should be equal: they differ
    // by the rounding of the axis, which must not separate.
    let separates = |axis: &Vector3<T>| {
        let [a, b, c] = corners.map(|corner| axis.dot(&corner));
        let reach = half.dot(&abs(axis));
        a.lesser(b).lesser(c) > reach || a.greater(b).greater(c) < -reach
    };
    let edges = [b - a, c - b, a - c];
    if separates(&edges[0].cross(&edges[1])) {
        return false;
    }
    let zero = T::zero();
    !edges.iter().any(|e| {
        separates(&Vector3::new(zero, -e.z, e.y))
            || separates(&Vector3::new(e.z, zero, -e.x))
            || separates(&Vector3::new(-e.y, e.x, zero))
    })
}
