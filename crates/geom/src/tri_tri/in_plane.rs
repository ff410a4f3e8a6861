//! Two triangles of one plane: what every test in space falls back on when the planes agree.
//!
//! Looked at along a coordinate axis, so that a point is two of its three coordinates. Two closed
//! triangles of the plane share a point exactly if two of their edges do, or one holds a corner of the
//! other. Each question is one of orientation, "which way does p, q, r turn?", and on a line one of
//! order.

use nalgebra::{Point3, Vector3};

use crate::Real;

/// A corner in the plane.
type Flat<T> = [T; 2];

/// Triangles in one plane with this normal, seen along the coordinate in which it is largest, where
/// the shadows are largest. Of triangles that are not in one plane this compares the shadows.
pub(super) fn shadows_meet<T: Real>(
    a: &[Point3<T>; 3],
    b: &[Point3<T>; 3],
    normal: &Vector3<T>,
) -> bool {
    let dropped = largest_axis(normal);
    let (k, l) = ((dropped + 1) % 3, (dropped + 2) % 3);
    // Seen from a_0, so that large common offsets cost no digits.
    let flat = |t: &[Point3<T>; 3]| t.each_ref().map(|p| [p[k] - a[0][k], p[l] - a[0][l]]);
    flat_triangles_meet(&flat(a), &flat(b))
}

/// The index of the largest absolute component, 0 for a zero vector.
#[inline]
pub(super) fn largest_axis<T: Real>(v: &Vector3<T>) -> usize {
    let (x, y, z) = (v.x.abs(), v.y.abs(), v.z.abs());
    let (first, of_first) = if y > x { (1, y) } else { (0, x) };
    if z > of_first { 2 } else { first }
}

/// Closed triangles of the plane; those without area are the segments and points that they are.
pub(super) fn flat_triangles_meet<T: Real>(a: &[Flat<T>; 3], b: &[Flat<T>; 3]) -> bool {
    let edges = |t: &[Flat<T>; 3]| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    edges(a).into_iter().any(|e| edges(b).into_iter().any(|f| segments_meet(e, f)))
        || contains(a, &b[0])
        || contains(b, &a[0])
}

/// Twice the area of the triangle p, q, r; positive if it turns left.
#[inline]
fn turn<T: Real>(p: &Flat<T>, q: &Flat<T>, r: &Flat<T>) -> T {
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
}

fn segments_meet<T: Real>((p, q): (Flat<T>, Flat<T>), (r, s): (Flat<T>, Flat<T>)) -> bool {
    let zero = T::zero();
    let apart = |x: T, y: T| (x > zero && y > zero) || (x < zero && y < zero);
    if apart(turn(&p, &q, &r), turn(&p, &q, &s)) || apart(turn(&r, &s, &p), turn(&r, &s, &q)) {
        return false;
    }
    // On one line the sides say nothing; the bounding boxes do.
    (0..2)
        .all(|k| p[k].lesser(q[k]) <= r[k].greater(s[k]) && r[k].lesser(s[k]) <= p[k].greater(q[k]))
}

/// Whether a triangle with area contains a point; one without has nothing but its edges.
fn contains<T: Real>(triangle: &[Flat<T>; 3], point: &Flat<T>) -> bool {
    let zero = T::zero();
    let [p, q, r] = triangle;
    let sides = [turn(p, q, point), turn(q, r, point), turn(r, p, point)];
    let left = sides.iter().all(|&side| side >= zero);
    let right = sides.iter().all(|&side| side <= zero);
    // On the line of a triangle that is nearly a segment the sides are noise; the box is not.
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
    fn segments_and_points_are_what_they_are() {
        let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
        let segment = |p: Flat<f64>, q: Flat<f64>| [p, q, p];
        let meets = |other: [Flat<f64>; 3]| {
            let forth = flat_triangles_meet(&triangle, &other);
            assert_eq!(forth, flat_triangles_meet(&other, &triangle));
            forth
        };
        assert!(meets(segment([-1.0, 1.0], [5.0, 1.0])));
        assert!(meets(segment([1.0, 1.0], [1.5, 1.0])));
        assert!(meets([[2.0, 2.0]; 3]));
        assert!(!meets([[2.0, 2.5]; 3]));
        assert!(!meets(segment([5.0, 0.0], [6.0, 0.0])));
        // On one line, apart; and a point beyond the end of a segment.
        let on_axis = |x: f64, y: f64| segment([x, 0.0], [y, 0.0]);
        assert!(!flat_triangles_meet(&on_axis(0.0, 1.0), &on_axis(2.0, 3.0)));
        assert!(flat_triangles_meet(&on_axis(0.0, 1.0), &on_axis(1.0, 3.0)));
        assert!(!flat_triangles_meet(&on_axis(0.0, 1.0), &[[2.0, 0.0]; 3]));
        assert!(flat_triangles_meet(&[[2.0, 0.0]; 3], &[[2.0, 0.0]; 3]));
    }
}
