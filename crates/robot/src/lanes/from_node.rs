//! A node in one interval beside boxes along the axes of the frame, one in each lane: the other way
//! round than `nodes`, whose lanes are intervals, and by its lemmas of spheres and boxes.

use obbtree_simd::Lanes;

use super::block::{LANES, LaneFrame};
use super::node::Node;
use super::nodes::{ABS_MASK, Between, Relative, dot, place};

/// The numbers of a [`Relative`], lane by lane.
pub(super) struct RelativeRows([[f32; LANES]; 20]);

impl RelativeRows {
    #[inline(always)]
    pub(super) fn of<S: Lanes>(simd: S, relative: &Relative<S::F>) -> Self {
        let Relative { frame: LaneFrame { turn: m, at }, turn, shift, half, extra } = relative;
        let mut rows = [[0.0; LANES]; 20];
        for k in 0..3 {
            for i in 0..3 {
                simd.store(m[k][i], &mut rows[3 * k + i]);
            }
            simd.store(at[k], &mut rows[9 + k]);
            simd.store(turn[k], &mut rows[12 + k]);
            simd.store(shift[k], &mut rows[15 + k]);
        }
        simd.store(*half, &mut rows[18]);
        simd.store(*extra, &mut rows[19]);
        Self(rows)
    }

    /// One lane's numbers in all lanes.
    #[inline(always)]
    pub(super) fn lane<S: Lanes>(&self, simd: S, lane: usize) -> Relative<S::F> {
        let lane = lane % LANES;
        let row = |n: usize| self.0[n][lane];
        Relative {
            frame: LaneFrame {
                turn: three!(k => three!(i => simd.splat(row(3 * k + i)))),
                at: three!(k => simd.splat(row(9 + k))),
            },
            turn: three!(k => simd.splat(row(12 + k))),
            shift: three!(k => simd.splat(row(15 + k))),
            half: simd.splat(row(18)),
            extra: simd.splat(row(19)),
        }
    }
}

/// A node in one interval.
pub(super) struct FromNode<'n, F> {
    between: Between<'n, F>,
    p: [F; 3],
}

impl<'n, F: Copy> FromNode<'n, F> {
    /// All lanes of `relative` are the same.
    #[inline(always)]
    pub(super) fn new(
        simd: impl Lanes<F = F>,
        relative: &'n Relative<F>,
        node: (&'n Node, &'n [[f32; 3]]),
    ) -> Self {
        let p = place(simd, &relative.frame, &node.0.center);
        Self { between: Between::new(simd, relative, node, p), p }
    }

    /// Bits of boxes that are proven apart, of those that are needed, and squares of the distances
    /// from them to the middle of the node's sphere, by the lemmas of spheres and boxes.
    #[inline(always)]
    pub(super) fn apart_from_boxes<S: Lanes<F = F>>(
        &self,
        simd: S,
        (center, half): ([F; 3], [F; 3]),
        round: F,
        needed: u32,
    ) -> (u32, F) {
        let Self { between, p } = self;
        let zero = simd.splat(0.0);
        let normal = three!(k => {
            let away = simd.sub(p[k], center[k]);
            let out = simd.max(simd.sub(simd.abs(away), half[k]), zero);
            simd.or(out, simd.and_not(simd.splat(ABS_MASK), away))
        });
        let dist_sq = dot(simd, normal, normal);
        let inflation = simd.add(round, between.relative.extra);
        let [is_outside, mut apart] = between.spheres_apart(simd, normal, dist_sq, inflation);
        if needed & !apart != 0 {
            let inflated = simd.mul(simd.sqrt(dist_sq), inflation);
            apart |= between.apart_along(simd, normal, dist_sq, inflated) & is_outside;
        }
        (apart, dist_sq)
    }
}
