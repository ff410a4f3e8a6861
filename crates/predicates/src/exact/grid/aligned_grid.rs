//! Triangles placed exactly, in coordinates of 64 bits, where no pose rotates.
//!
//! Each coordinate is a difference of two coordinates of a mesh, and for B also the offset between
//! the two reference points.

use nalgebra::{Matrix3, Point3};

use super::common::{Grid, SLACK_BITS, largest_extent, relative_to};
use super::grid_triangle::GridTriangle;
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::scale::{Scale, exponent_above};
use crate::exact::numbers::width::Narrow;
use crate::pose::Pose;
use crate::triangle::Triangle;

/// Differences are at most two to this power in units of the grid.
const DIFFERENCE_BITS: i32 = 57;

/// The offset between the two points is below two to this power: `2^57 + 2^59` is within
/// [`Narrow::BITS`].
const OFFSET_BITS: i32 = 59;

/// Each of the four terms of the offset is below two to this power: their sum fits.
const TERM_BITS: i32 = 124;

/// Two bodies without rotations on one grid.
pub(crate) struct AlignedGrid {
    /// What A's and B's corners are relative to.
    points: [Point3<f64>; 2],
    /// From A's point to B's, both placed.
    offset: [i64; 3],
    scale: Scale,
}

impl Grid for AlignedGrid {
    type Width = Narrow;

    fn new([pose_a, pose_b]: [&Pose; 2], first: [&Triangle; 2]) -> Option<Self> {
        let no_rotation = Matrix3::identity();
        if *pose_a.rotation() != no_rotation || *pose_b.rotation() != no_rotation {
            return None;
        }
        let scale_bits = DIFFERENCE_BITS - SLACK_BITS - exponent_above(largest_extent(first));
        let scale = Scale::new(scale_bits)?;
        let points = first.map(|triangle| triangle[0]);
        let mut offset = [0; 3];
        for k in 0..3 {
            let in_units = |x: f64| Dyadic::new(x).in_units(-scale_bits, TERM_BITS);
            let to_a = in_units(points[0][k])? + in_units(pose_a.translation()[k])?;
            let to_b = in_units(points[1][k])? + in_units(pose_b.translation()[k])?;
            offset[k] = i64::try_from(to_b - to_a).ok()?;
            if offset[k].unsigned_abs() >= 1 << OFFSET_BITS {
                return None;
            }
        }
        Some(Self { points, offset, scale })
    }

    #[inline]
    fn place_a(&self, triangle: &Triangle) -> Option<GridTriangle<Narrow>> {
        let relative = relative_to(&self.points[0], triangle)?;
        Some(GridTriangle::new(self.scale.integers(&relative, DIFFERENCE_BITS)?))
    }

    #[inline]
    fn place_b(&self, triangle: &Triangle) -> Option<GridTriangle<Narrow>> {
        let relative = relative_to(&self.points[1], triangle)?;
        let mut corners = self.scale.integers(&relative, DIFFERENCE_BITS)?;
        for corner in &mut corners {
            for k in 0..3 {
                corner[k] += self.offset[k];
            }
        }
        Some(GridTriangle::new(corners))
    }
}
