//! Two triangles whose planes intersect: each triangle meets the common line in an interval, and
//! the triangles meet if and only if the intervals do.
//!
//! T. Möller, "A Fast Triangle-Triangle Intersection Test", Journal of Graphics Tools 2(2), 1997.
//! Any coordinate that increases along the line orders its points. The ends of the intervals are
//! kept as fractions and compared by cross multiplication, so nothing is divided.

use crate::Real;

/// Whether the intervals of two triangles share a point. `along` is a coordinate of each corner
/// that increases along the line, `dist` the signed distance of each corner from the plane of the
/// other triangle, in any unit. No triangle is entirely on one side, and not all distances of a
/// triangle are zero.
#[inline]
pub(super) fn intervals_meet<T: Real>(
    (a_along, a_dist): (&[T; 3], &[T; 3]),
    (b_along, b_dist): (&[T; 3], &[T; 3]),
) -> bool {
    let a_ends = interval(a_along, a_dist);
    let b_ends = interval(b_along, b_dist);
    // p/q < r/s for positive q and s. The intervals are disjoint if every end of one is before
    // every end of the other.
    let before = |x: &Fraction<T>, y: &Fraction<T>| x.above * y.below < y.above * x.below;
    let all_before = |x: &[Fraction<T>; 2], y: &[Fraction<T>; 2]| {
        before(&x[0], &y[0]) && before(&x[0], &y[1]) && before(&x[1], &y[0]) && before(&x[1], &y[1])
    };
    !all_before(&a_ends, &b_ends) && !all_before(&b_ends, &a_ends)
}

/// `above / below`, with `below > 0`.
struct Fraction<T> {
    above: T,
    below: T,
}

/// The interval in which a triangle meets the line: its two ends, in any order.
///
/// On the edge from the lone corner to another one the distance changes linearly from `d_1` to
/// `d_2`; it is zero at `(p_2 d_1 - p_1 d_2) / (d_1 - d_2)`.
#[inline]
fn interval<T: Real>(along: &[T; 3], dist: &[T; 3]) -> [Fraction<T>; 2] {
    let lone = lone_corner(dist);
    let cut = |other: usize| {
        let above = along[other] * dist[lone] - along[lone] * dist[other];
        let below = dist[lone] - dist[other];
        if below < T::zero() {
            Fraction { above: -above, below: -below }
        } else {
            Fraction { above, below }
        }
    };
    [cut((lone + 1) % 3), cut((lone + 2) % 3)]
}

/// The corner that is alone on its side of the other plane. The line crosses both of its edges,
/// each in one point, because the other two corners are on the other closed side and their
/// distances differ from its own. Not all distances are zero, and not all have one sign.
#[inline]
pub(super) fn lone_corner<T: Real>(dist: &[T; 3]) -> usize {
    let zero = T::zero();
    let same_side = |i: usize, j: usize| {
        (dist[i] > zero && dist[j] > zero) || (dist[i] < zero && dist[j] < zero)
    };
    if same_side(0, 1) {
        2
    } else if same_side(0, 2) {
        1
    } else if same_side(1, 2) || dist[0] != zero {
        0
    } else if dist[1] != zero {
        1
    } else {
        2
    }
}

/// All strictly positive or all strictly negative.
#[inline]
pub(super) fn on_one_side<T: Real>(d: &[T; 3]) -> bool {
    let zero = T::zero();
    (d[0] > zero && d[1] > zero && d[2] > zero) || (d[0] < zero && d[1] < zero && d[2] < zero)
}
