//! The fifteen volumes of two triangles: the heights of the corners of each over the plane of the
//! other, and edge against edge. The names are those of [`crate::signs`].

use crate::exact::grid::grid_triangle::{GridTriangle, cross};
use crate::exact::numbers::integer::{Int3, Sum, difference, is_zero};
use crate::exact::numbers::width::Width;
use crate::signs::Signs;

/// All fifteen volumes.
pub(crate) struct Heights<W: Width> {
    pub(crate) alpha: [W::Volume; 3],
    pub(crate) beta: [W::Volume; 3],
    pub(crate) v: [[W::Volume; 3]; 3],
}

impl<W: Width> Heights<W> {
    pub(crate) fn new(a: &GridTriangle<W>, b: &GridTriangle<W>) -> Self {
        Self::with(corner_heights(a, b), a, b)
    }

    /// With those of [`corner_heights`].
    pub(crate) fn with(
        [alpha, beta]: [[W::Volume; 3]; 2],
        a: &GridTriangle<W>,
        b: &GridTriangle<W>,
    ) -> Self {
        let v = edge_volumes(a, b, &alpha, &beta);
        Self { alpha, beta, v }
    }

    pub(crate) fn signs(&self) -> Signs {
        let v = self.v.each_ref().map(|row| row.each_ref().map(Sum::sign));
        let [alpha, beta] = [&self.alpha, &self.beta].map(signs);
        Signs { alpha, beta, v }
    }

    /// Edges `i` of A and `j` of B such that the triangles lie on different sides of a plane along
    /// both edges, which they may touch; and 1 if B is on the side to which `e_i x f_j` points, -1
    /// if A is.
    ///
    /// Along `e_i x f_j`, from `a_i`, A spans 0 to `beta_j - beta_{j+1}` and B spans `V_ij` to
    /// `V_ij + alpha_{i+1} - alpha_i`.
    pub(crate) fn separating_edges(
        &self,
        a: &GridTriangle<W>,
        b: &GridTriangle<W>,
    ) -> Option<([usize; 2], i8)> {
        let Self { alpha, beta, v } = self;
        let zero = W::Volume::shifted(0, 0);
        for i in 0..3 {
            let b_span = alpha[(i + 1) % 3].minus(&alpha[i]);
            let (b_low, b_high) = ordered(&zero, &b_span);
            for j in 0..3 {
                let a_span = beta[j].minus(&beta[(j + 1) % 3]);
                let (a_low, a_high) = ordered(&zero, &a_span);
                let b_is_above = v[i][j].plus(b_low).minus(a_high).sign() >= 0;
                let b_is_below = v[i][j].plus(b_high).minus(a_low).sign() <= 0;
                let has_direction = || !is_zero(&cross::<W>(&a.edges[i], &b.edges[j]));
                if (b_is_above || b_is_below) && has_direction() {
                    return Some(([i, j], if b_is_above { 1 } else { -1 }));
                }
            }
        }
        None
    }
}

/// Alpha, the heights of A's corners over B's plane, and beta, those of B's over A's.
pub(crate) fn corner_heights<W: Width>(
    a: &GridTriangle<W>,
    b: &GridTriangle<W>,
) -> [[W::Volume; 3]; 2] {
    [heights_over(b, a), heights_over(a, b)]
}

/// The heights of the corners of a triangle over the plane of another.
pub(crate) fn heights_over<W: Width>(
    plane: &GridTriangle<W>,
    t: &GridTriangle<W>,
) -> [W::Volume; 3] {
    let height = |corner| dot::<W>(&plane.normal, &difference(corner, &plane.corners[0]));
    t.corners.each_ref().map(height)
}

/// The signs of three numbers.
pub(crate) fn signs<I: Sum>(numbers: &[I; 3]) -> [i8; 3] {
    numbers.each_ref().map(Sum::sign)
}

/// `n . u`.
#[inline(always)]
pub(crate) fn dot<W: Width>(n: &Int3<W::Area>, u: &Int3<W::Coordinate>) -> W::Volume {
    W::volume(&n[0], &u[0]).plus(&W::volume(&n[1], &u[1])).plus(&W::volume(&n[2], &u[2]))
}

/// `V_ij = (e_i x f_j) . (b_j - a_i)`, six times the volume of the tetrahedron of the two edges.
///
/// Four are computed. The others follow, as a row sums to `alpha_i - alpha_{i+1}` and a column to
/// `beta_j - beta_{j+1}`: with `c_j = b_j - a_i`, `V_ij = e_i . (c_{j+1} x c_j)`, and the three
/// cross products sum to `-n_B`.
#[inline(always)]
pub(crate) fn edge_volumes<W: Width>(
    a: &GridTriangle<W>,
    b: &GridTriangle<W>,
    alpha: &[W::Volume; 3],
    beta: &[W::Volume; 3],
) -> [[W::Volume; 3]; 3] {
    let volume = |i: usize, j: usize| {
        let between = difference(&b.corners[j], &a.corners[i]);
        dot::<W>(&cross::<W>(&a.edges[i], &b.edges[j]), &between)
    };
    let third = |first: &W::Volume, second: &W::Volume, sum_of_three: W::Volume| {
        sum_of_three.minus(first).minus(second)
    };
    let row = |i: usize| {
        let (first, second) = (volume(i, 0), volume(i, 1));
        let last = third(&first, &second, alpha[i].minus(&alpha[i + 1]));
        [first, second, last]
    };
    let (row_0, row_1) = (row(0), row(1));
    let row_2 =
        std::array::from_fn(|j| third(&row_0[j], &row_1[j], beta[j].minus(&beta[(j + 1) % 3])));
    [row_0, row_1, row_2]
}

/// The smaller and the larger of two.
pub(crate) fn ordered<'a, I: Sum>(x: &'a I, y: &'a I) -> (&'a I, &'a I) {
    if y.minus(x).sign() < 0 { (y, x) } else { (x, y) }
}
