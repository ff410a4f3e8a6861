//! Numbers that bound other numbers: an upper or a lower bound that no rounding can carry to the
//! wrong side.
//!
//! An [`UpperBound`] is at least as large as the real number it bounds, a [`LowerBound`] at most as
//! large. Every operation here keeps that, for all values: results are rounded outwards, underflow
//! and overflow included. So code that uses only these operations needs no allowance for its own
//! rounding, and cannot omit one.
//!
//! # Lemmas
//!
//! `fl` is rounding to nearest, and `x⁺` the next larger `f64` ([`f64::next_up`]; `0⁺ = 2^-1074`,
//! `MAX⁺ = ∞`, `(-∞)⁺ = -MAX`, `∞⁺ = ∞`). For every real `r`: `r <= fl(r)⁺`. *Proof.* If `|r|`
//! rounds to a finite number, `fl(r)` is a nearest `f64`; were `fl(r)⁺ < r`, then `fl(r)⁺` would be
//! nearer, unless it is `∞`, which is not below `r`. If `r` rounds to `∞`, the claim is trivial; if
//! to `-∞`, then `r < -MAX = fl(r)⁺`. *End.* Products, quotients and roots are `fl(r)⁺` with `r`
//! the exact result on the given numbers, of which none is off by more; where `r` is 0 because a
//! factor is, it is exact and kept. Underflow needs no case of its own.
//!
//! Sums are exact where `f64` can hold them, so that a bound to which 0 is added stays what it is:
//! the error of a rounded sum is computed by two-sum (Knuth); it is exact unless something
//! overflowed, and then it is infinite or NaN. The next number is taken unless the error is at most
//! 0, so NaN takes it too; a sum of `-inf` takes it by NaN or is right. *Monotone:* a sum, a
//! product of numbers that are not negative, a root, a maximum and a minimum grow with their
//! operands, so bounds of the operands give a bound of the result. *End.*
//!
//! Lengths: with `m` the largest absolute component, a vector whose `m` is out of [`PLAIN`] is
//! scaled by a power of two to `2^-74 <= m <= 2^74`, which is exact but for components that
//! underflow, and these are below `2^-900 m`. Squares that underflow are below `2^-140 m^2` too.
//! The sum of three squares is thus within `3.01 v` of itself, `v = 2^-53`, its root within
//! `2.6 v`, and the product with [`LENGTH_ROUND_UP`] `= 1 + 8 v` or [`LENGTH_ROUND_DOWN`] within
//! `3.7 v`, which leaves it on the right side of the length by `4 v`. Differences of coordinates
//! are off by `v` of themselves more, and do not underflow. Scaling back is a quotient by a power
//! of two: exact, or rounded outwards. *End.*
//!
//! All of this is searched for violations by the tests of this file, against rational arithmetic.
//!
//! # References
//!
//! D. E. Knuth, "The Art of Computer Programming", volume 2, section 4.2.2, theorem B; S. Boldo, S.
//! Graillat, J.-M. Muller, "On the Robustness of the 2Sum and Fast2Sum Algorithms", 2017
//! (overflow).

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use nalgebra::{Matrix3, Point3, Vector3};

use super::rounding::two_sum;
use super::unit_scale::unit_scale;

/// Bounds the rounding error of the root of a sum of three squares of differences.
const LENGTH_ROUND_UP: f64 = 1.0 + 1.0 / (1_u64 << 50) as f64;
/// The same downwards.
const LENGTH_ROUND_DOWN: f64 = 1.0 - 1.0 / (1_u64 << 50) as f64;

/// A number that is certainly not below the real number that it bounds.
///
/// Made of an exact number by `from`; NaN, of which nothing is known, becomes infinity.
///
/// ```
/// use obbtree_predicates::{LowerBound, UpperBound};
/// let radii = UpperBound::from(1.0) + UpperBound::from(2.0_f64.powi(-54));
/// assert_eq!(radii.get(), 1.0_f64.next_up()); // the rounded sum is 1
/// assert_eq!((UpperBound::from(0.25) + UpperBound::from(0.5)).get(), 0.75); // kept: exact
/// let gap = LowerBound::from(1.0) - radii;
/// assert!(!gap.is_positive());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
#[must_use]
pub struct UpperBound(f64);

