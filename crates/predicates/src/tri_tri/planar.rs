//! Two triangles along one axis of the coordinates, in `f64` with proven error bounds.
//!
//! Dropping one coordinate gives two triangles in a plane. If these are apart, so are the triangles in
//! space, whether they lie in one plane or not. If these certainly overlap and the triangles lie in one
//! plane, they meet: three of their projections are not on one line, so the plane is not parallel to the axis,
//! and dropping the coordinate is one to one.
//!
//! `E`, `F` bound components of the exact and computed edges, `W` of the differences of corners of the two, `eta` is the error of
//! B's corners and `v` is [`ROUNDOFF`]. Along an edge `e` of A, `e x (y_j - x_i)` has two products. In each the difference is
//! off by `eta + v W` and the edge by `v E`, so with the roundings of the products and of their
//! difference the error is at most `2 E (eta + v W) + 2 W v E + 4 v E W = 2 eta E + 8 v E W`. An
//! edge of B is off by `2 eta + v F`, which gives `2 eta F + 4 eta W + 8 v F W`.

use super::side::{Side, sum_of_components};
use crate::rounding::{BOUND_ROUNDING, ROUNDOFF, TINY, certified, largest_component};
use crate::triangle::Real3;

/// The `8 v` of the module's bounds; 10 v includes second-order terms.
const AREA: f64 = 10.0 * ROUNDOFF;

/// What the projections say.
pub(super) enum Planar {
    /// They are apart, and so are the triangles.
    Apart,
    /// They overlap, and if the triangles lie in one plane, so do these.
    Overlap,
    /// Neither is certain.
    Unknown,
}

/// The sides of the corners of each projected triangle relative to the edges of the other.
pub(super) struct PlanarSigns {
    /// `of_b[i][j]`: the sign of `e_i x (y_j - x_i)`, 0 if not certain, and whether `y_j` is certainly beyond
    /// all of A.
    of_b: [[i8; 3]; 3],
    of_a: [[i8; 3]; 3],
    apart: bool,
}

impl PlanarSigns {
    /// Drops the coordinate in which the larger of the normals is largest.
    #[inline]
    pub(super) fn new(a: &Side, b: &Side) -> Self {
        let larger_is_a = sum_of_components(&a.normal) > sum_of_components(&b.normal);
        let dropped = if larger_is_a { &a.normal } else { &b.normal }.iamax();
        match dropped {
            0 => Self::without::<0>(a, b),
            1 => Self::without::<1>(a, b),
            _ => Self::without::<2>(a, b),
        }
    }

    #[inline]
    fn without<const DROPPED: usize>(a: &Side, b: &Side) -> Self {
        let eta = b.error;
        let between = [0, 1, 2].map(|i| b.corners[0] - a.corners[i]);
        let e = a.edge_max;
        let f = b.edge_max + 2.0 * eta;
        // y_j - x_i is y_0 - x_i and an edge of B. Also E, for the own areas.
        let w = (largest_component(&between) + e + f + eta) * BOUND_ROUNDING;
        let tiny = TINY * (1.0 + w);
        let bound_a = e * (2.0 * eta + AREA * w) * BOUND_ROUNDING + tiny;
        let bound_b = (f * (2.0 * eta + AREA * w) + 4.0 * eta * w) * BOUND_ROUNDING + tiny;
        let (of_b, apart_by_a) = sides::<DROPPED>(a, b, bound_a);
        if apart_by_a {
            return Self { of_b, of_a: [[0; 3]; 3], apart: true };
        }
        let (of_a, apart) = sides::<DROPPED>(b, a, bound_b);
        Self { of_b, of_a, apart }
    }

    /// Apart along an edge; or a corner inside; or two edges that cross.
    #[inline]
    pub(super) fn decide(&self) -> Planar {
        if self.apart {
            return Planar::Apart;
        }
        let some_corner_inside = |sides: &[[i8; 3]; 3]| {
            (0..3).any(|j| {
                sides[0][j] != 0 && sides[0][j] == sides[1][j] && sides[0][j] == sides[2][j]
            })
        };
        let crosses = |sides: &[[i8; 3]; 3], edge: usize, other: usize| {
            sides[edge][other] * sides[edge][(other + 1) % 3] < 0
        };
        let some_edges_cross = || {
            (0..3).any(|i| (0..3).any(|j| crosses(&self.of_b, i, j) && crosses(&self.of_a, j, i)))
        };
        if some_corner_inside(&self.of_b) || some_corner_inside(&self.of_a) || some_edges_cross() {
            Planar::Overlap
        } else {
            Planar::Unknown
        }
    }
}

/// The certain sides of the other's corners for each edge, and whether all of them are certainly beyond the
/// triangle's own span, 0 to twice its signed area, along one. The bound is on the error of each of the values and of
/// the area.
#[inline(always)]
fn sides<const DROPPED: usize>(own: &Side, other: &Side, bound: f64) -> ([[i8; 3]; 3], bool) {
    let (k, l) = ((DROPPED + 1) % 3, (DROPPED + 2) % 3);
    let area = own.normal[DROPPED];
    let (low, high) = if area > 0.0 { (0.0, area) } else { (area, 0.0) };
    let (low, high) = (low - 2.0 * bound, high + 2.0 * bound);
    let mut apart = false;
    let signs = std::array::from_fn(|i| {
        let edge: &Real3 = &own.edges[i];
        let from = &own.corners[i];
        let values: [f64; 3] = std::array::from_fn(|j| {
            let corner = &other.corners[j];
            edge[k] * (corner[l] - from[l]) - edge[l] * (corner[k] - from[k])
        });
        let [p, q, r] = values;
        apart |= (p > high && q > high && r > high) || (p < low && q < low && r < low);
        values.map(|value| certified(value, bound))
    });
    (signs, apart)
}
