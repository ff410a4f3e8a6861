//! Do the triangles of two leaves meet? Sixteen pairs in lanes, one decision.
//!
//! The signs of fifteen determinants decide: planes `alpha_i = n_B . (x_i - y_0)`, `beta_j = n_A
//! . (y_j - x_0)` and edge pairs `V_ij = (e_i x f_j) . (x_i - y_j)`, the last in Pluecker form
//! `e_i . g_j + m_i . f_j` with the moments `m = x x e`, `g = y x f`. A sign counts if the value
//! exceeds a proven error bound (`bounds`); pairs whose certain signs do not decide are left to
//! `f64`.

use obbtree_simd::Lanes;
use obbtree_tree::wide::Leaf;

use super::bounds::Sizes;
use super::decided::Decided;
use super::packed::{Packed, pack};
use super::place::{origin_of, place_a, place_b, triangle_pairs};
use super::signs::{signs_decide, some_edge_pierces};
use crate::boxes::frame::QueryFrame;

/// Decides the pairs of two leaves.
#[inline(always)]
pub(crate) fn decide<S: Lanes>(simd: S, a: &Leaf, b: &Leaf, query: &QueryFrame) -> Decided {
    decide_among(simd, a, b, query, u32::MAX)
}

/// Decides some of the pairs of two leaves.
#[inline(always)]
pub(crate) fn decide_among<S: Lanes>(
    simd: S,
    a: &Leaf,
    b: &Leaf,
    query: &QueryFrame,
    among: u32,
) -> Decided {
    let pairs = triangle_pairs(simd, a, b) & among;
    let origin = origin_of(a);
    let a = pack(simd, place_a(simd, a, origin));
    let b = pack(simd, place_b(simd, b, origin, query));
    let mut decided = Decided { yes: 0, unknown: 0, pairs };
    for register in 0..S::REGISTERS {
        let first = register * S::WIDTH;
        let wanted = pairs >> first & ((1 << S::WIDTH) - 1);
        if S::REGISTERS > 1 && wanted == 0 {
            continue;
        }
        let (meet, unknown) = decide_register(simd, &a, &b, query, register, wanted);
        decided.yes |= meet << first;
        decided.unknown |= unknown << first;
    }
    decided
}

/// The pairs of one register: those that certainly meet, and those undecided, of `wanted`.
#[inline(always)]
fn decide_register<S: Lanes>(
    simd: S,
    a: &Packed,
    b: &Packed,
    query: &QueryFrame,
    register: usize,
    wanted: u32,
) -> (u32, u32) {
    let heights = Heights::of(simd, a, b, register);
    let sizes = Sizes::of(simd, a, b, query, register);
    let rest = wanted & !heights.separate(simd, a, b, &sizes, register);
    if rest == 0 {
        return (0, 0);
    }
    let values = determinants(simd, a, b, &heights, register);
    let bounds = sizes.determinants(simd, a, b, register);
    // Are all signs of all pairs certain? Then the sign bits are the answer.
    if rest & !all_certain(simd, &values, &bounds) == 0 {
        return (rest & simd.signs(some_edge_pierces(simd, &values)), 0);
    }
    let zero = simd.splat(0.0);
    let mut positive = [0; 15];
    let mut negative = [0; 15];
    for n in 0..15 {
        let bound = bounds[kind_of(n)];
        positive[n] = simd.greater(values[n], bound);
        negative[n] = simd.greater(simd.sub(zero, values[n]), bound);
    }
    let (meet, miss) = signs_decide(&positive, &negative);
    (rest & meet, rest & !(meet | miss))
}

/// Each corner along the other triangle's normal: `n_B . x_i` and `n_A . y_j`.
pub(crate) struct Heights<S: Lanes> {
    of_a: [S::F; 3],
    of_b: [S::F; 3],
}