/// A number that is certainly not above the real number that it bounds.
///
/// Made of an exact number by `from`; NaN, of which nothing is known, becomes minus infinity.
///
/// ```
/// use obbtree_predicates::LowerBound;
/// let tiny = LowerBound::from(1e-200);
/// assert_eq!((tiny * tiny).get(), 0.0); // never above the product, and never negative
/// assert_eq!((LowerBound::from(0.5) * LowerBound::from(0.5)).get(), 0.25_f64.next_down());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
#[must_use]
pub struct LowerBound(f64);

impl From<f64> for UpperBound {
    /// The number is its own bound; infinity for NaN.
    #[inline]
    fn from(x: f64) -> Self {
        Self(if x.is_nan() { f64::INFINITY } else { x })
    }
}

impl From<f64> for LowerBound {
    /// The number is its own bound; minus infinity for NaN.
    #[inline]
    fn from(x: f64) -> Self {
        Self(if x.is_nan() { f64::NEG_INFINITY } else { x })
    }
}

/// `r <= ` this, for a real `r` that rounds to `x` or, for NaN, is not known.
#[inline]
fn above(x: f64) -> UpperBound {
    UpperBound::from(x.next_up())
}

impl UpperBound {
    /// Bound of 0.
    pub const ZERO: Self = Self(0.0);
    /// Bound of anything.
    pub const INFINITE: Self = Self(f64::INFINITY);

    /// The number.
    #[inline]
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }

    /// As `from`, for constants.
    pub const fn exactly(x: f64) -> Self {
        Self(if x.is_nan() { f64::INFINITY } else { x })
    }

    /// Bound of the absolute value of a number; infinity for NaN.
    #[inline]
    pub fn of_abs(x: f64) -> Self {
        Self::from(x.abs())
    }

    /// Is this below a bound from below? Then what it bounds is certainly less.
    #[inline]
    #[must_use]
    pub fn is_below(self, other: LowerBound) -> bool {
        self.0 < other.0
    }

    /// Bound of the larger of two numbers.
    #[inline]
    pub fn max(self, other: Self) -> Self {
        if other.0 > self.0 { other } else { self }
    }

    /// The better of two bounds of the same number.
    #[inline]
    pub fn tighter(self, other: Self) -> Self {
        if other.0 < self.0 { other } else { self }
    }

    /// Bound of the square root of a number that is not negative.
    #[inline]
    pub fn sqrt(self) -> Self {
        if self.0 > 0.0 { above(self.0.sqrt()) } else { Self::ZERO }
    }

    /// Bound of the length of a vector with these components, over the entire range of `f64`.
    #[inline]
    pub fn of_length(vector: &Vector3<f64>) -> Self {
        let Scaled { length, scale } = Scaled::of(vector);
        Self(length * LENGTH_ROUND_UP).unscaled(scale)
    }

    /// Bound of the distance of two points.
    #[inline]
    pub fn of_distance(p: &Point3<f64>, q: &Point3<f64>) -> Self {
        Self::of_length(&(p - q))
    }

    /// Bound of the factor by which a matrix can make a vector longer, over the entire range of
    /// `f64`: the root of the sum of the squares of its entries.
    #[inline]
    pub fn of_matrix(matrix: &Matrix3<f64>) -> Self {
        let columns = [0, 1, 2].map(|k| Self::of_length(&matrix.column(k).into_owned()).0);
        Self::of_length(&Vector3::from(columns))
    }

    /// Undoes a scaling by a power of two.
    #[inline]
    fn unscaled(self, scale: f64) -> Self {
        let back = self.0 / scale;
        if back * scale == self.0 { Self(back) } else { above(back) }
    }
}

impl LowerBound {
    /// Bound of 0.
    pub const ZERO: Self = Self(0.0);

