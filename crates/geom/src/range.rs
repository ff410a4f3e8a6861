//! Scaling that keeps products within the range of floating-point numbers.
//!
//! The formulas of the catalogue multiply up to four lengths. Where that could overflow, or lose
//! digits by underflow, all lengths are first scaled by a power of two, which changes only
//! exponents. Arguments of ordinary size are not scaled.

use nalgebra::{Point3, Vector3};

use crate::Real;
use crate::vectors::largest_component;

/// A result that can be converted back from scaled arguments.
pub(crate) trait Unscale<T: Real> {
    /// The result with all its lengths divided by `scale`.
    fn unscale(self, scale: T) -> Self;
}

impl<T: Real> Unscale<T> for Point3<T> {
    #[inline]
    fn unscale(self, scale: T) -> Self {
        self / scale
    }
}

impl<T: Real> Unscale<T> for bool {
    #[inline]
    fn unscale(self, _: T) -> Self {
        self
    }
}

impl<T: Real, R: Unscale<T>> Unscale<T> for Option<R> {
    #[inline]
    fn unscale(self, scale: T) -> Self {
        self.map(|result| result.unscale(scale))
    }
}

/// A number that does not change with the scale, such as a parameter along a segment.
pub(crate) struct Unitless<T>(pub T);

impl<T: Real> Unscale<T> for Unitless<T> {
    #[inline]
    fn unscale(self, _: T) -> Self {
        self
    }
}

/// Calls `solve` with the points, scaled so that products of four coordinates are in range.
#[inline]
pub(crate) fn in_range<T: Real, const N: usize, R: Unscale<T>>(
    points: [Point3<T>; N],
    solve: impl FnOnce([Point3<T>; N]) -> R,
) -> R {
    match scale_for(
        points.iter().fold(T::zero(), |size, p| size.greater(largest_component(&p.coords))),
    ) {
        None => solve(points),
        Some(scale) => solve(points.map(|p| p * scale)).unscale(scale),
    }
}

/// The power of two that scales a size to near one; `None` if products of four lengths of this size
/// are in range as they are.
#[inline]
pub(crate) fn scale_for<T: Real>(size: T) -> Option<T> {
    // The sixteenth root of the smallest normal number: 2^-64 in f64, 2^-8 in f32. A product of
    // four lengths of this size still leaves three quarters of the exponent range for shorter
    // lengths.
    let low = T::MIN_POSITIVE.sqrt().sqrt().sqrt().sqrt();
    let in_range = size >= low && size <= T::one() / low || size == T::zero();
    if in_range { None } else { Some(scale_to_one(size)) }
}

/// Whether a product of four lengths with squares like this one is in range. Fast paths check it on
/// a square that they have computed anyway. Such lengths are between the eighth roots of the
/// smallest and the largest number.
#[inline]
pub(crate) fn is_ordinary<T: Real>(square: T) -> bool {
    square >= T::one() / most_square() && square <= most_square()
}

/// The largest square of a length in [`is_ordinary`]: 2^255.5 in f64, 2^31.5 in f32.
#[inline]
pub(crate) fn most_square<T: Real>() -> T {
    T::one() / T::MIN_POSITIVE.sqrt().sqrt()
}

/// Doubles or halves step by step: so large or so small a size is rare.
#[cold]
fn scale_to_one<T: Real>(size: T) -> T {
    let half = T::from_f64(0.5);
    let most = half / T::MIN_POSITIVE;
    let mut scale = T::one();
    while size * scale > T::one() && scale > T::MIN_POSITIVE {
        scale *= half;
    }
    while size * scale < half && scale < most {
        scale /= half;
    }
    scale
}

/// The direction, scaled if its products would leave the range, and the power of two it was scaled
/// by.
#[inline]
pub(crate) fn direction_in_range<T: Real>(direction: &Vector3<T>) -> (Vector3<T>, T) {
    match scale_for(largest_component(direction)) {
        None => (*direction, T::one()),
        Some(scale) => (direction * scale, scale),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_size_is_scaled_to_near_one_by_a_power_of_two() {
        for exponent in -1074..1024 {
            let size =
                1.5 * 2.0_f64.powi(exponent.max(-1022)) * 2.0_f64.powi((exponent + 1022).min(0));
            let scale = scale_to_one(size);
            let scaled = size * scale;
            assert!(scaled < 4.0 && scaled >= 0.5_f64.powi(54), "{exponent} {scale:e}");
            assert!(scaled / scale == size);
            assert!(scale.to_bits() & ((1 << 52) - 1) == 0, "a power of two: {scale:e}");
        }
        assert_eq!(scale_for(0.0_f64), None);
        assert_eq!(scale_for(1e18_f64), None);
        assert_eq!(scale_for(1e3_f32), Some(1.0 / 1024.0));
    }
}
