//! Most lines that a planner tries collide, and most of these deeply: before anything is proven,
//! some points of a cloud are looked up where the spheres inside of what moves are.
//!
//! *Lemma.* Let a point be in a sphere that the surface of an item encloses, at one time of a
//! motion, and outside of a box around the item at another. Then the surface meets the point at
//! some time between the two. *Proof.* Seen from the item, the point moves along a curve. At its
//! beginning it is in a bounded part of what is not surface; all outside of the box is in the part
//! that is not bounded. Two such parts have no curve between them that leaves the surface out.
//! *End.* An item that is solid meets a point that is in it.

use nalgebra::{Matrix3, Vector3};
use obbtree_simd::Lanes;

use super::block::{Block, LANES};
use super::cloud::CloudPair;
use super::nodes::place;
use super::pairs::LaneWorld;

/// Points in spheres that are looked at, whether they have been outside, of a register.
const MOST_LOOKS: u32 = 8;

/// One register of lanes of a block.
pub(super) struct CloudProbe<'p, S: Lanes> {
    pub(super) simd: S,
    pub(super) world: &'p LaneWorld,
    pub(super) block: &'p Block,
    pub(super) first: usize,
    /// Of the register.
    pub(super) lanes: u32,
    /// Of the block.
    pub(super) all_lanes: u32,
}

impl<S: Lanes> CloudProbe<'_, S> {
    /// Does something certainly collide? `last` is the pair that did so last, which may do so
    /// again.
    #[inline(always)]
    pub(super) fn search(&self, last: &mut usize) -> bool {
        let pairs = &self.world.cloud_pairs;
        let mut looks = MOST_LOOKS;
        for n in 0..pairs.len() {
            let n = (*last + n) % pairs.len();
            if self.meets(&pairs[n], &mut looks) {
                *last = n;
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn meets(&self, pair: &CloudPair, looks: &mut u32) -> bool {
        let Self { simd, world, block, first, lanes, .. } = *self;
        let (item, cloud) = (&world.moving[pair.item], &world.clouds[pair.cloud]);
        let Some(sample) = &world.samples[pair.cloud] else { return false };
        let frame = cloud.see(simd, &block.frame(simd, item.frame, first));
        let extra = pair.extra.in_f32;
        for sphere in item.inner_spheres.iter() {
            // A multiple of 2^-54, as `extra` is no less than 2^-30: its square does not underflow.
            let reach = sphere.radius - extra;
            if !(reach > 0.0) {
                continue;
            }
            let near = sample.near(simd, place(simd, &frame, &sphere.center), reach);
            let mut left = near.lanes & lanes;
            while left != 0 && *looks > 0 {
                let point = near.point(left.trailing_zeros() as usize);
                left &= left - 1;
                *looks -= 1;
                if item.is_solid || self.has_been_outside(pair, point) {
                    return true;
                }
            }
        }
        false
    }

    /// Is a point certainly outside of a box around an item, in some lane? It is rarely of
    /// interest, so it is not compiled into the kernels.
    ///
    /// The place of the point is off by no more than `extra`, which is of the sizes of both; what
    /// is rounded to `f32` before it is turned back is so by less.
    #[cold]
    #[inline(never)]
    fn has_been_outside(&self, pair: &CloudPair, point: [f32; 3]) -> bool {
        let (item, cloud) = (&self.world.moving[pair.item], &self.world.clouds[pair.cloud]);
        let wide = |v: [f32; 3]| Vector3::from(v.map(f64::from));
        let turn = Matrix3::from_fn(|i, k| f64::from(cloud.turn[i][k]));
        let point = turn.transpose() * (wide(point) - wide(cloud.shift));
        let root = &item.nodes[0];
        let (center, axes) = (wide(root.center), root.axes.map(wide));
        let off = 2.0 * f64::from(pair.extra.in_f32);
        (0..LANES).filter(|lane| self.all_lanes >> lane & 1 != 0).any(|lane| {
            let (turn, at) = self.block.place_of(item.frame, lane);
            let away = turn.transpose() * (point - at) - center;
            away.norm() > f64::from(root.radius) + off
                || (0..3).any(|k| axes[k].dot(&away).abs() > f64::from(root.outer[k]) + off)
        })
    }
}
