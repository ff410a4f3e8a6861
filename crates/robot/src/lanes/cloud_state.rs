//! Is an item proven apart from a cloud where the links are? One configuration: the larger of a
//! node and a block of boxes is divided, sixteen boxes or points are compared with a node at once.
//!
//! *Rounding.* Frames are those that answers are about, in `f64`; placed in `f32`, and compared in
//! it, they round less than what `pairs` adds of sizes for relative frames, products and sums. The
//! rest is in `cloud`, and in [`REL_ERR`] of reaches and squares.

use obbtree_cloud::{Block, WIDE};
use obbtree_predicates::{UpperBound, round_up_f32};
use obbtree_simd::{Kernel, Lanes};

use super::cloud::{Members, REL_ERR};
use super::node::SHARE;
use super::pairs::{LEAST_EXTRA, LaneRobot, LaneWorld};
use crate::frames::Frame;

/// Blocks that are compared with a node at most: beyond, the exact tests are faster.
const MOST_TESTS: u32 = 256;

/// The memory of one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct CloudProofMemory(Vec<Entry>);

/// A node and members of a block that may be near each other.
#[derive(Clone, Copy, Debug)]
struct Entry {
    a: u32,
    block: Block,
    members: u32,
}

/// A pair of a moving item and a cloud, and the frames of all links.
pub(crate) struct CloudProof<'k> {
    pub(crate) robot: &'k LaneRobot,
    pub(crate) world: &'k LaneWorld,
    pub(crate) frames: &'k [Frame],
    pub(crate) pair: usize,
    /// They have to be farther apart than this.
    pub(crate) length: f64,
    pub(crate) memory: &'k mut CloudProofMemory,
}

impl Kernel for CloudProof<'_> {
    /// Proven.
    type Output = bool;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> bool {
        let Self { robot, world, frames, pair, length, memory: CloudProofMemory(stack) } = self;
        let Some(pair) = world.cloud_pair(pair) else { return false };
        let (item, still) = (&world.moving[pair.item], &world.clouds[pair.cloud]);
        let (nodes, cloud) = (item.tree().0, &still.cloud);
        let Some(link) = robot.chain.link(item.frame) else { return false };
        let frame = &frames[link];
        let (mut turn, mut at) = ([[0.0_f32; 3]; 3], [0.0_f32; 3]);
        for i in 0..3 {
            let row = still.turn[i];
            let [x, y, z] = [f64::from(row[0]), f64::from(row[1]), f64::from(row[2])];
            for k in 0..3 {
                turn[i][k] = (x * frame.0[0][k] + y * frame.0[1][k] + z * frame.0[2][k]) as f32;
            }
            let shift = f64::from(still.shift[i]);
            at[i] = (x * frame.0[0][3] + y * frame.0[1][3] + z * frame.0[2][3] + shift) as f32;
        }
        let size = crate::model::length(frame.translation()) + item.reach + still.size;
        let rounds = size * UpperBound::from(2.0 * SHARE) + still.error + item.off.not_rounded;
        let apart_by = UpperBound::from(length) + rounds + UpperBound::from(LEAST_EXTRA);
        let reach = still.round + round_up_f32(apart_by.get());

        stack.clear();
        let root = cloud.root();
        stack.push(Entry { a: 0, block: root, members: cloud.members_of(root) });
        let mut tests = 0;
        while let Some(Entry { a: at_a, block, members }) = stack.pop() {
            tests += 1;
            if tests > MOST_TESTS {
                return false;
            }
            let a = &nodes[at_a as usize];
            let mut p = [0.0; 3];
            for i in 0..3 {
                let [x, y, z] = turn[i];
                p[i] = x * a.center[0] + y * a.center[1] + z * a.center[2] + at[i];
            }
            let mut near = 0;
            let of_block = Members::of(cloud, block);
            let (centers, halves) = (of_block.centers(), of_block.halves());
            for first in (0..WIDE).step_by(S::WIDTH) {
                let mut away = [simd.splat(0.0); 3];
                let mut gap_sq = simd.splat(0.0);
                for k in 0..3 {
                    away[k] = simd.sub(simd.load(&centers[k][first..]), simd.splat(p[k]));
                    let mut gap = simd.abs(away[k]);
                    if let Some(halves) = halves {
                        gap = simd.sub(gap, simd.load(&halves[k][first..]));
                        gap = simd.max(gap, simd.splat(0.0));
                    }
                    gap_sq = simd.mul_add(gap, gap, gap_sq);
                }
                let mut beyond = simd.splat(reach * REL_ERR);
                if let Some(radii) = of_block.radii() {
                    let radii = simd.mul(simd.load(&radii[first..]), simd.splat(REL_ERR));
                    beyond = simd.add(beyond, radii);
                }
                let around = simd.add(beyond, simd.splat(a.radius * REL_ERR));
                let limit = simd.mul(simd.mul(around, around), simd.splat(REL_ERR));
                let all = ((1_u64 << S::WIDTH) - 1) as u32 & members >> first;
                let mut some = !simd.greater(gap_sq, limit) & all;
                if some != 0 {
                    // Along the axes of the node's box.
                    let mut gap_sq = simd.splat(0.0);
                    for j in 0..3 {
                        let axis = turned(&turn, &a.axes[j]);
                        let [x, y, z] = three!(k => simd.splat(axis[k]));
                        let along = simd.mul_add(y, away[1], simd.mul(x, away[0]));
                        let along = simd.mul_add(z, away[2], along);
                        let mut gap = simd.sub(simd.abs(along), simd.splat(a.outer[j]));
                        if let Some([p, q, r]) = halves {
                            let reach = simd.mul(simd.abs(x), simd.load(&p[first..]));
                            let reach = simd.mul_add(simd.abs(y), simd.load(&q[first..]), reach);
                            let reach = simd.mul_add(simd.abs(z), simd.load(&r[first..]), reach);
                            gap = simd.sub(gap, reach);
                        }
                        let gap = simd.max(gap, simd.splat(0.0));
                        gap_sq = simd.mul_add(gap, gap, gap_sq);
                    }
                    let limit = simd.mul(simd.mul(beyond, beyond), simd.splat(REL_ERR));
                    some &= !simd.greater(gap_sq, limit);
                }
                near |= some << first;
            }
            if near == 0 {
                continue;
            }
            let is_last = block.kind == 0 && a.children == 0;
            if is_last {
                return false;
            }
            if a.children > 0 && a.radius >= cloud.mean_size(block.kind) {
                for child in a.first..a.first + a.children {
                    stack.push(Entry { a: child, block, members: near });
                }
                continue;
            }
            let mut left = near;
            while left != 0 {
                let number = WIDE as u32 * block.number + left.trailing_zeros();
                left &= left - 1;
                let block = Block { kind: block.kind - 1, number };
                stack.push(Entry { a: at_a, block, members: cloud.members_of(block) });
            }
        }
        true
    }
}

/// A direction in the frame of the cloud.
#[inline(always)]
fn turned(turn: &[[f32; 3]; 3], [x, y, z]: &[f32; 3]) -> [f32; 3] {
    three!(i => turn[i][0] * x + turn[i][1] * y + turn[i][2] * z)
}
