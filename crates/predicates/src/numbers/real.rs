//! The number types of the catalogue: `f32`, `f64`, and types that stand in for them, for example
//! to count operations.

use nalgebra::Scalar;
use num_traits::NumAssign;

/// A real number: what `nalgebra` requires for sums and products of vectors, and the few functions
/// that the formulas of the catalogue use.
///
/// Implemented for `f32` and `f64`; a counting type or an interval type can implement it too.
pub trait Real:
    Scalar + Copy + PartialOrd + NumAssign + std::ops::Neg<Output = Self> + Send + Sync
{
    /// The distance from one to the next larger number.
    const EPSILON: Self;
    /// The smallest positive normal number.
    const MIN_POSITIVE: Self;
    /// Positive infinity.
    const INFINITY: Self;

    /// The nearest number of this type.
    fn from_f64(value: f64) -> Self;

    /// The square root.
    #[must_use]
    fn sqrt(self) -> Self;

    /// The absolute value.
    #[must_use]
    fn abs(self) -> Self;

    /// The smaller of two numbers; `self` where they are equal or one is NaN.
    #[inline]
    #[must_use]
    fn lesser(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// The larger of two numbers; `self` where they are equal or one is NaN.
    #[inline]
    #[must_use]
    fn greater(self, other: Self) -> Self {
        if other > self { other } else { self }
    }

    /// The nearest number in a closed interval.
    #[inline]
    #[must_use]
    fn clamp_to(self, low: Self, high: Self) -> Self {
        self.greater(low).lesser(high)
    }
}

macro_rules! real {
    ($float:ty) => {
        impl Real for $float {
            const EPSILON: Self = <$float>::EPSILON;
            const MIN_POSITIVE: Self = <$float>::MIN_POSITIVE;
            const INFINITY: Self = <$float>::INFINITY;

            #[inline]
            fn from_f64(value: f64) -> Self {
                value as $float
            }

            #[inline]
            fn sqrt(self) -> Self {
                <$float>::sqrt(self)
            }

            #[inline]
            fn abs(self) -> Self {
                <$float>::abs(self)
            }
        }
    };
}

real!(f32);
real!(f64);
