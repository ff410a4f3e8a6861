//! Exactly placed points: `R p + t` of `f64` numbers, as integers on one grid.
//!
//! A finite `f64` is `m 2^e` with an integer `m` of at most 53 bits, so `R p + t` is a sum of four
//! such numbers (the three products have mantissas of 106 bits). In units of the smallest power of two
//! that occurs in a query all coordinates are integers, and every later step is integer arithmetic:
//! no rounding, no overflow, no underflow.

use nalgebra::Point3;

use super::integer::{Int3, Sum};
use crate::pose::Pose;

/// `mantissa * 2^exponent`; the mantissa is odd, or zero.
#[derive(Clone, Copy)]
struct Dyadic {
    mantissa: i64,
    exponent: i32,
}

impl Dyadic {
    /// The exact value. (NaN and infinities, which no valid mesh or pose contains, become some finite
    /// number.)
    fn new(value: f64) -> Self {
        const FRACTION_BITS: u32 = f64::MANTISSA_DIGITS - 1;
        let bits = value.to_bits();
        let fraction = bits & ((1 << FRACTION_BITS) - 1);
        let biased = (bits >> FRACTION_BITS & 0x7ff) as i32;
        // Subnormal numbers have the exponent of the smallest normal ones and no hidden bit.
        let whole = if biased == 0 { fraction } else { fraction | 1 << FRACTION_BITS };
        if whole == 0 {
            return Self { mantissa: 0, exponent: 0 };
        }
        let twos = whole.trailing_zeros();
        let magnitude = (whole >> twos) as i64;
        Self {
            mantissa: if value.is_sign_negative() { -magnitude } else { magnitude },
            exponent: biased.max(1) - 1075 + twos as i32,
        }
    }

    /// The number of bits of the magnitude in units of `2^step`, for a multiple of `2^step`.
    fn bits_over(self, step: i32) -> i32 {
        let bits = 64 - self.mantissa.unsigned_abs().leading_zeros() as i32;
        if bits == 0 { 0 } else { bits + self.exponent - step }
    }
}

/// The smallest exponent among the numbers that are not zero; `None` if all are zero.
fn finest(numbers: impl IntoIterator<Item = Dyadic>) -> Option<i32> {
    numbers.into_iter().filter(|x| x.mantissa != 0).map(|x| x.exponent).min()
}

/// `N` points of one body and its pose, all numbers exact.
pub(crate) struct Placed<const N: usize> {
    rotation: [[Dyadic; 3]; 3],
    translation: [Dyadic; 3],
    points: [[Dyadic; 3]; N],
}

impl<const N: usize> Placed<N> {
    /// Points in the frame of the body, and the pose of the body.
    pub(crate) fn new(points: &[Point3<f64>; N], pose: &Pose) -> Self {
        let (r, t) = (pose.rotation(), pose.translation());
        Self {
            rotation: std::array::from_fn(|row| std::array::from_fn(|k| Dyadic::new(r[(row, k)]))),
            translation: std::array::from_fn(|row| Dyadic::new(t[row])),
            points: std::array::from_fn(|n| std::array::from_fn(|k| Dyadic::new(points[n][k]))),
        }
    }

    /// An exponent such that every world coordinate, and every term of its sum, is a multiple of
    /// `2^step`.
    pub(crate) fn step(&self) -> i32 {
        let rotation = finest(self.rotation.into_iter().flatten()).unwrap_or(0);
        let rotated = finest(self.points.into_iter().flatten()).map(|points| rotation + points);
        let translated = finest(self.translation);
        rotated.into_iter().chain(translated).min().unwrap_or(0)
    }

