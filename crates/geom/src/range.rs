//! Keeping products within the range of numbers.
//!
//! The formulas of the catalogue multiply up to four lengths. Where that could overflow, or lose
//! digits by underflow, the question is put in another unit first: a power of two, so that nothing
//! but the exponents changes. Questions of ordinary size are not touched.

use nalgebra::{Point3, Vector3};

use crate::Real;

/// An answer that knows what a change of the unit does to it.
pub(crate) trait Lengths<T: Real> {
    /// The answer when all lengths are divided by `scale`.
    fn over(self, scale: T) -> Self;
}

impl<T: Real> Lengths<T> for Point3<T> {
    #[inline]
    fn over(self, scale: T) -> Self {
        self / scale
    }
}

impl<T: Real> Lengths<T> for bool {
    #[inline]
    fn over(self, _: T) -> Self {
        self
    }
}

impl<T: Real, R: Lengths<T>> Lengths<T> for Option<R> {
    #[inline]
    fn over(self, scale: T) -> Self {
        self.map(|answer| answer.over(scale))
    }
}

/// A number without a unit, such as a parameter along a segment.
pub(crate) struct Pure<T>(pub T);

impl<T: Real> Lengths<T> for Pure<T> {
    #[inline]
    fn over(self, _: T) -> Self {
        self
    }
}

/// Solves for the given points, in a unit in which products of four coordinates are safe.
#[inline]
pub(crate) fn in_range<T: Real, const N: usize, R: Lengths<T>>(
    points: [Point3<T>; N],
    solve: impl FnOnce([Point3<T>; N]) -> R,
) -> R {
    match scale_for(points.iter().fold(T::zero(), |size, p| size.greater(largest(&p.coords)))) {
        None => solve(points),
        Some(scale) => solve(points.map(|p| p * scale)).over(scale),
    }
}

/// The power of two that brings a size near one, if it is so far from one that products suffer.
#[inline]
pub(crate) fn scale_for<T: Real>(size: T) -> Option<T> {
    // The sixteenth root of the smallest number: 2^-64 in f64, 2^-8 in f32. Products of four
    // lengths of this size keep three quarters of the exponents below them for what is shorter.
    let low = T::MIN_POSITIVE.sqrt().sqrt().sqrt().sqrt();
    let harmless = size >= low && size <= T::one() / low || size == T::zero();
    if harmless { None } else { Some(scale_to_one(size)) }
}

/// Whether a length with this square can be multiplied by three others of the kind without leaving
/// the range: the check of a quick path, on a number that it has at hand. The lengths are between
/// the eighth roots of the smallest and the largest number.
#[inline]
pub(crate) fn is_ordinary<T: Real>(square: T) -> bool {
    square >= T::one() / most_square() && square <= most_square()
}

/// The largest square of a length in [`is_ordinary`]: 2^255.5 in f64, 2^31.5 in f32.
#[inline]
pub(crate) fn most_square<T: Real>() -> T {
    T::one() / T::MIN_POSITIVE.sqrt().sqrt()
}

/// One doubling at a time: few models are ever that large or that small.
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

/// The largest absolute component.
#[inline]
pub(crate) fn largest<T: Real>(v: &Vector3<T>) -> T {
    v.x.abs().greater(v.y.abs()).greater(v.z.abs())
}

/// The direction with components near one at most, and the power of two that it was multiplied by.
#[inline]
pub(crate) fn direction_in_range<T: Real>(direction: &Vector3<T>) -> (Vector3<T>, T) {
    match scale_for(largest(direction)) {
        None => (*direction, T::one()),
        Some(scale) => (direction * scale, scale),
    }
}

/// The length, for components in range.
#[inline]
pub(crate) fn length<T: Real>(v: &Vector3<T>) -> T {
    v.dot(v).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_size_comes_near_one_by_a_power_of_two() {
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
