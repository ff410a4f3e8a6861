//! Which triangles of two leaves may meet in an interval of time? Sixteen pairs in lanes.
//!
//! As in `distance`, but what B's triangles move along their displacement lessens the gap along
//! an axis by its projection only. The displacement is that of the leaf's box; what is off it,
//! and what rounding costs, is in the tolerance (`swept_frame`).

use obbtree_simd::{Kernel, Lanes};
use obbtree_tree::wide::Leaf;

use super::bounds::Sizes;
use super::features::{Faces, Register};
use super::packed::pack;
use super::place::{origin_of, place_a, place_b, triangle_pairs};
use crate::boxes::frame::QueryFrame;
use crate::boxes::tolerance::Tolerance;

/// All pairs of triangles of two leaves, and those that may meet, as bits of sixteen.
pub(crate) struct SweptPairs {
    pub(crate) pairs: u32,
    pub(crate) near: u32,
}

/// Looks for the pairs that may come within the tolerance where B has a displacement, seen from
/// A's frame.
pub(crate) struct FindSweptPairs<'l> {
    pub(crate) a: &'l Leaf,
    pub(crate) b: &'l Leaf,
    pub(crate) query: &'l QueryFrame,
    pub(crate) displacement: [f32; 3],
    pub(crate) tolerance: &'l Tolerance,
}

impl Kernel for FindSweptPairs<'_> {
    type Output = SweptPairs;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> SweptPairs {
        let Self { a, b, query, displacement, tolerance } = self;
        let pairs = triangle_pairs(simd, a, b);
        let origin = origin_of(a);
        let a = Faces::of(pack(simd, place_a(simd, a, origin)));
        let b = Faces::of(pack(simd, place_b(simd, b, origin, query)));
        let displacement =
            [simd.splat(displacement[0]), simd.splat(displacement[1]), simd.splat(displacement[2])];
        let mut near = 0;
        for register in 0..S::REGISTERS {
            let first = register * S::WIDTH;
            let wanted = pairs >> first & ((1 << S::WIDTH) - 1);
            if wanted == 0 {
                continue;
            }
            let of_register = Register { simd, a: &a, b: &b, register };
            let sizes = Sizes::of(simd, &a.packed, &b.packed, query, register);
            let centers = of_register.between_centers();
            let rest = wanted
                & !of_register.farther_along_swept(&centers, &sizes, tolerance, &displacement);
            if rest == 0 {
                continue;
            }
            let rest = rest
                & !of_register.farther_along_normals_by(&sizes, tolerance, Some(&displacement));
            if rest == 0 {
                continue;
            }
            let nearest = of_register.nearest();
            let rest =
                rest & !of_register.farther_along_swept(&nearest, &sizes, tolerance, &displacement);
            near |= rest << first;
        }
        SweptPairs { pairs, near }
    }
}