    /// The number.
    #[inline]
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }

    /// Is this above a bound from above? Then what it bounds is certainly more.
    #[inline]
    #[must_use]
    pub fn is_above(self, other: UpperBound) -> bool {
        self.0 > other.0
    }

    /// Is what it bounds certainly above 0?
    #[inline]
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.0 > 0.0
    }

    /// Bound of the smaller of two numbers.
    #[inline]
    pub fn min(self, other: Self) -> Self {
        if other.0 < self.0 { other } else { self }
    }

    /// The better of two bounds of the same number.
    #[inline]
    pub fn tighter(self, other: Self) -> Self {
        if other.0 > self.0 { other } else { self }
    }

    /// Bound of the square root of a number that is not negative.
    #[inline]
    pub fn sqrt(self) -> Self {
        if self.0 > 0.0 { Self(self.0.sqrt().next_down()) } else { Self::ZERO }
    }

    /// Bound of the length of a vector with these components, over the entire range of `f64`.
    #[inline]
    pub fn of_length(vector: &Vector3<f64>) -> Self {
        let Scaled { length, scale } = Scaled::of(vector);
        let below = (length * LENGTH_ROUND_DOWN / scale).next_down();
        // Components that are not finite give no bound.
        Self(if below > 0.0 { below.min(f64::MAX) } else { 0.0 })
    }

    /// Bound of the distance of two points.
    #[inline]
    pub fn of_distance(p: &Point3<f64>, q: &Point3<f64>) -> Self {
        Self::of_length(&(p - q))
    }
}

/// Where the largest component of a vector is in this range, its length needs no scaling: the
/// square neither overflows nor comes near underflow.
const PLAIN: std::ops::Range<f64> = 1e-140..1e150;

/// A length to within rounding, of a vector that was scaled.
struct Scaled {
    length: f64,
    scale: f64,
}

impl Scaled {
    #[inline]
    fn of(vector: &Vector3<f64>) -> Self {
        let most = vector.amax();
        let scale = if most == 0.0 || PLAIN.contains(&most) { 1.0 } else { unit_scale(most) };
        let [[x, y, z]] = (vector * scale).data.0;
        Self { length: (x * x + y * y + z * z).sqrt(), scale }
    }
}

impl Add for UpperBound {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let (sum, error) = two_sum(self.0, other.0);
        if error <= 0.0 { Self(sum) } else { above(sum) }
    }
}

impl Add for LowerBound {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        -(-self + -other)
    }
}

/// The operators that are alike for both: each is in terms of the sum.
macro_rules! mirrored {
    ($($bound:ident, $other:ident;)*) => {$(
        impl Neg for $bound {
            type Output = $other;

            #[inline]
            fn neg(self) -> $other {
                $other(-self.0)
            }
        }

        impl AddAssign for $bound {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl Sub<$other> for $bound {
            type Output = Self;

            #[inline]
            fn sub(self, other: $other) -> Self {
                self + -other
            }
        }
    )*};
}

mirrored!(UpperBound, LowerBound; LowerBound, UpperBound;);

/// Bound of the product of two numbers, neither of which is negative.
impl Mul for UpperBound {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        debug_assert!(self.0 >= 0.0 && other.0 >= 0.0, "bounds of sizes: {self:?} {other:?}");
        if self.0 == 0.0 || other.0 == 0.0 { Self::ZERO } else { above(self.0 * other.0) }
    }
}

/// Bound of the product of two numbers, neither of which is negative: 0 where a bound is.
impl Mul for LowerBound {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        let (x, y) = (self.0, other.0);
        if x > 0.0 && y > 0.0 { Self((x * y).next_down().max(0.0)) } else { Self::ZERO }
    }
}

/// Bound of the quotient of two numbers that are not negative; infinity where the divisor may be 0.
impl Div<LowerBound> for UpperBound {
    type Output = Self;

    #[inline]
    fn div(self, divisor: LowerBound) -> Self {
        debug_assert!(self.0 >= 0.0, "a bound of a size: {self:?}");
        if !(divisor.0 > 0.0) {
            Self::INFINITE
        } else if self.0 == 0.0 {
            Self::ZERO
        } else {
            above(self.0 / divisor.0)
        }
    }
}

