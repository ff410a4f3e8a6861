//! A tolerance in the world, as A's mesh frame sees it.
//!
//! The kernels work in A's mesh frame, whose lengths are not quite those of the world where A's
//! matrix is not quite a rotation. With `s` a bound of `|R^T R - I|`, a vector `x` of that frame
//! is between `sqrt(1 - s) |x|` and `sqrt(1 + s) |x|` long in the world. For `s` up to 1e-4 the
//! reciprocals are within `1 - s` and `1 + s`: two points that are within the tolerance in the
//! world are within `(1 + s)` times it in A's frame, and points within `(1 - s)` times it there
//! are so in the world. The bounds of the reciprocals are checked by Gappa
//! (`tests/proofs/lengths.gappa`).

use obbtree_predicates::{Placement, round_up_f32};

use crate::boxes::Within;

/// One and two sided tolerances in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerance {
    /// What is farther apart than this is farther apart than the tolerance in the world.
    pub(crate) farther: f64,
    /// The square of that, in `f32`; not so small that it underflows, which certifies less.
    pub(crate) farther_sq: f32,
    /// What is at most so far apart is within the tolerance in the world.
    pub(crate) closer: f32,
    /// Of the matrix of B seen from A. Infinite where it is not known: then no boxes are ruled out.
    skew: f64,
}

/// 2^-100, the least square of a tolerance: what is nearer than 2^-50 is not told apart by
/// squares in `f32`.
///
/// Squares of gaps are at most 3 times 2^-150 above what they are of where they underflow, and
/// a tolerance's times the square of the length of a cross axis, which is above 2^-14, is a
/// normal number: both are far below the share by which tolerances are enlarged. Flushing to
/// zero only lessens squares of gaps. Checked by Gappa (`tests/proofs/boxes_within.gappa`).
pub(crate) const LEAST_SQUARE: f32 = f32::from_bits((127 - 100) << 23);

/// Bounds the rounding error of the skew, and of the products here.
const TOLERANCE_REL_ERR: f64 = 1.0 / (1_u64 << 40) as f64;

impl Tolerance {
    /// Of a tolerance that is not negative.
    pub(crate) fn of(tolerance: f64, placement: &Placement) -> Self {
        let skew = placement.pose_a.skew() + TOLERANCE_REL_ERR;
        let closer = round_down_f32(tolerance * (1.0 - skew));
        // The smallest positive number bounds what a product loses that underflows.
        let farther = tolerance * (1.0 + skew) + f64::MIN_POSITIVE;
        Self { closer, skew: placement.skew, ..Self::in_frame(farther) }
    }

    /// Of a tolerance in A's frame that only what is farther apart is tested for.
    #[inline(always)]
    pub(crate) fn in_frame(farther: f64) -> Self {
        let farther_sq = not_too_small(round_up_f32(farther * farther * (1.0 + TOLERANCE_REL_ERR)));
        Self { farther, farther_sq, closer: 0.0, skew: f64::INFINITY }
    }

    /// At most the distance of two boxes, in A's frame, from the square of a lower bound.
    pub(crate) fn least_distance(&self, square: f32) -> f64 {
        Within::least_distance(square, self.skew)
    }

    /// The test of boxes for it.
    pub(crate) fn of_boxes(&self) -> Within {
        let enlarged = self.farther * Within::enlarged(self.skew);
        let square = round_up_f32(enlarged * enlarged * (1.0 + TOLERANCE_REL_ERR));
        Within::of_square(not_too_small(square))
    }
}

/// At least [`LEAST_SQUARE`]. NaN stays NaN, beyond which nothing is: `f32::max` would make a
/// limit of it.
#[inline(always)]
fn not_too_small(square: f32) -> f32 {
    if square < LEAST_SQUARE { LEAST_SQUARE } else { square }
}

/// The largest `f32` that is not above a number that is not negative.
fn round_down_f32(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) > x { nearest.next_down() } else { nearest }
}

#[cfg(test)]
mod tests {
    use obbtree_predicates::Pose;

    use super::*;

    /// `closer` was rounded up, by up to three halves of an ulp; the rounding error of what it
    /// is compared with covered that.
    #[test]
    fn what_is_within_closer_is_within_the_tolerance() {
        let placement = Placement::new(&Pose::identity(), &Pose::identity());
        for tolerance in [0.7, 0.1, 1.0, 1e-30, 1e-44, 1e-46, 1e-300, 1e30, 0.3_f64.next_up()] {
            let Tolerance { closer, farther, farther_sq, .. } =
                Tolerance::of(tolerance, &placement);
            assert!(f64::from(closer) <= tolerance && tolerance < farther, "{tolerance} {closer}");
            assert!(farther * farther < f64::from(farther_sq), "{tolerance} {farther_sq}");
            assert!(f64::from(closer.next_up().next_up()) > tolerance * (1.0 - 1e-11));
        }
    }

    #[test]
    fn nothing_is_beyond_a_tolerance_that_is_no_number() {
        let no_number = Tolerance::in_frame(f64::NAN);
        assert!(no_number.farther_sq.is_nan());
        assert!(!no_number.of_boxes().rules_out(f32::INFINITY));
        let unbounded = Tolerance::in_frame(f64::INFINITY);
        assert!(!unbounded.of_boxes().rules_out(f32::MAX));
    }
}
