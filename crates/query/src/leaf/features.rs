//! The closest features of sixteen pairs of triangles in lanes, and what vectors prove about them.
//!
//! The closest of fifteen pairs of features is computed without any claim: nine pairs of edges,
//! and six corners over faces (C. Ericson, "Real-Time Collision Detection", 2005, sections 5.1.9
//! and 5.1.10). Its two points and the vector between them then prove what they can:
//!
//! * the points lie on the triangles, so their distance bounds that of the triangles from above;
//! * *any* computed vector is an exact axis. If the triangles leave a gap along it, the gap divided
//!   by its length bounds the distance from below.
//!
//! # Lemma
//!
//! `x`, `y`, `u`, `eps_x`, `eps_y`, `X`, `Y`, `W` as in `bounds`. *Gap.* For a computed vector
//! `L`, the gap between the exact triangles is the computed one to within `|L|_1 (eps_x + eps_y +
//! 4.1u W) + tiny`, as for the planes there. *Points.* The weights of both points are numbers of
//! at least 0 that sum to one, to within `u`. The computed vector between the points is off by
//! `eps_x + eps_y` from their corners, and by rounding: with edges up to `2X` and `2Y`, two edges
//! cost `11u W`; a corner over a face, `(x - y_0) - l_1 f_0 - l_2 g_0`, costs `19u W`, the `u`
//! that the weights may sum to beyond one included; centroids, a third of three corners each, `7u
//! W`. `24u W` covers all with second order, in every component; the length is off by `sqrt(3)`
//! times as much at most. *Squares.* Lengths are compared by their squares. `2^-18` bounds their
//! rounding, `2^-120` for underflow on the side where it matters. Overflow certifies nothing, or
//! what is so. *End.*
//!
//! Checked by Gappa: points (`tests/proofs/closest_points.gappa`), squares
//! (`leaf_own_rounding.gappa`) and underflow (`leaf_underflow.gappa`). By hand: that the weights
//! name points of the triangles.

use obbtree_simd::Lanes;

use super::bounds::Sizes;
use super::packed::Packed;
use super::vector::{Vector, add_times, dot, negative, norm_1, sub, sub_times};
use crate::boxes::frame::ROUNDOFF_F32;
use crate::boxes::tolerance::Tolerance;

/// Rounding of the vector between two points, in every component, relative to `W`: see the lemma.
const BETWEEN_POINTS: f32 = 24.0 * ROUNDOFF_F32;

/// At least the root of three: the length of a vector whose components are at most one.
const CUBE_DIAGONAL: f32 = 1.7320509;

/// Bounds the rounding error in the evaluation of bounds and of squares.
pub(crate) const SQUARE_REL_ERR: f32 = 1.0 + 1.0 / (1_u32 << 18) as f32;

/// 2^-120, what underflow can cost in squares.
pub(crate) const TINY_SQUARE: f32 = f32::from_bits((127 - 120) << 23);

/// Divisors are at least this, the smallest normal number, so that none is zero.
const LEAST_DIVISOR: f32 = f32::MIN_POSITIVE;

/// Four triangles, and what the feet of points in their planes take.
pub(crate) struct Faces {
    pub(crate) packed: Packed,
    /// Squared length of the normal.
    normal_sq: [f32; 4],
    /// Squared lengths of the edges, at least [`LEAST_DIVISOR`].
    edge_sq: [[f32; 4]; 3],
    /// Centroids.
    center: [[f32; 4]; 3],
    /// `weight[n] . (p - corner 0)` is the barycentric weight of corner `n + 1` of the foot of `p`.
    weight: [[[f32; 4]; 3]; 2],
}