/// Bound of the quotient of two numbers that are not negative: 0 where a bound is not positive.
impl Div<UpperBound> for LowerBound {
    type Output = Self;

    #[inline]
    fn div(self, divisor: UpperBound) -> Self {
        debug_assert!(divisor.0 >= 0.0, "a bound of a size: {divisor:?}");
        let quotient = self.0 / divisor.0;
        // Infinity over infinity is NaN, which is not above 0.
        Self(if quotient > 0.0 { quotient.next_down() } else { 0.0 })
    }
}

impl std::iter::Sum for UpperBound {
    fn sum<I: Iterator<Item = Self>>(bounds: I) -> Self {
        bounds.fold(Self::ZERO, Self::add)
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use num_traits::{Signed, Zero};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::test_numbers::exact;

    /// `r <= bound`.
    fn is_above(bound: UpperBound, r: &BigRational) -> bool {
        match bound.get() {
            f64::INFINITY => true,
            f64::NEG_INFINITY => false,
            x => *r <= exact(x),
        }
    }

    /// `bound <= r`.
    fn is_below(bound: LowerBound, r: &BigRational) -> bool {
        is_above(-bound, &-r)
    }

    /// Numbers of all sizes, and those at the ends of the range.
    fn number(random: &mut Pcg64Mcg) -> f64 {
        const CORNERS: [f64; 10] = [
            0.0,
            5e-324,
            1e-323,
            f64::MIN_POSITIVE,
            1.0,
            1.0 + f64::EPSILON,
            1.0 - f64::EPSILON / 2.0,
            1e154,
            f64::MAX / 2.0,
            f64::MAX,
        ];
        match random.random_range(0..4) {
            0 => CORNERS[random.random_range(0..CORNERS.len())],
            // Of one size, where sums round and cancel.
            1 => 1.0 + random.random::<f64>(),
            2 => random.random::<f64>() * 2.0_f64.powi(random.random_range(-60..60)),
            _ => f64::from_bits(random.random_range(0..f64::INFINITY.to_bits())),
        }
    }

    fn cases() -> u32 {
        if std::env::var_os("OBBTREE_LONG").is_some() { 3_000_000 } else { 30_000 }
    }

    #[test]
    fn no_operation_rounds_to_the_wrong_side() {
        let random = &mut Pcg64Mcg::seed_from_u64(1);
        for _ in 0..cases() {
            let (x, y) = (number(random), number(random));
            let (upper_x, upper_y) = (UpperBound::from(x), UpperBound::from(y));
            let (lower_x, lower_y) = (LowerBound::from(x), LowerBound::from(y));
            let (r, s) = (exact(x), exact(y));
            let sum = &r + &s;
            assert!(is_above(upper_x + upper_y, &sum), "{x:e} + {y:e}");
            assert!(is_below(lower_x + lower_y, &sum), "{x:e} + {y:e}");
            let difference = &r - &s;
            assert!(is_above(upper_x - lower_y, &difference), "{x:e} - {y:e}");
            assert!(is_below(lower_x - upper_y, &difference), "{x:e} - {y:e}");
            let product = &r * &s;
            assert!(is_above(upper_x * upper_y, &product), "{x:e} * {y:e}");
            assert!(is_below(lower_x * lower_y, &product), "{x:e} * {y:e}");
            if !s.is_zero() {
                let quotient = &r / &s;
                assert!(is_above(upper_x / lower_y, &quotient), "{x:e} / {y:e}");
                assert!(is_below(lower_x / upper_y, &quotient), "{x:e} / {y:e}");
            }
            let [above, below] = [upper_x.sqrt().get(), lower_x.sqrt().get()].map(exact);
            assert!(&above * &above >= r && &below * &below <= r, "sqrt {x:e}");
            assert!(upper_x.is_below(lower_y) == (x < y) && lower_x.is_above(upper_y) == (x > y));
        }
    }

    /// Sums that `f64` can hold stay what they are: a radius and a tolerance of 0 are the radius.
    #[test]
    fn exact_sums_are_kept() {
        let random = &mut Pcg64Mcg::seed_from_u64(2);
        for _ in 0..cases() {
            let (x, y) = (number(random), number(random));
            if x + y < f64::INFINITY && exact(x) + exact(y) == exact(x + y) {
                assert_eq!((UpperBound::from(x) + UpperBound::from(y)).get(), x + y);
                assert_eq!((LowerBound::from(x) + LowerBound::from(y)).get(), x + y);
            }
        }
    }

    #[test]
    fn lengths_are_bounded_on_both_sides_and_closely() {
        let random = &mut Pcg64Mcg::seed_from_u64(3);
        for _ in 0..cases() {
            let mut component = || number(random) * if random.random() { 1.0 } else { -1.0 };
            let v = Vector3::new(component(), component(), component());
            let square: BigRational = v.iter().map(|&x| exact(x) * exact(x)).sum();
            let (above, below) = (UpperBound::of_length(&v), LowerBound::of_length(&v));
            let below_sq = exact(below.get()) * exact(below.get());
            assert!(below_sq <= square, "{v:?}");
            if above.get() < f64::INFINITY {
                let above_sq = exact(above.get()) * exact(above.get());
                assert!(above_sq >= square, "{v:?}");
                let width = above.get() - below.get();
                assert!(width <= 1e-14 * above.get() + 1e-322, "{v:?} {width:e}");
            }
            let (p, q) = (Point3::from(v), Point3::new(component(), component(), component()));
            let apart = p.coords.map(exact) - q.coords.map(exact);
            let square: BigRational = apart.iter().map(|x| x * x).sum();
            let below = exact(LowerBound::of_distance(&p, &q).get());
            assert!(&below * &below <= square, "{p:?} {q:?}");
            let above = UpperBound::of_distance(&p, &q).get();
            assert!(above == f64::INFINITY || exact(above) * exact(above) >= square, "{p:?} {q:?}");
        }
    }

    #[test]
    fn a_matrix_stretches_by_no_more_than_its_bound() {
        let random = &mut Pcg64Mcg::seed_from_u64(4);
        for _ in 0..cases() / 10 {
            let size = 2.0_f64.powi(random.random_range(-400..400));
            let matrix = Matrix3::from_fn(|_, _| size * (random.random::<f64>() - 0.5));
            let v = Vector3::from_fn(|_, _| random.random::<f64>() - 0.5);
            let of_v: BigRational = v.iter().map(|&x| exact(x) * exact(x)).sum();
            let placed = [0, 1, 2].map(|i| -> BigRational {
                (0..3).map(|k| exact(matrix[(i, k)]) * exact(v[k])).sum()
            });
            let square: BigRational = placed.iter().map(|x| x * x).sum();
            let most = exact(UpperBound::of_matrix(&matrix).get());
            assert!(square <= &most * &most * of_v);
        }
    }

    #[test]
    fn what_is_not_known_bounds_nothing() {
        assert_eq!(UpperBound::from(f64::NAN), UpperBound::INFINITE);
        assert_eq!(UpperBound::exactly(f64::NAN), UpperBound::INFINITE);
        assert_eq!(UpperBound::of_abs(f64::NAN), UpperBound::INFINITE);
        assert_eq!(UpperBound::of_abs(-2.0).get(), 2.0);
        assert_eq!(LowerBound::from(f64::NAN).get(), f64::NEG_INFINITY);
        let infinite = UpperBound::INFINITE;
        assert_eq!(infinite - LowerBound::from(f64::INFINITY), UpperBound::INFINITE);
        assert_eq!(UpperBound::from(1.0) / LowerBound::ZERO, UpperBound::INFINITE);
        assert_eq!(UpperBound::ZERO * infinite, UpperBound::ZERO);
        assert_eq!(LowerBound::from(f64::INFINITY) / infinite, LowerBound::ZERO);
        let not_finite = Vector3::new(f64::NAN, 0.0, 0.0);
        assert_eq!(UpperBound::of_length(&not_finite), UpperBound::INFINITE);
        assert!(!LowerBound::of_length(&not_finite).is_positive());
        assert!(exact(UpperBound::of_length(&Vector3::repeat(5e-324)).get()).is_positive());
    }
}
