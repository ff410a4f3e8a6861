//! Triangles placed exactly on a grid that all triangles of one query near each other share.
//!
//! With A's translation as the origin, a corner of A is at `R_a a` and a corner of B at `R_b b + t`, where `t = t_b - t_a` is a
//! sum of two `f64` numbers without error (two-sum: D. E. Knuth, "The Art of Computer Programming", volume
//! 2, section 4.2.2, theorem B). The entries of a rotation are integers in units of 2^-62, unless one of them is small and has
//! many digits, and coordinates are integers in units of 2^-57 of the largest, unless they differ much in
//! size. Where both hold, a placed corner is three products of `i64` for each coordinate, and no shift.

use super::fixed::Fixed;
use super::integer::Int3;
use crate::pose::Pose;
use crate::rounding::two_sum;
use crate::triangle::Triangle;

/// Entries of rotations are multiples of two to minus this power. They are at most 1.0001, so below
/// `2^63` in these units.
const ROTATION_BITS: i32 = 62;

/// Coordinates and translations are below two to this power in units of the grid of points.
///
/// A row of a rotation has a length of at most 1.0001 and a point one of at most sqrt(3) times its largest coordinate, so a
/// placed coordinate is below `1.0001 sqrt(3) 2^57 2^62 + 2 * 2^57 2^62 < 2^121`, and each of the
/// partial sums of its five terms is below `5.0003 * 2^119 < 2^122`: within [`super::width::Middle`].
const POINT_BITS: i32 = 57;

/// How many times larger than the first triangles the others may be, as a power of two. The smaller this
/// is, the finer the grid.
const SLACK_BITS: i32 = 4;

/// Scales beyond this power of two are left to other stages, so that no scaled number leaves the range of `f64`.
const MAX_SCALE_BITS: i32 = 900;

/// Corners on the grid.
pub(crate) type GridTriangle = [Int3<Fixed<2>>; 3];

/// Two bodies on one grid.
pub(crate) struct Frame {
    rotations: [[[i64; 3]; 3]; 2],
    /// Of B relative to A, in units of the grid.
    translation: [i128; 3],
    /// Units of the grid of points in one unit of length, and the inverse: powers of two.
    scale: f64,
    unit: f64,
}

impl Frame {
    /// A grid for these poses and for triangles of about the size of coordinates; `None` if the numbers do
    /// not lie on one.
    pub(crate) fn new([pose_a, pose_b]: [&Pose; 2], largest_coordinate: f64) -> Option<Self> {
        let sums: [(f64, f64); 3] =
            std::array::from_fn(|k| two_sum(pose_b.translation()[k], -pose_a.translation()[k]));
        let largest = sums.iter().fold(largest_coordinate, |most, (sum, _)| most.max(sum.abs()));
        // The largest number is below 2^exponent. Zero and subnormal numbers count as 2^-1022.
        let exponent = (largest.to_bits() >> 52) as i32 - 1022;
        let scale_bits = POINT_BITS - SLACK_BITS - exponent;
        if scale_bits.abs() > MAX_SCALE_BITS {
            return None;
        }
        let (scale, unit) = (power_of_two(scale_bits), power_of_two(-scale_bits));
        let mut translation = [0; 3];
        for k in 0..3 {
            let (high, low) = sums[k];
            translation[k] = fine_integer(high, scale, unit)? + fine_integer(low, scale, unit)?;
        }
        let rotations = [rotation_integers(pose_a)?, rotation_integers(pose_b)?];
        Some(Self { rotations, translation, scale, unit })
    }

    /// A's triangle placed; `None` if it does not lie on the grid.
    #[inline]
    pub(crate) fn place_a(&self, triangle: &Triangle) -> Option<GridTriangle> {
        self.place(triangle, &self.rotations[0], &[0; 3])
    }

    /// B's triangle placed; `None` if it does not lie on the grid.
    #[inline]
    pub(crate) fn place_b(&self, triangle: &Triangle) -> Option<GridTriangle> {
        self.place(triangle, &self.rotations[1], &self.translation)
    }

    #[inline(always)]
    fn place(
        &self,
        triangle: &Triangle,
        rotation: &[[i64; 3]; 3],
        translation: &[i128; 3],
    ) -> Option<GridTriangle> {
        let points = integers(triangle, self.scale, self.unit, POINT_BITS)?;
        Some(points.each_ref().map(|p| {
            std::array::from_fn(|row| {
                let r = &rotation[row];
                let term = |k: usize| i128::from(r[k]) * i128::from(p[k]);
                Fixed::from_i128(term(0) + term(1) + term(2) + translation[row])
            })
        }))
    }
}

/// The corners as integers in units of `unit`, the inverse of `scale`, both powers of two; `None` if one of
/// them is not a multiple of it or is `2^bits` units or more.
///
/// A product with a power of two can only be inexact by underflow; multiplied back it is then another number, as is
/// one that was not an integer.
#[inline(always)]
pub(crate) fn integers(
    triangle: &Triangle,
    scale: f64,
    unit: f64,
    bits: i32,
) -> Option<[[i64; 3]; 3]> {
    let limit = 1_i64 << bits;
    let mut all_fit = true;
    let integers = triangle.each_ref().map(|point| {
        std::array::from_fn(|k| {
            let integer = (point[k] * scale) as i64;
            all_fit &= integer as f64 * unit == point[k] && -limit < integer && integer < limit;
            integer
        })
    });
    all_fit.then_some(integers)
}

/// `2^exponent`, for exponents of normal numbers.
#[inline]
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

fn rotation_integers(pose: &Pose) -> Option<[[i64; 3]; 3]> {
    let scale = (1_i64 << ROTATION_BITS) as f64;
    let mut all_fit = true;
    let integers = std::array::from_fn(|row| {
        std::array::from_fn(|k| {
            let entry = pose.rotation()[(row, k)];
            let integer = (entry * scale) as i64;
            // A saturated integer is another number.
            all_fit &= integer as f64 / scale == entry;
            integer
        })
    });
    all_fit.then_some(integers)
}

/// A number of the translation in units of the product of both grids.
fn fine_integer(value: f64, scale: f64, unit: f64) -> Option<i128> {
    let factor = (1_i64 << ROTATION_BITS) as f64;
    let integer = (value * scale * factor) as i128;
    let is_exact = integer as f64 / factor * unit == value;
    (is_exact && integer.unsigned_abs() < 1 << (POINT_BITS + ROTATION_BITS)).then_some(integer)
}
