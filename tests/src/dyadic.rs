//! Sums and products of `f64` numbers without rounding: whole numbers times powers of two.

use nalgebra::Point3;
use num_bigint::BigInt;
use obbtree::Pose;

/// `digits * 2^exponent`: every `f64`, and every sum and product of such numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Dyadic {
    pub(crate) digits: BigInt,
    pub(crate) exponent: i32,
}

impl Dyadic {
    /// The number itself, which must be finite.
    pub fn new(x: f64) -> Self {
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52) as i32 & 0x7ff, bits & ((1 << 52) - 1));
        let size = if exponent == 0 { fraction } else { fraction | 1 << 52 };
        let digits = if x < 0.0 { -BigInt::from(size) } else { BigInt::from(size) };
        // 1075 = 1023, the bias of the exponent, and the 52 bits after the point.
        Self { digits, exponent: exponent.max(1) - 1075 }
    }

    /// The product.
    pub fn times(&self, other: &Self) -> Self {
        Self { digits: &self.digits * &other.digits, exponent: self.exponent + other.exponent }
    }

    /// The sum.
    pub fn plus(&self, other: &Self) -> Self {
        if self.digits == BigInt::ZERO || other.digits == BigInt::ZERO {
            // The exponent of a zero says nothing.
            return if self.digits == BigInt::ZERO { other.clone() } else { self.clone() };
        }
        let exponent = self.exponent.min(other.exponent);
        let at = |x: &Self| &x.digits << (x.exponent - exponent);
        Self { digits: at(self) + at(other), exponent }
    }

    /// The difference.
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&Self { digits: -&other.digits, exponent: other.exponent })
    }
}

/// A point where a pose puts it.
pub fn placed(pose: &Pose, point: &Point3<f64>) -> [Dyadic; 3] {
    let (r, t) = (pose.rotation(), pose.translation());
    let point = [0, 1, 2].map(|k| Dyadic::new(point[k]));
    [0, 1, 2].map(|row| {
        (0..3).fold(Dyadic::new(t[row]), |sum, k| {
            sum.plus(&Dyadic::new(r[(row, k)]).times(&point[k]))
        })
    })
}
