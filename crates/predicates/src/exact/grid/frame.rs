//! Triangles placed exactly, in coordinates of 128 bits.
//!
//! With corners `p` of A and `q` of B as references, a corner of A is at `R_a (a - p)` and one of B
//! at `R_b (b - q) + w`, where `w = R_b q + t_b - R_a p - t_a` is the offset between the placed
//! references. The entries of a rotation are integers in units of 2^-62, unless one of them is
//! small and has many digits, and differences are integers in units of 2^-57 of the largest, unless
//! they differ much in size. Where both hold, a placed corner is three products of `i64` for each
//! coordinate, and no shift.

use nalgebra::Point3;

use super::common::{Grid, SLACK_BITS, largest_extent, relative_to};
use super::grid_triangle::GridTriangle;
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::fixed::{Fixed, product};
use crate::exact::numbers::integer::Sum;
use crate::exact::numbers::scale::{Scale, exponent_above};
use crate::exact::numbers::width::Middle;
use crate::pose::Pose;
use crate::triangle::Triangle;

/// Entries of rotations are multiples of two to minus this power. They are at most 1.0001, so below
/// `2^63` in these units.
const ROTATION_BITS: i32 = 62;

/// Differences of coordinates are at most two to this power in units of the grid of points.
const POINT_BITS: i32 = 57;

/// The offset is below two to this power in units of the grid of placed corners.
///
/// Each of the partial sums of the four terms of a placed corner is below `(3 * 1.0001 + 2) 2^119 <
/// 2^122`, as [`Middle::BITS`] requires.
const OFFSET_BITS: i32 = 120;

/// The references are below two to this power in units of the grid of points, and translations
/// below two to the power 190 in units of the grid of placed corners: the eight terms of the
/// offset, none above `1.0001 * 2^(120 + 62)` or that, add up within [`Fixed`]`<4>`.
const REFERENCE_BITS: i32 = 120;
const TRANSLATION_BITS: i32 = 190;

/// Two bodies on one grid.
pub(crate) struct Frame {
    rotations: [[[i64; 3]; 3]; 2],
    references: [Point3<f64>; 2],
    /// From A's placed reference to B's, in units of the grid of placed corners.
    offset: [i128; 3],
    /// The grid of points.
    scale: Scale,
}

impl Grid for Frame {
    type Width = Middle;

    fn new(poses: [&Pose; 2], first: [&Triangle; 2]) -> Option<Self> {
        let scale_bits = POINT_BITS - SLACK_BITS - exponent_above(largest_extent(first));
        let scale = Scale::new(scale_bits)?;
        let rotations = [rotation_integers(poses[0])?, rotation_integers(poses[1])?];
        let references = first.map(|triangle| triangle[0]);
        let placed =
            |body: usize| placed(&rotations[body], &references[body], poses[body], -scale_bits);
        let (to_a, to_b) = (placed(0)?, placed(1)?);
        let mut offset = [0; 3];
        for k in 0..3 {
            offset[k] = to_b[k].minus(&to_a[k]).to_i128()?;
            if offset[k].unsigned_abs() >= 1 << OFFSET_BITS {
                return None;
            }
        }
        Some(Self { rotations, references, offset, scale })
    }

    #[inline]
    fn place_a(&self, triangle: &Triangle) -> Option<GridTriangle<Middle>> {
        self.place(0, triangle, &[0; 3])
    }

    #[inline]
    fn place_b(&self, triangle: &Triangle) -> Option<GridTriangle<Middle>> {
        self.place(1, triangle, &self.offset)
    }
}

impl Frame {
    #[inline(always)]
    fn place(
        &self,
        body: usize,
        triangle: &Triangle,
        offset: &[i128; 3],
    ) -> Option<GridTriangle<Middle>> {
        let relative = relative_to(&self.references[body], triangle)?;
        let points = self.scale.integers(&relative, POINT_BITS)?;
        let corners = points.each_ref().map(|p| {
            std::array::from_fn(|row| {
                let r = &self.rotations[body][row];
                let term = |k: usize| i128::from(r[k]) * i128::from(p[k]);
                Fixed::from_i128(term(0) + term(1) + term(2) + offset[row])
            })
        });
        Some(GridTriangle::new(corners))
    }
}

/// A reference placed, in units of the grid of placed corners, for points in units of `2^step`.
fn placed(
    rotation: &[[i64; 3]; 3],
    reference: &Point3<f64>,
    pose: &Pose,
    step: i32,
) -> Option<[Fixed<4>; 3]> {
    let mut units = [Fixed::<2>::from_i128(0); 3];
    for k in 0..3 {
        units[k] = Fixed::from_i128(Dyadic::new(reference[k]).in_units(step, REFERENCE_BITS)?);
    }
    let mut placed = [Fixed::<4>::shifted(0, 0); 3];
    for row in 0..3 {
        let translation = Dyadic::new(pose.translation()[row]);
        let translation_step = step - ROTATION_BITS;
        if translation.mantissa != 0 {
            let fits = translation.exponent >= translation_step
                && translation.bits_over(translation_step) <= TRANSLATION_BITS;
            let shift = (translation.exponent - translation_step).cast_unsigned();
            placed[row] = fits.then(|| Fixed::shifted(translation.mantissa.into(), shift))?;
        }
        for k in 0..3 {
            let entry = Fixed::from_i128(rotation[row][k].into());
            placed[row] = placed[row].plus(&product::<2, 2, 4>(&entry, &units[k]));
        }
    }
    Some(placed)
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
