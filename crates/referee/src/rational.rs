//! Floating-point numbers as rational numbers.

use num_rational::BigRational;

/// The exact value of a number.
///
/// # Panics
/// If it is not finite.
pub(crate) fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}
