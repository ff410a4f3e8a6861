//! The classic triangle test, rounded: intervals on the common line of the two planes.
//!
//! Method: T. Moller, "A Fast Triangle-Triangle Intersection Test", Journal of Graphics Tools 2(2),
//! 1997: reject by either plane; else each triangle cuts the common line in an interval, and the
//! triangles meet where the intervals do. The interval ends are kept as fractions and compared by
//! cross multiplication, so nothing is divided. Triangles in one plane are compared there.
//!
//! This is plain `f64` with no error bounds, kept as the speed and accuracy that an uncertified
//! engine has.

use nalgebra::Vector2;

use crate::{Real3, Triangle};

/// Whether two triangles with area, in one frame, share a point, **up to rounding**.
///
/// Touching is yes where rounding permits. Answers within some roundings of contact can be wrong
/// either way; [`crate::triangles_meet`] is never wrong. Lengths between about 1e-42 and 1e42 neither
/// overflow nor underflow (the comparisons have degree 7).
///
/// ```
/// use nalgebra::Point3;
/// let flat = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let upright = |x: f64| [(0.0, -1.0), (0.5, 1.0), (0.0, 1.0)].map(|(y, z)| Point3::new(x, y, z));
/// assert!(obbtree_geom::moller(&flat, &upright(1.0)));
/// assert!(!obbtree_geom::moller(&flat, &upright(5.0)));
/// ```
#[inline]
#[must_use]
pub fn moller(a: &Triangle, b: &Triangle) -> bool {
    // Distances of A's corners from B's plane, times |n_b|, and the other way round.
    let n_b = (b[1] - b[0]).cross(&(b[2] - b[0]));
    let a_dist = a.each_ref().map(|p| n_b.dot(&(p - b[0])));
    if on_one_side(&a_dist) {
        return false;
    }
    let n_a = (a[1] - a[0]).cross(&(a[2] - a[0]));
    let b_dist = b.each_ref().map(|p| n_a.dot(&(p - a[0])));
    if on_one_side(&b_dist) {
        return false;
    }
    if a_dist == [0.0; 3] || b_dist == [0.0; 3] {
        return meet_in_plane(a, b, &n_a);
    }

    // Any coordinate that grows along the line orders it; the one with the largest component of the
    // direction does so best. Seen from a_0, so that large common offsets cost no digits.
    let k = n_a.cross(&n_b).iamax();
    let along = |t: &Triangle| t.each_ref().map(|p| p[k] - a[0][k]);
    let a_ends = interval(along(a), a_dist);
    let b_ends = interval(along(b), b_dist);

    // p/q < r/s for positive q and s. Disjoint: every end of one before every end of the other.
    let before = |x: &Fraction, y: &Fraction| x.above * y.below < y.above * x.below;
    let all_before = |x: &[Fraction; 2], y: &[Fraction; 2]| {
        before(&x[0], &y[0]) && before(&x[0], &y[1]) && before(&x[1], &y[0]) && before(&x[1], &y[1])
    };
    !all_before(&a_ends, &b_ends) && !all_before(&b_ends, &a_ends)
}

/// `above / below`, with `below > 0`.
struct Fraction {
    above: f64,
    below: f64,
}

/// Where a triangle with corners at coordinates `along` the line and at distances `dist` from the
/// other plane cuts the line, as two ends in no order.
///
/// One corner is alone on its side. On the edge from it to another corner the distance falls linearly
/// from `d_1` to `d_2`; it is zero at `(p_2 d_1 - p_1 d_2) / (d_1 - d_2)`.
#[inline]
fn interval(along: [f64; 3], dist: [f64; 3]) -> [Fraction; 2] {
    let same_side =
        |i: usize, j: usize| (dist[i] > 0.0 && dist[j] > 0.0) || (dist[i] < 0.0 && dist[j] < 0.0);
    let alone = if same_side(0, 1) {
        2
    } else if same_side(0, 2) {
        1
    } else if same_side(1, 2) || dist[0] != 0.0 {
        0
    } else if dist[1] != 0.0 {
        1
    } else {
        2
    };
    let cut = |other: usize| {
        let above = along[other] * dist[alone] - along[alone] * dist[other];
        let below = dist[alone] - dist[other];
        if below < 0.0 {
            Fraction { above: -above, below: -below }
        } else {
            Fraction { above, below }
        }
    };
    [cut((alone + 1) % 3), cut((alone + 2) % 3)]
}

