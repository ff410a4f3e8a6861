//! NEON, on every AArch64 CPU that Rust supports: sixteen pairs in four registers of four, fused.

use core::arch::aarch64::*;

use crate::Lanes;

token! {
    /// Exists only if the CPU has NEON.
    Neon: "neon"
}

/// A register of `f32` as the bits it is.
macro_rules! bits {
    ($x:expr) => {
        proven!(vreinterpretq_u32_f32($x))
    };
}

impl Lanes for Neon {
    type Overlap = uint32x4_t;
    registers! {
        4 of float32x4_t, float64x2_t: vdupq_n_f32, vdupq_n_f64, vld1q_f32, vst1q_f32
    }

    binary! {
        add: vaddq_f32, sub: vsubq_f32, mul: vmulq_f32, div: vdivq_f32, min: vminq_f32,
        max: vmaxq_f32,
    }
    methods! {
        mul_add(self, a, b, c) -> Self::F = proven!(vfmaq_f32(c, a, b));
        neg_mul_add(self, a, b, c) -> Self::F = proven!(vfmsq_f32(c, a, b));
        abs(self, a) -> Self::F = proven!(vabsq_f32(a));
        sqrt(self, a) -> Self::F = proven!(vsqrtq_f32(a));
    }
    #[inline(always)]
    fn select_less(self, a: Self::F, b: Self::F, if_less: Self::F, otherwise: Self::F) -> Self::F {
        let less = proven!(vcltq_f32(a, b));
        proven!(vbslq_f32(less, if_less, otherwise))
    }
    #[inline(always)]
    fn or(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(vreinterpretq_f32_u32(proven!(vorrq_u32(bits!(a), bits!(b)))))
    }
    #[inline(always)]
    fn xor(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(vreinterpretq_f32_u32(proven!(veorq_u32(bits!(a), bits!(b)))))
    }
    #[inline(always)]
    fn and_not(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(vreinterpretq_f32_u32(proven!(vbicq_u32(bits!(b), bits!(a)))))
    }
    #[inline(always)]
    fn signs(self, a: Self::F) -> u32 {
        // The sign bit of lane l, shifted to bit l; then the sum of the lanes.
        const PLACES: [i32; 4] = [0, 1, 2, 3];
        // SAFETY: four numbers are readable at `PLACES`; the token proves the feature.
        let places = unsafe { vld1q_s32(PLACES.as_ptr()) };
        let sign = proven!(vshrq_n_u32::<31>(bits!(a)));
        proven!(vaddvq_u32(proven!(vshlq_u32(sign, places))))
    }
    #[inline(always)]
    fn greater(self, a: Self::F, b: Self::F) -> u32 {
        self.signs(proven!(vreinterpretq_f32_u32(proven!(vcgtq_f32(a, b)))))
    }

    // Lanes of separated pairs have all bits set.
    #[inline(always)]
    fn all_overlapping(self) -> Self::Overlap {
        proven!(vdupq_n_u32(0))
    }
    #[inline(always)]
    fn separate(self, overlap: Self::Overlap, distance: Self::F, reach: Self::F) -> Self::Overlap {
        proven!(vorrq_u32(overlap, proven!(vcgtq_f32(distance, reach))))
    }
    #[inline(always)]
    fn overlapping(self, overlap: Self::Overlap) -> u32 {
        self.signs(proven!(vreinterpretq_f32_u32(overlap))) ^ 0xf
    }

    #[inline(always)]
    fn mul_add_f64(self, a: Self::D, b: Self::D, c: Self::D) -> Self::D {
        proven!(vfmaq_f64(c, a, b))
    }
    #[inline(always)]
    fn widen(self, a: Self::F) -> [Self::D; 2] {
        let low = proven!(vget_low_f32(a));
        [proven!(vcvt_f64_f32(low)), proven!(vcvt_high_f64_f32(a))]
    }
    #[inline(always)]
    fn narrow(self, [low, high]: [Self::D; 2]) -> Self::F {
        proven!(vcvt_high_f32_f64(proven!(vcvt_f32_f64(low)), high))
    }
}
