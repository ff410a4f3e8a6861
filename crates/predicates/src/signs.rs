//! What the signs of six points say about two triangles.
//!
//! With edges `e_i = a_{i+1} - a_i` and `f_j = b_{j+1} - b_j` (indices modulo 3) and normals
//! `n_A = e_0 x e_1` and `n_B = f_0 x f_1`, the signs are those of
//!
//! ```text
//! alpha_i = n_B . (a_i - b_0)    beta_j = n_A . (b_j - a_0)    V_ij = (e_i x f_j) . (b_j - a_i)
//! ```
//!
//! the fifteen tetrahedra of four of the six points with corners of both triangles. The rules are
//! sound for three values: a 0 may mean zero or unknown, and only 1 and -1 count.

/// Signs of the fifteen volumes: 1, -1, or 0 for "zero or not known".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signs {
    /// A's corners against B's plane.
    pub(crate) alpha: [i8; 3],
    /// B's corners against A's plane.
    pub(crate) beta: [i8; 3],
    /// `v[i][j]`: edge i of A against edge j of B.
    pub(crate) v: [[i8; 3]; 3],
}

impl Signs {
    /// Whether an edge of one certainly crosses the other strictly inside: they meet, properly.
    ///
    /// If its ends are on different sides of the plane, the `V` of the edge are, up to a common
    /// factor, the barycentric coordinates of the point where it crosses the plane.
    #[inline]
    pub(crate) fn some_edge_pierces(&self) -> bool {
        self.edges()
            .into_iter()
            .any(|(ends, v)| ends[0] * ends[1] < 0 && v[0] != 0 && v[0] == v[1] && v[0] == v[2])
    }

    /// Whether all six edges certainly miss the other closed triangle: then the triangles are apart,
    /// as from a common point one can walk within the common line or plane to the border of one of
    /// them.
    ///
    /// An edge misses if both ends are on one side of the plane, or if two of its `V` are opposite:
    /// for a common point `p = sum l_j b_j`, `l_j >= 0`, the wedge with each corner gives
    /// `l_1 V_0 = l_2 V_2`, `l_0 V_0 = l_2 V_1`, `l_0 V_2 = l_1 V_1`; with `V_0 > 0 > V_1` the second
    /// makes `l_0 = l_2 = 0`, so `l_1 = 1`, and the first then `V_0 = 0`, a contradiction. Degenerate
    /// triangles included.
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