/// All strictly positive or all strictly negative.
#[inline]
fn on_one_side(d: &[f64; 3]) -> bool {
    (d[0] > 0.0 && d[1] > 0.0 && d[2] > 0.0) || (d[0] < 0.0 && d[1] < 0.0 && d[2] < 0.0)
}

/// Triangles in one plane: two edges cross, or one contains a corner of the other. Looked at along the
/// coordinate in which the normal is largest, where the shadows are largest.
fn meet_in_plane(a: &Triangle, b: &Triangle, normal: &Real3) -> bool {
    let dropped = normal.iamax();
    let (k, l) = ((dropped + 1) % 3, (dropped + 2) % 3);
    let flat = |t: &Triangle| t.each_ref().map(|p| Vector2::new(p[k] - a[0][k], p[l] - a[0][l]));
    let (a, b) = (flat(a), flat(b));
    let edges = |t: [Vector2<f64>; 3]| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    edges(a).into_iter().any(|e| edges(b).into_iter().any(|f| segments_meet(e, f)))
        || contains(&a, &b[0])
        || contains(&b, &a[0])
}

/// Twice the area of the triangle p, q, r; positive if it turns left.
#[inline]
fn turn(p: &Vector2<f64>, q: &Vector2<f64>, r: &Vector2<f64>) -> f64 {
    (q - p).perp(&(r - p))
}

/// Closed segments, in the plane.
fn segments_meet(
    (p, q): (Vector2<f64>, Vector2<f64>),
    (r, s): (Vector2<f64>, Vector2<f64>),
) -> bool {
    let (r_side, s_side) = (turn(&p, &q, &r), turn(&p, &q, &s));
    let (p_side, q_side) = (turn(&r, &s, &p), turn(&r, &s, &q));
    let apart = |x: f64, y: f64| (x > 0.0 && y > 0.0) || (x < 0.0 && y < 0.0);
    if apart(r_side, s_side) || apart(p_side, q_side) {
        return false;
    }
    // On one line the sides say nothing; the bounding boxes do.
    (0..2).all(|k| p[k].min(q[k]) <= r[k].max(s[k]) && r[k].min(s[k]) <= p[k].max(q[k]))
}

/// Whether a closed triangle of the plane contains a point.
fn contains(triangle: &[Vector2<f64>; 3], point: &Vector2<f64>) -> bool {
    let [p, q, r] = triangle;
    let sides = [turn(p, q, point), turn(q, r, point), turn(r, p, point)];
    sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    /// All positions of a small right triangle in steps of one half in the plane of a large one.
    #[test]
    fn in_one_plane_it_finds_overlap_containment_and_touching() {
        let large = [(0.0, 0.0), (8.0, 0.0), (0.0, 8.0)].map(|(x, y)| Point3::new(x, y, 3.0));
        for n in 0..60 * 60 {
            let (x, y) = (f64::from(n % 60) * 0.5 - 12.0, f64::from(n / 60) * 0.5 - 12.0);
            let small = [(x, y), (x + 2.0, y), (x, y + 2.0)].map(|(x, y)| Point3::new(x, y, 3.0));
            // The set of positions that meet: the large triangle grown by the small one mirrored.
            let in_box = x >= -2.0 && y >= -2.0 && x <= 8.0 && y <= 8.0;
            let meet = in_box && (-2.0..=8.0).contains(&(x + y));
            assert_eq!(moller(&large, &small), meet, "at {x} {y}");
            assert_eq!(moller(&small, &large), meet, "at {x} {y}");
        }
    }
}
