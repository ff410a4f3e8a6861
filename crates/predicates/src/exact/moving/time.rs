//! Times at which a polynomial is zero: exact real numbers between 0 and 1.

use dashu_int::IBig;

use super::polynomial::Polynomial;

/// A real number between 0 and 1.
#[derive(Clone, Debug)]
pub(crate) enum Time {
    /// `index 2^-level`.
    Dyadic { index: IBig, level: usize },
    /// The one root of a polynomial with simple roots strictly between `index` and `index + 1`
    /// times `2^-level`; neither end is a root.
    Root { of: Polynomial, index: IBig, level: usize },
}

/// Intervals around a time are at most so wide, `2^-WIDTH`, where it is given as `f64` numbers.
const WIDTH: usize = 52;

impl Time {
    pub(crate) fn zero() -> Self {
        Self::Dyadic { index: IBig::ZERO, level: 0 }
    }

    pub(crate) fn one() -> Self {
        Self::Dyadic { index: IBig::ONE, level: 0 }
    }

    /// All roots from 0 to 1, ascending, each with an interval of [`WIDTH`]; none for the
    /// polynomial 0.
    pub(crate) fn roots(polynomial: &Polynomial) -> Vec<Self> {
        let mut roots = Vec::new();
        if polynomial.degree() == 0 {
            return roots;
        }
        let simple = polynomial.with_simple_roots();
        if simple.sign_at(&IBig::ZERO, 0) == 0 {
            roots.push(Self::zero());
        }
        Self::roots_inside(&simple, IBig::ZERO, 0, &mut roots);
        if simple.sign_at(&IBig::ONE, 0) == 0 {
            roots.push(Self::one());
        }
        roots.iter_mut().for_each(Self::narrow);
        roots
    }

    /// Those strictly inside of an interval. Ends after finitely many halvings, as all roots are
    /// simple.
    fn roots_inside(simple: &Polynomial, index: IBig, level: usize, roots: &mut Vec<Self>) {
        let changes = simple.sign_changes(&index, level);
        if changes == 0 {
            return;
        }
        let end: IBig = &index + 1;
        let ends = [simple.sign_at(&index, level), simple.sign_at(&end, level)];
        if changes == 1 && ends[0] != 0 && ends[1] != 0 {
            roots.push(Self::Root { of: simple.clone(), index, level });
            return;
        }
        let (low, level) = (index << 1, level + 1);
        let middle: IBig = &low + 1;
        Self::roots_inside(simple, low, level, roots);
        if simple.sign_at(&middle, level) == 0 {
            roots.push(Self::Dyadic { index: middle.clone(), level });
        }
        Self::roots_inside(simple, middle, level, roots);
    }

    /// Halves the interval around a root.
    fn halve(&mut self) {
        let Self::Root { of, index, level } = self else { return };
        let (low, below) = (index.clone() << 1, *level + 1);
        let middle: IBig = &low + 1;
        let at_middle = of.sign_at(&middle, below);
        if at_middle == 0 {
            *self = Self::Dyadic { index: middle, level: below };
        } else {
            *index = if of.sign_at(&low, below) == at_middle { middle } else { low };
            *level = below;
        }
    }

    /// The sign of another polynomial at this time, exactly.
    pub(crate) fn sign_of(&mut self, other: &Polynomial) -> i8 {
        if other.is_zero() {
            return 0;
        }
        if let Self::Root { of, index, level } = self {
            // A common root is a root of the common divisor, which has simple roots as `of` has.
            let common = of.common_divisor(other);
            let end: IBig = &*index + 1;
            if common.degree() > 0 && common.sign_at(index, *level) != common.sign_at(&end, *level)
            {
                return 0;
            }
        }
        loop {
            match self {
                Self::Dyadic { index, level } => return other.sign_at(index, *level),
                Self::Root { index, level, .. } => {
                    if let Some(sign) = other.sign_on(index, *level) {
                        return sign;
                    }
                }
            }
            self.halve();
        }
    }

    /// Halves the interval until it is narrow enough.
    fn narrow(&mut self) {
        while let Self::Root { level, .. } = self
            && *level < WIDTH
        {
            self.halve();
        }
    }

    /// The lower end of [`Time::interval`].
    pub(crate) fn earliest(&self) -> f64 {
        self.interval()[0]
    }

    /// An interval of `f64` numbers that holds the time, at most `2^-52` wide.
    pub(crate) fn interval(&self) -> [f64; 2] {
        let at = |index: &IBig, level: usize, up: bool| {
            // To WIDTH bits, down or up.
            let index = if level > WIDTH {
                let cut: IBig = index >> (level - WIDTH);
                let exact = (cut.clone() << (level - WIDTH)) == *index;
                if up && !exact { cut + 1 } else { cut }
            } else {
                index.clone() << (WIDTH - level)
            };
            let whole: i64 = index.try_into().unwrap_or(i64::MAX);
            whole as f64 / (1_u64 << WIDTH) as f64
        };
        match self {
            Self::Dyadic { index, level } => [at(index, *level, false), at(index, *level, true)],
            Self::Root { index, level, .. } => {
                let end: IBig = index + 1;
                [at(index, *level, false), at(&end, *level, true)]
            }
        }
    }
}
