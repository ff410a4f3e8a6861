//! SSE2, on every x86-64 CPU: sixteen pairs in four registers of four, without fused operations.

use core::arch::x86_64::*;

use crate::Lanes;

token! {
    /// Exists only if the CPU has SSE2.
    Sse2: "sse2"
}

impl Lanes for Sse2 {
    registers! {
        4 of __m128, __m128d: _mm_set1_ps, _mm_set1_pd, _mm_loadu_ps, _mm_storeu_ps
    }

    binary! {
        add: _mm_add_ps, sub: _mm_sub_ps, mul: _mm_mul_ps, div: _mm_div_ps, min: _mm_min_ps,
        max: _mm_max_ps, or: _mm_or_ps, xor: _mm_xor_ps, and_not: _mm_andnot_ps,
    }
    methods! {
        abs(self, a) -> Self::F = self.and_not(self.splat(-0.0), a);
        sqrt(self, a) -> Self::F = proven!(_mm_sqrt_ps(a));
        signs(self, a) -> u32 = proven!(_mm_movemask_ps(a)) as u32;
    }
    #[inline(always)]
    fn select_less(self, a: Self::F, b: Self::F, if_less: Self::F, otherwise: Self::F) -> Self::F {
        let less = proven!(_mm_cmplt_ps(a, b));
        self.or(proven!(_mm_and_ps(less, if_less)), self.and_not(less, otherwise))
    }
    overlap_in_lanes!(_mm_cmpgt_ps, 0xf);

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
