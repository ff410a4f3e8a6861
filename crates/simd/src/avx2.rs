//! AVX2 with FMA: sixteen pairs in two registers of eight.

use core::arch::x86_64::*;

use crate::Lanes;

token! {
    /// Exists only if the CPU has AVX2 and FMA.
    Avx2: "avx2", "fma", "bmi1", "bmi2", "lzcnt", "popcnt"
}

impl Lanes for Avx2 {
    registers! {
        8 of __m256, __m256d: _mm256_set1_ps, _mm256_set1_pd, _mm256_loadu_ps, _mm256_storeu_ps
    }
    #[inline(always)]
    fn repeat(self, quad: &[f32; 4]) -> Self::F {
        // SAFETY: four numbers are readable at `quad`; the token proves the feature.
        let quad = unsafe { _mm_loadu_ps(quad.as_ptr()) };
        proven!(_mm256_broadcast_ps(&quad))
    }
    #[inline(always)]
    fn spread(self, quad: &[f32; 4], register: usize) -> Self::F {
        let first = 2 * register as i32;
        let (low, high) = (proven!(_mm_set1_epi32(first)), proven!(_mm_set1_epi32(first + 1)));
        // Within its 128 bits, each half repeats its own number.
        proven!(_mm256_permutevar_ps(self.repeat(quad), proven!(_mm256_set_m128i(high, low))))
    }

    binary! {
        add: _mm256_add_ps, sub: _mm256_sub_ps, mul: _mm256_mul_ps, div: _mm256_div_ps,
        min: _mm256_min_ps, max: _mm256_max_ps, or: _mm256_or_ps, xor: _mm256_xor_ps,
        and_not: _mm256_andnot_ps,
    }
    methods! {
        mul_add(self, a, b, c) -> Self::F = proven!(_mm256_fmadd_ps(a, b, c));
        neg_mul_add(self, a, b, c) -> Self::F = proven!(_mm256_fnmadd_ps(a, b, c));
        abs(self, a) -> Self::F = self.and_not(self.splat(-0.0), a);
        sqrt(self, a) -> Self::F = proven!(_mm256_sqrt_ps(a));
        signs(self, a) -> u32 = proven!(_mm256_movemask_ps(a)) as u32;
    }
    #[inline(always)]
    fn select_less(self, a: Self::F, b: Self::F, if_less: Self::F, otherwise: Self::F) -> Self::F {
        let less = proven!(_mm256_cmp_ps::<_CMP_LT_OQ>(a, b));
        proven!(_mm256_blendv_ps(otherwise, if_less, less))
    }
    overlap_in_lanes!(_mm256_cmp_ps::<_CMP_GT_OQ>, 0xff);

    #[inline(always)]
    fn mul_add_f64(self, a: Self::D, b: Self::D, c: Self::D) -> Self::D {
        proven!(_mm256_fmadd_pd(a, b, c))
    }
    #[inline(always)]
    fn widen(self, a: Self::F) -> [Self::D; 2] {
        let low = proven!(_mm256_castps256_ps128(a));
        let high = proven!(_mm256_extractf128_ps::<1>(a));
        [proven!(_mm256_cvtps_pd(low)), proven!(_mm256_cvtps_pd(high))]
    }
    #[inline(always)]
    fn narrow(self, [low, high]: [Self::D; 2]) -> Self::F {
        proven!(_mm256_set_m128(proven!(_mm256_cvtpd_ps(high)), proven!(_mm256_cvtpd_ps(low))))
    }

    #[inline(always)]
    fn corners(self, rows: &[[f32; 4]; 3]) -> [Self::F; 4] {
        let rows = rows.as_flattened();
        // SAFETY: four numbers are readable at `rows[8..]`; the token proves the feature.
        let last = unsafe { _mm_loadu_ps(rows[8..12].as_ptr()) };
        let last = proven!(_mm256_zextps128_ps256(last));
        [self.load(rows), last, last, last]
    }
    #[inline(always)]
    fn next_corners(self, row: [Self::F; 4]) -> [Self::F; 4] {
        let [low, high, ..] = row;
        // Corners 0 1 | 2 - become 1 2 | 0 -.
        let last = proven!(_mm256_blend_ps::<0xf0>(low, high));
        [proven!(_mm256_permute2f128_ps::<0x21>(low, high)), last, last, last]
    }
}
