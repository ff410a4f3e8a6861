//! One visit in a piece of time: which of sixteen pairs of moving boxes may meet, and which had better be asked
//! again in a shorter piece.
//!
//! The fifteen axes of the boxes, where each box goes its way (the lemma is in `drift`).

use obbtree_simd::Lanes;
use obbtree_tree::wide::Node;

use super::box_test::{FaceTest, SINE_SQ};
use super::boxes_in_a::{boxes_in_a, slack_of_a};
use super::face_axes::{FaceAxisResult, face_axes, project};
use super::separating_axes::register_mask;
use crate::wide::drift::{BoxWays, Drift};
use crate::wide::frame::QueryFrame;

/// Boxes whose way is longer than this share of their half diagonals, both together, wait for a shorter piece.
/// Measured on the shared motions: 0.1 to 0.25 are alike, 0.5 makes more than twice as many visits, 1 seven times.
const LONG_WAY: f32 = 0.15;

/// And two leaves, where going down means triangles, which are looked at one by one in the end. Measured: 0.1
/// makes twice as many sweeps of pairs, 0.3 six times; below 0.05 more visits outweigh it.
const LONG_WAY_OF_LEAVES: f32 = 0.05;

/// What is left of sixteen pairs of boxes.
pub(in crate::wide) struct SweptVisit {
    /// Those that may meet in the piece.
    pub(in crate::wide) pairs: u32,
    /// Of these, those with long ways, for boxes and for leaves.
    pub(in crate::wide) long: u32,
    pub(in crate::wide) long_of_leaves: u32,
    /// The ways of B's boxes seen from A's, in A's frame, and how far their points can be off these.
    way: [[f32; 16]; 3],
    stray: [f32; 16],
}

impl SweptVisit {
    /// The way of B's box of a pair seen from A's, in A's frame, and how far a point of either can be off it.
    #[inline(always)]
    pub(in crate::wide) fn way(&self, pair: usize) -> ([f32; 3], f32) {
        let [x, y, z] = &self.way;
        ([x[pair], y[pair], z[pair]], self.stray[pair])
    }
}

/// Rules nothing out: the face axes are looked at here.
#[derive(Clone, Copy)]
struct AllStay;

impl<S: Lanes> FaceTest<S> for AllStay {
    #[inline(always)]
    fn axis_of_a(&mut self, _: S, _: S::F, _: S::F) {}

    #[inline(always)]
    fn axis_of_b(&mut self, _: S, _: S::F, _: S::F) {}

    #[inline(always)]
    fn overlapping(&self, _: S) -> u32 {
        register_mask::<S>(0)
    }
}

/// Visits the pairs in `lanes`.
#[inline(always)]
pub(in crate::wide) fn swept_visit<S: Lanes>(
    simd: S,
    [a, b]: [&Node; 2],
    query: &QueryFrame,
    drift: &Drift,
    lanes: u32,
) -> SweptVisit {
    let (boxes, slack) = (boxes_in_a(simd, b, query), slack_of_a(a));
    let (of_a, of_b) = (drift.of_boxes(0, a), drift.of_boxes(1, b));
    let mut visit =
        SweptVisit { pairs: 0, long: 0, long_of_leaves: 0, way: [[0.0; 16]; 3], stray: [0.0; 16] };
    for register in 0..S::REGISTERS {
        let wanted = lanes & register_mask::<S>(register);
        if S::REGISTERS > 1 && wanted == 0 {
            continue;
        }
        let (faces, _) = face_axes(simd, a, &slack, &boxes, register, wanted, AllStay);
        let ways = Ways::of(simd, a, &of_a, &of_b, drift, register);
        let first = register * S::WIDTH;
        let pairs = wanted & ways.near_by_faces(simd, a, &faces) << first;
        if pairs == 0 {
            continue;
        }
        let pairs = pairs & ways.near_by_cross_axes(simd, a, &faces) << first;
        visit.pairs |= pairs;
        visit.long |= pairs & ways.long << first;
        visit.long_of_leaves |= pairs & ways.long_of_leaves << first;
        for k in 0..3 {
            simd.store(ways.in_tree[k], &mut visit.way[k][first..]);
        }
        simd.store(ways.stray, &mut visit.stray[first..]);
    }
    visit
}

/// The ways of a register of pairs, of B's box seen from A's.
struct Ways<S: Lanes> {
    /// Along the axes of A's frame, and of A's box.
    in_tree: [S::F; 3],
    way: [S::F; 3],
    stray: S::F,
    stray_sq: S::F,
    long: u32,
    long_of_leaves: u32,
}

