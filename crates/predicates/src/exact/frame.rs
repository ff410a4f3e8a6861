//! Triangles placed exactly on a grid that all triangles of one query near each other share.
//!
//! With A's translation as the origin, a corner of A is at `R_a a` and a corner of B at `R_b b +
//! t`, where `t = t_b - t_a` is a sum of two `f64` numbers without error (two-sum: D. E. Knuth,
//! "The Art of Computer Programming", volume 2, section 4.2.2, theorem B). The entries of a
//! rotation are integers in units of 2^-62, unless one of them is small and has many digits, and
//! coordinates are integers in units of 2^-57 of the largest, unless they differ much in size.
//! Where both hold, a placed corner is three products of `i64` for each coordinate, and no shift.

use super::dyadic::Dyadic;
use super::fixed::Fixed;
use super::grid_triangle::GridTriangle;
use super::scale::{Scale, exponent_above};
use super::width::Middle;
use crate::pose::Pose;
use crate::rounding::two_sum;
use crate::triangle::Triangle;

/// Entries of rotations are multiples of two to minus this power. They are at most 1.0001, so below
/// `2^63` in these units.
const ROTATION_BITS: i32 = 62;

/// Coordinates and translations are below two to this power in units of the grid of points.
///
/// A row of a rotation has a length of at most 1.0001 and a point one of at most sqrt(3) times its
/// largest coordinate, so a placed coordinate is below `1.0001 sqrt(3) 2^57 2^62 + 2 * 2^57 2^62 <
/// 2^121`, and each of the partial sums of its five terms is below `5.0003 * 2^119 < 2^122`: within
/// [`Middle::BITS`].
const POINT_BITS: i32 = 57;

/// How many times larger than the first triangles the others may be, as a power of two. The smaller
/// this is, the finer the grid.
const SLACK_BITS: i32 = 4;

/// Two bodies on one grid.
pub(crate) struct Frame {
    rotations: [[[i64; 3]; 3]; 2],
    /// Of B relative to A, in units of the grid.
    translation: [i128; 3],
    /// The grid of points.
    scale: Scale,
}

impl Frame {
    /// A grid for these poses and for triangles of about the size of coordinates; `None` if the
    /// numbers do not lie on one.
    pub(crate) fn new([pose_a, pose_b]: [&Pose; 2], largest_coordinate: f64) -> Option<Self> {
        let sums: [(f64, f64); 3] =
            std::array::from_fn(|k| two_sum(pose_b.translation()[k], -pose_a.translation()[k]));
        let largest = sums.iter().fold(largest_coordinate, |most, (sum, _)| most.max(sum.abs()));
        let scale_bits = POINT_BITS - SLACK_BITS - exponent_above(largest);
        let scale = Scale::new(scale_bits)?;
        let step = -scale_bits - ROTATION_BITS;
        let mut translation = [0; 3];
        for k in 0..3 {
            let (high, low) = sums[k];
            let in_units = |x: f64| Dyadic::new(x).in_units(step, POINT_BITS + ROTATION_BITS);
            translation[k] = in_units(high)? + in_units(low)?;
        }
        let rotations = [rotation_integers(pose_a)?, rotation_integers(pose_b)?];
        Some(Self { rotations, translation, scale })
    }

    /// A's triangle placed; `None` if it does not lie on the grid.
    #[inline]
    pub(crate) fn place_a(&self, triangle: &Triangle) -> Option<GridTriangle<Middle>> {
        self.place(triangle, &self.rotations[0], &[0; 3])
    }

    /// B's triangle placed; `None` if it does not lie on the grid.
    #[inline]
    pub(crate) fn place_b(&self, triangle: &Triangle) -> Option<GridTriangle<Middle>> {
        self.place(triangle, &self.rotations[1], &self.translation)
    }

    #[inline(always)]
    fn place(
        &self,
        triangle: &Triangle,
        rotation: &[[i64; 3]; 3],
        translation: &[i128; 3],
    ) -> Option<GridTriangle<Middle>> {
        let points = self.scale.integers(triangle, POINT_BITS)?;
        let corners = points.each_ref().map(|p| {
            std::array::from_fn(|row| {
                let r = &rotation[row];
                let term = |k: usize| i128::from(r[k]) * i128::from(p[k]);
                Fixed::from_i128(term(0) + term(1) + term(2) + translation[row])
            })
        });
        Some(GridTriangle::new(corners))
    }
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
