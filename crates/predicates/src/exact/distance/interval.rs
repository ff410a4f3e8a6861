//! The distance of two closed triangles, as an interval of two neighbouring `f64` numbers.
//!
//! The smallest of the candidates of [`super::closer`] is the squared distance as a quotient of
//! integers. Its root is computed in integers too, so the two numbers are certain.

use dashu_int::ops::{BitTest, SquareRoot};
use dashu_int::{IBig, UBig};

use super::closer::{Candidate, Squares, is_less};
use crate::exact::contact::tri_tri::{Contact, contact};
use crate::exact::grid::grid_triangle::GridTriangle;
use crate::exact::grid::placed::Placed;
use crate::exact::numbers::width::Same;
use crate::{Pose, Triangle};

/// The largest `f64` number that is at most the distance of two closed triangles, and the smallest
/// that is at least the distance. The two are equal if the distance is an `f64` number.
///
/// Each triangle is given in the frame of its body and placed by the pose of its body. The distance
/// is the Euclidean one in world coordinates; the second number is 0 if and only if the triangles
/// meet. Exact arithmetic throughout: [`triangles_closer`](crate::triangles_closer) is true for the
/// second number and all larger ones, and false for all smaller ones. Coordinates may be any finite
/// numbers; the second number is infinite if the distance is larger than every `f64`.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, exact_distance};
/// let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let here = Pose::identity();
/// let distance_to = |x, y, z| {
///     exact_distance(&a, &here, &a, &Pose::from_translation([x, y, z]).expect("finite"))
/// };
/// assert_eq!(distance_to(0.0, 0.0, 0.1), [0.1, 0.1]);
/// // From the midpoint of an edge: the root of 1/2.
/// let [lower, upper] = distance_to(1.0, 1.0, 0.0);
/// assert!(lower * lower < 0.5 && 0.5 < upper * upper && lower.next_up() == upper);
/// ```
#[cold]
#[inline(never)]
#[must_use]
pub fn exact_distance(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> [f64; 2] {
    let (a, b) = (Placed::new(a, pose_a), Placed::new(b, pose_b));
    let step = a.step().min(b.step());
    let (a, b) = (a.on_grid::<IBig>(step), b.on_grid::<IBig>(step));
    if contact(&GridTriangle::<Same<IBig>>::new(a.clone()), &GridTriangle::new(b.clone()), false)
        != Contact::Free
    {
        return [0.0; 2];
    }
    let lesser = |one: Candidate<IBig>, other: Candidate<IBig>| {
        let (p, q) = (&one.numerator * &other.denominator, &other.numerator * &one.denominator);
        if is_less(&q, &p) { other } else { one }
    };
    let least = Squares::new(&a, &b).candidates().reduce(lesser);
    // Pairs of corners are always candidates, and for disjoint triangles numerator and denominator
    // are positive.
    least.map_or([0.0; 2], |Candidate { numerator, denominator }| {
        let (_, numerator) = numerator.into_parts();
        let (_, denominator) = (denominator << 1).into_parts();
        around_root(&numerator, &denominator, step)
    })
}

const DIGITS: i32 = f64::MANTISSA_DIGITS as i32;

/// The exponents of the unit in the last place of the smallest and of the largest numbers.
const FINEST: i32 = f64::MIN_EXP - DIGITS;
const COARSEST: i32 = f64::MAX_EXP - DIGITS;

/// The `f64` numbers around `2^step sqrt(numerator / denominator)`, both positive.
pub(crate) fn around_root(numerator: &UBig, denominator: &UBig, step: i32) -> [f64; 2] {
    let below =
        (numerator.bit_len() as i32 - denominator.bit_len() as i32 - 1).div_euclid(2) + step;
    neighbours(below, |unit| {
        let shift = 2 * (step - unit);
        let numerator = numerator << shift.max(0) as usize;
        let denominator = denominator << (-shift).max(0) as usize;
        let root = (&numerator / &denominator).sqrt();
        let is_exact = &root * &root * &denominator == numerator;
        (root, is_exact)
    })
}

/// The `f64` numbers around a number of at least `2^below` and less than `2^(below + 2)`, which the
/// function gives in units of two to a power: rounded down, and whether that is exact.
pub(crate) fn neighbours(below: i32, in_units: impl Fn(i32) -> (UBig, bool)) -> [f64; 2] {
    let mut unit = (below + 1 - DIGITS).max(FINEST);
    while unit <= COARSEST {
        let (whole, is_exact) = in_units(unit);
        if let Some(digits) = u64::try_from(&whole).ok().filter(|&digits| digits < 1 << DIGITS) {
            let lower = scaled(digits, unit);
            return [lower, if is_exact { lower } else { lower.next_up() }];
        }
        unit += 1;
    }
    [f64::MAX, f64::INFINITY]
}

/// `digits * 2^unit` for at most 53 digits and a unit that makes it an `f64`.
fn scaled(digits: u64, unit: i32) -> f64 {
    // In two factors, because a power of two can be too small for an `f64` although the product is
    // not.
    let half = unit / 2;
    digits as f64 * power_of_two(half) * power_of_two(unit - half)
}

/// `2^exponent` for exponents of normal numbers.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + f64::MAX_EXP - 1) as u64) << (DIGITS - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_closer;
    use nalgebra::Point3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn roots_are_between_the_two_numbers() {
        let root = |n: UBig, d: u32, step| around_root(&n, &UBig::from(d), step);
        let small = |n: u32, d: u32, step| root(UBig::from(n), d, step);
        let smallest = 5e-324;
        assert_eq!(small(9, 4, 0), [1.5; 2]);
        let rounded_up = std::f64::consts::SQRT_2;
        assert_eq!(small(2, 1, 0), [rounded_up.next_down(), rounded_up]);
        assert_eq!(small(9, 1, -1074), [3.0 * smallest; 2]);
        assert_eq!(small(2, 1, -1074), [smallest, 2.0 * smallest]);
        assert_eq!(small(1, 1, -1080), [0.0, smallest]);
        assert_eq!(small(4, 1, 1022), [2.0_f64.powi(1023); 2]);
        assert_eq!(small(1, 1, 1024), [f64::MAX, f64::INFINITY]);
        // 53 binary digits that are all ones, and slightly more or less than their square.
        let ones = UBig::from((1_u64 << 53) - 1);
        let one = f64::EPSILON / 2.0;
        assert_eq!(root(&ones * &ones, 1, -53), [1.0 - one; 2]);
        assert_eq!(root(&ones * &ones + UBig::ONE, 1, -53), [1.0 - one, 1.0]);
        assert_eq!(root(&ones * &ones - UBig::ONE, 1, -53), [1.0 - 2.0 * one, 1.0 - one]);
    }

    #[test]
    fn closer_is_true_from_the_distance_on() {
        let mut random = Pcg64Mcg::seed_from_u64(13);
        let mut exact = 0;
        for round in 0..2_000 {
            let n = [4, 1 << 30][round % 2];
            let size = 2.0_f64.powi([0, -30, -1074, 200][round / 2 % 4]);
            let mut triangle = |shift: u64| -> Triangle {
                [(); 3].map(|()| {
                    Point3::from([0; 3].map(|_| (random.random_range(0..n) + shift) as f64 * size))
                })
            };
            let (a, b) = (triangle(0), triangle(n / 2));
            let here = Pose::identity();
            let [lower, upper] = exact_distance(&a, &here, &b, &here);
            assert!(lower == upper || lower.next_up() == upper, "{lower:e} {upper:e}");
            assert!(exact_closer(&a, &here, &b, &here, upper), "{a:?} {b:?}");
            assert!(!exact_closer(&a, &here, &b, &here, upper.next_down()), "{a:?} {b:?}");
            exact += usize::from(lower == upper);
        }
        assert!((200..1_800).contains(&exact), "{exact} distances are f64 numbers");
    }
}