impl Faces {
    #[inline(always)]
    pub(crate) fn of(packed: Packed) -> Self {
        let zero = [0.0; 4];
        let mut normal_sq = zero;
        let mut edge_sq = [zero; 3];
        let mut center = [zero; 3];
        let mut weight = [[zero; 3]; 2];
        for k in 0..3 {
            for c in 0..4 {
                let corner = &packed.corner[k].0;
                center[k][c] = (corner[0][c] + corner[1][c] + corner[2][c]) * (1.0 / 3.0);
                normal_sq[c] += packed.normal[k][c] * packed.normal[k][c];
                for v in 0..3 {
                    edge_sq[v][c] += packed.edge[k].0[v][c] * packed.edge[k].0[v][c];
                }
            }
        }
        for k in 0..3 {
            let (u, v) = ((k + 1) % 3, (k + 2) % 3);
            for c in 0..4 {
                let edge = [&packed.edge[u].0, &packed.edge[v].0];
                let normal = [packed.normal[u][c], packed.normal[v][c]];
                let per_area = 1.0 / normal_sq[c].max(LEAST_DIVISOR);
                // With n = e_0 x e_1 = e_2 x e_0 the duals of e_0 and -e_2 are n x e_2 and n x e_0,
                // over n . n.
                weight[0][k][c] =
                    (normal[0] * edge[1][2][c] - normal[1] * edge[0][2][c]) * per_area;
                weight[1][k][c] =
                    (normal[0] * edge[1][0][c] - normal[1] * edge[0][0][c]) * per_area;
            }
        }
        for v in 0..3 {
            for c in 0..4 {
                edge_sq[v][c] = edge_sq[v][c].max(LEAST_DIVISOR);
            }
        }
        Self { packed, normal_sq, edge_sq, center, weight }
    }
}

/// Which of the two triangles of a pair.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    A,
    B,
}

/// One register of pairs.
pub(crate) struct Register<'f, S> {
    pub(crate) simd: S,
    pub(crate) a: &'f Faces,
    pub(crate) b: &'f Faces,
    pub(crate) register: usize,
}

/// The closest points found so far.
#[derive(Clone, Copy)]
pub(crate) struct Nearest<S: Lanes> {
    /// From A's point to B's.
    vector: Vector<S>,
    pub(crate) dist_sq: S::F,
}

