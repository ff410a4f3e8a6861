//! `f64` numbers as an integer times a power of two.

/// `mantissa * 2^exponent`; the mantissa is odd, or zero.
#[derive(Clone, Copy)]
pub(crate) struct Dyadic {
    pub(crate) mantissa: i64,
    pub(crate) exponent: i32,
}

impl Dyadic {
    /// The exact value. (NaN and infinities, which no valid mesh or pose contains, become some
    /// finite number.)
    pub(crate) fn new(value: f64) -> Self {
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
    pub(crate) fn bits_over(self, step: i32) -> i32 {
        let bits = 64 - self.mantissa.unsigned_abs().leading_zeros() as i32;
        if bits == 0 { 0 } else { bits + self.exponent - step }
    }

    /// The number in units of `2^step`; `None` if it is not a multiple of that or not below two to
    /// the power `bits`, which is at most 127.
    #[inline]
    pub(crate) fn in_units(self, step: i32, bits: i32) -> Option<i128> {
        if self.mantissa == 0 {
            return Some(0);
        }
        let fits = self.exponent >= step && self.bits_over(step) <= bits;
        fits.then(|| i128::from(self.mantissa) << (self.exponent - step))
    }
}

/// The smallest exponent among the numbers that are not zero; `None` if all are zero.
pub(crate) fn finest(numbers: impl IntoIterator<Item = Dyadic>) -> Option<i32> {
    numbers.into_iter().filter(|x| x.mantissa != 0).map(|x| x.exponent).min()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_number_has_its_units_or_none() {
        let x = Dyadic::new(-5.5);
        assert_eq!(x.in_units(-1, 10), Some(-11));
        assert_eq!(x.in_units(-3, 6), Some(-44));
        assert_eq!(x.in_units(-3, 5), None);
        assert_eq!(x.in_units(0, 10), None);
        assert_eq!(Dyadic::new(0.0).in_units(700, 0), Some(0));
    }
}
