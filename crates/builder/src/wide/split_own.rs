//! The quick split: cuts judged by the boxes that the two sides would get in the set's own axes,
//! the binned surface-area heuristic (Wald, "On fast construction of SAH-based bounding volume
//! hierarchies", 2007) in a frame that turns with the set.
//!
//! The sides keep the set's axes until their boxes are turned: with principal axes of their own, a
//! tenth more visits.

use super::bins::{Binned, CUTS, Cut};
use super::eigen::Frames;
use super::moments::{MOMENTS, Moments, axes_of};
use super::rows::{Row, WIDTH, fold, min};
use super::set::{Set, Weights};
use super::soup::Block;
use super::split_area::Choice;

/// Lower ends and negated upper ends along three axes, so that joining is a minimum throughout.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Ends([f32; 8]);

impl Ends {
    pub(super) const NONE: Self = Self([f32::MAX; 8]);

    #[inline(always)]
    pub(super) fn join(&mut self, other: &Self) {
        for i in 0..8 {
            self.0[i] = min(self.0[i], other.0[i]);
        }
    }

    /// Of sixteen triangles.
    #[inline(always)]
    pub(super) fn of_block(block: &Block) -> [Self; WIDTH] {
        let mut ends = [Self::NONE; WIDTH];
        for a in 0..3 {
            for l in 0..WIDTH {
                let [p, q, r] = [block[a].0[l], block[3 + a].0[l], block[6 + a].0[l]];
                ends[l].0[a] = min(min(p, q), r);
                ends[l].0[4 + a] = min(min(-p, -q), -r);
            }
        }
        ends
    }

    /// Half the surface.
    #[inline(always)]
    pub(super) fn area(&self) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|a| -self.0[4 + a] - self.0[a]);
        x * y + y * z + x * z
    }
}

/// The cheapest cut of a set; `None` if all centroids lie in one bin.
#[inline(always)]
pub(super) fn choose(binned: &Binned, set: &Set, weights: &Weights) -> Option<Choice> {
    let mut bins = [[Ends::NONE; WIDTH]; 3];
    for (b, (block, in_bins)) in binned.blocks.iter().zip(&binned.bins).enumerate() {
        let ends = Ends::of_block(block);
        for t in 0..(set.count - b * WIDTH).min(WIDTH) {
            for axis in 0..3 {
                bins[axis][in_bins[axis].0[t] as usize % WIDTH].join(&ends[t]);
            }
        }
    }
    let mut best: Option<(f32, Cut, [f32; 2])> = None;
    for axis in 0..3 {
        let mut behind = [0.0; WIDTH];
        let mut ends = Ends::NONE;
        for bin in (0..CUTS).rev() {
            ends.join(&bins[axis][bin + 1]);
            behind[bin] = ends.area();
        }
        let mut ends = Ends::NONE;
        for bin in 0..CUTS {
            ends.join(&bins[axis][bin]);
            let cut = Cut { axis, bin };
            let Some(sides) = binned.sides(cut, set.count) else { continue };
            let area = [ends.area(), behind[bin]];
            let cost = area[0] * weights.of(sides[0]) + area[1] * weights.of(sides[1]);
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, cut, area));
            }
        }
    }
    best.map(|(_, cut, area)| Choice { cut, frame: [set.frame; 2], area })
}

/// Principal axes of sixteen sets.
#[inline(always)]
pub(super) fn axes_of_sums(sums: &Moments) -> Frames {
    let mut frames = [[Row::ZERO; 3]; 3];
    let mut variance = [Row::ZERO; 3];
    let none = [Row::ZERO; MOMENTS];
    axes_of(
        [sums, &none],
        [&mut frames, &mut [[Row::ZERO; 3]; 3]],
        [&mut variance, &mut [Row::ZERO; 3]],
    );
    frames
}

/// The sum of a row, pairwise.
#[inline(always)]
pub(super) fn sum(row: &Row) -> f32 {
    fold(row, |a, b| a + b)
}
