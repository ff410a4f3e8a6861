//! Which of the things that stand still come near an item in any of its lanes: these across lanes,
//! one sphere around all places of the item.
//!
//! *Lemma.* The sphere holds the item's own at each lane's place, and wherever it moves within the
//! lane's interval; boxes hold what stands still. What `f32` rounds is in `extra` and in the boxes'
//! inflation, as in `nodes`, and in [`REL_ERR`].

use obbtree_simd::Lanes;

use super::block::{LANES, Row};
use super::node::{NO_ITEM, Node};

/// Beyond so many the hierarchy is faster.
const MOST: usize = 128;
/// Of a reach and of squares: 2^-16.
const REL_ERR: f32 = 1.0 + 1.0 / (1 << 16) as f32;

/// Sixteen first nodes of what stands still.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    pub(super) center: [Row; 3],
    axes: [[Row; 3]; 3],
    outer: [Row; 3],
    nodes: [u32; LANES],
}

/// All of them; none if there are too many.
#[derive(Clone, Debug, Default)]
pub(super) struct Broad(Vec<Boxes>);

impl Broad {
    pub(super) fn of(still: &[Node]) -> Self {
        let firsts: Vec<usize> = (0..still.len()).filter(|&n| still[n].item != NO_ITEM).collect();
        if firsts.len() > MOST {
            return Self::default();
        }
        Self(firsts.chunks(LANES).map(|some| Boxes::of(still, some)).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Calls with the first nodes that are near.
    #[inline(always)]
    pub(super) fn near<S: Lanes>(&self, simd: S, center: [f32; 3], reach: f32, to: &mut Vec<u32>) {
        let reach = reach * REL_ERR;
        let limit = simd.splat(reach * reach * REL_ERR);
        let at = three!(k => simd.splat(center[k]));
        for boxes in &self.0 {
            for first in (0..LANES).step_by(S::WIDTH) {
                let apart = simd.greater(boxes.dist_sq(simd, at, first), limit);
                let mut near = !apart & ((1_u64 << S::WIDTH) - 1) as u32;
                while near != 0 {
                    let node = boxes.nodes[first + near.trailing_zeros() as usize];
                    near &= near - 1;
                    if node != NO_ITEM {
                        to.push(node);
                    }
                }
            }
        }
    }
}

impl Boxes {
    /// None: boxes without end.
    pub(super) const NONE: Self = Self {
        center: [[0.0; LANES]; 3],
        axes: [[[0.0; LANES]; 3]; 3],
        outer: [[f32::INFINITY; LANES]; 3],
        nodes: [NO_ITEM; LANES],
    };

    fn of(still: &[Node], some: &[usize]) -> Self {
        let mut boxes = Self::NONE;
        for (lane, &n) in some.iter().enumerate() {
            boxes.set(lane, n as u32, &still[n]);
        }
        boxes
    }

    pub(super) fn set(&mut self, lane: usize, number: u32, node: &Node) {
        self.nodes[lane] = number;
        for k in 0..3 {
            self.center[k][lane] = node.center[k];
            // What the numbers of the box round is in `round`.
            self.outer[k][lane] = (node.outer[k] + node.round).next_up();
            for i in 0..3 {
                self.axes[k][i][lane] = node.axes[k][i];
            }
        }
    }

    /// The squared distances of a place from the boxes of a register.
    #[inline(always)]
    pub(super) fn dist_sq<S: Lanes>(&self, simd: S, at: [S::F; 3], first: usize) -> S::F {
        let zero = simd.splat(0.0);
        let away = three!(k => simd.sub(at[k], simd.load(&self.center[k][first..])));
        let mut dist_sq = zero;
        for k in 0..3 {
            let [x, y, z] = three!(i => simd.load(&self.axes[k][i][first..]));
            let local = simd.mul_add(z, away[2], simd.mul_add(y, away[1], simd.mul(x, away[0])));
            let outer = simd.load(&self.outer[k][first..]);
            let beyond = simd.max(simd.sub(simd.abs(local), outer), zero);
            dist_sq = simd.mul_add(beyond, beyond, dist_sq);
        }
        dist_sq
    }
}

/// The middle of the places of all lanes of a register, and how far one is from it at most; `None`
/// where a place is not finite.
#[inline(always)]
pub(super) fn around<S: Lanes>(simd: S, places: [S::F; 3]) -> Option<([f32; 3], f32)> {
    let (mut center, mut spread_sq, mut size) = ([0.0; 3], 0.0, 0.0_f32);
    for k in 0..3 {
        let mut row = [0.0; LANES];
        simd.store(places[k], &mut row);
        let (mut low, mut high) = (row, row);
        let mut width = S::WIDTH / 2;
        while width > 0 {
            for lane in 0..width {
                let other = low[lane + width];
                low[lane] = if low[lane] < other { low[lane] } else { other };
                let other = high[lane + width];
                high[lane] = if high[lane] > other { high[lane] } else { other };
            }
            width /= 2;
        }
        center[k] = 0.5 * low[0] + 0.5 * high[0];
        let half = 0.5 * high[0] - 0.5 * low[0];
        spread_sq += half * half;
        size += low[0].abs() + high[0].abs();
    }
    // A place that is no number makes every sum with it none.
    let sum = simd.add(simd.add(places[0], places[1]), places[2]);
    let is_finite = simd.greater(simd.splat(f32::MAX), simd.abs(sum));
    let all = ((1_u64 << S::WIDTH) - 1) as u32;
    (is_finite == all).then(|| (center, spread_sq.sqrt() * REL_ERR + size / (1 << 20) as f32))
}
