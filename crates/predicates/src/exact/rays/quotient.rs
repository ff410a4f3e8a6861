//! Quotients of integers of some width: which of two is less, and the `f64` numbers around one.

use std::cmp::Ordering;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::exact::distance::interval::neighbours;
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::fixed::{Fixed, product};
use crate::exact::numbers::integer::Sum;
use crate::exact::numbers::width::{Middle, Narrow, Same, Small, Width};
use crate::numbers::double_double::Double;
use crate::numbers::rounding::two_sum;

/// A quotient of at least 0.
pub(crate) struct Quotient<W: Width> {
    pub(crate) numerator: W::Volume,
    /// Above 0.
    pub(crate) denominator: W::Volume,
}

impl<W: Width> Quotient<W> {
    /// Of two numbers, the second not zero; `None` if it is negative.
    pub(crate) fn of(numerator: W::Volume, denominator: W::Volume) -> Option<Self> {
        let (over, under) = (numerator.sign(), denominator.sign());
        if over != 0 && over != under {
            return None;
        }
        let absolute = |x: W::Volume| {
            if under < 0 { W::Volume::shifted(0, 0).minus(&x) } else { x }
        };
        Some(Self { numerator: absolute(numerator), denominator: absolute(denominator) })
    }

    pub(crate) fn zero() -> Self {
        let [zero, one] = [0, 1].map(|value| W::Volume::shifted(value, 0));
        Self { numerator: zero, denominator: one }
    }

    pub(crate) fn is_at_most_one(&self) -> bool {
        self.numerator.minus(&self.denominator).sign() <= 0
    }
}

impl<W: Quotients> Quotient<W> {
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        W::compare(self, other)
    }

    pub(crate) fn lesser(self, other: Self) -> Self {
        if other.compare(&self) == Ordering::Less { other } else { self }
    }
}

/// A quotient that needs wider integers for its `f64` neighbours.
#[derive(Debug)]
pub(crate) struct TooNarrow;

/// Integers that are wide enough to compare and round quotients.
pub(crate) trait Quotients: Width {
    /// Which of two is less?
    fn compare(one: &Quotient<Self>, other: &Quotient<Self>) -> Ordering
    where
        Self: Sized;
    /// The `f64` numbers around a quotient, equal if it is one.
    fn around(quotient: &Quotient<Self>) -> Result<[f64; 2], TooNarrow>
    where
        Self: Sized;
}

impl Quotients for Same<IBig> {
    fn compare(one: &Quotient<Self>, other: &Quotient<Self>) -> Ordering {
        (&one.numerator * &other.denominator).cmp(&(&other.numerator * &one.denominator))
    }

    fn around(quotient: &Quotient<Self>) -> Result<[f64; 2], TooNarrow> {
        let (_, numerator) = quotient.numerator.clone().into_parts();
        let (_, denominator) = quotient.denominator.clone().into_parts();
        Ok(around_quotient(&numerator, &denominator))
    }
}

impl Quotients for Small {
    fn compare(one: &Quotient<Self>, other: &Quotient<Self>) -> Ordering {
        let wide = |x: i128| Fixed::<2>::from_i128(x);
        let over: Fixed<4> = product(&wide(one.numerator), &wide(other.denominator));
        over.minus(&product(&wide(other.numerator), &wide(one.denominator))).sign().cmp(&0)
    }

    fn around(quotient: &Quotient<Self>) -> Result<[f64; 2], TooNarrow> {
        let Quotient { numerator, denominator } = *quotient;
        // Below 2^98: two numbers of 46 and 52 bits.
        let double = |x: i128| {
            let (high, low) = ((x >> 52) as i64, (x & ((1 << 52) - 1)) as i64);
            let (high, low) = two_sum(high as f64 * (1_u64 << 52) as f64, low as f64);
            Double { high, low }
        };
        let near = double(numerator).over(double(denominator)).high;
        let (numerator, denominator) = (Fixed::from_i128(numerator), Fixed::from_i128(denominator));
        around_near(near, &numerator, &denominator, product::<2, 2, 4>)
    }
}

/// [`Quotients`] for volumes of so many limbs.
macro_rules! quotients {
    ($($width:ty: $limbs:literal, $twice:literal),*) => {$(
        impl Quotients for $width {
            fn compare(one: &Quotient<Self>, other: &Quotient<Self>) -> Ordering {
                let over: Fixed<$twice> = product(&one.numerator, &other.denominator);
                over.minus(&product(&other.numerator, &one.denominator)).sign().cmp(&0)
            }

            fn around(quotient: &Quotient<Self>) -> Result<[f64; 2], TooNarrow> {
                let Quotient { numerator, denominator } = quotient;
                around_fixed(numerator, denominator, |x, y| {
                    product::<$limbs, $limbs, $twice>(x, y)
                })
            }
        }
    )*};
}

quotients!(Narrow: 3, 6, Middle: 6, 12);

/// The number of bits of a number that its rounding uses.
const KEPT: u32 = 119;

/// Quotients that this power of two divides or is divided by more often have no neighbours that are
/// normal numbers.
const MOST_EXPONENT: i32 = 960;

