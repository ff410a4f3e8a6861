//! Exactly placed points: `R p + t` of `f64` numbers, as integers on one grid.
//!
//! A finite `f64` is `m 2^e` with an integer `m` of at most 53 bits, so `R p + t` is a sum of four
//! such numbers (the three products have mantissas of 106 bits). In units of the smallest power of
//! two that occurs in a query all coordinates are integers, and every later step is integer
//! arithmetic: no rounding, no overflow, no underflow.

use nalgebra::Point3;

use crate::exact::numbers::dyadic::{Dyadic, finest};
use crate::exact::numbers::integer::{Int3, Sum};
use crate::pose::Pose;

/// The most bits of the numbers that are not zero, in units of `2^step`.
fn most_bits(numbers: impl IntoIterator<Item = Dyadic>, step: i32) -> Option<i32> {
    let numbers = numbers.into_iter().filter(|x| x.mantissa != 0);
    numbers.map(|x| x.bits_over(step)).max()
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

    /// Every world coordinate, and every partial sum of it, is below two to this power
    /// in units of `2^step`.
    ///
    /// Four terms, each below `2^m`, sum to less than `2^(m+2)`.
    pub(crate) fn bits(&self, step: i32) -> i32 {
        let rotation = most_bits(self.rotation.into_iter().flatten(), 0);
        let points = most_bits(self.points.into_iter().flatten(), step);
        let rotated = rotation.zip(points).map(|(rotation, points)| rotation + points);
        let translated = most_bits(self.translation, step);
        rotated.into_iter().chain(translated).max().map_or(0, |most| most + 2)
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

/// The largest size, in bits of lattice steps, of numbers for which `i128` is used.
///
/// A rotation of entries 0, 1 and -1 has one entry in each row (its columns are orthonormal to
/// 1e-4), so coordinates stay below 2^37 + 2^37 = 2^38 steps, differences below 2^39, cross
/// products below 2 * 2^78 = 2^79 and their dot products with a difference below 3 * 2^79 * 2^39 <
/// 2^120. The predicates add at most five of those, so values stay below 2^123, far from 2^127.
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
    fn placing_is_exact_over_the_whole_range() {
        // 2^250 + 2^-1074 needs 1325 bits.
        let pose = Pose::from_translation([2.0_f64.powi(250), 0.0, -0.25]).unwrap();
        let body = Placed::new(&[Point3::new(5e-324, 0.0, 0.75)], &pose);
        assert_eq!(body.step(), -1074);
        let [[x, y, z]] = body.on_grid::<IBig>(-1074);
        assert_eq!(x, (IBig::ONE << 1324) + IBig::ONE);
        assert_eq!(y, IBig::ZERO);
        assert_eq!(z, IBig::ONE << 1073);
        assert_eq!(body.bits(-1074), 1327);
        assert!(!on_lattice(&body, -1074));
    }
}
