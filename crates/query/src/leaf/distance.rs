//! How near are the triangles of two leaves? Sixteen pairs in lanes, each with bounds from below
//! and above.
//!
//! Pairs that the axis of the centroids, a normal or the vector between the nearest points shows
//! to be farther apart than the search's tolerance are left out (`features` has the proofs).

use obbtree_simd::{Kernel, Lanes};
use obbtree_tree::wide::Leaf;

use super::bounds::Sizes;
use super::features::{Faces, Register, SQUARE_REL_ERR, TINY_SQUARE};
use super::packed::pack;
use super::place::{origin_of, place_a, place_b, triangle_pairs};
use crate::boxes::frame::QueryFrame;
use crate::boxes::tolerance::Tolerance;

/// What was found out about the pairs of two leaves.
pub(crate) struct NearPairs {
    /// All pairs of triangles there are, as bits of sixteen.
    pub(crate) pairs: u32,
    /// Those that may be within the tolerance. The rest is about these.
    pub(crate) near: u32,
    /// Squared distances of points on the triangles, and what those points may be off.
    dist_sq: [f32; 16],
    error: [f32; 16],
    /// At most the gap along the vector between these points, times its length.
    gap: [f32; 16],
}

/// Bounds the rounding error of the two roots below, far above it.
const ROOTS: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

impl NearPairs {
    /// At least the distance of a pair in A's frame.
    #[inline(always)]
    pub(crate) fn most(&self, pair: usize) -> f64 {
        let square = f64::from(self.dist_sq[pair]) * f64::from(SQUARE_REL_ERR);
        ((square + f64::from(TINY_SQUARE)).sqrt() + f64::from(self.error[pair])) * ROOTS
    }

    /// At most the distance of a pair in A's frame; 0 if it may meet.
    #[inline(always)]
    pub(crate) fn least(&self, pair: usize) -> f64 {
        let (gap, tiny) = (f64::from(self.gap[pair]), f64::from(TINY_SQUARE));
        if !(gap > 0.0 && gap * gap > tiny) {
            return 0.0;
        }
        let length_sq = (f64::from(self.dist_sq[pair]) + tiny) * f64::from(SQUARE_REL_ERR);
        ((gap * gap - tiny) / length_sq).sqrt() / ROOTS
    }
}

/// Looks for the pairs of two leaves that may be within the tolerance.
pub(crate) struct FindNearPairs<'l> {
    pub(crate) a: &'l Leaf,
    pub(crate) b: &'l Leaf,
    pub(crate) query: &'l QueryFrame,
    pub(crate) tolerance: &'l Tolerance,
}

impl Kernel for FindNearPairs<'_> {
    type Output = NearPairs;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> NearPairs {
        let Self { a, b, query, tolerance } = self;
        let pairs = triangle_pairs(simd, a, b);
        let origin = origin_of(a);
        let a = Faces::of(pack(simd, place_a(simd, a, origin)));
        let b = Faces::of(pack(simd, place_b(simd, b, origin, query)));
        let none = [0.0; 16];
        let mut found = NearPairs { pairs, near: 0, dist_sq: none, error: none, gap: none };
        for register in 0..S::REGISTERS {
            let first = register * S::WIDTH;
            let wanted = pairs >> first & ((1 << S::WIDTH) - 1);
            if wanted == 0 {
                continue;
            }
            let of_register = Register { simd, a: &a, b: &b, register };
            found.near |= of_register.near(query, tolerance, wanted, &mut found, first) << first;
        }
        found
    }
}

impl<S: Lanes> Register<'_, S> {
    /// The pairs of `wanted` that may be within the tolerance.
    #[inline(always)]
    fn near(
        &self,
        query: &QueryFrame,
        tolerance: &Tolerance,
        wanted: u32,
        to: &mut NearPairs,
        first: usize,
    ) -> u32 {
        let simd = self.simd;
        let sizes = Sizes::of(simd, &self.a.packed, &self.b.packed, query, self.register);
        let centers = self.between_centers();
        let rest = wanted & !self.farther_along(&centers, &sizes, tolerance);
        if rest == 0 {
            return 0;
        }
        let rest = rest & !self.farther_along_normals(&sizes, tolerance);
        if rest == 0 {
            return 0;
        }
        let nearest = self.nearest();
        let rest = rest & !self.farther_along(&nearest, &sizes, tolerance);
        if rest != 0 {
            simd.store(nearest.dist_sq, &mut to.dist_sq[first..]);
            simd.store(self.point_error(&sizes), &mut to.error[first..]);
            simd.store(self.gap_along(&nearest, &sizes), &mut to.gap[first..]);
        }
        rest
    }
}
