//! Narrow bounds of the distance of two triangles, in double words.
//!
//! # Lemma
//!
//! Let `n = |r|^2` for the vector `r` between two points of the triangles, and `g` the gap along
//! `r`, so the distance `d` is at least `g / |r|` and at most `|r|`. From `(g - n)^2 >= 0` follows
//! `g^2 / n >= 2g - n`, so `d^2 >= 2g - n`, and this is near `n` where `g` is. As computed, `|r|`
//! is off by `e = ERROR S`, `g` by `e |r|` and `n` by `ERROR_OF_SQUARE n`: together at most
//! `4 (e |r| + ERROR_OF_SQUARE n)` in either bound of `d^2`, roundings of `2g - n` and `e^2`
//! included where `e` is below `|r|`.
//!
//! Along any other exact vector `L` the distance is at least the gap over `|L|`, and the gap is off
//! by less than `e |L|`. A computed normal is such a vector; it need not be the exact one. *End.*

use super::refined::{Double3, ERROR, ERROR_OF_SQUARE, RefinedPair, SIZES, dot};
use crate::numbers::double_double::Double;

/// The widest interval that [`RoundedDistance::refine`](crate::RoundedDistance::refine) gives, in
/// units in the last place of its upper end.
pub const MAX_WIDTH_ULPS: u32 = 4;

/// Relative error of a squared length below which its upper end can be narrow.
const GOOD_SQUARE: f64 = 1.0 / (1_u64 << 48) as f64;

/// The bounds of the distance from the vector between two points and, where these are not narrow,
/// from normals of the triangles; `None` if they are out of range.
pub(super) fn interval(pair: &RefinedPair, a_to_b: &Double3) -> Option<[f64; 2]> {
    let square = dot(a_to_b, a_to_b);
    let length = square.high.sqrt();
    if !(SIZES.contains(&pair.size) && SIZES.contains(&length)) {
        return None;
    }
    let error = 4.0 * (ERROR * pair.size * length + ERROR_OF_SQUARE * square.high);
    if !(error < square.high * GOOD_SQUARE) {
        // Not narrow, and many steps wide.
        return None;
    }
    let most_sq = square.plus(Double::of(error));
    let mut upper = length.next_down();
    while Double::product(upper, upper).is_less(most_sq) {
        upper = upper.next_up();
    }
    let gap = pair.gap_along(a_to_b);
    let least_sq = gap.plus(gap).minus(square).minus(Double::of(error));
    let mut lower = 0.0;
    if least_sq.high > 0.0 {
        lower = least_sq.high.sqrt().next_up();
        while least_sq.is_less(Double::product(lower, lower)) {
            lower = lower.next_down();
        }
    }
    for body in 0..2 {
        if lower > 0.0 && is_narrow(lower, upper) {
            break;
        }
        let along_normal = least_along(pair, &pair.normal(body, a_to_b));
        lower = if along_normal > lower { along_normal } else { lower };
    }
    (lower > 0.0).then_some([lower, upper])
}

/// At most the distance, by the gap along an exact vector of about unit length; 0 if there is none.
pub(super) fn least_along(pair: &RefinedPair, axis: &Double3) -> f64 {
    let square = dot(axis, axis);
    let length = square.high.sqrt();
    let gap = pair.gap_along(axis).minus(Double::of(ERROR * pair.size * length));
    // Squares of both, and their products, are in range.
    if !(SIZES.contains(&length) && SIZES.contains(&gap.high)) {
        return 0.0;
    }
    // The squares are off by some roundings of double words.
    let square = square.plus(Double::of(8.0 * ERROR_OF_SQUARE * square.high));
    let mut lower = (gap.high / length).next_up();
    while gap.times(gap).is_less(Double::product(lower, lower).times(square)) {
        lower = lower.next_down();
    }
    lower
}

/// Whether at most [`MAX_WIDTH_ULPS`] steps lead from one positive number to the other.
pub(super) fn is_narrow(lower: f64, upper: f64) -> bool {
    // The bits of positive numbers are ordered as the numbers are.
    upper.to_bits() <= lower.to_bits() + u64::from(MAX_WIDTH_ULPS)
}
