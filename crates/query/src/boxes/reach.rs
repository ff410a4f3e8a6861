//! Along the fifteen axes of the separating-axis test: how far two boxes reach, and where things
//! are along the cross axes. One form for every question about boxes.

use obbtree_simd::Lanes;
use obbtree_tree::wide::Node;

use super::box_test::{LEAST_LENGTH_SQ, square};
use super::face_axes::{FaceAxisResult, along_b, along_centers};

/// The boxes of a register of pairs.
pub(crate) struct ReachedExtents<'f, S: Lanes> {
    faces: &'f FaceAxisResult<S>,
    a_half: [S::F; 3],
    /// Sizes of the entries of `m`, the cosines.
    abs: [[S::F; 3]; 3],
}

impl<'f, S: Lanes> ReachedExtents<'f, S> {
    #[inline(always)]
    pub(crate) fn of(simd: S, a: &Node, faces: &'f FaceAxisResult<S>) -> Self {
        let mut a_half = [simd.splat(0.0); 3];
        let mut abs = faces.m;
        for i in 0..3 {
            a_half[i] = simd.repeat(&a.half[i]);
            for j in 0..3 {
                abs[i][j] = simd.abs(faces.m[i][j]);
            }
        }
        Self { faces, a_half, abs }
    }

    /// What both boxes reach along axis `a_i x b_j`, with the slack: its components along A's
    /// axes are 0, `-m_vj` and `m_uj`; along B's, two entries of row `i`. It is as long as the
    /// sine of the angle between the edges, hence the slack.
    #[inline(always)]
    pub(crate) fn along_cross_axis(&self, simd: S, i: usize, j: usize) -> S::F {
        let Self { faces, a_half, abs } = self;
        let (u, v) = ((i + 1) % 3, (i + 2) % 3);
        let (k, l) = ((j + 1) % 3, (j + 2) % 3);
        let mut reach = simd.mul_add(a_half[u], abs[v][j], faces.slack);
        reach = simd.mul_add(a_half[v], abs[u][j], reach);
        reach = simd.mul_add(faces.b_half[k], abs[i][l], reach);
        simd.mul_add(faces.b_half[l], abs[i][k], reach)
    }

    /// The component of a vector, given along A's axes, along axis `a_i x b_j`.
    #[inline(always)]
    pub(crate) fn component(&self, simd: S, vector: &[S::F; 3], i: usize, j: usize) -> S::F {
        let (m, u, v) = (&self.faces.m, (i + 1) % 3, (i + 2) % 3);
        simd.neg_mul_add(vector[u], m[v][j], simd.mul(vector[v], m[u][j]))
    }

    /// The square of the distance that the line through the centres shows.
    #[inline(always)]
    pub(crate) fn center_gap_sq(&self, simd: S) -> S::F {
        let FaceAxisResult { m, t, b_half, .. } = self.faces;
        let reach = along_centers(simd, [t, &along_b(simd, m, t)], [&self.a_half, b_half]);
        let length_sq = square(simd, t);
        let gap = simd.max(simd.sub(length_sq, reach), simd.splat(0.0));
        simd.mul(gap, simd.div(gap, simd.add(length_sq, simd.splat(LEAST_LENGTH_SQ))))
    }

    /// The square of the distance that the faces show: of the three gaps along A's axes or along
    /// B's, the larger sum of squares. With a displacement, given along A's axes, B's box may be
    /// anywhere on it, forwards and backwards.
    #[inline(always)]
    pub(crate) fn face_gaps_sq(&self, simd: S, displacement: Option<&[S::F; 3]>) -> S::F {
        let FaceAxisResult { m, t, b_half, .. } = self.faces;
        let zero = simd.splat(0.0);
        let [mut of_a, mut of_b] = [zero; 2];
        let mut b_reach = *b_half;
        for i in 0..3 {
            let mut a_reach = self.a_half[i];
            if let Some(displacement) = displacement {
                a_reach = simd.add(a_reach, simd.abs(displacement[i]));
            }
            for j in 0..3 {
                a_reach = simd.mul_add(self.abs[i][j], b_half[j], a_reach);
                b_reach[j] = simd.mul_add(self.abs[i][j], self.a_half[i], b_reach[j]);
            }
            let gap = simd.max(simd.sub(simd.abs(t[i]), a_reach), zero);
            of_a = simd.mul_add(gap, gap, of_a);
        }
        let t_along_b = along_b(simd, m, t);
        if let Some(displacement) = displacement {
            let displacement = along_b(simd, m, displacement);
            for j in 0..3 {
                b_reach[j] = simd.add(b_reach[j], simd.abs(displacement[j]));
            }
        }
        for j in 0..3 {
            let gap = simd.max(simd.sub(simd.abs(t_along_b[j]), b_reach[j]), zero);
            of_b = simd.mul_add(gap, gap, of_b);
        }
        simd.max(of_a, of_b)
    }
}
