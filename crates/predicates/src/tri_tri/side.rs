//! One triangle of a pair in `f64`: what depends on it alone, and how far other corners are from
//! its plane.

use crate::numbers::rounding::{BOUND_ROUNDING, ROUNDOFF, TINY, largest_component};
use crate::pose::placement::Placement;
use crate::triangle::{Real3, Triangle};

/// Rounding of `n . (p - q)` for an exact vector `n`, relative to `|n|_1 |p - q|`: the difference,
/// the product and two sums make 4 v; 6 v include second-order terms and the rounding of the bound.
/// Checked by Gappa, as is [`OWN_PLANE`] (`tests/proofs/filter_determinants.gappa`).
const ALONG_EXACT: f64 = 6.0 * ROUNDOFF;

/// Bound on the projection of a triangle's own corners on its rounded normal, relative to the cube
/// of its longest edge component: a component of the normal has two products of two edges with 4
/// roundings each, so its error is `8 v E^2`; the dot product with an edge adds three of them: `24
/// v E^3`. 32 v includes second-order terms.
const OWN_PLANE: f64 = 32.0 * ROUNDOFF;

/// `|u|_1`.
#[inline]
pub(super) fn sum_of_components(u: &Real3) -> f64 {
    u.x.abs() + u.y.abs() + u.z.abs()
}

/// `[p_1 - p_0, p_2 - p_1, p_0 - p_2]`.
#[inline]
pub(super) fn edges(p: &Triangle) -> [Real3; 3] {
    [p[1] - p[0], p[2] - p[1], p[0] - p[2]]
}

/// A triangle in A's mesh frame.
pub(super) struct Side {
    /// A's are exact, B's rounded.
    pub(super) corners: Triangle,
    /// Bound on the error of every component of the corners; 0 if they are exact.
    pub(super) error: f64,
    pub(super) edges: [Real3; 3],
    /// `e_0 x e_1`, rounded.
    pub(super) normal: Real3,
    /// Largest component of the edges as computed.
    pub(super) edge_max: f64,
}

/// Corners relative to a triangle: from its first corner, and along its normal.
pub(super) struct Heights {
    pub(super) from: [Real3; 3],
    pub(super) values: [f64; 3],
}

impl Side {
    /// A triangle of A.
    #[inline(always)]
    pub(super) fn of_a(a: &Triangle) -> Self {
        Self::new(*a, 0.0)
    }

    /// A triangle of B.
    #[inline(always)]
    pub(super) fn of_b(b: &Triangle, placement: &Placement) -> Self {
        let corners = b.each_ref().map(|corner| placement.to_a(corner));
        let b_amax = largest_component(&[b[0].coords, b[1].coords, b[2].coords]);
        Self::new(corners, placement.error(b_amax) * BOUND_ROUNDING)
    }

    #[inline(always)]
    fn new(corners: Triangle, error: f64) -> Self {
        let edges = edges(&corners);
        let normal = edges[0].cross(&edges[1]);
        let edge_max = largest_component(&edges);
        Self { corners, error, edges, normal, edge_max }
    }

    /// The corners of the other triangle along the normal; `None` if they are certainly on one side
    /// of this triangle's plane. `error` is B's.
    ///
    /// The rounded normal `n` is taken as an exact vector. It separates if the other triangle's
    /// corners project farther along it than the triangle's own, which [`OWN_PLANE`] bounds. The
    /// error of `n` does not enter, so thin triangles lose no precision.
    #[inline(always)]
    pub(super) fn heights(&self, other: &Triangle, error: f64) -> Option<Heights> {
        let from = other.each_ref().map(|corner| corner - self.corners[0]);
        let values = from.each_ref().map(|from| self.normal.dot(from));
        let bound = one_side_bound(&self.normal, error, self.edge_max, largest_component(&from));
        (!on_one_side(&values, bound)).then_some(Heights { from, values })
    }
}

/// Beyond this value along the rounded normal of a triangle whose longest edge component is `edge`,
/// a corner at most `reach` away projects beyond the triangle's own corners. `eta` enters once,
/// because only B's corners are uncertain: either as the ones tested or as the triangle's own.
#[inline]
fn one_side_bound(normal: &Real3, eta: f64, edge: f64, reach: f64) -> f64 {
    sum_of_components(normal) * (eta + ALONG_EXACT * reach)
        + OWN_PLANE * (edge * edge * edge)
        + TINY * (1.0 + edge)
}

/// All values above the bound, or all below minus the bound.
#[inline]
fn on_one_side(values: &[f64; 3], bound: f64) -> bool {
    let [p, q, r] = *values;
    (p > bound && q > bound && r > bound) || (p < -bound && q < -bound && r < -bound)
}
