//! The power of two that scales lengths of any size to near one.

/// Powers of two beyond this exponent could leave the range of `f64`; lengths beyond it are scaled
/// to within 2^74 of one.
const MAX_SCALE_EXPONENT: f64 = 1000.0;

/// The power of two that scales a length to near one; 1 for a length of zero.
///
/// ```
/// assert_eq!(obbtree_predicates::unit_scale(40.0), 1.0 / 32.0);
/// assert_eq!(obbtree_predicates::unit_scale(0.0), 1.0);
/// ```
#[must_use]
pub fn unit_scale(length: f64) -> f64 {
    if length > 0.0 && length.is_finite() {
        let exponent = length.log2().floor().clamp(-MAX_SCALE_EXPONENT, MAX_SCALE_EXPONENT);
        2.0_f64.powi(-(exponent as i32))
    } else {
        1.0
    }
}
