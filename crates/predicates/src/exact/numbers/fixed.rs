//! Integers of a fixed number of 64-bit limbs, kept on the stack.
//!
//! Two's complement, the lowest limb first. Sums are schoolbook sums with carry, products the
//! schoolbook products of D. E. Knuth, "The Art of Computer Programming", volume 2, section 4.3.1,
//! algorithms A and M. Nothing here checks for overflow in a release build: [`super::width`] proves
//! for each number of limbs which coordinates cannot cause it.

use super::integer::Sum;

/// Bits of one limb.
const LIMB: u32 = u64::BITS;

/// An integer from `-2^(64 L - 1)` to `2^(64 L - 1) - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixed<const L: usize>([u64; L]);

impl<const L: usize> Fixed<L> {
    #[inline(always)]
    fn is_negative(&self) -> bool {
        self.0[L - 1] >> (LIMB - 1) != 0
    }

    /// The limbs of the absolute value.
    fn absolute(&self) -> [u64; L] {
        if self.is_negative() { Self([0; L]).minus(self).0 } else { self.0 }
    }

    /// All bits set if the number is negative, none if not.
    #[inline(always)]
    fn sign_mask(&self) -> u64 {
        ((self.0[L - 1] as i64) >> (LIMB - 1)) as u64
    }
}

impl Fixed<1> {
    /// The same number.
    #[inline(always)]
    pub(crate) fn from_i64(value: i64) -> Self {
        Self([value as u64])
    }
}

impl Fixed<2> {
    /// The same number.
    #[inline(always)]
    pub(crate) fn from_i128(value: i128) -> Self {
        Self([value as u64, (value >> LIMB) as u64])
    }
}

impl Fixed<4> {
    /// The same number, for numbers that fit.
    #[inline(always)]
    pub(crate) fn shortened(&self) -> Fixed<3> {
        let [p, q, r, _] = self.0;
        Fixed([p, q, r])
    }

    /// The same number, if it fits.
    #[inline(always)]
    pub(crate) fn to_i128(self) -> Option<i128> {
        let [p, q, upper @ ..] = self.0;
        let value = (u128::from(q) << LIMB | u128::from(p)).cast_signed();
        let sign = if value < 0 { u64::MAX } else { 0 };
        (upper == [sign; 2]).then_some(value)
    }
}

/// The exact product, for `N = L + M`.
///
/// The limbs are multiplied as numbers without sign. A negative `x` was read as `x + 2^(64 L)`,
/// which adds `2^(64 L) y` to the product, so `y` is subtracted from the upper limbs; likewise for
/// `y`. (Both together add `2^(64 N)` too, which has no limb.)
#[inline(always)]
pub(crate) fn product<const L: usize, const M: usize, const N: usize>(
    x: &Fixed<L>,
    y: &Fixed<M>,
) -> Fixed<N> {
    const { assert!(N == L + M) };
    let mut out = [0_u64; N];
    for i in 0..L {
        let mut carry = 0_u64;
        for j in 0..M {
            // At most (2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 - 1.
            let sum = u128::from(x.0[i]) * u128::from(y.0[j])
                + u128::from(out[i + j])
                + u128::from(carry);
            out[i + j] = sum as u64;
            carry = (sum >> LIMB) as u64;
        }
        out[i + M] = carry;
    }
    let mask = x.sign_mask();
    subtract_from(&mut out, L, &y.0.map(|limb| limb & mask));
    let mask = y.sign_mask();
    subtract_from(&mut out, M, &x.0.map(|limb| limb & mask));
    Fixed(out)
}

/// `limbs -= 2^(64 from) y`, as many limbs as there are.
#[inline(always)]
fn subtract_from<const M: usize, const N: usize>(limbs: &mut [u64; N], from: usize, y: &[u64; M]) {
    let mut borrow = false;
    for j in 0..M {
        let (difference, under) = limbs[from + j].overflowing_sub(y[j]);
        let (difference, under_by_borrow) = difference.overflowing_sub(u64::from(borrow));
        limbs[from + j] = difference;
        borrow = under | under_by_borrow;
    }
}

impl<const L: usize> Sum for Fixed<L> {
    fn shifted(value: i128, shift: u32) -> Self {
        let sign = (value >> 127) as u64;
        let whole: [u64; L] = std::array::from_fn(|limb| match limb {
            0 => value as u64,
            1 => (value >> LIMB) as u64,
            _ => sign,
        });
        let (limbs, bits) = ((shift / LIMB) as usize, shift % LIMB);
        Self(std::array::from_fn(|limb| {
            let upper = if limb >= limbs { whole[limb - limbs] << bits } else { 0 };
            let lower =
                if limb > limbs && bits > 0 { whole[limb - limbs - 1] >> (LIMB - bits) } else { 0 };
            upper | lower
        }))
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let mut out = [0_u64; L];
        let mut carry = false;
        for i in 0..L {
            let (sum, over) = self.0[i].overflowing_add(other.0[i]);
            let (sum, over_by_carry) = sum.overflowing_add(u64::from(carry));
            out[i] = sum;
            carry = over | over_by_carry;
        }
        let sum = Self(out);
        debug_assert!(
            self.is_negative() != other.is_negative() || self.is_negative() == sum.is_negative(),
            "overflow"
        );
        sum
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        let mut out = self.0;
        subtract_from(&mut out, 0, &other.0);
        let difference = Self(out);
        debug_assert!(
            self.is_negative() == other.is_negative()
                || self.is_negative() == difference.is_negative(),
            "overflow"
        );
        difference
    }