    /// The number of bits that hold every world coordinate, and every partial sum on the way to it, in units of
    /// `2^step`: its absolute value is below two to this power.
    ///
    /// Four terms, each below `2^m`, sum to less than `2^(m+2)`.
    pub(crate) fn bits(&self, step: i32) -> i32 {
        let most = |numbers: &mut dyn Iterator<Item = &Dyadic>| {
            numbers.map(|x| x.bits_over(0)).filter(|&bits| bits != 0).max()
        };
        let rotation = most(&mut self.rotation.iter().flatten()).unwrap_or(0);
        let rotated = most(&mut self.points.iter().flatten()).map(|points| points + rotation);
        let translated = most(&mut self.translation.iter());
        rotated.into_iter().chain(translated).max().map_or(0, |most| most - step + 2)
    }

    /// World coordinates in units of `2^step`, for a `step` of at most [`Self::step`].
    pub(crate) fn on_grid<I: Sum>(&self, step: i32) -> [Int3<I>; N] {
        let term = |mantissa: i128, exponent: i32| {
            // A zero has no exponent; any shift of it is zero.
            let shift = if mantissa == 0 { 0 } else { exponent - step };
            I::shifted(mantissa, shift as u32)
        };
        std::array::from_fn(|n| {
            std::array::from_fn(|row| {
                let t = self.translation[row];
                let mut sum = term(t.mantissa.into(), t.exponent);
                for k in 0..3 {
                    let (r, p) = (self.rotation[row][k], self.points[n][k]);
                    let product = i128::from(r.mantissa) * i128::from(p.mantissa);
                    if product != 0 {
                        sum = sum.plus(&term(product, r.exponent + p.exponent));
                    }
                }
                sum
            })
        })
    }
}

/// The largest size, in bits of lattice steps, of the numbers of a query that `i128` is used for.
///
/// A rotation of entries 0, 1 and -1 has one entry in each row (its columns are orthonormal to
/// 1e-4), so coordinates stay below 2^37 + 2^37 = 2^38 steps, differences below 2^39, cross products
/// below 2 * 2^78 = 2^79 and their dot products with a difference below 3 * 2^79 * 2^39 < 2^120. The
/// predicates add at most five of those, so values stay below 2^123, far from 2^127.
const LATTICE_BITS: i32 = 37;

/// Whether `i128` can hold everything that the predicates compute from this body on the grid of
/// `2^step`.
pub(crate) fn on_lattice<const N: usize>(body: &Placed<N>, step: i32) -> bool {
    let is_signed_unit = |x: &Dyadic| x.mantissa == 0 || (x.mantissa.abs() == 1 && x.exponent == 0);
    let is_small = |x: &Dyadic| x.bits_over(step) <= LATTICE_BITS;
    body.rotation.iter().flatten().all(is_signed_unit)
        && body.translation.iter().all(is_small)
        && body.points.iter().flatten().all(is_small)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;

    #[test]
    fn a_number_is_its_mantissa_times_a_power_of_two() {
        for value in [0.0, -0.0, 1.0, -1.5, 0.1, f64::MAX, f64::MIN_POSITIVE, 5e-324, -3e-310] {
            let x = Dyadic::new(value);
            // In two factors, because 2^-1074 is subnormal and the power alone would be rounded.
            let half = x.exponent / 2;
            let back = x.mantissa as f64 * 2.0_f64.powi(half) * 2.0_f64.powi(x.exponent - half);
            assert_eq!(back, value);
            assert!(x.mantissa == 0 || x.mantissa % 2 != 0);
        }
    }

    #[test]
    fn placing_is_exact_over_the_whole_range() {
        // 2^250 + 2^-1074 needs 1325 bits.
        let pose = Pose::from_translation([2.0_f64.powi(250), 0.0, -0.25]).unwrap();
        let body = Placed::new(&[Point3::new(5e-324, 0.0, 0.75)], &pose);
        assert_eq!(body.step(), -1074);
        let [[x, y, z]] = body.on_grid::<IBig>(-1074);
        assert_eq!(x, (IBig::ONE << 1324) + IBig::ONE);
        assert_eq!(y, IBig::ZERO);
        assert_eq!(z, IBig::ONE << 1073);
        assert!(!on_lattice(&body, -1074));
        assert!((1325..1330).contains(&body.bits(-1074)));
    }
}
