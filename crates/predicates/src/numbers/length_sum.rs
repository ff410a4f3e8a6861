//! The sum of a few lengths, not rounded: how far two rounded shapes and a tolerance reach
//! together.
//!
//! A rounded sum of radii can be smaller or larger than the true one, so a query with it would
//! concern other shapes. Therefore the sum is kept as its terms: its bounds decide nearly all
//! queries, and exact arithmetic uses the terms.

use dashu_int::IBig;

use super::bounds::{LowerBound, UpperBound};
use super::rounding::two_sum;
use crate::exact::Dyadic;

/// The sum of three lengths of at least 0, which may be infinite.
///
/// ```
/// use obbtree_predicates::LengthSum;
/// let radii = LengthSum::of([1.0, 2.0_f64.powi(-54), 0.0]);
/// assert_eq!(radii.upper().get(), 1.0_f64.next_up());
/// assert_eq!(radii.lower().get(), 1.0);
/// assert_eq!(LengthSum::of([1.0, 0.5, 0.0]).exact(), Some(1.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthSum {
    terms: [f64; 3],
}

impl From<f64> for LengthSum {
    fn from(length: f64) -> Self {
        Self::of([length, 0.0, 0.0])
    }
}

impl LengthSum {
    /// Of these lengths.
    #[must_use]
    pub fn of(terms: [f64; 3]) -> Self {
        debug_assert!(terms.iter().all(|&x| x >= 0.0), "lengths: {terms:?}");
        Self { terms }
    }

    /// At least the sum; the sum itself where `f64` can hold the partial sums.
    pub fn upper(&self) -> UpperBound {
        self.terms.into_iter().map(UpperBound::from).sum()
    }

    /// At most the sum.
    pub fn lower(&self) -> LowerBound {
        self.terms.into_iter().map(LowerBound::from).fold(LowerBound::ZERO, |sum, x| sum + x)
    }

    /// The sum, where no rounding is needed to add the terms one after the other.
    #[inline]
    #[must_use]
    pub fn exact(&self) -> Option<f64> {
        let [x, y, z] = self.terms;
        let (sum, first) = two_sum(x, y);
        let (sum, second) = two_sum(sum, z);
        // Of infinite lengths the errors are NaN.
        (first == 0.0 && second == 0.0 || sum == f64::INFINITY && self.is_infinite()).then_some(sum)
    }

    fn is_infinite(&self) -> bool {
        self.terms.contains(&f64::INFINITY)
    }

    /// The exponent of a power of two of which all terms, which are finite, are multiples; `None`
    /// for 0.
    pub(crate) fn step(&self) -> Option<i32> {
        let terms = self.terms.map(Dyadic::new);
        terms.into_iter().filter(|x| x.mantissa != 0).map(|x| x.exponent).min()
    }

    /// The sum in units of `2^step`, for a `step` of at most [`Self::step`].
    pub(crate) fn on_grid(&self, step: i32) -> IBig {
        let of_one = |x: Dyadic| match x.mantissa {
            0 => IBig::ZERO,
            mantissa => IBig::from(mantissa) << (x.exponent - step) as usize,
        };
        self.terms.map(Dyadic::new).map(of_one).into_iter().sum()
    }
}
