//! The corners of two leaves in one frame: relative to A's first corner, rounded once to `f32`.

use obbtree_simd::Lanes;
use obbtree_tree::wide::Leaf;

use crate::boxes::frame::QueryFrame;
use crate::traverse::pair_masks::{pairs_of_a, pairs_of_b};

/// What the coordinates of both leaves are relative to: A's first corner, as its leaf has it.
#[inline(always)]
pub(crate) fn origin_of(a: &Leaf) -> [f32; 3] {
    [a.corners[0][0][0], a.corners[1][0][0], a.corners[2][0][0]]
}

/// The pairs of triangles that two leaves have, as bits of sixteen.
#[inline(always)]
pub(crate) fn triangle_pairs<S: Lanes>(simd: S, a: &Leaf, b: &Leaf) -> u32 {
    // `Leaf::NO_TRIANGLE` is all ones.
    let ([_, empty_a], [_, empty_b]) = (simd.tops_and_ones(&a.ids), simd.tops_and_ones(&b.ids));
    0xffff & !(pairs_of_a(empty_a) | pairs_of_b(empty_b))
}

/// A's corners relative to the origin: one rounding each.
#[inline(always)]
pub(crate) fn place_a<S: Lanes>(simd: S, leaf: &Leaf, origin: [f32; 3]) -> [[S::F; 4]; 3] {
    let mut placed = [[simd.splat(0.0); 4]; 3];
    for k in 0..3 {
        let corners = simd.corners(&leaf.corners[k]);
        for register in 0..S::REGISTERS {
            placed[k][register] = simd.sub(corners[register], simd.splat(origin[k]));
        }
    }
    placed
}

/// B's corners along A's axes relative to the origin, in `f64`, rounded once to `f32`.
#[inline(always)]
pub(crate) fn place_b<S: Lanes>(
    simd: S,
    leaf: &Leaf,
    origin: [f32; 3],
    query: &QueryFrame,
) -> [[S::F; 4]; 3] {
    let QueryFrame { rotation_f64: rotation, leaf_shift, .. } = query;
    let mut placed = [[simd.splat(0.0); 4]; 3];
    let corners = [
        simd.corners(&leaf.corners[0]),
        simd.corners(&leaf.corners[1]),
        simd.corners(&leaf.corners[2]),
    ];
    for register in 0..S::REGISTERS {
        let wide = [
            simd.widen(corners[0][register]),
            simd.widen(corners[1][register]),
            simd.widen(corners[2][register]),
        ];
        for k in 0..3 {
            let shift = simd.splat_f64(leaf_shift[k] - f64::from(origin[k]));
            let mut sum = [shift; 2];
            for j in 0..3 {
                let entry = simd.splat_f64(rotation[k][j]);
                sum[0] = simd.mul_add_f64(wide[j][0], entry, sum[0]);
                sum[1] = simd.mul_add_f64(wide[j][1], entry, sum[1]);
            }
            placed[k][register] = simd.narrow(sum);
        }
    }
    placed
}
