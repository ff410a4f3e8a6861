//! The bounding spheres of all pairs at once, in `f32` lanes: one item against sixteen.
//!
//! *Lemma.* Pairs that are left out are farther apart than their margins. The radii are those of
//! the items' spheres and half of the largest margin of each item, so two of them reach as far as
//! the spheres and the margin of the pair. Centres and radii are rounded to `f32`, each
//! coordinate by at most `2^-24 S`, with `S` the largest one; so is each difference. The distance
//! of two centres is thus off by less than `sqrt(3) 3 2^-24 S`, and [`SLACK`]` S` is more than
//! that, the rounding of the two radii, and that of the sum together. Squares and their sums are
//! off by less than 2^-21 of themselves, which [`SQUARE_REL_ERR`] bounds. Underflow loses at most
//! 2^-126 in a length, and rounds a square up by 2^-150; the reach is at least [`LEAST_REACH`],
//! beside which both are nothing: spheres that are nearer than that are not told apart. Where a
//! number is not finite no comparison is true, and nothing is left out. *End.*
//!
//! Checked by Gappa (`tests/proofs/bounding_spheres.gappa`).

use obbtree_simd::{Kernel, Lanes};

use crate::checker::data::{BLOCK, NO_PAIR};
use crate::frames::Frame;
use crate::items::Item;
use crate::lanes::StillBoxes;

/// Of the largest coordinate.
const SLACK: f32 = 1.0 / (1 << 20) as f32;
/// For the square of the sum of radii.
const SQUARE_REL_ERR: f32 = 1.0 + 1.0 / (1 << 20) as f32;

/// 2^-60, added to the sum of radii, for underflow: the square of it is far from it.
const LEAST_REACH: f32 = f32::from_bits((127 - 60) << 23);

/// Centres and radii of all items, sixteen at a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct SphereSoa {
    pub(crate) x: Vec<f32>,
    pub(crate) y: Vec<f32>,
    pub(crate) z: Vec<f32>,
    pub(crate) radius: Vec<f32>,
    /// Half of each item's largest margin, which is in its radius too.
    pub(crate) half_margin: Vec<f32>,
    pub(crate) largest: f32,
}

impl SphereSoa {
    pub(crate) fn resize(&mut self, items: usize) {
        let length = items.div_ceil(BLOCK) * BLOCK;
        let Self { x, y, z, radius, half_margin, .. } = self;
        for lane in [x, y, z, radius, half_margin] {
            lane.resize(length, 0.0);
        }
    }
}

/// Puts the centres where the links are.
pub(crate) struct PlaceSpheres<'k> {
    /// Those that may have moved: the first ones.
    pub(crate) items: &'k [Item],
    /// Of the links.
    pub(crate) frames: &'k [Frame],
    pub(crate) spheres: &'k mut SphereSoa,
}

impl Kernel for PlaceSpheres<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) {
        let Self { items, frames, spheres } = self;
        for n in 0..items.len() {
            let [x, y, z] = frames[items[n].link].place(items[n].sphere.center);
            (spheres.x[n], spheres.y[n], spheres.z[n]) = (x as f32, y as f32, z as f32);
        }
        // By lane: the largest coordinate; infinity where one is not a number.
        let mut largest = [0.0_f32; BLOCK];
        for first in (0..spheres.x.len()).step_by(BLOCK) {
            for lane in 0..BLOCK {
                let at = first + lane;
                let sum = spheres.x[at].abs() + spheres.y[at].abs() + spheres.z[at].abs();
                let bound = if sum < f32::INFINITY { sum } else { f32::INFINITY };
                largest[lane] = if bound > largest[lane] { bound } else { largest[lane] };
            }
        }
        spheres.largest = 0.0;
        for bound in largest {
            spheres.largest = spheres.largest.max(bound);
        }
    }
}

/// Finds the pairs whose spheres are not apart, nor the sphere of the first one and the box of the
/// other, if that stands still.
pub(crate) struct NearPairs<'k> {
    pub(crate) spheres: &'k SphereSoa,
    pub(crate) boxes: &'k StillBoxes,
    pub(crate) masks: &'k [u16],
    /// By item and item: the pair's number.
    pub(crate) pair_of: &'k [u32],
    pub(crate) items: usize,
    /// Those that have pairs with higher ones: the first ones.
    pub(crate) moving: usize,
    /// Room for all pairs.
    pub(crate) to: &'k mut [u32],
}

impl Kernel for NearPairs<'_> {
    /// How many pairs were found.
    type Output = usize;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> usize {
        let Self { spheres, boxes, masks, pair_of, items, moving, to } = self;
        let blocks = items.div_ceil(BLOCK);
        let slack = SLACK * spheres.largest + LEAST_REACH;
        let slack_of_boxes = boxes.slack(spheres.largest) + LEAST_REACH;
        let grown = simd.splat(SQUARE_REL_ERR);
        let mut found = 0;
        for a in 0..moving {
            let (x, y, z) =
                (simd.splat(spheres.x[a]), simd.splat(spheres.y[a]), simd.splat(spheres.z[a]));
            let radius = simd.splat(spheres.radius[a] + slack);
            let around = simd.splat(spheres.radius[a] + slack_of_boxes);
            for block in a / BLOCK..blocks {
                let mask = u32::from(masks[a * blocks + block]);
                if mask == 0 {
                    continue;
                }
                let mut apart = 0;
                for register in 0..S::REGISTERS {
                    let at = block * BLOCK + register * S::WIDTH;
                    let dx = simd.sub(simd.load(&spheres.x[at..]), x);
                    let dy = simd.sub(simd.load(&spheres.y[at..]), y);
                    let dz = simd.sub(simd.load(&spheres.z[at..]), z);
                    let reach = simd.add(simd.load(&spheres.radius[at..]), radius);
                    let square = simd.mul_add(dx, dx, simd.mul_add(dy, dy, simd.mul(dz, dz)));
                    let limit = simd.mul(simd.mul(reach, reach), grown);
                    let mut of_register = simd.greater(square, limit);
                    let first = register * S::WIDTH;
                    let all = ((1_u64 << S::WIDTH) - 1) as u32 & mask >> first;
                    if all & !of_register != 0 {
                        let reach = simd.add(simd.load(&spheres.half_margin[at..]), around);
                        of_register |= boxes.apart(simd, (block, first), [x, y, z], reach);
                    }
                    apart |= of_register << first;
                }
                let mut near = mask & !apart;
                while near != 0 {
                    let b = block * BLOCK + near.trailing_zeros() as usize;
                    near &= near - 1;
                    let pair = pair_of[a * items + b];
                    debug_assert_ne!(pair, NO_PAIR);
                    to[found] = pair;
                    found += 1;
                }
            }
        }
        found
    }
}
