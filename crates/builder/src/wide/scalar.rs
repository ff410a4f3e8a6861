//! Comparisons of `f64` numbers that are not NaN, for loops that the compiler vectorizes.

/// The smaller of two numbers; `b` if one is NaN. (`f64::min` has to return the other one, which
/// costs more.)
#[inline(always)]
pub(super) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The larger of two numbers; `b` if one is NaN.
#[inline(always)]
pub(super) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The largest absolute component.
pub(super) fn largest(x: [f64; 3]) -> f64 {
    x.into_iter().fold(0.0, |most, x| x.abs().max(most))
}