/// The `f64` numbers around a quotient of integers of `L` limbs, by one exact comparison.
///
/// # Lemma
///
/// Numerator and denominator lose less than 2^-118 of themselves, and double words 2^-100 in each
/// of three steps; so the quotient in double words is off by less than 2^-97 of itself. Its upper
/// word `c` is the nearest number to it, so the exact quotient is strictly between the neighbours
/// of `c`: the comparison with `c` decides on which side. *End.*
fn around_fixed<const L: usize, P: Sum>(
    numerator: &Fixed<L>,
    denominator: &Fixed<L>,
    product: impl Fn(&Fixed<L>, &Fixed<L>) -> P,
) -> Result<[f64; 2], TooNarrow> {
    if numerator.sign() == 0 {
        return Ok([0.0; 2]);
    }
    let rounded = |x: &Fixed<L>| {
        let dropped = x.bits().saturating_sub(KEPT);
        (Double::of_integer(x.without_lowest(dropped)), dropped as i32)
    };
    let ((over, up), (under, down)) = (rounded(numerator), rounded(denominator));
    let exponent = up - down;
    if exponent.abs() > MOST_EXPONENT - KEPT as i32 {
        return Err(TooNarrow);
    }
    let near = over.over(under).high * 2.0_f64.powi(exponent);
    around_near(near, numerator, denominator, product)
}

/// The same, the nearest number to within 2^-97 of it being known.
#[inline(always)]
fn around_near<const L: usize, P: Sum>(
    near: f64,
    numerator: &Fixed<L>,
    denominator: &Fixed<L>,
    product: impl Fn(&Fixed<L>, &Fixed<L>) -> P,
) -> Result<[f64; 2], TooNarrow> {
    let Dyadic { mantissa, exponent } = Dyadic::new(near);
    // A mantissa has 53 bits, and a sign.
    if exponent.unsigned_abs() + f64::MANTISSA_DIGITS + 1 >= u64::BITS * L as u32 {
        return Err(TooNarrow);
    }
    let shifted =
        |value: i64, exponent: i32| Fixed::<L>::shifted(value.into(), exponent.max(0) as u32);
    let (times, divided) = (shifted(mantissa, exponent), shifted(1, -exponent));
    let is_beyond = product(numerator, &divided).minus(&product(denominator, &times)).sign();
    Ok(match is_beyond {
        0 => [near; 2],
        1 => [near, near.next_up()],
        _ => [near.next_down(), near],
    })
}

/// The `f64` numbers around a quotient.
fn around_quotient(numerator: &UBig, denominator: &UBig) -> [f64; 2] {
    if numerator.is_zero() {
        return [0.0; 2];
    }
    let below = numerator.bit_len() as i32 - denominator.bit_len() as i32 - 1;
    neighbours(below, |unit| {
        let numerator = numerator << (-unit).max(0) as usize;
        let denominator = denominator << unit.max(0) as usize;
        let quotient = &numerator / &denominator;
        let is_exact = &quotient * &denominator == numerator;
        (quotient, is_exact)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn quotients_are_between_the_two_numbers() {
        let around = |n: u64, d: u64| around_quotient(&UBig::from(n), &UBig::from(d));
        assert_eq!(around(0, 7), [0.0; 2]);
        assert_eq!(around(3, 4), [0.75; 2]);
        let third: f64 = 1.0 / 3.0; // rounded down
        assert_eq!(around(1, 3), [third, third.next_up()]);
        assert_eq!(around(u64::MAX, 1), [2.0_f64.powi(64).next_down(), 2.0_f64.powi(64)]);
        let tiny = UBig::ONE << 1080;
        assert_eq!(around_quotient(&UBig::ONE, &tiny), [0.0, 5e-324]);
        assert_eq!(around_quotient(&(UBig::ONE << 2000), &UBig::ONE), [f64::MAX, f64::INFINITY]);
    }

    /// Quotients of all sizes, many of them `f64` numbers or next to one.
    #[test]
    fn all_widths_give_the_same_neighbours() {
        let random = &mut Pcg64Mcg::seed_from_u64(41);
        let (rounds, mut exact) = (20_000, 0);
        for _ in 0..rounds {
            let bits = random.random_range(1..118);
            let [one, other] = [(); 2]
                .map(|()| (random.random_range(1..=1_i128 << bits), random.random_range(0..60)));
            let (n, d) = match random.random_range(0..3) {
                0 => (one, other),
                // A quotient of few digits, and one that is next to it.
                kind => {
                    let (n, digits) = (one, i128::from(random.random_range(1..1_u32 << 20)));
                    let d = (n.0 >> 20).max(1);
                    ((d * digits + i128::from(kind == 2), n.1), (d, n.1))
                }
            };
            let big = |(x, shift): (i128, u32)| UBig::from(x.unsigned_abs()) << shift as usize;
            let fixed = |(x, shift)| Fixed::<3>::shifted(x, shift);
            let quotient = Quotient::<Narrow> { numerator: fixed(n), denominator: fixed(d) };
            let found = Narrow::around(&quotient).expect("wide enough");
            assert_eq!(found, around_quotient(&big(n), &big(d)), "{n:?} / {d:?}");
            exact += u32::from(found[0] == found[1]);
        }
        assert!((rounds / 5..rounds * 4 / 5).contains(&exact), "{exact} of {rounds}");
    }
}
