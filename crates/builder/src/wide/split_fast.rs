//! The fast split: cuts judged by the boxes that the two sides would get in the set's own axes, the
//! binned surface-area heuristic (Wald, "On fast Construction of SAH-based Bounding Volume
//! Hierarchies", 2007) in the frame of the set.
//!
//! The sides keep the set's axes until their boxes are fitted: with principal axes of their own, a
//! tenth more visits.

use super::bins::{Binned, CUTS, Choice, Cut};
use super::bounds::Bounds;
use super::rows::WIDTH;
use super::set::{Set, Weights};

/// The cheapest cut of a set; `None` if all centroids are in one bin.
#[inline(always)]
pub(super) fn choose(binned: &Binned, set: &Set, weights: &Weights) -> Option<Choice> {
    let mut bins = [[Bounds::EMPTY; WIDTH]; 3];
    for (b, (block, in_bins)) in binned.blocks.iter().zip(&binned.bins).enumerate() {
        let bounds = Bounds::of_block(block);
        for t in 0..(set.count - b * WIDTH).min(WIDTH) {
            for axis in 0..3 {
                bins[axis][in_bins[axis].0[t] as usize % WIDTH].join(&bounds[t]);
            }
        }
    }
    let mut best: Option<(f32, Cut, [f32; 2])> = None;
    for axis in 0..3 {
        let mut behind = [0.0; WIDTH];
        let mut bounds = Bounds::EMPTY;
        for bin in (0..CUTS).rev() {
            bounds.join(&bins[axis][bin + 1]);
            behind[bin] = bounds.area();
        }
        let mut bounds = Bounds::EMPTY;
        for bin in 0..CUTS {
            bounds.join(&bins[axis][bin]);
            let cut = Cut { axis, bin };
            let Some(sides) = binned.sides(cut, set.count) else { continue };
            let area = [bounds.area(), behind[bin]];
            let cost = area[0] * weights.of(sides[0]) + area[1] * weights.of(sides[1]);
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, cut, area));
            }
        }
    }
    best.map(|(_, cut, area)| Choice { cut, frame: [set.frame; 2], area })
}