impl<S: Lanes> Register<'_, S> {
    /// Four numbers of a side, one for each of its triangles, in the lanes of the pairs.
    #[inline(always)]
    fn spread(&self, side: Side, quad: &[f32; 4]) -> S::F {
        match side {
            Side::A => self.simd.repeat(quad),
            Side::B => self.simd.spread(quad, self.register),
        }
    }

    #[inline(always)]
    fn faces(&self, side: Side) -> &Faces {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }

    /// Three quads of a side as a vector.
    #[inline(always)]
    fn vector(&self, side: Side, quads: [&[f32; 4]; 3]) -> Vector<S> {
        let mut vector = [self.simd.splat(0.0); 3];
        for k in 0..3 {
            vector[k] = self.spread(side, quads[k]);
        }
        vector
    }

    #[inline(always)]
    fn corner(&self, side: Side, v: usize) -> Vector<S> {
        let rows = &self.faces(side).packed.corner;
        self.vector(side, [&rows[0].0[v], &rows[1].0[v], &rows[2].0[v]])
    }

    #[inline(always)]
    fn edge(&self, side: Side, v: usize) -> Vector<S> {
        let rows = &self.faces(side).packed.edge;
        self.vector(side, [&rows[0].0[v], &rows[1].0[v], &rows[2].0[v]])
    }

    /// The nearest number of 0 to `high`.
    #[inline(always)]
    fn clamp(&self, x: S::F, high: S::F) -> S::F {
        let zero = self.simd.splat(0.0);
        self.simd.max(self.simd.min(x, high), zero)
    }

    /// The least and the largest projection of a side's corners on a vector.
    #[inline(always)]
    fn span(&self, side: Side, along: &Vector<S>) -> [S::F; 2] {
        let simd = self.simd;
        let first = dot(simd, along, &self.corner(side, 0));
        let [mut low, mut high] = [first; 2];
        for v in 1..3 {
            let height = dot(simd, along, &self.corner(side, v));
            (low, high) = (simd.min(low, height), simd.max(high, height));
        }
        [low, high]
    }

    /// The pairs that leave a gap of more than the tolerance along one of the two normals.
    #[inline(always)]
    pub(crate) fn farther_along_normals(&self, sizes: &Sizes<S>, tolerance: &Tolerance) -> u32 {
        self.farther_along_normals_by(sizes, tolerance, None)
    }

    /// The same for triangles of B that may be anywhere on a way, forwards and backwards.
    #[inline(always)]
    pub(crate) fn farther_along_normals_by(
        &self,
        sizes: &Sizes<S>,
        tolerance: &Tolerance,
        way: Option<&Vector<S>>,
    ) -> u32 {
        let simd = self.simd;
        let mut farther = 0;
        for (own, other, bound) in
            [(Side::A, Side::B, sizes.plane_a), (Side::B, Side::A, sizes.plane_b)]
        {
            let faces = self.faces(own);
            let [x, y, z] = &faces.packed.normal;
            let normal = self.vector(own, [x, y, z]);
            let [low, high] = self.span(other, &normal);
            let above = simd.sub(low, self.spread(own, &faces.packed.plane_most));
            let below = simd.sub(self.spread(own, &faces.packed.plane_least), high);
            let gap = simd.sub(simd.max(above, below), bound);
            let gap = self.gap_on_way(gap, &normal, way);
            farther |= self.gap_exceeds(gap, self.spread(own, &faces.normal_sq), tolerance);
        }
        farther
    }

    /// Is a gap along a vector, reduced by its bound, more than the tolerance times the vector's
    /// length?
    #[inline(always)]
    fn gap_exceeds(&self, gap: S::F, length_sq: S::F, tolerance: &Tolerance) -> u32 {
        let simd = self.simd;
        let tiny = simd.splat(TINY_SQUARE);
        let limit = simd.mul_add(
            simd.splat(tolerance.farther_sq * SQUARE_REL_ERR),
            simd.add(length_sq, tiny),
            tiny,
        );
        simd.greater(gap, simd.splat(0.0)) & simd.greater(simd.mul(gap, gap), limit)
    }

    /// The pairs that the vector between the nearest points shows to be farther apart.
    #[inline(always)]
    pub(crate) fn farther_along(
        &self,
        nearest: &Nearest<S>,
        sizes: &Sizes<S>,
        tolerance: &Tolerance,
    ) -> u32 {
        self.gap_exceeds(self.gap_along(nearest, sizes), nearest.dist_sq, tolerance)
    }

    /// The same for triangles of B that may be anywhere on a way, forwards and backwards.
    #[inline(always)]
    pub(crate) fn farther_along_swept(
        &self,
        nearest: &Nearest<S>,
        sizes: &Sizes<S>,
        tolerance: &Tolerance,
        way: &Vector<S>,
    ) -> u32 {
        let gap = self.gap_on_way(self.gap_along(nearest, sizes), &nearest.vector, Some(way));
        self.gap_exceeds(gap, nearest.dist_sq, tolerance)
    }

    /// What a way leaves of a gap along a vector.
    #[inline(always)]
    fn gap_on_way(&self, gap: S::F, along: &Vector<S>, way: Option<&Vector<S>>) -> S::F {
        match way {
            None => gap,
            Some(way) => self.simd.sub(gap, self.simd.abs(dot(self.simd, along, way))),
        }
    }

    /// At most the gap along the vector between the nearest points, in units of its length.
    #[inline(always)]
    pub(crate) fn gap_along(&self, nearest: &Nearest<S>, sizes: &Sizes<S>) -> S::F {
        let simd = self.simd;
        let along = &nearest.vector;
        let [_, high] = self.span(Side::A, along);
        let [low, _] = self.span(Side::B, along);
        let bound = sizes.along(simd, norm_1(simd, along));
        simd.sub(simd.sub(low, high), bound)
    }

    /// At most so much more than the length of the vector between the nearest points is their
    /// distance.
    #[inline(always)]
    pub(crate) fn point_error(&self, sizes: &Sizes<S>) -> S::F {
        let off = sizes.between_points(self.simd, BETWEEN_POINTS);
        self.simd.mul(off, self.simd.splat(CUBE_DIAGONAL * SQUARE_REL_ERR))
    }

    /// The centroids, as candidates.
    #[inline(always)]
    pub(crate) fn between_centers(&self) -> Nearest<S> {
        let ([ax, ay, az], [bx, by, bz]) = (&self.a.center, &self.b.center);
        let a = self.vector(Side::A, [ax, ay, az]);
        let b = self.vector(Side::B, [bx, by, bz]);
        let vector = sub(self.simd, &b, &a);
        Nearest { vector, dist_sq: dot(self.simd, &vector, &vector) }
    }

    /// The closest of the fifteen pairs of features, without a claim.
    #[inline(always)]
    pub(crate) fn nearest(&self) -> Nearest<S> {
        let zero = self.simd.splat(0.0);
        let mut nearest = Nearest { vector: [zero; 3], dist_sq: self.simd.splat(f32::INFINITY) };
        for i in 0..3 {
            for j in 0..3 {
                self.keep_nearer(&mut nearest, self.between_edges(i, j));
            }
        }
        for v in 0..3 {
            let from_b = self.to_face(Side::B, v);
            self.keep_nearer(&mut nearest, negative(self.simd, &from_b));
            self.keep_nearer(&mut nearest, self.to_face(Side::A, v));
        }
        nearest
    }

    #[inline(always)]
    fn keep_nearer(&self, nearest: &mut Nearest<S>, vector: Vector<S>) {
        let simd = self.simd;
        let dist_sq = dot(self.simd, &vector, &vector);
        for k in 0..3 {
            nearest.vector[k] =
                simd.select_less(dist_sq, nearest.dist_sq, vector[k], nearest.vector[k]);
        }
        nearest.dist_sq = simd.select_less(dist_sq, nearest.dist_sq, dist_sq, nearest.dist_sq);
    }

    /// From the nearest point of A's edge `i` to that of B's edge `j`.
    #[inline(always)]
    fn between_edges(&self, i: usize, j: usize) -> Vector<S> {
        let simd = self.simd;
        let (e, f) = (self.edge(Side::A, i), self.edge(Side::B, j));
        let start = sub(self.simd, &self.corner(Side::B, j), &self.corner(Side::A, i));
        let ee = self.spread(Side::A, &self.a.edge_sq[i]);
        let ff = self.spread(Side::B, &self.b.edge_sq[j]);
        let ef = dot(self.simd, &e, &f);
        let (e_start, f_start) = (dot(self.simd, &e, &start), dot(self.simd, &f, &start));
        let (one, least) = (simd.splat(1.0), simd.splat(LEAST_DIVISOR));
        // The point of A's edge nearest to B's line; any for parallel edges.
        let area = simd.max(simd.neg_mul_add(ef, ef, simd.mul(ee, ff)), least);
        let s = simd.neg_mul_add(ef, f_start, simd.mul(e_start, ff));
        let s = self.clamp(simd.div(s, area), one);
        // The point of B's edge nearest to it, and the point of A's nearest to that.
        let t = self.clamp(simd.div(simd.sub(simd.mul(s, ef), f_start), ff), one);
        let s = self.clamp(simd.div(simd.mul_add(t, ef, e_start), ee), one);
        sub_times(self.simd, &add_times(self.simd, &start, t, &f), s, &e)
    }

    /// From corner `v` of a side to a point of the other side's face: the nearest, if that is
    /// inside.
    #[inline(always)]
    fn to_face(&self, side: Side, v: usize) -> Vector<S> {
        let simd = self.simd;
        let other = match side {
            Side::A => Side::B,
            Side::B => Side::A,
        };
        let from_face = sub(self.simd, &self.corner(side, v), &self.corner(other, 0));
        let [[ux, uy, uz], [vx, vy, vz]] = &self.faces(other).weight;
        let weight = [
            dot(simd, &self.vector(other, [ux, uy, uz]), &from_face),
            dot(simd, &self.vector(other, [vx, vy, vz]), &from_face),
        ];
        let one = simd.splat(1.0);
        let first = self.clamp(weight[0], one);
        let second = self.clamp(weight[1], simd.sub(one, first));
        // Corner 2 is corner 0 less edge 2.
        let to_face = sub_times(self.simd, &from_face, first, &self.edge(other, 0));
        let to_face = add_times(self.simd, &to_face, second, &self.edge(other, 2));
        negative(simd, &to_face)
    }
}
