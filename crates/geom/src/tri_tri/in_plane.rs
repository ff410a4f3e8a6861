//! Two triangles in one plane: the case that every test in space needs when the planes agree.
//!
//! The triangles are projected along a coordinate axis, so a point is two of its three coordinates.
//! Two closed triangles in the plane share a point if and only if two of their edges do, or one
//! contains a corner of the other. Each step is the sign of an orientation (does p, q, r turn left
//! or right?), and on a line a comparison of coordinates.

use nalgebra::{Point3, Vector3};

use crate::Real;

/// A corner, projected to the plane.
type Projected<T> = [T; 2];

/// Whether two triangles in one plane with this normal meet. They are projected along the
/// coordinate axis in which the normal is largest, where the projections are largest. For triangles
/// that are not in one plane this compares the projections.
pub(super) fn projections_meet<T: Real>(
    a: &[Point3<T>; 3],
    b: &[Point3<T>; 3],
    normal: &Vector3<T>,
) -> bool {
    let dropped = largest_axis(normal);
    let (k, l) = ((dropped + 1) % 3, (dropped + 2) % 3);
    // Relative to a_0, so that large common offsets cost no digits.
    let project = |t: &[Point3<T>; 3]| t.each_ref().map(|p| [p[k] - a[0][k], p[l] - a[0][l]]);
    planar_triangles_meet(&project(a), &project(b))
}

/// The index of the component with the largest absolute value; 0 for a zero vector.
#[inline]
pub(super) fn largest_axis<T: Real>(v: &Vector3<T>) -> usize {
    let (x, y, z) = (v.x.abs(), v.y.abs(), v.z.abs());
    let (first, of_first) = if y > x { (1, y) } else { (0, x) };
    if z > of_first { 2 } else { first }
}

/// Whether two closed triangles in the plane meet; degenerate ones are segments and points.
pub(super) fn planar_triangles_meet<T: Real>(a: &[Projected<T>; 3], b: &[Projected<T>; 3]) -> bool {
    let edges = |t: &[Projected<T>; 3]| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    edges(a).into_iter().any(|e| edges(b).into_iter().any(|f| segments_meet(e, f)))
        || contains(a, &b[0])
        || contains(b, &a[0])
}

/// Twice the signed area of the triangle p, q, r; positive if it turns left.
#[inline]
fn orientation<T: Real>(p: &Projected<T>, q: &Projected<T>, r: &Projected<T>) -> T {
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
}

fn segments_meet<T: Real>(
    (p, q): (Projected<T>, Projected<T>),
    (r, s): (Projected<T>, Projected<T>),
) -> bool {
    let zero = T::zero();
    let on_one_side = |x: T, y: T| (x > zero && y > zero) || (x < zero && y < zero);
    if on_one_side(orientation(&p, &q, &r), orientation(&p, &q, &s))
        || on_one_side(orientation(&r, &s, &p), orientation(&r, &s, &q))
    {
        return false;
    }
    // On one line all orientations are zero, and the bounding boxes decide.
    (0..2)
        .all(|k| p[k].lesser(q[k]) <= r[k].greater(s[k]) && r[k].lesser(s[k]) <= p[k].greater(q[k]))
}

/// Whether a triangle contains a point; a degenerate triangle consists only of its edges.
fn contains<T: Real>(triangle: &[Projected<T>; 3], point: &Projected<T>) -> bool {
    let zero = T::zero();
    let [p, q, r] = triangle;
    let sides = [orientation(p, q, point), orientation(q, r, point), orientation(r, p, point)];
    let left = sides.iter().all(|&side| side >= zero);
    let right = sides.iter().all(|&side| side <= zero);
    // For a triangle that is nearly a segment the orientations are mostly rounding; the bounding
    // box is not.
    left != right
        && (0..2).all(|k| {
            let (low, high) = (p[k].lesser(q[k]).lesser(r[k]), p[k].greater(q[k]).greater(r[k]));
            low <= point[k] && point[k] <= high
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degenerate_triangles_are_segments_and_points() {
        let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
        let segment = |p: Projected<f64>, q: Projected<f64>| [p, q, p];
        let meets = |other: [Projected<f64>; 3]| {
            let forth = planar_triangles_meet(&triangle, &other);
            assert_eq!(forth, planar_triangles_meet(&other, &triangle));
            forth
        };
        assert!(meets(segment([-1.0, 1.0], [5.0, 1.0])));
        assert!(meets(segment([1.0, 1.0], [1.5, 1.0])));
        assert!(meets([[2.0, 2.0]; 3]));
        assert!(!meets([[2.0, 2.5]; 3]));
        assert!(!meets(segment([5.0, 0.0], [6.0, 0.0])));
        // On one line and separate; and a point beyond the end of a segment.
        let on_axis = |x: f64, y: f64| segment([x, 0.0], [y, 0.0]);
        assert!(!planar_triangles_meet(&on_axis(0.0, 1.0), &on_axis(2.0, 3.0)));
        assert!(planar_triangles_meet(&on_axis(0.0, 1.0), &on_axis(1.0, 3.0)));
        assert!(!planar_triangles_meet(&on_axis(0.0, 1.0), &[[2.0, 0.0]; 3]));
        assert!(planar_triangles_meet(&[[2.0, 0.0]; 3], &[[2.0, 0.0]; 3]));
    }
}
