//! SSE2, on every x86-64 CPU: sixteen pairs in four registers of four, without fused operations.

use core::arch::x86_64::*;

use crate::lanes::{self, Lanes};
use crate::level::Kernel;

/// Exists only if the CPU has SSE2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sse2(());

/// Intrinsics that touch registers only.
macro_rules! proven {
    ($($body:tt)*) => {
        #[allow(unused_unsafe)] // SSE2 belongs to the base of x86-64.
        // SAFETY: an `Sse2` exists only after detection.
        unsafe { $($body)* }
    };
}

impl Sse2 {
    pub(crate) fn detect() -> Option<Self> {
        is_x86_feature_detected!("sse2").then_some(Self(()))
    }

    /// Runs a kernel.
    #[inline]
    pub(crate) fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "sse2")]
        fn entered<K: Kernel>(token: Sse2, kernel: K) -> K::Output {
            kernel.run(token)
        }
        proven!(entered(self, kernel))
    }
}

impl Lanes for Sse2 {
    type F = __m128;
    type D = __m128d;
    type Overlap = __m128;
    const WIDTH: usize = 4;

    #[inline(always)]
    fn splat(self, x: f32) -> Self::F {
        proven!(_mm_set1_ps(x))
    }
    #[inline(always)]
    fn load(self, from: &[f32]) -> Self::F {
        let from = &from[..4];
        // SAFETY: four numbers are readable at `from`.
        unsafe { _mm_loadu_ps(from.as_ptr()) }
    }
    #[inline(always)]
    fn store(self, x: Self::F, to: &mut [f32]) {
        let to = &mut to[..4];
        // SAFETY: four numbers are writable at `to`.
        unsafe { _mm_storeu_ps(to.as_mut_ptr(), x) }
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
        proven!(_mm_add_ps(a, b))
    }
    #[inline(always)]
    fn sub(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(_mm_sub_ps(a, b))
    }
    #[inline(always)]
    fn mul(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(_mm_mul_ps(a, b))
    }
    #[inline(always)]
    fn div(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(_mm_div_ps(a, b))
    }
    #[inline(always)]
    fn select_less(self, a: Self::F, b: Self::F, if_less: Self::F, otherwise: Self::F) -> Self::F {
        proven!({
            let less = _mm_cmplt_ps(a, b);
            _mm_or_ps(_mm_and_ps(less, if_less), _mm_andnot_ps(less, otherwise))
        })
    }
    #[inline(always)]
    fn mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        proven!(_mm_add_ps(_mm_mul_ps(a, b), c))
    }
    #[inline(always)]
    fn neg_mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        proven!(_mm_sub_ps(c, _mm_mul_ps(a, b)))
    }
    #[inline(always)]
    fn abs(self, a: Self::F) -> Self::F {
        proven!(_mm_andnot_ps(_mm_set1_ps(-0.0), a))
    }
    #[inline(always)]
    fn min(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(_mm_min_ps(a, b))
    }
    #[inline(always)]
    fn max(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(_mm_max_ps(a, b))
    }
    #[inline(always)]
    fn min_abs(self, a: Self::F, b: Self::F) -> Self::F {
        self.min(self.abs(a), self.abs(b))
    }
    #[inline(always)]
    fn or(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(_mm_or_ps(a, b))
    }
    #[inline(always)]
    fn xor(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(_mm_xor_ps(a, b))
    }
    #[inline(always)]
    fn and_not(self, a: Self::F, b: Self::F) -> Self::F {
        proven!(_mm_andnot_ps(a, b))
    }
    #[inline(always)]
    fn signs(self, a: Self::F) -> u32 {
        proven!(_mm_movemask_ps(a) as u32)
    }
    #[inline(always)]
    fn greater(self, a: Self::F, b: Self::F) -> u32 {
        self.signs(proven!(_mm_cmpgt_ps(a, b)))
    }

    // Lanes that are parted have all bits set.
    #[inline(always)]
    fn all_overlapping(self) -> Self::Overlap {
        self.splat(0.0)
    }
    #[inline(always)]
    fn separate(self, overlap: Self::Overlap, distance: Self::F, reach: Self::F) -> Self::Overlap {
        proven!(_mm_or_ps(overlap, _mm_cmpgt_ps(distance, reach)))
    }
    #[inline(always)]
    fn overlapping(self, overlap: Self::Overlap) -> u32 {
        self.signs(overlap) ^ 0xf
    }

    #[inline(always)]
    fn splat_f64(self, x: f64) -> Self::D {
        proven!(_mm_set1_pd(x))
    }
    #[inline(always)]
    fn mul_add_f64(self, a: Self::D, b: Self::D, c: Self::D) -> Self::D {
        proven!(_mm_add_pd(_mm_mul_pd(a, b), c))
    }
    #[inline(always)]
    fn widen(self, a: Self::F) -> [Self::D; 2] {
        proven!([_mm_cvtps_pd(a), _mm_cvtps_pd(_mm_movehl_ps(a, a))])
    }
    #[inline(always)]
    fn narrow(self, [low, high]: [Self::D; 2]) -> Self::F {
        proven!(_mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high)))
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
        lanes::tops_and_ones_x86(quad)
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        lanes::prefetch(value);
    }

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
