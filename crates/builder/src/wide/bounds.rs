//! Bounds of triangles along three axes.

use super::rows::{WIDTH, min};
use super::soup::Block;

/// Lower ends and negated upper ends along three axes, so that the union takes minima alone.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
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

    /// The bounds of sixteen triangles.
    #[inline(always)]
    pub(super) fn of_block(block: &Block) -> [Self; WIDTH] {
        let mut bounds = [Self::EMPTY; WIDTH];
        for a in 0..3 {
            for l in 0..WIDTH {
                let [p, q, r] = [block[a].0[l], block[3 + a].0[l], block[6 + a].0[l]];
                bounds[l].0[a] = min(min(p, q), r);
                bounds[l].0[4 + a] = min(min(-p, -q), -r);
            }
        }
        bounds
    }

    /// Half the surface area.
    #[inline(always)]
    pub(super) fn area(&self) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|a| -self.0[4 + a] - self.0[a]);
        x * y + y * z + x * z
    }
}
