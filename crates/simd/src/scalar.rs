//! Plain arrays of four, on every CPU: the compiler may use what vector unit its target has.

use crate::lanes::{Kernel, Lanes, tops_and_ones_plain};
use crate::proof::Token;

/// Always available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scalar;

impl Token for Scalar {
    fn detect() -> Option<Self> {
        Some(Self)
    }

    #[inline]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

#[inline(always)]
fn zip(a: [f32; 4], b: [f32; 4], f: impl Fn(f32, f32) -> f32) -> [f32; 4] {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

#[inline(always)]
fn mask(bits: [bool; 4]) -> u32 {
    u32::from(bits[0]) | u32::from(bits[1]) << 1 | u32::from(bits[2]) << 2 | u32::from(bits[3]) << 3
}

impl Lanes for Scalar {
    type F = [f32; 4];
    type D = [f64; 2];
    type Overlap = [bool; 4];
    const WIDTH: usize = 4;

    #[inline(always)]
    fn splat(self, x: f32) -> Self::F {
        [x; 4]
    }
    #[inline(always)]
    fn load(self, from: &[f32]) -> Self::F {
        [from[0], from[1], from[2], from[3]]
    }
    #[inline(always)]
    fn store(self, x: Self::F, to: &mut [f32]) {
        to[..4].copy_from_slice(&x);
    }

    methods! {
        add(self, a, b) -> Self::F = zip(a, b, |a, b| a + b);
        sub(self, a, b) -> Self::F = zip(a, b, |a, b| a - b);
        mul(self, a, b) -> Self::F = zip(a, b, |a, b| a * b);
        div(self, a, b) -> Self::F = zip(a, b, |a, b| a / b);
        abs(self, a) -> Self::F = a.map(f32::abs);
        sqrt(self, a) -> Self::F = a.map(f32::sqrt);
        min(self, a, b) -> Self::F = zip(a, b, |a, b| if a < b { a } else { b });
        max(self, a, b) -> Self::F = zip(a, b, |a, b| if a > b { a } else { b });
        or(self, a, b) -> Self::F = zip(a, b, |a, b| f32::from_bits(a.to_bits() | b.to_bits()));
        xor(self, a, b) -> Self::F = zip(a, b, |a, b| f32::from_bits(a.to_bits() ^ b.to_bits()));
        signs(self, a) -> u32 = mask(a.map(f32::is_sign_negative));
        greater(self, a, b) -> u32 = mask([a[0] > b[0], a[1] > b[1], a[2] > b[2], a[3] > b[3]]);
    }
    #[inline(always)]
    fn select_less(self, a: Self::F, b: Self::F, if_less: Self::F, otherwise: Self::F) -> Self::F {
        std::array::from_fn(|l| if a[l] < b[l] { if_less[l] } else { otherwise[l] })
    }
    #[inline(always)]
    fn and_not(self, a: Self::F, b: Self::F) -> Self::F {
        zip(a, b, |a, b| f32::from_bits(!a.to_bits() & b.to_bits()))
    }

    #[inline(always)]
    fn all_overlapping(self) -> Self::Overlap {
        [true; 4]
    }
    #[inline(always)]
    fn separate(self, overlap: Self::Overlap, distance: Self::F, reach: Self::F) -> Self::Overlap {
        [
            overlap[0] & !(distance[0] > reach[0]),
            overlap[1] & !(distance[1] > reach[1]),
            overlap[2] & !(distance[2] > reach[2]),
            overlap[3] & !(distance[3] > reach[3]),
        ]
    }
    #[inline(always)]
    fn overlapping(self, overlap: Self::Overlap) -> u32 {
        mask(overlap)
    }

    #[inline(always)]
    fn splat_f64(self, x: f64) -> Self::D {
        [x; 2]
    }
    #[inline(always)]
    fn mul_add_f64(self, a: Self::D, b: Self::D, c: Self::D) -> Self::D {
        [a[0] * b[0] + c[0], a[1] * b[1] + c[1]]
    }
    #[inline(always)]
    fn widen(self, a: Self::F) -> [Self::D; 2] {
        [[f64::from(a[0]), f64::from(a[1])], [f64::from(a[2]), f64::from(a[3])]]
    }
    #[inline(always)]
    fn narrow(self, [low, high]: [Self::D; 2]) -> Self::F {
        [low[0] as f32, low[1] as f32, high[0] as f32, high[1] as f32]
    }

    #[inline(always)]
    fn tops_and_ones(self, quad: &[u32; 4]) -> [u32; 2] {
        tops_and_ones_plain(quad)
    }
}