    #[inline(always)]
    fn sign(&self) -> i8 {
        if self.is_negative() { -1 } else { i8::from(self.0.iter().any(|&limb| limb != 0)) }
    }

    fn bits(&self) -> u32 {
        let limbs = self.absolute();
        let top = limbs.iter().rposition(|&limb| limb != 0);
        top.map_or(0, |top| (top as u32 + 1) * LIMB - limbs[top].leading_zeros())
    }

    fn without_lowest(&self, bits: u32) -> u128 {
        let limbs = self.absolute();
        let (first, within) = ((bits / LIMB) as usize, bits % LIMB);
        let limb = |n: usize| u128::from(limbs.get(first + n).copied().unwrap_or(0));
        let low = (limb(0) | limb(1) << LIMB) >> within;
        // What a shift within limbs leaves free at the top.
        if within > 0 { low | limb(2) << (2 * LIMB - within) } else { low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn to_big<const L: usize>(x: &Fixed<L>) -> IBig {
        let magnitude = x.0.iter().rev().fold(IBig::ZERO, |sum, &limb| (sum << 64) + limb);
        if x.is_negative() { magnitude - (IBig::ONE << (64 * L)) } else { magnitude }
    }

    /// Limbs that are often all zeros or all ones, where carries run far.
    fn random_fixed<const L: usize>(random: &mut Pcg64Mcg) -> Fixed<L> {
        Fixed(std::array::from_fn(|_| match random.random_range(0..6) {
            0 => 0,
            1 => u64::MAX,
            2 => 1,
            3 => 1 << 63,
            _ => random.random(),
        }))
    }

    fn half<const L: usize>(mut x: Fixed<L>) -> Fixed<L> {
        x.0[L - 1] = ((x.0[L - 1] as i64) >> 1) as u64;
        x
    }

    fn agrees<const L: usize, const M: usize, const N: usize>(random: &mut Pcg64Mcg) {
        for _ in 0..20_000 {
            let (x, y) = (random_fixed::<L>(random), random_fixed::<M>(random));
            let found: Fixed<N> = product(&x, &y);
            assert_eq!(to_big(&found), to_big(&x) * to_big(&y));
            let (p, q) = (half(random_fixed::<N>(random)), half(random_fixed::<N>(random)));
            assert_eq!(to_big(&p.plus(&q)), to_big(&p) + to_big(&q));
            assert_eq!(to_big(&p.minus(&q)), to_big(&p) - to_big(&q));
            assert_eq!(p.sign(), Sum::sign(&to_big(&p)));
            assert_eq!(p.minus(&p).sign(), 0);
            assert_eq!(p.bits(), Sum::bits(&to_big(&p)));
            let dropped = p.bits().saturating_sub(random.random_range(1..=128));
            let rest = to_big(&p).without_lowest(dropped);
            assert_eq!(p.without_lowest(dropped), rest, "{p:?} {dropped}");
        }
    }

    #[test]
    fn sums_and_products_are_those_of_big_integers() {
        let random = &mut Pcg64Mcg::seed_from_u64(3);
        agrees::<1, 1, 2>(random);
        agrees::<2, 1, 3>(random);
        agrees::<2, 2, 4>(random);
        agrees::<4, 2, 6>(random);
        agrees::<3, 3, 6>(random);
        agrees::<6, 3, 9>(random);
        agrees::<4, 4, 8>(random);
        agrees::<8, 4, 12>(random);
    }

    #[test]
    fn a_number_that_fits_128_bits_is_the_same_there() {
        for value in [0, 1, -1, i128::MAX, i128::MIN, i128::from(u64::MAX), -i128::from(u64::MAX)] {
            assert_eq!(Fixed::<4>::shifted(value, 0).to_i128(), Some(value));
        }
        for (value, shift) in [(1, 127), (-1, 128), (i128::MAX, 1), (i128::MIN, 1), (3, 200)] {
            assert_eq!(Fixed::<4>::shifted(value, shift).to_i128(), None);
        }
        assert_eq!(Fixed::<4>::shifted(-1, 127).to_i128(), Some(i128::MIN));
    }

    #[test]
    fn a_shifted_number_is_the_number_times_a_power_of_two() {
        for value in [0, 1, -1, 77, i128::from(u64::MAX) + 9, -(1 << 100) + 3] {
            for shift in [0, 1, 31, 63, 64, 65, 100, 127, 128, 149] {
                let found = Fixed::<4>::shifted(value, shift);
                assert_eq!(to_big(&found), IBig::from(value) << shift as usize, "{value} {shift}");
            }
        }
    }
}
