//! Are the triangles of two leaves within a tolerance of each other? Sixteen pairs in lanes.
//!
//! The nearest points, and the vector between them, prove what they can (`features`): points that
//! are close enough, or a gap that is too wide. First the centroids are taken for the two points,
//! and the normals of the triangles for the axis: that settles most pairs. The search ends with
//! the first pair that is closer, so others beside it stay undecided.
//!
//! What neither proves, such as triangles that cut each other, is left to `f64`.

use obbtree_simd::{Kernel, Lanes};
use obbtree_tree::wide::Leaf;

use super::bounds::Sizes;
use super::decided::Decided;
use super::features::{Faces, Nearest, Register, SQUARE_REL_ERR, TINY_SQUARE};
use super::packed::pack;
use super::place::{origin_of, place_a, place_b, triangle_pairs};
use crate::boxes::frame::QueryFrame;
use crate::boxes::tolerance::Tolerance;

/// Decides which pairs of two leaves are within the tolerance.
pub(crate) struct DecideCloser<'l> {
    pub(crate) a: &'l Leaf,
    pub(crate) b: &'l Leaf,
    pub(crate) query: &'l QueryFrame,
    pub(crate) tolerance: &'l Tolerance,
}

impl Kernel for DecideCloser<'_> {
    type Output = Decided;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Decided {
        let Self { a, b, query, tolerance } = self;
        let pairs = triangle_pairs(simd, a, b);
        let origin = origin_of(a);
        let a = Faces::of(pack(simd, place_a(simd, a, origin)));
        let b = Faces::of(pack(simd, place_b(simd, b, origin, query)));
        let mut decided = Decided { yes: 0, unknown: 0, pairs };
        for register in 0..S::REGISTERS {
            let first = register * S::WIDTH;
            let wanted = pairs >> first & ((1 << S::WIDTH) - 1);
            if S::REGISTERS > 1 && wanted == 0 {
                continue;
            }
            let of_register = Register { simd, a: &a, b: &b, register };
            let (closer, unknown) = of_register.decide(query, tolerance, wanted);
            decided.yes |= closer << first;
            decided.unknown |= unknown << first;
            if decided.yes != 0 {
                decided.unknown |= pairs & !decided.yes & !(u32::MAX >> (32 - first - S::WIDTH));
                break;
            }
        }
        decided
    }
}

impl<S: Lanes> Register<'_, S> {
    /// The pairs that are certainly closer than the tolerance, and those undecided, of `wanted`.
    #[inline(always)]
    fn decide(&self, query: &QueryFrame, tolerance: &Tolerance, wanted: u32) -> (u32, u32) {
        let simd = self.simd;
        let sizes = Sizes::of(simd, &self.a.packed, &self.b.packed, query, self.register);
        let centers = self.between_centers();
        let closer = wanted & self.are_closer(&centers, &sizes, tolerance);
        if closer != 0 {
            return (closer, wanted & !closer);
        }
        let rest = wanted & !self.farther_along(&centers, &sizes, tolerance);
        if rest == 0 {
            return (0, 0);
        }
        let rest = rest & !self.farther_along_normals(&sizes, tolerance);
        if rest == 0 {
            return (0, 0);
        }
        let nearest = self.nearest();
        let closer = rest & self.are_closer(&nearest, &sizes, tolerance);
        let farther = self.farther_along(&nearest, &sizes, tolerance);
        (closer, rest & !(closer | farther))
    }

    /// The pairs whose nearest points are certainly within the tolerance.
    #[inline(always)]
    fn are_closer(&self, nearest: &Nearest<S>, sizes: &Sizes<S>, tolerance: &Tolerance) -> u32 {
        let simd = self.simd;
        let limit = simd.sub(simd.splat(tolerance.closer), self.point_error(sizes));
        let dist_sq =
            simd.mul_add(nearest.dist_sq, simd.splat(SQUARE_REL_ERR), simd.splat(TINY_SQUARE));
        simd.greater(limit, simd.splat(0.0)) & simd.greater(simd.mul(limit, limit), dist_sq)
    }
}
