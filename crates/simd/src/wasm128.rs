//! WebAssembly's fixed-width vectors (`simd128`): sixteen pairs in four registers of four, without
//! fused operations. Relaxed operations, whose bits depend on the machine, are not used.

use core::arch::wasm32::*;

use crate::Lanes;

token! {
    /// Exists only in a module compiled for `simd128`.
    Wasm128: "simd128"
}

impl Lanes for Wasm128 {
    registers! {
        4 of v128, v128: f32x4_splat, f64x2_splat, v128_load, v128_store
    }

    // `f32x4_pmin` is one instruction everywhere; `f32x4_min` (NaN stays) is several on x86-64.
    binary! {
        add: f32x4_add, sub: f32x4_sub, mul: f32x4_mul, div: f32x4_div, min: f32x4_pmin,
        max: f32x4_pmax, or: v128_or, xor: v128_xor,
    }
    methods! {
        abs(self, a) -> Self::F = proven!(f32x4_abs(a));
        sqrt(self, a) -> Self::F = proven!(f32x4_sqrt(a));
        // The instruction keeps its first operand.
        and_not(self, a, b) -> Self::F = proven!(v128_andnot(b, a));
        signs(self, a) -> u32 = proven!(i32x4_bitmask(a)).into();
    }
    #[inline(always)]
    fn select_less(self, a: Self::F, b: Self::F, if_less: Self::F, otherwise: Self::F) -> Self::F {
        proven!(v128_bitselect(if_less, otherwise, f32x4_lt(a, b)))
    }
    overlap_in_lanes!(f32x4_gt, 0xf);

    #[inline(always)]
    fn mul_add_f64(self, a: Self::D, b: Self::D, c: Self::D) -> Self::D {
        proven!(f64x2_add(proven!(f64x2_mul(a, b)), c))
    }
    #[inline(always)]
    fn widen(self, a: Self::F) -> [Self::D; 2] {
        let high = proven!(i64x2_shuffle::<1, 1>(a, a));
        [proven!(f64x2_promote_low_f32x4(a)), proven!(f64x2_promote_low_f32x4(high))]
    }
    #[inline(always)]
    fn narrow(self, [low, high]: [Self::D; 2]) -> Self::F {
        let low = proven!(f32x4_demote_f64x2_zero(low));
        let high = proven!(f32x4_demote_f64x2_zero(high));
        proven!(i64x2_shuffle::<0, 2>(low, high))
    }

    #[inline(always)]
    fn tops_and_ones(self, quad: &[u32; 4]) -> [u32; 2] {
        // SAFETY: four numbers are readable at `quad`; the token proves the feature.
        let numbers = unsafe { v128_load(quad.as_ptr().cast()) };
        let ones = proven!(i32x4_eq(numbers, proven!(i32x4_splat(-1))));
        [self.signs(numbers), self.signs(ones)]
    }
}
