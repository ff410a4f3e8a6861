//! WebAssembly's fixed-width vectors (`simd128`): sixteen pairs in four registers of four, without
//! fused operations. Relaxed operations, whose bits depend on the machine, are not used.

use core::arch::wasm32::*;

use crate::Lanes;

token! {
    /// Exists only in a module compiled for `simd128`.
    Wasm128: "simd128"
}

impl Lanes for Wasm128 {
    type F = v128;
    type D = v128;
    type Overlap = v128;
    const WIDTH: usize = 4;

    #[inline(always)]
    fn splat(self, x: f32) -> Self::F {
        proven!(f32x4_splat(x))
    }
    #[inline(always)]
    fn load(self, from: &[f32]) -> Self::F {
        let from = &from[..4];
        // SAFETY: four numbers are readable at `from`; the token proves the feature.
        unsafe { v128_load(from.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, x: Self::F, to: &mut [f32]) {
        let to = &mut to[..4];
        // SAFETY: four numbers are writable at `to`; the token proves the feature.
        unsafe { v128_store(to.as_mut_ptr().cast(), x) }
    }

    #[inline(always)]
    fn add(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(f32x4_add(a, b))
    }
    #[inline(always)]
    fn sub(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(f32x4_sub(a, b))
    }
    #[inline(always)]
    fn mul(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(f32x4_mul(a, b))
    }
    #[inline(always)]
    fn div(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(f32x4_div(a, b))
    }
    #[inline(always)]
    fn select_less(self, a: Self::F, b: Self::F, if_less: Self::F, otherwise: Self::F) -> Self::F {
        proven!(v128_bitselect(if_less, otherwise, f32x4_lt(a, b)))
    }
    #[inline(always)]
    fn abs(self, a: Self::F) -> Self::F {
        proven!(f32x4_abs(a))
    }
    // One instruction on every machine; `f32x4_min`, which hands on a NaN, is several on x86-64.
    #[inline(always)]
    fn min(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(f32x4_pmin(a, b))
    }
    #[inline(always)]
    fn max(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(f32x4_pmax(a, b))
    }
    #[inline(always)]
    fn or(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(v128_or(a, b))
    }
    #[inline(always)]
    fn xor(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(v128_xor(a, b))
    }
    #[inline(always)]
    fn and_not(self, a: Self::F, b: Self::F) -> Self::F {
        // The instruction keeps its first operand.
        proven!(v128_andnot(b, a))
    }
    #[inline(always)]
    fn signs(self, a: Self::F) -> u32 {
        proven!(i32x4_bitmask(a)).into()
    }
    #[inline(always)]
    fn greater(self, a: Self::F, b: Self::F) -> u32 {
        self.signs(proven!(f32x4_gt(a, b)))
    }

    // Lanes of separated pairs have all bits set.
    #[inline(always)]
    fn all_overlapping(self) -> Self::Overlap {
        self.splat(0.0)
    }
    #[inline(always)]
    fn separate(self, overlap: Self::Overlap, distance: Self::F, reach: Self::F) -> Self::Overlap {
        self.or(overlap, proven!(f32x4_gt(distance, reach)))
    }
    #[inline(always)]
    fn overlapping(self, overlap: Self::Overlap) -> u32 {
        self.signs(overlap) ^ 0xf
    }

    #[inline(always)]
    fn splat_f64(self, x: f64) -> Self::D {
        proven!(f64x2_splat(x))
    }
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
