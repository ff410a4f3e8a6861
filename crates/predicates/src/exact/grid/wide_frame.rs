//! Triangles placed exactly on a finer grid than [`super::frame`]'s, with coordinates of 192 bits.
//!
//! For matrices with entries such as 6e-17 from a sine or cosine, and coordinates that differ much
//! in size. With A's translation as the origin, a corner of A is at `R_a a` and a corner of B at
//! `R_b b + t`, where `t = t_b - t_a` is a sum of two `f64` numbers without error (two-sum: D. E.
//! Knuth, "The Art of Computer Programming", volume 2, section 4.2.2, theorem B). The units of the
//! rotations are the coarsest that hold all entries; the rest of the bits is for the points.

use super::common::{Grid, SLACK_BITS};
use super::grid_triangle::GridTriangle;
use crate::exact::numbers::dyadic::{Dyadic, finest};
use crate::exact::numbers::fixed::{Fixed, product};
use crate::exact::numbers::integer::Sum;
use crate::exact::numbers::scale::exponent_above;
use crate::exact::numbers::width::Wide;
use crate::numbers::rounding::{largest_coordinate, two_sum};
use crate::pose::Pose;
use crate::triangle::Triangle;

/// A point is below two to the power `p` in units of its grid and rotations are in units of `2^-r`,
/// where `p + r` is at most this.
///
/// A row of a rotation has a length of at most 1.0001: a placed coordinate and every partial sum of
/// its five terms is below `5.0003 * 2^183 < 2^186`, as [`Wide`] requires.
const POINT_AND_ROTATION_BITS: i32 = 183;

/// The most bits of a point and of the units of a rotation, so that `i128` holds them.
const MOST_BITS: i32 = 122;

/// Two bodies on one grid.
pub(crate) struct WideFrame {
    rotations: [[[Fixed<2>; 3]; 3]; 2],
    /// Of B relative to A, in units of the grid.
    translation: [Fixed<4>; 3],
    /// The unit of the grid of points is two to the first power, and points are below two to the
    /// second in it.
    point_step: i32,
    point_bits: i32,
}

impl Grid for WideFrame {
    type Width = Wide;

    fn new([pose_a, pose_b]: [&Pose; 2], first: [&Triangle; 2]) -> Option<Self> {
        let largest_coordinate = largest_coordinate(first);
        let sums: [(f64, f64); 3] =
            std::array::from_fn(|k| two_sum(pose_b.translation()[k], -pose_a.translation()[k]));
        let largest = sums.iter().fold(largest_coordinate, |most, (sum, _)| most.max(sum.abs()));
        let matrices = [pose_a.rotation(), pose_b.rotation()];
        let entries = matrices.iter().flat_map(|matrix| matrix.iter());
        let rotation_step = finest(entries.map(|&entry| Dyadic::new(entry)))?;
        if rotation_step < -MOST_BITS {
            return None;
        }
        let point_bits = (POINT_AND_ROTATION_BITS + rotation_step).min(MOST_BITS);
        let point_step = exponent_above(largest) + SLACK_BITS - point_bits;

        let mut rotations = [[[Fixed::from_i128(0); 3]; 3]; 2];
        for (integers, matrix) in rotations.iter_mut().zip(matrices) {
            for row in 0..3 {
                for k in 0..3 {
                    // At most 1.0001, so one bit more than the unit has.
                    let entry = Dyadic::new(matrix[(row, k)]);
                    let entry = entry.in_units(rotation_step, MOST_BITS + 1)?;
                    integers[row][k] = Fixed::from_i128(entry);
                }
            }
        }
        let mut translation = [Fixed::shifted(0, 0); 3];
        let step = rotation_step + point_step;
        for k in 0..3 {
            let (high, low) = sums[k];
            translation[k] = in_units(high, step)?.plus(&in_units(low, step)?);
        }
        Some(Self { rotations, translation, point_step, point_bits })
    }

    #[inline(never)]
    fn place_a(&self, triangle: &Triangle) -> Option<GridTriangle<Wide>> {
        self.place(triangle, &self.rotations[0], &[Fixed::shifted(0, 0); 3])
    }

    #[inline(never)]
    fn place_b(&self, triangle: &Triangle) -> Option<GridTriangle<Wide>> {
        self.place(triangle, &self.rotations[1], &self.translation)
    }
}

impl WideFrame {
    #[inline(always)]
    fn place(
        &self,
        triangle: &Triangle,
        rotation: &[[Fixed<2>; 3]; 3],
        translation: &[Fixed<4>; 3],
    ) -> Option<GridTriangle<Wide>> {
        let mut corners = [[Fixed::<3>::shifted(0, 0); 3]; 3];
        for (corner, point) in corners.iter_mut().zip(triangle) {
            let mut p = [Fixed::from_i128(0); 3];
            for k in 0..3 {
                let integer = Dyadic::new(point[k]).in_units(self.point_step, self.point_bits)?;
                p[k] = Fixed::from_i128(integer);
            }
            for row in 0..3 {
                let r = &rotation[row];
                let term = |k: usize| product::<2, 2, 4>(&r[k], &p[k]);
                let sum = term(0).plus(&term(1)).plus(&term(2)).plus(&translation[row]);
                corner[row] = sum.shortened();
            }
        }
        Some(GridTriangle::new(corners))
    }
}

/// A number of the translation in units of `2^step`, below two to the power
/// [`POINT_AND_ROTATION_BITS`].
fn in_units(value: f64, step: i32) -> Option<Fixed<4>> {
    let x = Dyadic::new(value);
    if x.mantissa == 0 {
        return Some(Fixed::shifted(0, 0));
    }
    let fits = x.exponent >= step && x.bits_over(step) <= POINT_AND_ROTATION_BITS;
    fits.then(|| Fixed::shifted(x.mantissa.into(), (x.exponent - step) as u32))
}
