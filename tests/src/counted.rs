//! A number that counts what is done with it, for the operation counts that papers state.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

use num_traits::{Num, One, Zero};
use obbtree_geom::Real;

/// How often each operation was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Additions and subtractions.
    pub add: u64,
    /// Multiplications.
    pub mul: u64,
    /// Divisions and remainders.
    pub div: u64,
    /// Absolute values.
    pub abs: u64,
    /// Comparisons, of order or equality.
    pub compare: u64,
    /// Square roots.
    pub sqrt: u64,
}

thread_local! {
    static COUNTS: Cell<Counts> = Cell::new(Counts::default());
}

fn count(update: impl FnOnce(&mut Counts)) {
    let mut counts = COUNTS.get();
    update(&mut counts);
    COUNTS.set(counts);
}

fn once(counter: &mut u64) {
    *counter += 1;
}

/// What this thread does with [`Counted`] numbers in a function, and what the function answers.
pub fn counts_of<R>(function: impl FnOnce() -> R) -> (R, Counts) {
    COUNTS.set(Counts::default());
    let answer = function();
    (answer, COUNTS.get())
}

/// An `f64` that counts. Negation and conversion are free.
#[derive(Clone, Copy, Debug)]
pub struct Counted(pub f64);

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        count(|c| c.compare += 1);
        self.0 == other.0
    }
}

impl PartialOrd for Counted {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        count(|c| c.compare += 1);
        self.0.partial_cmp(&other.0)
    }
}

macro_rules! operation {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $field:ident, $op:tt) => {
        impl $trait for Counted {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                count(|c| once(&mut c.$field));
                Self(self.0 $op other.0)
            }
        }
        impl $assign for Counted {
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

operation!(Add, add, AddAssign, add_assign, add, +);
operation!(Sub, sub, SubAssign, sub_assign, add, -);
operation!(Mul, mul, MulAssign, mul_assign, mul, *);
operation!(Div, div, DivAssign, div_assign, div, /);
operation!(Rem, rem, RemAssign, rem_assign, div, %);

impl Neg for Counted {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Zero for Counted {
    fn zero() -> Self {
        Self(0.0)
    }
    fn is_zero(&self) -> bool {
        *self == Self(0.0)
    }
}

impl One for Counted {
    fn one() -> Self {
        Self(1.0)
    }
}

impl Num for Counted {
    type FromStrRadixErr = <f64 as Num>::FromStrRadixErr;
    fn from_str_radix(text: &str, radix: u32) -> Result<Self, Self::FromStrRadixErr> {
        f64::from_str_radix(text, radix).map(Self)
    }
}

impl Real for Counted {
    const EPSILON: Self = Self(f64::EPSILON);
    const MIN_POSITIVE: Self = Self(f64::MIN_POSITIVE);
    const INFINITY: Self = Self(f64::INFINITY);

    fn from_f64(value: f64) -> Self {
        Self(value)
    }
    fn sqrt(self) -> Self {
        count(|c| c.sqrt += 1);
        Self(self.0.sqrt())
    }
    fn abs(self) -> Self {
        count(|c| c.abs += 1);
        Self(self.0.abs())
    }
}
