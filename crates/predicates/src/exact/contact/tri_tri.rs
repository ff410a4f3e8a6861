//! Two closed triangles in exact arithmetic: separate, touching, or crossing.
//!
//! The separating-axis theorem in its strict form: closed convex sets are separate if and only if
//! some vector has all projections of one set below all projections of the other, and for polytopes
//! the facet normals of their Minkowski difference suffice. Which normals these are depends on the
//! dimension that the six edges span, so the procedure goes from space to plane to line to point,
//! and degenerate triangles (segments and points) need no special case.

use super::heights::{dot, edge_volumes, ordered};
use super::in_plane::{axis_plane, meet_in_plane};
use crate::exact::grid::grid_triangle::{GridTriangle, cross};
use crate::exact::numbers::integer::{Int3, Sum, difference, is_zero};
use crate::exact::numbers::width::Width;
use crate::signs::Signs;

/// How two closed triangles meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Contact {
    /// They share no point.
    Free,
    /// They share a point, but no edge of one crosses the interior of the other: contact at a
    /// corner or along an edge, or overlap within one plane.
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
///
/// `meets_in_one_plane` is knowledge from outside: that the two meet if they lie in one plane and
/// at least one of them has an area. Without it `false`.
#[inline(always)]
pub(crate) fn contact<W: Width>(
    a: &GridTriangle<W>,
    b: &GridTriangle<W>,
    meets_in_one_plane: bool,
) -> Contact {
    // One plane, perpendicular to an axis of the coordinates.
    if let Some(dropped) = axis_plane(a, b) {
        return touch_or_free(meets_in_one_plane || meet_in_plane(a, b, dropped));
    }

    // The corners of each along the normal of the other.
    let (n_a, n_b) = (&a.normal, &b.normal);
    let alpha: [W::Volume; 3] =
        std::array::from_fn(|i| dot::<W>(n_b, &difference(&a.corners[i], &b.corners[0])));
    let alpha_sign = alpha.each_ref().map(Sum::sign);
    if on_one_side(alpha_sign) {
        return Contact::Free;
    }
    if alpha_sign == [0; 3] && !is_zero(n_b) {
        // A lies in B's plane.
        return touch_or_free(meets_in_one_plane || meet_along(a, b, n_b));
    }
    let beta: [W::Volume; 3] =
        std::array::from_fn(|j| dot::<W>(n_a, &difference(&b.corners[j], &a.corners[0])));
    let beta_sign = beta.each_ref().map(Sum::sign);
    if on_one_side(beta_sign) {
        return Contact::Free;
    }

    // Edge against edge: along e_i x f_j, from a_i, A spans 0 to beta_j - beta_{j+1} and B spans
    // V_ij to V_ij + alpha_{i+1} - alpha_i.
    let v = edge_volumes(a, b, &alpha, &beta);
    let zero = W::Volume::shifted(0, 0);
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
    let is_constant =
        |x: &[W::Volume; 3]| x[0].minus(&x[1]).sign() == 0 && x[0].minus(&x[2]).sign() == 0;
    if !is_constant(&alpha) || !is_constant(&beta) {
        let signs = Signs {
            alpha: alpha_sign,
            beta: beta_sign,
            v: v.each_ref().map(|row| row.each_ref().map(Sum::sign)),
        };
        return if signs.some_edge_pierces() { Contact::Proper } else { Contact::Touch };
    }
    touch_or_free(meet_in_parallel(a, b))
}

fn touch_or_free(meet: bool) -> Contact {
    if meet { Contact::Touch } else { Contact::Free }
}

/// Whether two triangles in one plane with that normal, which is not zero, meet: dropping a
/// coordinate in which the normal is not zero maps the plane one to one.
#[inline(always)]
fn meet_along<W: Width>(a: &GridTriangle<W>, b: &GridTriangle<W>, normal: &Int3<W::Area>) -> bool {
    let dropped = normal.iter().position(|x| x.sign() != 0).unwrap_or(0);
    meet_in_plane(a, b, dropped)
}

/// Whether two triangles in parallel planes, which none of their normals separates, meet: the same
/// theorem in the plane, on the line, or at the point that they span.
#[cold]
#[inline(never)]
fn meet_in_parallel<W: Width>(a: &GridTriangle<W>, b: &GridTriangle<W>) -> bool {
    let edge_normals = a.edges.iter().flat_map(|e| b.edges.iter().map(move |f| cross::<W>(e, f)));
    let mut normals = [a.normal.clone(), b.normal.clone()].into_iter().chain(edge_normals);
    if let Some(normal) = normals.find(|n| !is_zero(n)) {
        return meet_along(a, b, &normal);
    }
    let between = difference(&a.corners[0], &b.corners[0]);
    match a.edges.iter().chain(&b.edges).find(|g| !is_zero(g)) {
        // On parallel lines: either the same line, or no common point.
        Some(g) => {
            let along = |p: &Int3<W::Coordinate>| {
                let [x, y, z] = [0, 1, 2].map(|k| W::area(&g[k], &p[k]));
                x.plus(&y).plus(&z)
            };
            is_zero(&cross::<W>(g, &between))
                && spans_meet(&a.corners.each_ref().map(along), &b.corners.each_ref().map(along))
        }
        None => is_zero(&between),
    }
}

/// All three strictly positive or all three strictly negative.
fn on_one_side(signs: [i8; 3]) -> bool {
    signs[0] != 0 && signs[0] == signs[1] && signs[0] == signs[2]
}

/// Whether the closed intervals that two triples of numbers span share a number.
fn spans_meet<I: Sum>(a: &[I; 3], b: &[I; 3]) -> bool {
    let all_below =
        |x: &[I; 3], y: &[I; 3]| x.iter().all(|x| y.iter().all(|y| x.minus(y).sign() < 0));
    !all_below(a, b) && !all_below(b, a)
}
