//! Sums of two `f64` numbers, the second below an ulp of the first: about 106 bits.
//!
//! T. J. Dekker, "A floating-point technique for extending the available precision", Numerische
//! Mathematik 18, 1971. Bounds: M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error
//! bounds for basic building blocks of double-word arithmetic", ACM TOMS 44(2), 2017. Products of
//! two `f64` numbers are exact; sums and products of sums are within [`DOUBLE_ROUNDING`]. Barring
//! overflow, and except for products so small that a part of them underflows.

use super::rounding::two_sum;

/// Bound on the relative error of a sum or a product: 2^-100. The source has `3 u^2` for sums
/// and `7 u^2` for products without fused operations, with `u` 2^-53.
pub(crate) const DOUBLE_ROUNDING: f64 = f64::EPSILON * f64::EPSILON * 16.0;

/// `2^27 + 1`, which splits a number into two halves of 26 bits (Veltkamp).
const SPLITTER: f64 = 134_217_729.0;

/// `high + low`, `high` being that sum rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Double {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

/// Two halves that add up to a number.
#[inline]
fn split(x: f64) -> (f64, f64) {
    let scaled = SPLITTER * x;
    let high = scaled - (scaled - x);
    (high, x - high)
}

/// The sum of two numbers of which the first is not the smaller.
#[inline]
fn quick_sum(x: f64, y: f64) -> Double {
    let high = x + y;
    Double { high, low: y - (high - x) }
}

impl Double {
    pub(crate) const ZERO: Self = Self { high: 0.0, low: 0.0 };

    /// One number.
    #[inline]
    pub(crate) fn of(high: f64) -> Self {
        Self { high, low: 0.0 }
    }

    /// The exact product.
    #[inline]
    pub(crate) fn product(x: f64, y: f64) -> Self {
        let high = x * y;
        let ((x_high, x_low), (y_high, y_low)) = (split(x), split(y));
        let low = ((x_high * y_high - high) + x_high * y_low + x_low * y_high) + x_low * y_low;
        Self { high, low }
    }

    /// The exact difference.
    #[inline]
    pub(crate) fn difference(x: f64, y: f64) -> Self {
        let (high, low) = two_sum(x, -y);
        Self { high, low }
    }

    #[inline]
    pub(crate) fn plus(self, other: Self) -> Self {
        let (high, high_error) = two_sum(self.high, other.high);
        let (low, low_error) = two_sum(self.low, other.low);
        let sum = quick_sum(high, high_error + low);
        quick_sum(sum.high, low_error + sum.low)
    }

    #[inline]
    pub(crate) fn minus(self, other: Self) -> Self {
        self.plus(Self { high: -other.high, low: -other.low })
    }

    #[inline]
    pub(crate) fn times(self, other: Self) -> Self {
        let Self { high, low } = Self::product(self.high, other.high);
        quick_sum(high, low + (self.high * other.low + self.low * other.high))
    }

    /// The quotient: two digits of a long division, each an `f64`.
    #[inline]
    pub(crate) fn over(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self.minus(other.times(Self::of(first)));
        quick_sum(first, rest.high / other.high)
    }

    /// A number below 2^120, within [`DOUBLE_ROUNDING`].
    #[inline]
    pub(crate) fn of_integer(value: u128) -> Self {
        let high = value as f64;
        let low = value.wrapping_sub(high as u128).cast_signed();
        Self { high, low: low as f64 }
    }

    /// `self < other`, exactly; false where one is NaN.
    #[inline]
    pub(crate) fn is_less(self, other: Self) -> bool {
        self.high < other.high || (self.high == other.high && self.low < other.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_numbers::units;
    use dashu_int::IBig;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// In units of 2^-600.
    fn value(x: Double) -> IBig {
        units(x.high) + units(x.low)
    }

    /// Of any sign, with an exponent of at most 60 in absolute value.
    fn random_number(random: &mut Pcg64Mcg) -> f64 {
        random.random_range(-1.0..1.0) * 2.0_f64.powi(random.random_range(-60..60))
    }

    #[test]
    fn products_are_exact_and_sums_within_their_bound() {
        let random = &mut Pcg64Mcg::seed_from_u64(5);
        for _ in 0..20_000 {
            let [x, y, z, w] = [(); 4].map(|()| random_number(random));
            let (p, q) = (Double::product(x, y), Double::product(z, w));
            assert_eq!(value(p) << 600, units(x) * units(y));
            // Often nearly opposite, so that much cancels.
            let q = if random.random_range(0..2) == 0 {
                q
            } else {
                Double { low: z, ..p }.minus(Double::product(2.0 * x, y))
            };
            let q = quick_sum(q.high, q.low);
            let is_near = |found: IBig, exact: IBig| {
                let off: IBig = found - &exact;
                (off.clone().max(-off) << 100) <= exact.clone().max(-exact)
            };
            assert!(is_near(value(p.plus(q)), value(p) + value(q)), "{p:?} {q:?}");
            assert!(is_near(value(p.times(q)) << 600, value(p) * value(q)), "{p:?} {q:?}");
            if q.high != 0.0 {
                // The quotient times the divisor, in units of 2^-1200.
                let back = value(p.over(q)) * value(q);
                assert!(is_near(back, value(p) << 600), "{p:?} {q:?}");
            }
        }
    }
}
