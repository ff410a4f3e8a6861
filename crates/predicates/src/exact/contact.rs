//! Two closed triangles in exact arithmetic: separate, touching, or crossing.
//!
//! The separating-axis theorem in its strict form: closed convex sets are separate if and only if some
//! vector has all projections of one set below all projections of the other, and for polytopes the
//! facet normals of their Minkowski difference suffice. Which normals these are depends on the
//! dimension that the six edges span, so the procedure goes from space to plane to line to point, and
//! degenerate triangles (segments and points) need no special case.

use super::integer::{Int3, Integer, cross, difference, dot, is_zero};
use crate::signs::Signs;

/// How two closed triangles meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Contact {
    /// They share no point.
    Free,
    /// They share a point, but no edge of one crosses the interior of the other: contact at a corner
    /// or along an edge, or overlap within one plane.
    Touch,
    /// An edge of one crosses the interior of the other.
    Proper,
}

impl Contact {
    /// `free`, `touch` or `proper`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Touch => "touch",
            Self::Proper => "proper",
        }
    }
}

/// The contact of two triangles with corners on one grid.
pub(crate) fn contact<I: Integer>(a: &[Int3<I>; 3], b: &[Int3<I>; 3]) -> Contact {
    let e: [Int3<I>; 3] = std::array::from_fn(|i| difference(&a[(i + 1) % 3], &a[i]));
    let f: [Int3<I>; 3] = std::array::from_fn(|j| difference(&b[(j + 1) % 3], &b[j]));
    let n_a = cross(&e[0], &e[1]);
    let n_b = cross(&f[0], &f[1]);

    // The corners of each along the normal of the other.
    let alpha: [I; 3] = std::array::from_fn(|i| dot(&n_b, &difference(&a[i], &b[0])));
    let alpha_sign = alpha.each_ref().map(I::sign);
    if on_one_side(alpha_sign) {
        return Contact::Free;
    }
    let beta: [I; 3] = std::array::from_fn(|j| dot(&n_a, &difference(&b[j], &a[0])));
    let beta_sign = beta.each_ref().map(I::sign);
    if on_one_side(beta_sign) {
        return Contact::Free;
    }

    // Edge against edge: along e_i x f_j, from a_i, A spans 0 to beta_j - beta_{j+1} and B spans
    // V_ij to V_ij + alpha_{i+1} - alpha_i.
    let v = edge_volumes(a, b, &e, &f, &alpha, &beta);
    let zero = I::shifted(0, 0);
    for i in 0..3 {
        let b_span = alpha[(i + 1) % 3].minus(&alpha[i]);
        let (b_low, b_high) = ordered(&zero, &b_span);
        for j in 0..3 {
            let a_span = beta[j].minus(&beta[(j + 1) % 3]);
            let (a_low, a_high) = ordered(&zero, &a_span);
            if v[i][j].plus(b_low).minus(a_high).sign() > 0
                || v[i][j].plus(b_high).minus(a_low).sign() < 0
            {
                return Contact::Free;
            }
        }
    }

    // n_B . e_i and n_A . f_j are differences of these values. If one of them is not zero the edges
    // span space, and the normals above are all facet normals.
    let is_constant = |x: &[I; 3]| x[0].minus(&x[1]).sign() == 0 && x[0].minus(&x[2]).sign() == 0;
    if !is_constant(&alpha) || !is_constant(&beta) {
        let signs = Signs {
            alpha: alpha_sign,
            beta: beta_sign,
            v: v.each_ref().map(|row| row.each_ref().map(I::sign)),
        };
        return if signs.some_edge_pierces() { Contact::Proper } else { Contact::Touch };
    }
    let meet = contact_in_plane(a, b, &e, &f, n_a, n_b);
    if meet { Contact::Touch } else { Contact::Free }
}

/// `V_ij = (e_i x f_j) . (b_j - a_i)`, six times the volume of the tetrahedron of the two edges.
///
/// Four are computed. The others follow, as a row sums to `alpha_i - alpha_{i+1}` and a column to
/// `beta_j - beta_{j+1}`: with `c_j = b_j - a_i`, `V_ij = e_i . (c_{j+1} x c_j)`, and the three cross
/// products sum to `-n_B`.
fn edge_volumes<I: Integer>(
    a: &[Int3<I>; 3],
    b: &[Int3<I>; 3],
    e: &[Int3<I>; 3],
    f: &[Int3<I>; 3],
    alpha: &[I; 3],
    beta: &[I; 3],
) -> [[I; 3]; 3] {
    let volume = |i: usize, j: usize| dot(&cross(&e[i], &f[j]), &difference(&b[j], &a[i]));
    let third = |first: &I, second: &I, sum_of_three: I| sum_of_three.minus(first).minus(second);
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

/// Whether two triangles in parallel planes, which none of their normals separates, meet: the same
/// theorem in the plane, on the line, or at the point that they span.
fn contact_in_plane<I: Integer>(
    a: &[Int3<I>; 3],
    b: &[Int3<I>; 3],
    e: &[Int3<I>; 3],
    f: &[Int3<I>; 3],
    n_a: Int3<I>,
    n_b: Int3<I>,
) -> bool {
    let edges = || e.iter().chain(f);
    let edge_normals = e.iter().flat_map(|e| f.iter().map(move |f| cross(e, f)));
    let normal = [n_a, n_b].into_iter().chain(edge_normals).find(|n| !is_zero(n));
    if let Some(normal) = normal {
        // In one plane. Dropping a coordinate in which the normal is not zero maps the plane one to
        // one; there the normals of the edges decide.
        let dropped = normal.iter().position(|x| x.sign() != 0).unwrap_or(0);
        let (k, l) = ((dropped + 1) % 3, (dropped + 2) % 3);
        return edges().all(|g| {
            let across = |p: &Int3<I>| p[k].times(&g[l]).minus(&p[l].times(&g[k]));
            spans_meet(&a.each_ref().map(across), &b.each_ref().map(across))
        });
    }
    let between = difference(&a[0], &b[0]);
    match edges().find(|g| !is_zero(g)) {
        // On parallel lines: either the same line, or no common point.
        Some(g) => {
            let along = |p: &Int3<I>| dot(g, p);
            is_zero(&cross(g, &between))
                && spans_meet(&a.each_ref().map(along), &b.each_ref().map(along))
        }
        None => is_zero(&between),
    }
}

/// All three strictly positive or all three strictly negative.
fn on_one_side(signs: [i8; 3]) -> bool {
    signs[0] != 0 && signs[0] == signs[1] && signs[0] == signs[2]
}

/// The smaller and the larger of two.
fn ordered<'a, I: Integer>(x: &'a I, y: &'a I) -> (&'a I, &'a I) {
    if y.minus(x).sign() < 0 { (y, x) } else { (x, y) }
}

/// Whether the closed intervals that two triples of numbers span share a number.
fn spans_meet<I: Integer>(a: &[I; 3], b: &[I; 3]) -> bool {
    let all_below =
        |x: &[I; 3], y: &[I; 3]| x.iter().all(|x| y.iter().all(|y| x.minus(y).sign() < 0));
    !all_below(a, b) && !all_below(b, a)
}
