//! From the signs of the fifteen determinants of two triangles to an answer, for many pairs at
//! once.

use obbtree_simd::Lanes;

/// Which of the fifteen values belong to an edge of A (`side` 0) or of B (1): the heights of its
/// ends over the other triangle's plane, and its volumes with the other triangle's edges.
#[inline(always)]
fn values_of(side: usize, edge: usize) -> ([usize; 2], [usize; 3]) {
    let ends = [3 * side + edge, 3 * side + (edge + 1) % 3];
    let volumes = if side == 0 {
        [6 + 3 * edge, 7 + 3 * edge, 8 + 3 * edge]
    } else {
        [6 + edge, 9 + edge, 12 + edge]
    };
    (ends, volumes)
}

/// [`signs_decide`] where all signs are certain: as a sign bit, whether an edge pierces the other
/// triangle. If not, each of them misses it.
#[inline(always)]
pub(crate) fn some_edge_pierces<S: Lanes>(simd: S, values: &[S::F; 15]) -> S::F {
    let mut pierces = simd.splat(0.0);
    for side in 0..2 {
        for edge in 0..3 {
            let ([from, to], [v0, v1, v2]) = values_of(side, edge);
            let opposite = simd.xor(values[from], values[to]);
            let both_senses =
                simd.or(simd.xor(values[v0], values[v1]), simd.xor(values[v1], values[v2]));
            pierces = simd.or(pierces, simd.and_not(both_senses, opposite));
        }
    }
    pierces
}

/// The three-valued rule: certain signs of `alpha`, `beta`, `V` to pairs that meet, and pairs
/// apart.
///
/// An edge of A pierces B if its ends are on opposite sides and it passes B's three edges in the
/// same sense; it misses closed B if its ends are on one side, or it passes two edges in opposite
/// senses (also for degenerate B: a point of B on the line would make the volumes proportional to
/// its barycentric coordinates, which do not change sign). B's edges likewise. The triangles meet
/// if some edge pierces, and are apart if all six miss: if they meet, the first boundary point on
/// the path from a common point within the common line or plane lies on an edge.
#[inline(always)]
pub(crate) fn signs_decide(positive: &[u32; 15], negative: &[u32; 15]) -> (u32, u32) {
    let (mut meet, mut apart) = (0, !0);
    for side in 0..2 {
        for edge in 0..3 {
            let ([from, to], [v0, v1, v2]) = values_of(side, edge);
            let opposite = positive[from] & negative[to] | negative[from] & positive[to];
            let same = positive[from] & positive[to] | negative[from] & negative[to];
            let all_positive = positive[v0] & positive[v1] & positive[v2];
            let all_negative = negative[v0] & negative[v1] & negative[v2];
            let some_positive = positive[v0] | positive[v1] | positive[v2];
            let some_negative = negative[v0] | negative[v1] | negative[v2];
            meet |= opposite & (all_positive | all_negative);
            apart &= same | some_positive & some_negative;
        }
    }
    (meet, apart)
}
