//! NEON, on every AArch64 CPU that Rust supports: sixteen pairs in four registers of four, fused.

use core::arch::aarch64::*;

use crate::lanes::{self, Lanes};
use crate::level::Kernel;

/// Exists only if the CPU has NEON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neon(());

/// Intrinsics that touch registers only.
macro_rules! proven {
    ($($body:tt)*) => {
        #[allow(unused_unsafe)] // NEON belongs to the base of most AArch64 targets.
        // SAFETY: a `Neon` exists only after detection.
        unsafe { $($body)* }
    };
}

impl Neon {
    pub(crate) fn detect() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(()))
    }

    /// Runs a kernel.
    #[inline]
    pub(crate) fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "neon")]
        fn entered<K: Kernel>(token: Neon, kernel: K) -> K::Output {
            kernel.run(token)
        }
        proven!(entered(self, kernel))
    }
}

impl Lanes for Neon {
    type F = float32x4_t;
    type D = float64x2_t;
    type Overlap = uint32x4_t;
    const WIDTH: usize = 4;

    #[inline(always)]
    fn splat(self, x: f32) -> Self::F {
        proven!(vdupq_n_f32(x))
    }
    #[inline(always)]
    fn load(self, from: &[f32]) -> Self::F {
        let from = &from[..4];
        // SAFETY: four numbers are readable at `from`; the token proves the feature.
        unsafe { vld1q_f32(from.as_ptr()) }
    }
    #[inline(always)]
    fn store(self, x: Self::F, to: &mut [f32]) {
        let to = &mut to[..4];
        // SAFETY: four numbers are writable at `to`; the token proves the feature.
        unsafe { vst1q_f32(to.as_mut_ptr(), x) }
    }
    #[inline(always)]
    fn repeat(self, quad: &[f32; 4]) -> Self::F {
        self.load(quad)
    }
    #[inline(always)]
    fn spread(self, quad: &[f32; 4], register: usize) -> Self::F {
        self.splat(quad[register])
    }

    #[inline(always)]
    fn add(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(vaddq_f32(a, b))
    }
    #[inline(always)]
    fn sub(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(vsubq_f32(a, b))
    }
    #[inline(always)]
    fn mul(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(vmulq_f32(a, b))
    }
    #[inline(always)]
    fn div(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(vdivq_f32(a, b))
    }
    #[inline(always)]
    fn select_less(self, a: Self::F, b: Self::F, if_less: Self::F, otherwise: Self::F) -> Self::F {
        proven!(vbslq_f32(vcltq_f32(a, b), if_less, otherwise))
    }
    #[inline(always)]
    fn mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        proven!(vfmaq_f32(c, a, b))
    }
    #[inline(always)]
    fn neg_mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        proven!(vfmsq_f32(c, a, b))
    }
    #[inline(always)]
    fn abs(self, a: Self::F) -> Self::F {
        proven!(vabsq_f32(a))
    }
    #[inline(always)]
    fn min(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(vminq_f32(a, b))
    }
    #[inline(always)]
    fn max(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(vmaxq_f32(a, b))
    }
    #[inline(always)]
    fn min_abs(self, a: Self::F, b: Self::F) -> Self::F {
        self.min(self.abs(a), self.abs(b))
    }
    #[inline(always)]
    fn or(self, a: Self::F, b: Self::F) -> Self::F {
        proven!({
            let (a, b) = (vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b));
            vreinterpretq_f32_u32(vorrq_u32(a, b))
        })
    }
    #[inline(always)]
    fn xor(self, a: Self::F, b: Self::F) -> Self::F {
        proven!({
            let (a, b) = (vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b));
            vreinterpretq_f32_u32(veorq_u32(a, b))
        })
    }
    #[inline(always)]
    fn and_not(self, a: Self::F, b: Self::F) -> Self::F {
        proven!({
            let (a, b) = (vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b));
            vreinterpretq_f32_u32(vbicq_u32(b, a))
        })
    }
    #[inline(always)]
    fn signs(self, a: Self::F) -> u32 {
        // The sign bit of lane l, shifted to bit l; then the sum of the lanes.
        const PLACES: [i32; 4] = [0, 1, 2, 3];
        // SAFETY: four numbers are readable at `PLACES`; the token proves the feature.
        unsafe {
            let bits = vshrq_n_u32::<31>(vreinterpretq_u32_f32(a));
            vaddvq_u32(vshlq_u32(bits, vld1q_s32(PLACES.as_ptr())))
        }
    }
    #[inline(always)]
    fn greater(self, a: Self::F, b: Self::F) -> u32 {
        self.signs(proven!(vreinterpretq_f32_u32(vcgtq_f32(a, b))))
    }

    // Lanes that are parted have all bits set.
    #[inline(always)]
    fn all_overlapping(self) -> Self::Overlap {
        proven!(vdupq_n_u32(0))
    }
    #[inline(always)]
    fn separate(self, overlap: Self::Overlap, distance: Self::F, reach: Self::F) -> Self::Overlap {
        proven!(vorrq_u32(overlap, vcgtq_f32(distance, reach)))
    }
    #[inline(always)]
    fn overlapping(self, overlap: Self::Overlap) -> u32 {
        self.signs(proven!(vreinterpretq_f32_u32(overlap))) ^ 0xf
    }

    #[inline(always)]
    fn splat_f64(self, x: f64) -> Self::D {
        proven!(vdupq_n_f64(x))
    }
    #[inline(always)]
    fn mul_add_f64(self, a: Self::D, b: Self::D, c: Self::D) -> Self::D {
        proven!(vfmaq_f64(c, a, b))
    }
    #[inline(always)]
    fn widen(self, a: Self::F) -> [Self::D; 2] {
        proven!([vcvt_f64_f32(vget_low_f32(a)), vcvt_high_f64_f32(a)])
    }
    #[inline(always)]
    fn narrow(self, [low, high]: [Self::D; 2]) -> Self::F {
        proven!(vcvt_high_f32_f64(vcvt_f32_f64(low), high))
    }

    #[inline(always)]
    fn corners(self, rows: &[[f32; 4]; 3]) -> [Self::F; 4] {
        [self.load(&rows[0]), self.load(&rows[1]), self.load(&rows[2]), self.splat(0.0)]
    }
    #[inline(always)]
    fn next_corners(self, row: [Self::F; 4]) -> [Self::F; 4] {
        [row[1], row[2], row[0], row[3]]
    }

    #[inline(always)]
    fn tops_and_ones(self, quad: &[u32; 4]) -> [u32; 2] {
        lanes::tops_and_ones(quad)
    }

    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}

    #[inline(always)]
    fn push_pairs(
        self,
        mask: u32,
        a: &[u32; 4],
        b: &[u32; 4],
        to_a: &mut [u32],
        to_b: &mut [u32],
        at: usize,
    ) -> usize {
        lanes::push_pairs(mask, a, b, to_a, to_b, at)
    }
}
