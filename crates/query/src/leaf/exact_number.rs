//! Sums and products of `f64` numbers without rounding, for tests.

use std::ops::{Add, Mul, Sub};

use dashu_int::IBig;
use nalgebra::{Matrix3, Vector3};

/// `digits * 2^exponent`.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    digits: IBig,
    exponent: i32,
}

/// Three of them.
pub(crate) type Exact3 = [Exact; 3];

impl Exact {
    /// A finite number.
    pub(crate) fn new(x: f64) -> Self {
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52) as i32 & 0x7ff, bits & ((1 << 52) - 1));
        let size = IBig::from(if exponent == 0 { fraction } else { fraction | 1 << 52 });
        // 1075 = 1023, the bias of the exponent, and the 52 bits after the point.
        let exponent = exponent.max(1) - 1075;
        Self { digits: if x < 0.0 { -size } else { size }, exponent }
    }

    /// To about sixteen digits; zero where that leaves the range of `f64`.
    pub(crate) fn rounded(&self) -> f64 {
        let drop = (dashu_int::ops::BitTest::bit_len(&self.digits) as i32 - 62).max(0);
        let head = i64::try_from(&self.digits >> drop as usize).expect("62 bits") as f64;
        // In two factors, because one power alone may leave the range.
        let exponent = self.exponent + drop;
        head * 2.0_f64.powi(exponent / 2) * 2.0_f64.powi(exponent - exponent / 2)
    }

    fn at(&self, exponent: i32) -> IBig {
        &self.digits << (self.exponent - exponent) as usize
    }
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, other: Self) -> Exact {
        let zero = IBig::ZERO;
        if self.digits == zero || other.digits == zero {
            // The exponent of a zero says nothing.
            return if self.digits == zero { other.clone() } else { self.clone() };
        }
        let exponent = self.exponent.min(other.exponent);
        Exact { digits: self.at(exponent) + other.at(exponent), exponent }
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, other: Self) -> Exact {
        self + &Exact { digits: -&other.digits, exponent: other.exponent }
    }
}

impl Mul for &Exact {
    type Output = Exact;
    fn mul(self, other: Self) -> Exact {
        Exact { digits: &self.digits * &other.digits, exponent: self.exponent + other.exponent }
    }
}

pub(crate) fn vector(v: &Vector3<f64>) -> Exact3 {
    [0, 1, 2].map(|k| Exact::new(v[k]))
}

pub(crate) fn minus(a: &Exact3, b: &Exact3) -> Exact3 {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

pub(crate) fn plus(a: &Exact3, b: &Exact3) -> Exact3 {
    [0, 1, 2].map(|k| &a[k] + &b[k])
}

pub(crate) fn times(a: &Exact3, s: &Exact) -> Exact3 {
    [0, 1, 2].map(|k| &a[k] * s)
}

pub(crate) fn dot(a: &Exact3, b: &Exact3) -> Exact {
    &(&(&a[0] * &b[0]) + &(&a[1] * &b[1])) + &(&a[2] * &b[2])
}

pub(crate) fn cross(a: &Exact3, b: &Exact3) -> Exact3 {
    [(1, 2), (2, 0), (0, 1)].map(|(k, l)| &(&a[k] * &b[l]) - &(&a[l] * &b[k]))
}

/// Rows of a matrix.
pub(crate) fn rows(m: &Matrix3<f64>) -> [Exact3; 3] {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| Exact::new(m[(i, j)])))
}

#[test]
fn numbers_come_back() {
    for x in [0.0, 1.0, -1.5, 0.1, 1e300, -5e-324, f64::MIN_POSITIVE] {
        assert!((Exact::new(x).rounded() - x).abs() <= x.abs() * 1e-15, "{x}");
    }
    let tenth = Exact::new(0.1);
    let hundredth = &tenth * &tenth;
    assert_eq!(
        (&hundredth - &Exact::new(0.1 * 0.1)).rounded(),
        f64::mul_add(0.1, 0.1, -(0.1 * 0.1))
    );
}
