//! Grids on which the triangles of two bodies near each other are placed exactly.
//!
//! Corners are taken relative to a corner of their own body, and the bodies relative to each other,
//! so that numbers are as long as the triangles are large, wherever the bodies are.

use nalgebra::Point3;

use super::grid_triangle::GridTriangle;
use crate::exact::numbers::width::Width;
use crate::numbers::rounding::{larger, two_sum};
use crate::pose::Pose;
use crate::triangle::Triangle;

/// How many times larger than the first triangles the others may be, as a power of two. The smaller
/// this is, the finer the grid.
pub(crate) const SLACK_BITS: i32 = 4;

/// Two bodies on one grid.
pub(crate) trait Grid: Sized {
    /// The integers of its coordinates.
    type Width: Width;

    /// A grid for these poses and for triangles of about the size and place of the first ones;
    /// `None` if the numbers do not lie on one.
    fn new(poses: [&Pose; 2], first: [&Triangle; 2]) -> Option<Self>;

    /// A's triangle placed; `None` if it does not lie on the grid.
    fn place_a(&self, triangle: &Triangle) -> Option<GridTriangle<Self::Width>>;

    /// B's triangle placed; `None` if it does not lie on the grid.
    fn place_b(&self, triangle: &Triangle) -> Option<GridTriangle<Self::Width>>;
}

/// The corners relative to a point, if no difference is rounded.
#[inline(always)]
pub(crate) fn relative_to(point: &Point3<f64>, triangle: &Triangle) -> Option<Triangle> {
    let mut relative = *triangle;
    let mut is_exact = true;
    for corner in &mut relative {
        for k in 0..3 {
            let (difference, error) = two_sum(corner[k], -point[k]);
            is_exact &= error == 0.0;
            corner[k] = difference;
        }
    }
    is_exact.then_some(relative)
}

/// The largest component of a corner relative to the first corner of its triangle.
#[inline(always)]
pub(crate) fn largest_extent(triangles: [&Triangle; 2]) -> f64 {
    let mut largest = 0.0;
    for triangle in triangles {
        for corner in &triangle[1..] {
            for k in 0..3 {
                largest = larger((corner[k] - triangle[0][k]).abs(), largest);
            }
        }
    }
    largest
}
