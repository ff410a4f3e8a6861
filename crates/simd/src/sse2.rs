//! SSE2, on every x86-64 CPU: sixteen pairs in four registers of four, without fused operations.

use core::arch::x86_64::*;

use crate::Lanes;

token! {
    /// Exists only if the CPU has SSE2.
    Sse2: "sse2"
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
        // SAFETY: four numbers are readable at `from`; SSE2 belongs to the base of x86-64.
        unsafe { _mm_loadu_ps(from.as_ptr()) }
    }
    #[inline(always)]
    fn store(self, x: Self::F, to: &mut [f32]) {
        let to = &mut to[..4];
        // SAFETY: four numbers are writable at `to`; SSE2 belongs to the base of x86-64.
        unsafe { _mm_storeu_ps(to.as_mut_ptr(), x) }
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
        let less = proven!(_mm_cmplt_ps(a, b));
        self.or(proven!(_mm_and_ps(less, if_less)), self.and_not(less, otherwise))
    }
    #[inline(always)]
    fn abs(self, a: Self::F) -> Self::F {
        self.and_not(self.splat(-0.0), a)
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
        proven!(_mm_movemask_ps(a)) as u32
    }
    #[inline(always)]
    fn greater(self, a: Self::F, b: Self::F) -> u32 {
        self.signs(proven!(_mm_cmpgt_ps(a, b)))
    }

    // Lanes of separated pairs have all bits set.
    #[inline(always)]
    fn all_overlapping(self) -> Self::Overlap {
        self.splat(0.0)
    }
    #[inline(always)]
    fn separate(self, overlap: Self::Overlap, distance: Self::F, reach: Self::F) -> Self::Overlap {
        self.or(overlap, proven!(_mm_cmpgt_ps(distance, reach)))
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
        proven!(_mm_add_pd(proven!(_mm_mul_pd(a, b)), c))
    }
    #[inline(always)]
    fn widen(self, a: Self::F) -> [Self::D; 2] {
        let high = proven!(_mm_movehl_ps(a, a));
        [proven!(_mm_cvtps_pd(a)), proven!(_mm_cvtps_pd(high))]
    }
    #[inline(always)]
    fn narrow(self, [low, high]: [Self::D; 2]) -> Self::F {
        proven!(_mm_movelh_ps(proven!(_mm_cvtpd_ps(low)), proven!(_mm_cvtpd_ps(high))))
    }
}
