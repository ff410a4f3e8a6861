//! Coordinates as 64-bit integers in units of a power of two.

use crate::triangle::Triangle;

/// Scales beyond this power of two are left to other stages, so that they and their inverses are
/// normal numbers.
const MAX_SCALE_BITS: i32 = 1000;

/// Units in one unit of length, and the inverse: powers of two.
pub(crate) struct Scale {
    scale: f64,
    unit: f64,
}

/// An exponent such that the value, which is not negative, is below two to this power.
///
/// Zero and subnormal numbers count as the smallest normal one.
pub(crate) fn exponent_above(value: f64) -> i32 {
    (value.to_bits() >> 52) as i32 - 1022
}

impl Scale {
    /// `2^bits` units in one unit of length, if that is in range.
    #[inline]
    pub(crate) fn new(bits: i32) -> Option<Self> {
        let power_of_two = |exponent: i32| f64::from_bits(((1023 + exponent) as u64) << 52);
        (bits.abs() <= MAX_SCALE_BITS)
            .then(|| Self { scale: power_of_two(bits), unit: power_of_two(-bits) })
    }

    /// The corners in these units; `None` if one of them is not a multiple of the unit or is
    /// `2^bits` units or more. `bits` is at most 62.
    ///
    /// A product with a power of two can only be inexact by underflow; multiplied back it is then
    /// another number, as is one that was not an integer. Larger numbers are saturated.
    #[inline(always)]
    pub(crate) fn integers(&self, triangle: &Triangle, bits: i32) -> Option<[[i64; 3]; 3]> {
        let limit = 1_u64 << bits;
        let mut all_fit = true;
        let mut integers = [[0; 3]; 3];
        for (to, point) in integers.iter_mut().zip(triangle) {
            for k in 0..3 {
                let integer = (point[k] * self.scale) as i64;
                all_fit &= (integer as f64 * self.unit == point[k])
                    & (integer.wrapping_add(limit as i64) as u64 <= 2 * limit);
                to[k] = integer;
            }
        }
        all_fit.then_some(integers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    #[test]
    fn only_multiples_of_the_unit_within_the_limit_are_integers() {
        let one = |x: f64| [Point3::new(x, 0.0, -x); 3];
        let integer = |bits: i32, x: f64| {
            Scale::new(bits).expect("in range").integers(&one(x), 60).map(|p| p[2])
        };
        assert_eq!(integer(2, 1.25), Some([5, 0, -5]));
        assert_eq!(integer(1, 1.25), None);
        assert_eq!(integer(0, 2.0_f64.powi(61)), None);
        assert_eq!(integer(0, 1e300), None);
        assert_eq!(integer(-300, 5e-324), None);
        assert_eq!(integer(1000, 2.0_f64.powi(-990)), Some([1024, 0, -1024]));
        assert!(Scale::new(1001).is_none());
        assert!(
            exponent_above(0.75) == 0 && exponent_above(1.0) == 1 && exponent_above(0.0) < -1000
        );
    }
}