impl<S: Lanes> Heights<S> {
    #[inline(always)]
    pub(crate) fn of(simd: S, a: &Packed, b: &Packed, register: usize) -> Self {
        let zero = simd.splat(0.0);
        let (mut normal_a, mut normal_b) = ([zero; 3], [zero; 3]);
        for k in 0..3 {
            normal_a[k] = simd.repeat(&a.normal[k]);
            normal_b[k] = simd.spread(&b.normal[k], register);
        }
        let mut heights = Self { of_a: [zero; 3], of_b: [zero; 3] };
        for v in 0..3 {
            for k in 0..3 {
                let x = simd.repeat(&a.corner[k].0[v]);
                let y = simd.spread(&b.corner[k].0[v], register);
                heights.of_a[v] = simd.mul_add(normal_b[k], x, heights.of_a[v]);
                heights.of_b[v] = simd.mul_add(normal_a[k], y, heights.of_b[v]);
            }
        }
        heights
    }

    /// The pairs of which one triangle is certainly on one side of the other's plane.
    #[inline(always)]
    fn separate(&self, simd: S, a: &Packed, b: &Packed, sizes: &Sizes<S>, register: usize) -> u32 {
        let beyond = |low: S::F, high: S::F, bound: S::F| simd.greater(simd.sub(low, high), bound);
        let (low_a, high_a) = span(simd, self.of_a);
        let (low_b, high_b) = span(simd, self.of_b);
        beyond(low_a, simd.spread(&b.plane_most, register), sizes.plane_b)
            | beyond(simd.spread(&b.plane_least, register), high_a, sizes.plane_b)
            | beyond(low_b, simd.repeat(&a.plane_most), sizes.plane_a)
            | beyond(simd.repeat(&a.plane_least), high_b, sizes.plane_a)
    }
}

/// All fifteen values: `alpha_0..`, `beta_0..`, `V_00, V_01, ...`.
#[inline(always)]
pub(crate) fn determinants<S: Lanes>(
    simd: S,
    a: &Packed,
    b: &Packed,
    heights: &Heights<S>,
    register: usize,
) -> [S::F; 15] {
    let zero = simd.splat(0.0);
    let mut values = [zero; 15];
    for v in 0..3 {
        values[v] = simd.sub(heights.of_a[v], simd.spread(&b.plane, register));
        values[3 + v] = simd.sub(heights.of_b[v], simd.repeat(&a.plane));
    }
    for i in 0..3 {
        for j in 0..3 {
            let mut sum = zero;
            for k in 0..3 {
                let edge_a = simd.repeat(&a.edge[k].0[i]);
                let moment_a = simd.repeat(&a.moment[k].0[i]);
                let edge_b = simd.spread(&b.edge[k].0[j], register);
                let moment_b = simd.spread(&b.moment[k].0[j], register);
                sum = simd.mul_add(edge_a, moment_b, sum);
                sum = simd.mul_add(moment_a, edge_b, sum);
            }
            values[6 + 3 * i + j] = sum;
        }
    }
    values
}

/// The bound that belongs to one of the fifteen values: of `alpha`, `beta` or `V`.
#[inline(always)]
pub(crate) fn kind_of(value: usize) -> usize {
    (value / 3).min(2)
}

/// The pairs of which all fifteen values exceed their bounds.
#[inline(always)]
fn all_certain<S: Lanes>(simd: S, values: &[S::F; 15], bounds: &[S::F; 3]) -> u32 {
    let mut least = [values[0], values[3], values[6]];
    for n in 0..15 {
        let kind = kind_of(n);
        least[kind] = simd.min_abs(least[kind], values[n]);
    }
    simd.greater(least[0], bounds[0])
        & simd.greater(least[1], bounds[1])
        & simd.greater(least[2], bounds[2])
}

#[inline(always)]
fn span<S: Lanes>(simd: S, x: [S::F; 3]) -> (S::F, S::F) {
    (simd.min(simd.min(x[0], x[1]), x[2]), simd.max(simd.max(x[0], x[1]), x[2]))
}
