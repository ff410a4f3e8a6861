//! Constants and small helpers that the error bounds of `f64` rounding share.

use nalgebra::Point3;

use crate::pose::Pose;
use crate::triangle::{Real3, Triangle};

/// Half a unit in the last place of one, 2^-53: the largest relative error of one `f64` operation.
pub const ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// A factor for error bounds that are themselves computed with rounding: it bounds the rounding
/// error of that computation.
pub(crate) const BOUND_ROUNDING: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

/// Covers underflow. Each product loses at most 2^-1075, and this loss is multiplied by at most one
/// more length, so bounds add `TINY * (1 + length)`. 2^-1000 is enough for any number of products
/// here.
pub(crate) const TINY: f64 = f64::from_bits((1023 - 1000) << 52);

/// The least `f32` that is not below a number that is not negative; infinity beyond the largest.
///
/// ```
/// use obbtree_predicates::round_up_f32;
/// assert_eq!(round_up_f32(0.5), 0.5);
/// assert_eq!(round_up_f32(0.1), 0.1_f32); // which is above 0.1
/// assert_eq!(round_up_f32(0.7), 0.7_f32.next_up()); // the nearest is below 0.7
/// assert_eq!(round_up_f32(1e300), f32::INFINITY);
/// ```
#[inline(always)]
#[must_use]
pub fn round_up_f32(x: f64) -> f32 {
    let nearest = x as f32;
    // The bits of such numbers are ordered as the numbers are. Infinity is below nothing.
    f32::from_bits(nearest.to_bits() + u32::from(f64::from(nearest) < x))
}

/// 1 or -1 if the value is certainly positive or negative, else 0 (also for NaN).
#[inline]
pub(crate) fn certified(value: f64, bound: f64) -> i8 {
    i8::from(value > bound) - i8::from(value < -bound)
}

/// `x + y` as its rounded value and the error of that, whose sum is `x + y` exactly, barring
/// overflow.
///
/// D. E. Knuth, "The Art of Computer Programming", volume 2, section 4.2.2, theorem B. Sums do not
/// underflow: a subnormal sum of two `f64` numbers is exact.
#[inline(always)]
pub(crate) fn two_sum(x: f64, y: f64) -> (f64, f64) {
    let sum = x + y;
    let y_in_sum = sum - x;
    (sum, (x - (sum - y_in_sum)) + (y - y_in_sum))
}

/// The larger of two numbers that are not NaN. One instruction, where `f64::max` needs four because
/// of NaN; every plane rejection takes about forty of them.
#[inline]
pub(crate) fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// The largest absolute component of three vectors.
#[inline]
pub(crate) fn largest_component(vectors: &[Real3; 3]) -> f64 {
    let [u, v, w] = vectors.each_ref().map(|u| larger(larger(u.x.abs(), u.y.abs()), u.z.abs()));
    larger(larger(u, v), w)
}

/// The largest absolute coordinate of two triangles.
pub(crate) fn largest_coordinate([a, b]: [&Triangle; 2]) -> f64 {
    let largest = |t: &Triangle| largest_component(&t.each_ref().map(|corner| corner.coords));
    larger(largest(a), largest(b))
}

/// Bound on the error of [`Pose::place`] in any component, for these points.
///
/// `v` is [`ROUNDOFF`]. A row of a rotation (to 1e-4) has `|row|_1 <= 1.733`, a product is rounded
/// 4 times and the translation once: `7 v |p| + v |t|`; 8 and 2 include second-order terms. Checked
/// by Gappa (`tests/proofs/placement.gappa`).
pub(crate) fn place_error(points: &[Point3<f64>], pose: &Pose) -> f64 {
    const OF_POINT: f64 = 8.0;
    const OF_TRANSLATION: f64 = 2.0;
    let p_amax = points.iter().fold(0.0_f64, |most, p| most.max(p.coords.amax()));
    let t_amax = pose.translation().amax();
    ROUNDOFF * (OF_POINT * p_amax + OF_TRANSLATION * t_amax) * BOUND_ROUNDING + f64::MIN_POSITIVE
}
