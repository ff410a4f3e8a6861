//! A number that counts what is done to it: the operation counts of generic functions.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

use num_traits::{Num, One, Zero};
use obbtree_predicates::{Real, add_fields};

/// An `f64` whose operations are counted, thread by thread, while [`count`] runs.
#[derive(Clone, Copy, Debug)]
pub struct Counted(pub f64);

/// How many operations of each kind. Changes of sign and conversions are free and not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sums and differences.
    pub add: u64,
    /// Products.
    pub mul: u64,
    /// Quotients and remainders.
    pub div: u64,
    /// Absolute values.
    pub abs: u64,
    /// Square roots.
    pub sqrt: u64,
    /// Comparisons, of order and of equality.
    pub compare: u64,
}

add_fields!(Counts: add, mul, div, abs, sqrt, compare);

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts {
        add: 0, mul: 0, div: 0, abs: 0, sqrt: 0, compare: 0,
    }) };
}

/// What a function gives, and the operations on [`Counted`] numbers of this thread that it took.
///
/// ```
/// use obbtree_tests::counted::{Counted, count};
/// let (two, three) = (Counted(2.0), Counted(3.0));
/// let (seven, counts) = count(|| two * three + Counted(1.0));
/// assert_eq!((seven.0, counts.mul, counts.add), (7.0, 1, 1));
/// ```
pub fn count<R>(f: impl FnOnce() -> R) -> (R, Counts) {
    let outside = COUNTS.take();
    let answer = f();
    (answer, COUNTS.replace(outside))
}

fn note(kind: impl FnOnce(&mut Counts) -> &mut u64) {
    let mut counts = COUNTS.get();
    *kind(&mut counts) += 1;
    COUNTS.set(counts);
}

macro_rules! operation {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident, $op:tt, $kind:ident) => {
        impl $trait for Counted {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                note(|counts| &mut counts.$kind);
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

operation!(Add add, AddAssign add_assign, +, add);
operation!(Sub sub, SubAssign sub_assign, -, add);
operation!(Mul mul, MulAssign mul_assign, *, mul);
operation!(Div div, DivAssign div_assign, /, div);
operation!(Rem rem, RemAssign rem_assign, %, div);

impl Neg for Counted {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        note(|counts| &mut counts.compare);
        self.0 == other.0
    }
}

impl PartialOrd for Counted {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        note(|counts| &mut counts.compare);
        self.0.partial_cmp(&other.0)
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
        note(|counts| &mut counts.sqrt);
        Self(self.0.sqrt())
    }

    fn abs(self) -> Self {
        note(|counts| &mut counts.abs);
        Self(self.0.abs())
    }
}
