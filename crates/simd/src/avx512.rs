//! AVX-512 (F, BW, DQ, VL): sixteen pairs in one register.

use core::arch::x86_64::*;

use crate::Lanes;
use crate::lanes::PAIRS;

token! {
    /// Exists only if the CPU has AVX-512 F, BW, DQ and VL, and AVX2 with FMA.
    Avx512: "avx512f", "avx512bw", "avx512dq", "avx512vl",
        "avx2", "fma", "bmi1", "bmi2", "lzcnt", "popcnt"
}

/// Of four numbers repeated in each 128 bits, quarter `q` repeats number `q`. A macro, as a
/// function would take the register in memory, after which LLVM orders the kernels otherwise.
macro_rules! spread {
    ($quads:expr) => {
        proven!(_mm512_permutevar_ps(
            $quads,
            proven!(_mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3))
        ))
    };
}

impl Lanes for Avx512 {
    type Overlap = __mmask16;
    registers! {
        16 of __m512, __m512d: _mm512_set1_ps, _mm512_set1_pd, _mm512_loadu_ps, _mm512_storeu_ps
    }
    #[inline(always)]
    fn repeat(self, quad: &[f32; 4]) -> Self::F {
        // SAFETY: four numbers are readable at `quad`; the token proves the feature.
        let quad = unsafe { _mm_loadu_ps(quad.as_ptr()) };
        proven!(_mm512_broadcast_f32x4(quad))
    }
    #[inline(always)]
    fn spread(self, quad: &[f32; 4], _register: usize) -> Self::F {
        spread!(self.repeat(quad))
    }

    #[inline(always)]
    fn spread_in_register(self, row: Self::F, quad: usize) -> Self::F {
        let first = proven!(_mm512_set1_epi32(4 * quad as i32));
        let within = proven!(_mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3));
        proven!(_mm512_permutexvar_ps(proven!(_mm512_add_epi32(first, within)), row))
    }

    binary! {
        add: _mm512_add_ps, sub: _mm512_sub_ps, mul: _mm512_mul_ps, div: _mm512_div_ps,
        min: _mm512_min_ps, max: _mm512_max_ps, or: _mm512_or_ps, xor: _mm512_xor_ps,
        and_not: _mm512_andnot_ps,
    }
    methods! {
        mul_add(self, a, b, c) -> Self::F = proven!(_mm512_fmadd_ps(a, b, c));
        neg_mul_add(self, a, b, c) -> Self::F = proven!(_mm512_fnmadd_ps(a, b, c));
        abs(self, a) -> Self::F = proven!(_mm512_abs_ps(a));
        sqrt(self, a) -> Self::F = proven!(_mm512_sqrt_ps(a));
        // Control 10 10: the smaller absolute value, without sign.
        min_abs(self, a, b) -> Self::F = proven!(_mm512_range_ps::<0b1010>(a, b));
        greater(self, a, b) -> u32 = proven!(_mm512_cmp_ps_mask::<_CMP_GT_OQ>(a, b)).into();
    }
    #[inline(always)]
    fn select_less(self, a: Self::F, b: Self::F, if_less: Self::F, otherwise: Self::F) -> Self::F {
        let less = proven!(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(a, b));
        proven!(_mm512_mask_blend_ps(less, otherwise, if_less))
    }
    #[inline(always)]
    fn signs(self, a: Self::F) -> u32 {
        proven!(_mm512_movepi32_mask(proven!(_mm512_castps_si512(a)))).into()
    }

    #[inline(always)]
    fn all_overlapping(self) -> Self::Overlap {
        !0
    }
    #[inline(always)]
    fn separate(self, overlap: Self::Overlap, distance: Self::F, reach: Self::F) -> Self::Overlap {
        proven!(_mm512_mask_cmp_ps_mask::<_CMP_NGT_UQ>(overlap, distance, reach))
    }
    #[inline(always)]
    fn overlapping(self, overlap: Self::Overlap) -> u32 {
        overlap.into()
    }

    #[inline(always)]
    fn mul_add_f64(self, a: Self::D, b: Self::D, c: Self::D) -> Self::D {
        proven!(_mm512_fmadd_pd(a, b, c))
    }
    #[inline(always)]
    fn widen(self, a: Self::F) -> [Self::D; 2] {
        let low = proven!(_mm512_castps512_ps256(a));
        let high = proven!(_mm512_extractf32x8_ps::<1>(a));
        [proven!(_mm512_cvtps_pd(low)), proven!(_mm512_cvtps_pd(high))]
    }
    #[inline(always)]
    fn narrow(self, [low, high]: [Self::D; 2]) -> Self::F {
        let low = proven!(_mm512_castps256_ps512(proven!(_mm512_cvtpd_ps(low))));
        proven!(_mm512_insertf32x8::<1>(low, proven!(_mm512_cvtpd_ps(high))))
    }

    #[inline(always)]
    fn corners(self, rows: &[[f32; 4]; 3]) -> [Self::F; 4] {
        // SAFETY: twelve numbers are readable at `rows`, and the mask reads twelve; the token
        // proves the feature.
        let row = unsafe { _mm512_maskz_loadu_ps(0x0fff, rows.as_ptr().cast()) };
        [row; 4]
    }
    #[inline(always)]
    fn next_corners(self, row: [Self::F; 4]) -> [Self::F; 4] {
        [proven!(_mm512_shuffle_f32x4::<0b11_00_10_01>(row[0], row[0])); 4]
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
        let (to_a, to_b) = (&mut to_a[at..at + PAIRS], &mut to_b[at..at + PAIRS]);
        // SAFETY: four numbers are readable at `a`; the token proves the feature.
        let a = unsafe { _mm_loadu_si128(a.as_ptr().cast()) };
        // SAFETY: four numbers are readable at `b`; the token proves the feature.
        let b = unsafe { _mm_loadu_ps(b.as_ptr().cast()) };
        let a = proven!(_mm512_broadcast_i32x4(a));
        let b = spread!(proven!(_mm512_broadcast_f32x4(b)));
        // Compressed in a register: the form that writes memory is slow on some CPUs.
        let a = proven!(_mm512_maskz_compress_epi32(mask as u16, a));
        let b = proven!(_mm512_maskz_compress_epi32(mask as u16, proven!(_mm512_castps_si512(b))));
        // SAFETY: sixteen numbers are writable at `to_a`; the token proves the feature.
        unsafe { _mm512_storeu_si512(to_a.as_mut_ptr().cast(), a) };
        // SAFETY: sixteen numbers are writable at `to_b`; the token proves the feature.
        unsafe { _mm512_storeu_si512(to_b.as_mut_ptr().cast(), b) };
        at + (mask & 0xffff).count_ones() as usize
    }
}
