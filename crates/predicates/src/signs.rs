//! What the signs of fifteen volumes of six corners say about two triangles.
//!
//! With edges `e_i = a_{i+1} - a_i` and `f_j = b_{j+1} - b_j` (indices modulo 3) and normals
//! `n_A = e_0 x e_1` and `n_B = f_0 x f_1`, the signs are those of
//!
//! ```text
//! alpha_i = n_B . (a_i - b_0)    beta_j = n_A . (b_j - a_0)    V_ij = (e_i x f_j) . (b_j - a_i)
//! ```
//!
//! These are the volumes of the fifteen tetrahedra that have corners of both triangles. The rules
//! are valid for three-valued signs: 0 means zero or unknown, and only 1 and -1 count.

/// Signs of the fifteen volumes: 1, -1, or 0 for "zero or unknown".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signs {
    /// A's corners relative to B's plane.
    pub(crate) alpha: [i8; 3],
    /// B's corners relative to A's plane.
    pub(crate) beta: [i8; 3],
    /// `v[i][j]`: edge i of A and edge j of B.
    pub(crate) v: [[i8; 3]; 3],
}

impl Signs {
    /// Whether an edge of one triangle certainly crosses the interior of the other: a proper
    /// crossing.
    ///
    /// If its ends are on different sides of the plane, the `V` of the edge are, up to a common
    /// factor, the barycentric coordinates of the point where it crosses the plane.
    #[inline]
    pub(crate) fn some_edge_pierces(&self) -> bool {
        self.edges()
            .into_iter()
            .any(|(ends, v)| ends[0] * ends[1] < 0 && v[0] != 0 && v[0] == v[1] && v[0] == v[2])
    }

    /// Whether all six edges certainly miss the other closed triangle. Then the triangles are
    /// separate: from a common point one could move within the common line or plane to the boundary
    /// of one of them, where an edge meets the other triangle.
    ///
    /// An edge misses if both ends are on one side of the plane, or if two of its `V` have opposite
    /// signs: for a common point `p = sum l_j b_j`, `l_j >= 0`, the wedge with each corner gives
    /// `l_1 V_0 = l_2 V_2`, `l_0 V_0 = l_2 V_1`, `l_0 V_2 = l_1 V_1`; with `V_0 > 0 > V_1` the
    /// second gives `l_0 = l_2 = 0`, so `l_1 = 1`, and then the first gives `V_0 = 0`, a
    /// contradiction. This holds for degenerate triangles too.
    #[inline]
    pub(crate) fn every_edge_misses(&self) -> bool {
        self.edges()
            .into_iter()
            .all(|(ends, v)| ends[0] * ends[1] > 0 || (v.contains(&1) && v.contains(&-1)))
    }

    /// For each of the six edges the signs of its two ends and of its three `V`.
    #[inline]
    fn edges(&self) -> [([i8; 2], [i8; 3]); 6] {
        let Self { alpha, beta, v } = self;
        let of_a = |i: usize| ([alpha[i], alpha[(i + 1) % 3]], v[i]);
        let of_b = |j: usize| ([beta[j], beta[(j + 1) % 3]], [v[0][j], v[1][j], v[2][j]]);
        [of_a(0), of_a(1), of_a(2), of_b(0), of_b(1), of_b(2)]
    }
}
