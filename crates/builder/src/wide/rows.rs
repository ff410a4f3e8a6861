//! Sixteen numbers side by side, and the few scalar functions that loops over them call.
//!
//! The builder's inner loops run over the sixteen places of a [`Row`] in plain scalar code that the
//! compiler turns into vector instructions; each runs once per instruction set through
//! [`obbtree_simd::SimdLevel::dispatch`]. They use additions, multiplications, divisions, square roots
//! and comparisons alone, each rounded as IEEE 754 says and none fused, so that every instruction
//! set builds the same bytes.

/// How many places a row has: one AVX-512 register of `f32`.
pub(super) const WIDTH: usize = 16;

/// Sixteen numbers on one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Row<T = f32>(pub(super) [T; WIDTH]);

impl Row {
    pub(super) const ZERO: Self = Self([0.0; WIDTH]);
}

/// The smaller of two; `b` if they do not compare. (`f32::min` asks more of NaN and costs more.)
#[inline(always)]
pub(super) fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two; `b` if they do not compare.
#[inline(always)]
pub(super) fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `1 / sqrt(x)` for normal positive `x`, within 5e-6 of it; finite for 0.
///
/// Integer start and two Newton steps: a third of the time of a square root and a division, and the
/// same bits everywhere, which the instructions for it do not give.
#[inline(always)]
pub(super) fn inverse_sqrt(x: f32) -> f32 {
    // NaN, which sets of one point give, wraps around; what comes of it fails the check of frames.
    let start = f32::from_bits(0x5f37_59df_u32.wrapping_sub(x.to_bits() >> 1));
    let half = 0.5 * x;
    let once = start * (1.5 - half * start * start);
    once * (1.5 - half * once * once)
}

/// Rows as columns, four by four: what vector units do in a few shuffles.
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

/// One number of sixteen, by halves: an order that vector units have too.
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
