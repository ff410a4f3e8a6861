//! The numbers of the catalogue: `f32`, `f64`, and whatever else counts or bounds in their place.

use nalgebra::Scalar;
use num_traits::NumAssign;

/// A real number of the catalogue's functions: what `nalgebra` asks for vector sums and products, and
/// the few functions that the formulas use.
///
/// Implemented for `f32` and `f64`; a counting or interval type can implement it too.
pub trait Real:
    Scalar + Copy + PartialOrd + NumAssign + std::ops::Neg<Output = Self> + Send + Sync
{
    /// The distance from one to the next larger number.
    const EPSILON: Self;
    /// The smallest positive number with all its digits.
    const MIN_POSITIVE: Self;
    /// More than any finite number.
    const INFINITY: Self;

    /// The nearest number.
    fn from_f64(value: f64) -> Self;

    /// The square root.
    #[must_use]
    fn sqrt(self) -> Self;

    /// The absolute value.
    #[must_use]
    fn abs(self) -> Self;

    /// The smaller of two numbers.
    #[inline]
    #[must_use]
    fn lesser(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// The larger of two numbers.
    #[inline]
    #[must_use]
    fn greater(self, other: Self) -> Self {
        if other > self { other } else { self }
    }

    /// The nearest number of a closed interval.
    #[inline]
    #[must_use]
    fn within(self, low: Self, high: Self) -> Self {
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
