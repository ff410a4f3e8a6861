//! The power of two that scales lengths of any size to near one.

/// Powers of two beyond this exponent could leave the range of `f64`; lengths beyond it are scaled
/// to within 2^74 of one.
const MAX_SCALE_EXPONENT: i64 = 1000;

/// The exponent of a number of at least 2^-1022 is behind so many bits, with this added.
const MANTISSA_BITS: u32 = f64::MANTISSA_DIGITS - 1;
const EXPONENT_BIAS: i64 = 1023;

/// The power of two that scales a length to near one; 1 for a length of zero.
///
/// ```
/// assert_eq!(obbtree_predicates::unit_scale(40.0), 1.0 / 32.0);
/// assert_eq!(obbtree_predicates::unit_scale(0.0), 1.0);
/// ```
#[must_use]
pub fn unit_scale(length: f64) -> f64 {
    if length > 0.0 && length.is_finite() {
        let exponent = (length.to_bits() >> MANTISSA_BITS) as i64 - EXPONENT_BIAS;
        let exponent = exponent.clamp(-MAX_SCALE_EXPONENT, MAX_SCALE_EXPONENT);
        f64::from_bits(((EXPONENT_BIAS - exponent) as u64) << MANTISSA_BITS)
    } else {
        1.0
    }
}
