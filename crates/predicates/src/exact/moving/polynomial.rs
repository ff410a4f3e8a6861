//! Polynomials in time with integer coefficients: sums, products, common divisors, and signs on
//! intervals.
//!
//! On an interval a polynomial is written in Bernstein's basis: where its coefficients there have
//! one sign, so has the polynomial; where they change sign once, it has one root inside (Descartes'
//! rule; B. Mourrain, F. Rouillier, M.-F. Roy, "The Bernstein basis and real root isolation",
//! 2005).

use dashu_int::IBig;
use dashu_int::ops::{Abs, Gcd};

/// The coefficients, the constant first; the last one is not zero, and the polynomial 0 has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Polynomial(Vec<IBig>);

/// -1, 0 or 1.
pub(crate) fn sign(x: &IBig) -> i8 {
    i8::from(*x > IBig::ZERO) - i8::from(*x < IBig::ZERO)
}

impl Polynomial {
    pub(crate) fn new(mut coefficients: Vec<IBig>) -> Self {
        while coefficients.last().is_some_and(IBig::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// The polynomial 0.
    pub(crate) fn zero() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The degree; 0 for the polynomial 0 too.
    pub(crate) fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    fn coefficient(&self, n: usize) -> IBig {
        self.0.get(n).cloned().unwrap_or(IBig::ZERO)
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let len = self.0.len().max(other.0.len());
        Self::new((0..len).map(|n| self.coefficient(n) + other.coefficient(n)).collect())
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let len = self.0.len().max(other.0.len());
        Self::new((0..len).map(|n| self.coefficient(n) - other.coefficient(n)).collect())
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::zero();
        }
        let mut product = vec![IBig::ZERO; self.0.len() + other.0.len() - 1];
        for (i, x) in self.0.iter().enumerate() {
            for (j, y) in other.0.iter().enumerate() {
                product[i + j] += x * y;
            }
        }
        Self::new(product)
    }

    fn derivative(&self) -> Self {
        let terms = self.0.iter().enumerate().skip(1);
        Self::new(terms.map(|(n, x)| x * IBig::from(n)).collect())
    }

    /// The same without a common factor of the coefficients.
    fn primitive(self) -> Self {
        let factor = self.0.iter().fold(IBig::ZERO, |factor, x| {
            if factor.is_zero() {
                x.clone().abs()
            } else if x.is_zero() {
                factor
            } else {
                factor.gcd(x).into()
            }
        });
        if factor.is_zero() { self } else { Self(self.0.iter().map(|x| x / &factor).collect()) }
    }

    /// What is left of `self` times a power of the other's leading coefficient, divided by the
    /// other.
    fn remainder(&self, other: &Self) -> Self {
        let mut rest = self.clone();
        let leading = other.coefficient(other.degree());
        while !rest.is_zero() && rest.degree() >= other.degree() {
            let shift = rest.degree() - other.degree();
            let top = rest.coefficient(rest.degree());
            let mut next = vec![IBig::ZERO; rest.0.len()];
            for (n, x) in rest.0.iter().enumerate() {
                next[n] = x * &leading;
            }
            for (n, x) in other.0.iter().enumerate() {
                next[n + shift] -= x * &top;
            }
            rest = Self::new(next);
        }
        rest
    }

    /// The common divisor of the largest degree, without a common factor of its coefficients.
    pub(crate) fn common_divisor(&self, other: &Self) -> Self {
        let (mut x, mut y) = (self.clone().primitive(), other.clone().primitive());
        while !y.is_zero() {
            let rest = x.remainder(&y).primitive();
            (x, y) = (y, rest);
        }
        x
    }

    /// `self` divided by a divisor of it, times some number that is not zero.
    fn divided_by(&self, divisor: &Self) -> Self {
        let mut rest = self.clone();
        let leading = divisor.coefficient(divisor.degree());
        let mut quotient = vec![IBig::ZERO; self.degree() + 1 - divisor.degree()];
        while !rest.is_zero() && rest.degree() >= divisor.degree() {
            let shift = rest.degree() - divisor.degree();
            let top = rest.coefficient(rest.degree());
            let mut next: Vec<IBig> = rest.0.iter().map(|x| x * &leading).collect();
            for (n, x) in divisor.0.iter().enumerate() {
                next[n + shift] -= x * &top;
            }
            quotient.iter_mut().for_each(|x| *x *= &leading);
            quotient[shift] += top;
            rest = Self::new(next);
        }
        Self::new(quotient).primitive()
    }

    /// The same roots, each once.
    pub(crate) fn with_simple_roots(&self) -> Self {
        let divisor = self.common_divisor(&self.derivative());
        if divisor.degree() == 0 { self.clone() } else { self.divided_by(&divisor) }
    }

    /// Of the polynomial on the interval from `index` to `index + 1` times `2^-level`: the
    /// coefficients in Bernstein's basis, times a positive number.
    fn bernstein(&self, index: &IBig, level: usize) -> Vec<IBig> {
        let degree = self.degree();
        // Of 2^(level degree) p((index + x) / 2^level), by Horner's rule in x.
        let mut shifted = Self::zero();
        let step = Self::new(vec![index.clone(), IBig::ONE]);
        for n in (0..=degree).rev() {
            let term = self.coefficient(n) << (level * (degree - n));
            shifted = shifted.times(&step).plus(&Self::new(vec![term]));
        }
        // b_i = sum over j of (i over j) / (degree over j) c_j, times degree!.
        let falling = |n: usize, k: usize| (0..k).map(|l| n - l).product::<usize>();
        let ratio = |i: usize, j: usize| {
            let rest: usize = (1..=degree - j).product();
            IBig::from(falling(i, j) * rest)
        };
        (0..=degree).map(|i| (0..=i).map(|j| shifted.coefficient(j) * ratio(i, j)).sum()).collect()
    }

    /// How often the coefficients of [`Polynomial::bernstein`] change sign: 0 or 1 is the number of
    /// roots strictly inside, a larger number is at least it.
    pub(crate) fn sign_changes(&self, index: &IBig, level: usize) -> usize {
        let signs =
            self.bernstein(index, level).iter().map(sign).filter(|&s| s != 0).collect::<Vec<_>>();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The sign on a closed interval, if the coefficients show that it has one and no root.
    pub(crate) fn sign_on(&self, index: &IBig, level: usize) -> Option<i8> {
        let mut signs = self.bernstein(index, level).into_iter().map(|x| sign(&x));
        let first = signs.next().filter(|&s| s != 0)?;
        signs.all(|s| s == first).then_some(first)
    }

    /// The sign at `index 2^-level`.
    pub(crate) fn sign_at(&self, index: &IBig, level: usize) -> i8 {
        let degree = self.degree();
        let value = (0..=degree).rev().fold(IBig::ZERO, |sum, n| {
            sum * index + (self.coefficient(n) << (level * (degree - n)))
        });
        sign(&value)
    }
}