impl<S: Lanes> Ways<S> {
    #[inline(always)]
    fn of(
        simd: S,
        a: &Node,
        of_a: &BoxWays,
        of_b: &BoxWays,
        drift: &Drift,
        register: usize,
    ) -> Self {
        let zero = simd.splat(0.0);
        let mut in_tree = [zero; 3];
        for k in 0..3 {
            let from_b = simd.spread(&of_b.way[k], register);
            in_tree[k] = simd.sub(from_b, simd.repeat(&of_a.way[k]));
        }
        let (mut way, mut way_sq) = ([zero; 3], zero);
        for i in 0..3 {
            way[i] = project(simd, a, i, in_tree);
            way_sq = simd.mul_add(way[i], way[i], way_sq);
        }
        let spread = simd.add(simd.repeat(&of_a.spread), simd.spread(&of_b.spread, register));
        let stray = simd.add(spread, simd.splat(drift.stray));
        let size = simd.add(simd.repeat(&of_a.size), simd.spread(&of_b.size, register));
        let stray_sq = simd.mul(stray, stray);
        let (length_sq, size_sq) = (simd.max(way_sq, stray_sq), simd.mul(size, size));
        let limit = simd.mul(size_sq, simd.splat(LONG_WAY * LONG_WAY));
        let limit_of_leaves =
            simd.mul(size_sq, simd.splat(LONG_WAY_OF_LEAVES * LONG_WAY_OF_LEAVES));
        let long = simd.greater(length_sq, limit);
        let long_of_leaves = simd.greater(length_sq, limit_of_leaves);
        Self { in_tree, way, stray, stray_sq, long, long_of_leaves }
    }

    /// The pairs, as bits of the register, that the faces of the boxes do not show to be apart.
    #[inline(always)]
    fn near_by_faces(&self, simd: S, a: &Node, faces: &FaceAxisResult<S>) -> u32 {
        let FaceAxisResult { m, t, b_half, .. } = faces;
        let zero = simd.splat(0.0);
        let [mut of_a, mut of_b] = [zero; 2];
        let mut b_reach = *b_half;
        let mut along_b = [zero; 3];
        let mut way_along_b = [zero; 3];
        for i in 0..3 {
            let half = simd.repeat(&a.half[i]);
            let mut reach = simd.add(half, simd.abs(self.way[i]));
            for j in 0..3 {
                let cosine = simd.abs(m[i][j]);
                reach = simd.mul_add(cosine, b_half[j], reach);
                b_reach[j] = simd.mul_add(cosine, half, b_reach[j]);
                along_b[j] = simd.mul_add(t[i], m[i][j], along_b[j]);
                way_along_b[j] = simd.mul_add(self.way[i], m[i][j], way_along_b[j]);
            }
            let gap = simd.max(simd.sub(simd.abs(t[i]), reach), zero);
            of_a = simd.mul_add(gap, gap, of_a);
        }
        for j in 0..3 {
            let reach = simd.add(b_reach[j], simd.abs(way_along_b[j]));
            let gap = simd.max(simd.sub(simd.abs(along_b[j]), reach), zero);
            of_b = simd.mul_add(gap, gap, of_b);
        }
        !simd.greater(simd.max(of_a, of_b), self.stray_sq) & register_mask::<S>(0)
    }

    /// The pairs, as bits of the register, that the cross axes do not show to be apart.
    #[inline(always)]
    fn near_by_cross_axes(&self, simd: S, a: &Node, faces: &FaceAxisResult<S>) -> u32 {
        let FaceAxisResult { m, t, b_half, slack, .. } = faces;
        let zero = simd.splat(0.0);
        let mut a_half = [zero; 3];
        let mut abs = *m;
        for i in 0..3 {
            a_half[i] = simd.repeat(&a.half[i]);
            for j in 0..3 {
                abs[i][j] = simd.abs(m[i][j]);
            }
        }
        let mut pairs = simd.all_overlapping();
        for i in 0..3 {
            let (u, v) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (k, l) = ((j + 1) % 3, (j + 2) % 3);
                let distance = simd.neg_mul_add(t[u], m[v][j], simd.mul(t[v], m[u][j]));
                let way = simd.neg_mul_add(self.way[u], m[v][j], simd.mul(self.way[v], m[u][j]));
                let mut reach = simd.add(*slack, simd.abs(way));
                reach = simd.mul_add(a_half[u], abs[v][j], reach);
                reach = simd.mul_add(a_half[v], abs[u][j], reach);
                reach = simd.mul_add(b_half[k], abs[i][l], reach);
                reach = simd.mul_add(b_half[l], abs[i][k], reach);
                let gap = simd.sub(simd.abs(distance), reach);
                let length_sq = simd.neg_mul_add(m[i][j], m[i][j], simd.splat(SINE_SQ));
                let signed_square = simd.mul(gap, simd.abs(gap));
                let limit = simd.mul(length_sq, self.stray_sq);
                pairs = simd.separate(pairs, signed_square, limit);
            }
        }
        simd.overlapping(pairs)
    }
}
