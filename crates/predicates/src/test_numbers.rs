//! What tests of several modules need: random vectors, and numbers without rounding.

use dashu_int::IBig;
use nalgebra::Vector3;
use num_rational::BigRational;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// A vector with components in -1 .. 1.
pub(crate) fn vector(random: &mut Pcg64Mcg) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.random_range(-1.0..1.0))
}

/// The number itself.
pub(crate) fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

/// A normal number that is a multiple of 2^-600, in this unit.
pub(crate) fn units(x: f64) -> IBig {
    let (mantissa, exponent) = (x.abs().to_bits() & ((1 << 52) - 1), x.abs().to_bits() >> 52);
    if x == 0.0 {
        return IBig::ZERO;
    }
    let whole = IBig::from(mantissa | 1 << 52) << (600 + exponent as usize - 1075);
    if x < 0.0 { -whole } else { whole }
}
