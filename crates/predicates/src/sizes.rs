//! How large lengths are, at every size that `f64` has.

use nalgebra::Vector3;

/// At least the length of a vector, and less than twice it, at every size: the root of a sum of squares
/// would lose its digits below 1e-154.
#[inline]
#[must_use]
pub fn length_bound(vector: &Vector3<f64>) -> f64 {
    vector.amax() * 1.75 // more than the root of three
}

/// The power of two that brings a length near one; 1 for a length of zero.
///
/// ```
/// assert_eq!(obbtree_predicates::unit_scale(40.0), 1.0 / 32.0);
/// assert_eq!(obbtree_predicates::unit_scale(0.0), 1.0);
/// ```
#[must_use]
pub fn unit_scale(length: f64) -> f64 {
    if length > 0.0 && length.is_finite() {
        // Exponents beyond +-1000 would leave the range of f64; lengths there stay a little off one.
        2.0_f64.powi(-(length.log2().floor().clamp(-1000.0, 1000.0) as i32))
    } else {
        1.0
    }
}
