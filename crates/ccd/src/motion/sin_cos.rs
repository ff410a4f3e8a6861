//! Sine and cosine with a proven bound, by additions and multiplications alone: the same bits on
//! every machine, which the functions of a system's library do not promise.
//!
//! The reduction is that of W. J. Cody and W. Waite, "Software Manual for the Elementary
//! Functions", 1980, with the constants of Sun's fdlibm (`e_rem_pio2.c`); then come Taylor's
//! series.
//!
//! # Lemma
//!
//! For `|x| <= MAX_ANGLE` both results are within [`SIN_COS_ERROR`] `= 4v` of the exact ones,
//! with `v` the [`ROUNDOFF`]. *Proof.* `k` is below 2^20, so its product with the 33 bits of the
//! first constant is exact, and `x - k p_1` too: both are multiples of the unit of the smaller
//! one and near each other. The second constant with its product is off by less than 2^-66, the
//! difference rounds once: the rest `r` is off by less than `v`, and at most 0.79. The series end
//! with `r^17 / 17!` and `r^18 / 18!`; what is left out is below 2^-62. Evaluated from its small
//! end, every term of a series is below a third of the one before it, so the last addition and
//! its operand's roundings, `v + v / 3 + ...`, bound the rest: `2v` together. *End.*
//!
//! Checked by Gappa: the reduction and both series, operation by operation
//! (`tests/proofs/sin_cos_reduction.gappa`, `sin_cos_sine.gappa`, `sin_cos_cosine.gappa`). By
//! hand: the size of the rest, and what the series leave out.

use obbtree_predicates::ROUNDOFF;

/// Angles up to this size, in radians, are accepted: 160,000 turns.
pub(super) const MAX_ANGLE: f64 = (1_u32 << 20) as f64;

/// By how much a sine or cosine can be off.
pub(super) const SIN_COS_ERROR: f64 = 4.0 * ROUNDOFF;

/// A quarter turn: its first 33 bits, and the rest.
const QUARTER: [f64; 2] = [f64::from_bits(0x3FF9_21FB_5440_0000), 6.077_100_506_506_192e-11];

/// `-1/3!, 1/5!, ...` and `-1/2!, 1/4!, ...`, as divisors.
const SIN_DIVISORS: [f64; 8] = [
    6.0,
    120.0,
    5_040.0,
    362_880.0,
    39_916_800.0,
    6_227_020_800.0,
    1_307_674_368_000.0,
    355_687_428_096_000.0,
];
const COS_DIVISORS: [f64; 9] = [
    2.0,
    24.0,
    720.0,
    40_320.0,
    3_628_800.0,
    479_001_600.0,
    87_178_291_200.0,
    20_922_789_888_000.0,
    6_402_373_705_728_000.0,
];

/// The sine and the cosine of an angle in radians.
pub(super) fn sin_cos(x: f64) -> [f64; 2] {
    debug_assert!(x.abs() <= MAX_ANGLE);
    let k = (x * std::f64::consts::FRAC_2_PI).round();
    let r = (x - k * QUARTER[0]) - k * QUARTER[1];
    let (sin, cos) = (r + r * series(r * r, &SIN_DIVISORS), 1.0 + series(r * r, &COS_DIVISORS));
    match (k as i64).rem_euclid(4) {
        0 => [sin, cos],
        1 => [cos, -sin],
        2 => [-sin, -cos],
        _ => [-cos, sin],
    }
}

/// `-x / divisor[0] + x^2 / divisor[1] - ...`, the smallest term first.
fn series(x: f64, divisors: &[f64]) -> f64 {
    divisors.iter().rev().fold(0.0, |sum, divisor| -x * (1.0 / divisor + sum))
}

/// The angle of a point `(cos, sin)` near the unit circle, between -pi and pi; within some
/// roundings, which nothing depends on: the angle is then taken as it is.
pub(super) fn angle_of([sin, cos]: [f64; 2]) -> f64 {
    /// Of the first guess is right to 0.1; each step leaves the third power of the error.
    const STEPS: usize = 4;
    let (low, high) = (sin.abs().min(cos.abs()), sin.abs().max(cos.abs()));
    let in_octant = if high > 0.0 { low / high * std::f64::consts::FRAC_PI_4 } else { 0.0 };
    let in_quadrant =
        if sin.abs() > cos.abs() { std::f64::consts::FRAC_PI_2 - in_octant } else { in_octant };
    let upper = if cos < 0.0 { std::f64::consts::PI - in_quadrant } else { in_quadrant };
    let first = if sin < 0.0 { -upper } else { upper };
    (0..STEPS).fold(first, |angle, _| {
        let [s, c] = sin_cos(angle);
        angle + (sin * c - cos * s)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_the_library_to_a_few_roundings() {
        let mut angle = 1e-12;
        while angle < MAX_ANGLE {
            for x in [angle, -angle] {
                let [sin, cos] = sin_cos(x);
                let bound = SIN_COS_ERROR + 2.0 * ROUNDOFF;
                assert!((sin - x.sin()).abs() <= bound, "{x:e}: {sin:e} {:e}", x.sin());
                assert!((cos - x.cos()).abs() <= bound, "{x:e}: {cos:e} {:e}", x.cos());
            }
            angle *= 1.000_7;
        }
        assert_eq!(sin_cos(0.0), [0.0, 1.0]);
    }

    #[test]
    fn an_angle_is_found_again() {
        for n in -1000..=1000 {
            let x = f64::from(n) * std::f64::consts::PI / 1000.0;
            let found = angle_of(sin_cos(x));
            let off = (found - x).abs();
            assert!(off.min((off - std::f64::consts::TAU).abs()) < 1e-15, "{x} {found}");
        }
        assert_eq!(angle_of([0.0, 1.0]), 0.0);
    }
}
