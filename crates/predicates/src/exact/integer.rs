//! The integer operations that the exact predicates need, for two integer types.
//!
//! The predicates add, subtract and multiply and then test a sign. They never divide, so they run
//! unchanged on [`IBig`], which never overflows, and on `i128`, which does not overflow where
//! coordinates lie on a coarse lattice ([`on_lattice`](super::placed::on_lattice) is the condition).

use dashu_int::{IBig, Sign};

/// An integer with sums, products and a sign.
pub(crate) trait Integer: Clone {
    /// `value * 2^shift`.
    fn shifted(value: i128, shift: u32) -> Self;
    /// `self + other`.
    fn plus(&self, other: &Self) -> Self;
    /// `self - other`.
    fn minus(&self, other: &Self) -> Self;
    /// `self * other`.
    fn times(&self, other: &Self) -> Self;
    /// -1, 0 or 1.
    fn sign(&self) -> i8;
}

impl Integer for IBig {
    fn shifted(value: i128, shift: u32) -> Self {
        Self::from(value) << shift as usize
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
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
}

impl Integer for i128 {
    fn shifted(value: i128, shift: u32) -> Self {
        value << shift
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn sign(&self) -> i8 {
        self.signum() as i8
    }
}

/// Three integers: a point on a grid, a difference of two points, or a cross product.
pub(crate) type Int3<I> = [I; 3];

/// `p - q`.
pub(crate) fn difference<I: Integer>(p: &Int3<I>, q: &Int3<I>) -> Int3<I> {
    std::array::from_fn(|k| p[k].minus(&q[k]))
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
pub(crate) fn is_zero<I: Integer>(u: &Int3<I>) -> bool {
    u.iter().all(|x| x.sign() == 0)
}
