//! Sums and products of `f64` numbers without rounding: whole numbers times powers of two, which
//! are never brought to lowest terms.

use nalgebra::Point3;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use obbtree_predicates::Pose;

use crate::half_spaces::Exact;

/// `digits * 2^exponent`: every `f64`, and every sum and product of such numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Dyadic {
    /// With its sign.
    pub digits: BigInt,
    /// Of a zero it says nothing.
    pub exponent: i32,
}

impl Dyadic {
    /// The number itself, which must be finite.
    #[must_use]
    pub fn new(x: f64) -> Self {
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52) as i32 & 0x7ff, bits & ((1 << 52) - 1));
        let size = if exponent == 0 { fraction } else { fraction | 1 << 52 };
        let digits = if x < 0.0 { -BigInt::from(size) } else { BigInt::from(size) };
        // 1075 = 1023, the bias of the exponent, and the 52 bits after the point.
        Self { digits, exponent: exponent.max(1) - 1075 }
    }

    /// To about sixteen digits; zero where that leaves the range of `f64`.
    #[must_use]
    #[allow(clippy::missing_panics_doc)] // never: 62 bits are a number of 64
    pub fn rounded(&self) -> f64 {
        let drop = self.digits.bits().saturating_sub(62) as i32;
        let head = (&self.digits >> drop).to_i64().expect("62 bits") as f64;
        // In two factors, because one power alone may leave the range.
        let exponent = self.exponent + drop;
        head * 2.0_f64.powi(exponent / 2) * 2.0_f64.powi(exponent - exponent / 2)
    }
}

impl Exact for Dyadic {
    fn plus(&self, other: &Self) -> Self {
        if self.digits == BigInt::ZERO || other.digits == BigInt::ZERO {
            return if self.digits == BigInt::ZERO { other.clone() } else { self.clone() };
        }
        let exponent = self.exponent.min(other.exponent);
        let at = |x: &Self| &x.digits << (x.exponent - exponent);
        Self { digits: at(self) + at(other), exponent }
    }

    fn minus(&self, other: &Self) -> Self {
        self.plus(&Self { digits: -&other.digits, exponent: other.exponent })
    }

    fn times(&self, other: &Self) -> Self {
        Self { digits: &self.digits * &other.digits, exponent: self.exponent + other.exponent }
    }
}

/// A point where a pose puts it.
#[must_use]
pub fn placed(pose: &Pose, point: &Point3<f64>) -> [Dyadic; 3] {
    let (r, t) = (pose.rotation(), pose.translation());
    let point = [0, 1, 2].map(|k| Dyadic::new(point[k]));
    [0, 1, 2].map(|row| {
        (0..3).fold(Dyadic::new(t[row]), |sum, k| {
            sum.plus(&Dyadic::new(r[(row, k)]).times(&point[k]))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for x in [0.0, 1.0, -1.5, 0.1, 1e300, -5e-324, f64::MIN_POSITIVE] {
            assert!((Dyadic::new(x).rounded() - x).abs() <= x.abs() * 1e-15, "{x}");
        }
        let tenth = Dyadic::new(0.1);
        let rounding = tenth.times(&tenth).minus(&Dyadic::new(0.1 * 0.1));
        assert_eq!(rounding.rounded(), f64::mul_add(0.1, 0.1, -(0.1 * 0.1)));
    }
}
