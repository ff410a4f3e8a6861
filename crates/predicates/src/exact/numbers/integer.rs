//! The integer operations that the exact predicates need.
//!
//! The predicates add, subtract and multiply and then test a sign. They never divide. [`IBig`]
//! never overflows; the others do not where [`super::width`] proves it.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign};

/// An integer with sums and a sign.
pub(crate) trait Sum: Clone {
    /// `value * 2^shift`.
    fn shifted(value: i128, shift: u32) -> Self;
    /// `self + other`.
    fn plus(&self, other: &Self) -> Self;
    /// `self - other`.
    fn minus(&self, other: &Self) -> Self;
    /// -1, 0 or 1.
    fn sign(&self) -> i8;
    /// The number of bits of the absolute value.
    fn bits(&self) -> u32;
    /// The absolute value without its lowest bits; what remains has at most 128 bits.
    fn without_lowest(&self, bits: u32) -> u128;
}

/// An integer whose products are of its own type.
pub(crate) trait Integer: Sum {
    /// `self * other`.
    fn times(&self, other: &Self) -> Self;
}

impl Sum for IBig {
    fn shifted(value: i128, shift: u32) -> Self {
        Self::from(value) << shift as usize
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn sign(&self) -> i8 {
        if self.is_zero() {
            0
        } else if Self::sign(self) == Sign::Negative {
            -1
        } else {
            1
        }
    }

    fn bits(&self) -> u32 {
        self.bit_len() as u32
    }

    fn without_lowest(&self, bits: u32) -> u128 {
        let (_, absolute) = self.clone().into_parts();
        u128::try_from(absolute >> bits as usize).unwrap_or(u128::MAX)
    }
}

impl Integer for IBig {
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

/// [`Sum`] for integers of the language. Overflow panics where overflow checks are on.
macro_rules! sums {
    ($($integer:ty),*) => {$(
        impl Sum for $integer {
            #[inline(always)]
            fn shifted(value: i128, shift: u32) -> Self {
                (value as Self) << shift
            }

            #[inline(always)]
            fn plus(&self, other: &Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn minus(&self, other: &Self) -> Self {
                self - other
            }

            #[inline(always)]
            fn sign(&self) -> i8 {
                self.signum() as i8
            }

            fn bits(&self) -> u32 {
                u128::BITS - u128::from(self.unsigned_abs()).leading_zeros()
            }

            fn without_lowest(&self, bits: u32) -> u128 {
                u128::from(self.unsigned_abs()) >> bits
            }
        }
    )*};
}

sums!(i64, i128);

impl Integer for i128 {
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

/// Three integers: a point on a grid, a difference of two points, or a cross product.
pub(crate) type Int3<I> = [I; 3];

/// `p - q`.
#[inline(always)]
pub(crate) fn difference<I: Sum>(p: &Int3<I>, q: &Int3<I>) -> Int3<I> {
    [p[0].minus(&q[0]), p[1].minus(&q[1]), p[2].minus(&q[2])]
}

/// `u x v`.
pub(crate) fn cross<I: Integer>(u: &Int3<I>, v: &Int3<I>) -> Int3<I> {
    std::array::from_fn(|k| {
        let (l, m) = ((k + 1) % 3, (k + 2) % 3);
        u[l].times(&v[m]).minus(&u[m].times(&v[l]))
    })
}

/// `u . v`.
pub(crate) fn dot<I: Integer>(u: &Int3<I>, v: &Int3<I>) -> I {
    u[0].times(&v[0]).plus(&u[1].times(&v[1])).plus(&u[2].times(&v[2]))
}

/// Whether all three are zero.
pub(crate) fn is_zero<I: Sum>(u: &Int3<I>) -> bool {
    u.iter().all(|x| x.sign() == 0)
}
