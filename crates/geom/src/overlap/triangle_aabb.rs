//! A triangle and an axis-aligned box, by 13 separating axes.

use nalgebra::{Point3, Vector3};

use crate::vectors::{abs, middle_and_half};
use crate::{Aabb, Real};

/// Whether a closed triangle and a closed axis-aligned box share a point.
///
/// The axes are the box's three, the triangle's normal and the nine cross products of edges. Frame
/// and unit are the caller's. Corners that coincide or lie on a line make the triangle the segment
/// or point that it is, and a box without extent is a point, segment or rectangle: what of the 13
/// axes they lack to be told apart by, the remaining ones have. "Apart" is certain, and is said
/// whenever the gap is above 32 ε of (largest coordinate / sine of the triangle's smallest angle).
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
    let (center, half) = middle_and_half(aabb);
    centered(&triangle.map(|corner| corner.coords - center), &half, &abs(&center))
}

/// The same for the triangle seen from the middle of the box; `lost` is what the differences were
/// taken of.
pub(super) fn centered<T: Real>(
    corners: &[Vector3<T>; 3],
    half: &Vector3<T>,
    lost: &Vector3<T>,
) -> bool {
    let [a, b, c] = corners;
    let low = Vector3::from_fn(|i, _| a[i].lesser(b[i]).lesser(c[i]));
    let high = Vector3::from_fn(|i, _| a[i].greater(b[i]).greater(c[i]));
    // Differences, products and sums on one axis: at most eight roundings of these lengths.
    let rounding = T::EPSILON * T::from_f64(4.0);
    let half = half + (abs(&low) + abs(&high) + half + lost) * rounding;
    if (0..3).any(|i| low[i] > half[i] || high[i] < -half[i]) {
        return false;
    }
    // All three corners are projected, also where two should agree: their difference is what
    // rounding did to the axis, and has to count for none of the sides.
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
