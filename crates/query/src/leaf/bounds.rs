//! How far rounding can move what is computed of a register of pairs.
//!
//! # Lemma
//!
//! `x`, `y` are relative to A's first corner, rounded once to `f32`: off by at most `eps_x = u X
//! + error_a` and `eps_y = u Y + error_b` a component, with `X`, `Y` the largest coordinates of
//! the two triangles. `E`, `F`: largest edge component plus `2 eps`. `W = X + Y` bounds the
//! computed `y - x`, and `W' = W + eps_x + eps_y` the exact one. Then
//!
//! ```text
//! V      4 (2 eps_x F W + 2 eps_y E W + (eps_x + eps_y) E F) + 60u E F W + tiny
//! alpha  24 F W' (eps_y + u F) + |n_B|_1 (eps_x + eps_y + 4.1u W) + tiny     beta alike
//! plane  |n|_1 (eps_x + eps_y + 4.1u W) + tiny
//! ```
//!
//! each times 1.001 for its own evaluation. *Proof.* Replace the columns of `det(e, f, w)` one at
//! a time, `w` first: columns with components up to `p, q, r` have `|det| <= 4 p q r`.
//! Evaluation: moments `6u X E`, the sum of six terms at most `60u E F W` in all. The computed
//! `n_B` is off by `8F (eps_y + u F)` a component, which meets the exact `w`. The last line needs
//! no error of `n`: the *computed* normal is as good an axis as any. `tiny = 2^-110 (1 + W)`
//! bounds underflow. Products overflow to values that no comparison certifies; the domain of
//! `QueryFrame` keeps them finite anyway. *End.*
//!
//! Checked by Gappa, for code with fused operations and without: the rounding of `V`
//! (`tests/proofs/leaf_volume.gappa`), of normals and heights (`leaf_heights.gappa`), what bounds
//! the bounds' own rounding errors (`leaf_own_rounding.gappa`), and underflow
//! (`leaf_underflow.gappa`). By hand: the columns of the determinant, whose 4 a test beside these
//! proofs looks at.

use obbtree_simd::Lanes;

use super::packed::Packed;
use crate::boxes::frame::{QueryFrame, ROUNDOFF_F32};

/// 2^-110, what underflow can cost for lengths up to one.
const TINY: f32 = f32::from_bits((127 - 110) << 23);

/// Bounds the rounding error in the evaluation of the bounds themselves.
const BOUND_REL_ERR: f32 = 1.001;

/// Rounding of a volume, in roundoffs of `E F W`.
const VOLUME: f32 = 60.0;

/// What a determinant of entries within one can be.
const HADAMARD: f32 = 4.0;

/// Of three components of a normal, what they are off in `F (eps_y + u F)`.
const NORMAL: f32 = 24.0;

/// Rounding of the height of a point over a plane, relative to the 1-norm of the normal and `W`.
const HEIGHT: f32 = 4.1 * ROUNDOFF_F32;

/// What the bounds of a register of pairs are made of.
pub(crate) struct Sizes<S: Lanes> {
    /// `W`.
    reach: S::F,
    /// `eps_x`, `eps_y`.
    off_a: S::F,
    off_b: S::F,
    tiny: S::F,
    /// `eps_x + eps_y + 4.1u W`.
    per_length: S::F,
    /// The bounds of the plane tests along A's normals and along B's.
    pub(crate) plane_a: S::F,
    pub(crate) plane_b: S::F,
}

impl<S: Lanes> Sizes<S> {
    #[inline(always)]
    pub(crate) fn of(simd: S, a: &Packed, b: &Packed, query: &QueryFrame, register: usize) -> Self {
        let u = simd.splat(ROUNDOFF_F32);
        let size_a = simd.repeat(&a.corner_size);
        let size_b = simd.spread(&b.corner_size, register);
        let reach = simd.add(size_a, size_b);
        let off_a = simd.mul_add(u, size_a, simd.splat(query.corner_error_a));
        let off_b = simd.mul_add(u, size_b, simd.splat(query.corner_error_b));
        let tiny = simd.mul_add(reach, simd.splat(TINY), simd.splat(TINY));
        let both = simd.add(off_a, off_b);
        let per_length = simd.mul_add(reach, simd.splat(HEIGHT), both);
        let per_length = simd.mul(per_length, simd.splat(BOUND_REL_ERR));
        let plane_a = simd.mul_add(simd.repeat(&a.normal_size), per_length, tiny);
        let plane_b = simd.mul_add(simd.spread(&b.normal_size, register), per_length, tiny);
        Self { reach, off_a, off_b, tiny, per_length, plane_a, plane_b }
    }

    /// The bound of a gap between projections on a computed vector with this 1-norm.
    #[inline(always)]
    pub(crate) fn along(&self, simd: S, norm: S::F) -> S::F {
        simd.mul_add(norm, self.per_length, self.tiny)
    }

    /// `eps_x + eps_y + roundings W`.
    #[inline(always)]
    pub(crate) fn between_points(&self, simd: S, roundings: f32) -> S::F {
        simd.mul_add(self.reach, simd.splat(roundings), simd.add(self.off_a, self.off_b))
    }

    /// The bounds of `alpha`, `beta` and `V`.
    #[inline(always)]
    pub(crate) fn determinants(
        &self,
        simd: S,
        a: &Packed,
        b: &Packed,
        register: usize,
    ) -> [S::F; 3] {
        let Self { reach, off_a, off_b, tiny, plane_a, plane_b, .. } = *self;
        let (u, two) = (simd.splat(ROUNDOFF_F32), simd.splat(2.0));
        let off = simd.add(off_a, off_b);
        let edge_a = simd.mul_add(two, off_a, simd.repeat(&a.edge_size));
        let edge_b = simd.mul_add(two, off_b, simd.spread(&b.edge_size, register));
        // 24 F W' (eps_y + u F), and the plane's bound.
        let exact_reach = simd.mul(simd.add(reach, off), simd.splat(NORMAL * BOUND_REL_ERR));
        let of_normal = |edge: S::F, off: S::F| {
            simd.mul(simd.mul(edge, exact_reach), simd.mul_add(u, edge, off))
        };
        let alpha = simd.add(of_normal(edge_b, off_b), plane_b);
        let beta = simd.add(of_normal(edge_a, off_a), plane_a);
        // (8 eps_x F + 8 eps_y E) W + E F (4 (eps_x + eps_y) + 60u W)
        let crossed = simd.mul_add(off_a, edge_b, simd.mul(off_b, edge_a));
        let sides = simd.mul(simd.mul(simd.splat(2.0 * HADAMARD * BOUND_REL_ERR), crossed), reach);
        let summed = simd.mul_add(
            off,
            simd.splat(HADAMARD * BOUND_REL_ERR),
            simd.mul(reach, simd.splat(VOLUME * BOUND_REL_ERR * ROUNDOFF_F32)),
        );
        let volume = simd.mul_add(simd.mul(edge_a, edge_b), summed, simd.add(sides, tiny));
        [alpha, beta, volume]
    }
}
