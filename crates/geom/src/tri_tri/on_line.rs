//! Two triangles whose planes cross: each cuts the common line in an interval, and the triangles meet
//! exactly where the intervals do.
//!
//! T. Moller, "A Fast Triangle-Triangle Intersection Test", Journal of Graphics Tools 2(2), 1997. Any
//! coordinate that grows along the line orders it. The ends of the intervals stay fractions and are
//! compared by cross multiplication, so nothing is divided.

use crate::Real;

/// Whether the intervals of two triangles share a point. `along` is a coordinate of each corner that
/// grows along the line, `dist` its distance from the other's plane in any unit, positive on either
/// side; neither triangle is all on one side, nor all at zero.
#[inline]
pub(super) fn intervals_meet<T: Real>(
    (a_along, a_dist): (&[T; 3], &[T; 3]),
    (b_along, b_dist): (&[T; 3], &[T; 3]),
) -> bool {
    let a_ends = interval(a_along, a_dist);
    let b_ends = interval(b_along, b_dist);
    // p/q < r/s for positive q and s. Disjoint: every end of one before every end of the other.
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

/// Where a triangle cuts the line, as two ends in no order.
///
/// On the edge from the lone corner to another the distance falls linearly from `d_1` to `d_2`; it is
/// zero at `(p_2 d_1 - p_1 d_2) / (d_1 - d_2)`.
#[inline]
fn interval<T: Real>(along: &[T; 3], dist: &[T; 3]) -> [Fraction<T>; 2] {
    let alone = alone(dist);
    let cut = |other: usize| {
        let above = along[other] * dist[alone] - along[alone] * dist[other];
        let below = dist[alone] - dist[other];
        if below < T::zero() {
            Fraction { above: -above, below: -below }
        } else {
            Fraction { above, below }
        }
    };
    [cut((alone + 1) % 3), cut((alone + 2) % 3)]
}

/// The corner that is alone on its side of the other's plane: the line crosses both its edges, each
/// in one point, as the other two corners are on the closed other side and not in its own plane. Not
/// all distances are zero, and not all of one sign.
#[inline]
pub(super) fn alone<T: Real>(dist: &[T; 3]) -> usize {
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
