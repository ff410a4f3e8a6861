//! Sixteen numbers side by side, and the few functions that loops over them call.
//!
//! The builder's inner loops run over the sixteen lanes of a [`Row`] in plain scalar code that
//! the compiler vectorizes; each is compiled once per instruction set through
//! [`obbtree_simd::SimdLevel::dispatch`]. They use additions, multiplications, divisions, square
//! roots and comparisons alone, each rounded as IEEE 754 says and none fused, so that every
//! instruction set builds the same bytes.

use obbtree_simd::Lanes;

/// The number of lanes of a row: one AVX-512 register of `f32`.
pub(super) const WIDTH: usize = 16;

/// Sixteen numbers on one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Row<T = f32>(pub(super) [T; WIDTH]);

impl Row {
    pub(super) const ZERO: Self = Self([0.0; WIDTH]);
}

/// The smaller of two numbers; `b` if one is NaN. (`f32::min` has to return the other one, which
/// costs more.)
#[inline(always)]
pub(super) fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two numbers; `b` if one is NaN.
#[inline(always)]
pub(super) fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `1 / sqrt(x)` for normal positive `x`, with a relative error of at most 5e-6; finite for 0.
///
/// An integer start (Lomont, "Fast Inverse Square Root", 2003) and two Newton steps: a third of the
/// time of a square root and a division, and the same bits everywhere, which the approximate
/// instructions of CPUs do not give.
#[inline(always)]
pub(super) fn inverse_sqrt(x: f32) -> f32 {
    // The bits of NaN, which sets of one point give, wrap around; the check of frames rejects the
    // result.
    let start = f32::from_bits(INVERSE_SQRT_START.wrapping_sub(x.to_bits() >> 1));
    let half = 0.5 * x;
    let once = start * (1.5 - half * start * start);
    once * (1.5 - half * once * once)
}

/// The bits of a positive `f32` are about a scaled and shifted logarithm. Minus half of them, from
/// this number, are the bits of about `1 / sqrt(x)`.
const INVERSE_SQRT_START: u32 = 0x5f37_59df;

/// A 4 x 4 matrix transposed, in a few shuffles.
#[inline(always)]
pub(super) fn transposed(rows: [[f32; 4]; 4]) -> [[f32; 4]; 4] {
    let [a, b, c, d] = rows;
    [
        [a[0], b[0], c[0], d[0]],
        [a[1], b[1], c[1], d[1]],
        [a[2], b[2], c[2], d[2]],
        [a[3], b[3], c[3], d[3]],
    ]
}

/// Sixteen numbers reduced to one, by halves: the order in which vector units do it.
#[inline(always)]
pub(super) fn fold(row: &Row, pick: impl Fn(f32, f32) -> f32) -> f32 {
    let x = &row.0;
    let (mut eight, mut four) = ([0.0; 8], [0.0; 4]);
    for l in 0..8 {
        eight[l] = pick(x[l], x[l + 8]);
    }
    for l in 0..4 {
        four[l] = pick(eight[l], eight[l + 4]);
    }
    pick(pick(four[0], four[2]), pick(four[1], four[3]))
}

/// The sum of a row, by halves.
#[inline(always)]
pub(super) fn sum(row: &Row) -> f32 {
    fold(row, |a, b| a + b)
}

/// Half the surface areas of sixteen boxes from their lower and upper ends.
#[inline(always)]
pub(super) fn half_surfaces(low: &[Row; 3], high: &[Row; 3]) -> Row {
    let mut area = Row::ZERO;
    for l in 0..WIDTH {
        let side = |a: usize| high[a].0[l] - low[a].0[l];
        let (x, y, z) = (side(0), side(1), side(2));
        area.0[l] = x * y + y * z + x * z;
    }
    area
}

/// Dot products of vectors in lanes, every operation rounded: fused ones would build another tree.
#[inline(always)]
pub(super) fn dot_lanes<S: Lanes>(simd: S, a: [S::F; 3], b: [S::F; 3]) -> S::F {
    let xy = simd.add(simd.mul(a[0], b[0]), simd.mul(a[1], b[1]));
    simd.add(xy, simd.mul(a[2], b[2]))
}

#[inline(always)]
pub(super) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline(always)]
pub(super) fn sub(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
