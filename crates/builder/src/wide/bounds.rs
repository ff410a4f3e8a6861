//! Bounds of triangles along three axes.
//!
//! A triangle at a time, its three corners in lanes of four: no set has to be transposed first.

use super::frame::Frame;
use super::rows::{max, min};
use super::soup::Item;

/// Lower ends and negated upper ends along three axes, so that the union takes minima alone. The
/// last of each four is unused.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Bounds([f32; 8]);

impl Bounds {
    pub(super) const EMPTY: Self = Self([f32::MAX; 8]);

    /// Enlarges the bounds to contain others.
    #[inline(always)]
    pub(super) fn join(&mut self, other: &Self) {
        for i in 0..8 {
            self.0[i] = min(self.0[i], other.0[i]);
        }
    }

    /// The bounds of a triangle along the axes of a frame, relative to a point, and three times its
    /// centroid there. The columns are those of the frame; the last of four is unused.
    #[inline(always)]
    pub(super) fn of(item: &Item, about: [f32; 3], columns: &[[f32; 4]; 3]) -> (Self, [f32; 4]) {
        let x = item.relative_to(about);
        let mut corners = [[0.0; 4]; 3];
        for v in 0..3 {
            for k in 0..4 {
                corners[v][k] = x[3 * v] * columns[0][k]
                    + x[3 * v + 1] * columns[1][k]
                    + x[3 * v + 2] * columns[2][k];
            }
        }
        let [p, q, r] = corners;
        let (mut ends, mut sum) = ([0.0; 8], [0.0; 4]);
        for k in 0..4 {
            ends[k] = min(min(p[k], q[k]), r[k]);
            ends[4 + k] = -max(max(p[k], q[k]), r[k]);
            sum[k] = p[k] + q[k] + r[k];
        }
        (Self(ends), sum)
    }

    /// Half the surface area.
    #[inline(always)]
    pub(super) fn area(&self) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|a| -self.0[4 + a] - self.0[a]);
        x * y + y * z + x * z
    }
}

/// The columns of a frame, each with a zero.
#[inline(always)]
pub(super) fn columns(frame: &Frame) -> [[f32; 4]; 3] {
    let mut columns = [[0.0; 4]; 3];
    for k in 0..3 {
        for a in 0..3 {
            columns[k][a] = frame[a][k];
        }
    }
    columns
}
