//! A tolerance in the world, as A's mesh frame sees it.
//!
//! The kernels work in A's mesh frame, whose lengths are not quite those of the world where A's matrix
//! is not quite a rotation. With `s` a bound of `|R^T R - I|`, a vector `x` of that frame is between
//! `sqrt(1 - s) |x|` and `sqrt(1 + s) |x|` long in the world. For `s` up to 1e-4 the reciprocals are
//! within `1 - s` and `1 + s`: two points that are within the tolerance in the world are within
//! `(1 + s)` times it in A's frame, and points within `(1 - s)` times it there are so in the world. The bounds of the
//! reciprocals are checked by Gappa (`tests/proofs/lengths.gappa`).

use obbtree_predicates::{Placement, round_up_f32};

use super::boxes::Within;

/// One and two sided tolerances in A's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    /// What is farther apart than this is farther apart than the tolerance in the world.
    pub(super) farther: f64,
    /// The square of that, in `f32`; not so small that it underflows, which certifies less.
    pub(super) farther_sq: f32,
    /// What is at most so far apart is within the tolerance in the world.
    pub(super) closer: f32,
}

/// 2^-100: smaller squares would be lost beside the kernels' margin for underflow.
const LEAST_SQUARE: f32 = f32::from_bits((127 - 100) << 23);

/// What pays for the rounding of the skew, and of the products here.
const OWN_ROUNDING: f64 = 1.0 / (1_u64 << 40) as f64;

impl Tolerance {
    /// Of a tolerance that is not negative.
    pub(super) fn of(tolerance: f64, placement: &Placement) -> Self {
        let skew = placement.pose_a.skew() + OWN_ROUNDING;
        // The smallest positive number pays for a product that underflows.
        // Rounded down.
        let closer = -round_up_f32(-tolerance * (1.0 - skew));
        Self { closer, ..Self::in_frame(tolerance * (1.0 + skew) + f64::MIN_POSITIVE) }
    }

    /// Of a tolerance in A's frame that only what is farther apart is asked about.
    #[inline(always)]
    pub(super) fn in_frame(farther: f64) -> Self {
        let farther_sq = round_up_f32(farther * farther * (1.0 + OWN_ROUNDING)).max(LEAST_SQUARE);
        Self { farther, farther_sq, closer: 0.0 }
    }

    /// The test of boxes for it.
    pub(super) fn of_boxes(&self) -> Within {
        let enlarged = self.farther * Within::ENLARGED;
        let square = round_up_f32(enlarged * enlarged * (1.0 + OWN_ROUNDING));
        Within::of_square(square.max(LEAST_SQUARE))
    }
}
