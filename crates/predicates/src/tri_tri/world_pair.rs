//! Two placed triangles along world axes, in `f64` with proven error bounds: their closest
//! features, and what two points or a vector prove about their distance.
//!
//! The distance is measured in the world, and a pose may differ from a rotation by 1e-4. So
//! everything here is computed along world axes, with A's translation as origin, which keeps
//! numbers small for bodies far from the origin of the world: `X_i = R_a a_i`, `Y_j = R_b b_j +
//! (t_b - t_a)`. An affine inverse as in [`super::filter`] would change lengths. `v` is
//! [`ROUNDOFF`].
//!
//! The closest of fifteen pairs of features is computed without a bound: nine pairs of edges and
//! six corners over faces (C. Ericson, "Real-Time Collision Detection", 2005, sections 5.1.9 and
//! 5.1.10).
//!
//! Coordinates and translations are at most [`crate::MAX_COORDINATE`]: `|X|` and `|Y|` are then
//! below 2^252, differences below 2^253, and products of degree four below 2^1014.
//!
//! Checked by Gappa: the constants here (`tests/proofs/points_between.gappa`, `placement.gappa`).
//! By hand: that sums of parts are differences of points, the counts of roundings in lengths and
//! quotients, and underflow.

use super::filter::PROJECTIONS;
use super::side::{edges, sum_of_components};
use crate::numbers::rounding::{BOUND_ROUNDING, ROUNDOFF, TINY, larger, largest_component};
use crate::pose::placement::Placement;
use crate::{Real3, Triangle};

/// Bound on the error of a component of `X_i - Y_j`, in roundoffs: relative to the largest
/// coordinates of the two triangles, and to the difference of the translations.
///
/// A row of a matrix within 1e-4 of a rotation has `|row|_1 <= 1.733`, and each product has 3
/// roundings: `5.2 v |a|` for `X`; `5.2 v |b|`, and for adding the translation `v (1.733 |b| +
/// |t|)`, and `v |t|` for the translation itself. The remainder covers second-order terms.
const OF_CORNERS: f64 = 8.0;
const OF_TRANSLATION: f64 = 3.0;

/// Bound on the rounding error of a vector computed between a point of A and a point of B, in every
/// component, relative to the largest component `r` of edges of A and of `Y_j - X_0`.
///
/// Edges of B and all differences of points of A and B are at most `2 r`. The largest error is that
/// of a corner `x` over B's face, `(w - u f_0) + v f_2` with `w = x - y_0`: 2 v for `w`, `2 v + 2
/// v` for each edge and its product, `2 v + 2 v` for the sums. The weights, as exact numbers, may
/// have a sum of `1 + v`, so the point may be beyond its edge by 2 v: 16 v together, and 18 v with
/// second-order terms. Two edges make 12 v, because their weights are in 0 to 1; the centroids, a
/// third of a sum of five vectors, make 8 v.
const BETWEEN_POINTS: f64 = 18.0 * ROUNDOFF;

/// The length of a vector whose components are at most one, rounded up.
const CUBE_DIAGONAL: f64 = 1.7320508075688774;

/// A factor that makes a computed sum with a length an upper bound: 1.5 v remain of `u . u` after
/// the root, then the root, a product, a sum and the product with this factor have one rounding
/// each: 5.5 v; 8 v with second-order terms.
const LENGTH: f64 = 1.0 + 8.0 * ROUNDOFF;

/// A factor, used twice, that makes a computed quotient by a length a lower bound: 2.5 v of the
/// length, and one rounding each of two products, a difference and a quotient.
const SHORTENED: f64 = 1.0 - 8.0 * ROUNDOFF;

/// Two triangles along world axes, relative to A's translation.
pub(super) struct WorldPair {
    pub(super) x: Triangle,
    pub(super) y: Triangle,
    /// `[x_1 - x_0, x_2 - x_1, x_0 - x_2]`, and the same of `y`.
    pub(super) e: [Real3; 3],
    pub(super) f: [Real3; 3],
    /// `y_j - x_0`.
    pub(super) y_from_x: [Real3; 3],
    /// Bound on the error of every component of a computed `x_i - y_j`, without the rounding of the
    /// difference itself.
    eta: f64,
    /// The largest component of `e` and `y_from_x`.
    reach: f64,
}

/// A vector from a point of A to a point of B.
pub(super) struct Nearest {
    pub(super) a_to_b: Real3,
    dist_sq: f64,
    pub(super) features: Features,
}

/// The features that contain the two points, and where on them the points are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Features {
    /// `x_i + s e_i` and `y_j + t f_j` for `[i, j]` and `[s, t]`, each of 0 to 1.
    Edges([usize; 2], [f64; 2]),
    /// `x_0 + u e_0 - v e_2`, with `u` and `v` of at least 0 and a sum of at most one, and `y_j`.
    FaceOfA(usize, [f64; 2]),
    /// `x_i`, and `y_0 + u f_0 - v f_2` likewise.
    FaceOfB(usize, [f64; 2]),
}

impl Features {
    /// The barycentric coordinates of corners 1 and 2 of both points.
    pub(super) fn weights(&self) -> [[f64; 2]; 2] {
        match *self {
            Self::Edges([i, j], [s, t]) => [on_edge(i, s), on_edge(j, t)],
            Self::FaceOfA(j, weights) => [weights, on_edge(j, 0.0)],
            Self::FaceOfB(i, weights) => [on_edge(i, 0.0), weights],
        }
    }

    /// Two edges, if that is what they are.
    pub(super) fn edges(&self) -> Option<[usize; 2]> {
        if let Self::Edges(edges, _) = self { Some(*edges) } else { None }
    }
}

impl WorldPair {
    #[inline]
    pub(super) fn new(a: &Triangle, b: &Triangle, placement: &Placement) -> Self {
        let (pose_a, pose_b) = (&placement.pose_a, &placement.pose_b);
        let offset = pose_b.translation() - pose_a.translation();
        let x = a.each_ref().map(|corner| pose_a.rotation() * corner);
        let y = b.each_ref().map(|corner| pose_b.rotation() * corner + offset);
        let size = |t: &Triangle| largest_component(&t.each_ref().map(|corner| corner.coords));
        // The smallest positive normal number covers products that underflow.
        let eta = ROUNDOFF
            * (OF_CORNERS * (size(a) + size(b)) + OF_TRANSLATION * offset.amax())
            * BOUND_ROUNDING
            + f64::MIN_POSITIVE;
        let (e, f) = (edges(&x), edges(&y));
        let y_from_x = y.map(|y| y - x[0]);
        let reach = larger(largest_component(&e), largest_component(&y_from_x));
        Self { x, y, e, f, y_from_x, eta, reach }
    }

    /// At least the distance of the two points between which this vector was computed.
    ///
    /// The exact vector differs in a component by at most `eta` plus the rounding of
    /// [`BETWEEN_POINTS`]. [`TINY`] covers squares that underflow, so this is never below 2^-500.
    #[inline]
    pub(super) fn longest(&self, a_to_b: &Real3) -> f64 {
        let error = CUBE_DIAGONAL * (self.eta + BETWEEN_POINTS * self.reach) * BOUND_ROUNDING;
        ((a_to_b.norm_squared() + TINY).sqrt() + error) * LENGTH
    }

    /// Whether the two points between which this vector was computed certainly have a distance of
    /// at most the tolerance.
    #[inline]
    pub(super) fn is_closer_by(&self, a_to_b: &Real3, tolerance: f64) -> bool {
        self.longest(a_to_b) <= tolerance
    }

    /// The gap of the projections on an exact vector `L`, the bound of its error, and the length of
    /// `L`.
    ///
    /// The error of the gap of the computed projections, relative to `x_0`, is at most
    /// `|L|_1 (eta + 12 v r)` ([`PROJECTIONS`]). [`TINY`] covers products that underflow: under the
    /// root it keeps the length an upper bound, and in the sum it exceeds what the gap and the
    /// product with a tolerance lose.
    #[inline]
    fn gap_along(&self, axis: &Real3) -> [f64; 3] {
        // x_1 - x_0 and x_2 - x_0 are e_0 and -e_2.
        let (x_1, x_2) = (axis.dot(&self.e[0]), -axis.dot(&self.e[2]));
        let (x_low, x_high) = (lesser(lesser(x_1, x_2), 0.0), larger(larger(x_1, x_2), 0.0));
        let [y_0, y_1, y_2] = self.y_from_x.each_ref().map(|y| axis.dot(y));
        let (y_low, y_high) = (lesser(lesser(y_0, y_1), y_2), larger(larger(y_0, y_1), y_2));
        let gap = larger(y_low - x_high, x_low - y_high);
        let length = (axis.norm_squared() + TINY).sqrt();
        let error =
            sum_of_components(axis) * (self.eta + PROJECTIONS * self.reach) * BOUND_ROUNDING + TINY;
        [gap, error, length]
    }

    /// Whether the gap of the projections on an exact vector is certainly larger than the
    /// tolerance.
    #[inline]
    pub(super) fn is_farther_along(&self, axis: &Real3, tolerance: f64) -> bool {
        let [gap, error, length] = self.gap_along(axis);
        gap > (tolerance * length + error) * LENGTH
    }

    /// At most the distance of the triangles, by the gap of the projections on an exact vector; 0
    /// if there is none.
    ///
    /// [`SHORTENED`] covers the roundings of the length, of two products, the difference and the
    /// quotient.
    #[inline]
    pub(super) fn shortest_along(&self, axis: &Real3) -> f64 {
        let [gap, error, length] = self.gap_along(axis);
        larger((gap * SHORTENED - error) / length * SHORTENED, 0.0)
    }

    /// The closest pair of features, up to rounding.
    pub(super) fn nearest(&self) -> Nearest {
        let features = Features::Edges([0; 2], [0.0; 2]);
        let mut nearest = Nearest { a_to_b: self.y_from_x[0], dist_sq: f64::INFINITY, features };
        self.nearest_edges(&mut nearest);
        let [x_face, y_face] = [Face::new(&self.e), Face::new(&self.f)];
        let mut consider = |a_to_b: Real3, features| {
            let dist_sq = a_to_b.norm_squared();
            if dist_sq < nearest.dist_sq {
                nearest = Nearest { a_to_b, dist_sq, features };
            }
        };
        for (j, y_from_x) in self.y_from_x.iter().enumerate() {
            if let Some((a_to_b, weights)) = x_face.projection_to_point(y_from_x) {
                consider(a_to_b, Features::FaceOfA(j, weights));
            }
        }
        for (i, x) in self.x.iter().enumerate() {
            if let Some((b_to_a, weights)) = y_face.projection_to_point(&(x - self.y[0])) {
                consider(-b_to_a, Features::FaceOfB(i, weights));
            }
        }
        nearest
    }

    /// The nine pairs of edges: among the points `x_i + s e_i` and `y_j + t f_j`, those for which
    /// `w + t f - s e` is shortest, with `w = y_j - x_i`.
    fn nearest_edges(&self, nearest: &mut Nearest) {
        let square = |edge: &Real3| edge.norm_squared();
        let (e_sq, f_sq) = (self.e.each_ref().map(square), self.f.each_ref().map(square));
        let (per_e_sq, per_f_sq) = (e_sq.map(f64::recip), f_sq.map(f64::recip));
        for (i, e) in self.e.iter().enumerate() {
            for (j, f) in self.f.iter().enumerate() {
                let w = self.y[j] - self.x[i];
                let (ef, we, wf) = (e.dot(f), w.dot(e), w.dot(f));
                let s = clamped_weight((we * f_sq[j] - wf * ef) / (e_sq[i] * f_sq[j] - ef * ef));
                let t = clamped_weight((s * ef - wf) * per_f_sq[j]);
                let s = clamped_weight((we + t * ef) * per_e_sq[i]);
                let a_to_b = w + f * t - e * s;
                let dist_sq = a_to_b.norm_squared();
                if dist_sq < nearest.dist_sq {
                    *nearest =
                        Nearest { a_to_b, dist_sq, features: Features::Edges([i, j], [s, t]) };
                }
            }
        }
    }
}

/// A triangle with the vectors that give the barycentric coordinates of the projection of a point.
struct Face<'e> {
    edges: &'e [Real3; 3],
    /// The dual basis of the edges at the first corner: `u = to_u . w`, `v = to_v . w`.
    to_u: Real3,
    to_v: Real3,
}

impl<'e> Face<'e> {
    #[inline]
    pub(super) fn new(edges: &'e [Real3; 3]) -> Self {
        // The edges at the first corner are e_0 and -e_2; two signs cancel in each product.
        let normal = edges[2].cross(&edges[0]);
        let per_square = normal.norm_squared().recip();
        let to_u = normal.cross(&edges[2]) * per_square;
        let to_v = normal.cross(&edges[0]) * per_square;
        Self { edges, to_u, to_v }
    }

    /// The vector from the projection to the point, which is given relative to the first corner, if
    /// the projection is inside, and the barycentric coordinates of corners 1 and 2. (For
    /// degenerate triangles these are NaN or infinite, and no projection is inside.)
    #[inline]
    fn projection_to_point(&self, w: &Real3) -> Option<(Real3, [f64; 2])> {
        let (u, v) = (self.to_u.dot(w), self.to_v.dot(w));
        if u >= 0.0 && v >= 0.0 && u + v <= 1.0 {
            Some((w - self.edges[0] * u + self.edges[2] * v, [u, v]))
        } else {
            None
        }
    }
}

/// The barycentric coordinates of corners 1 and 2 of the point at `s` on edge `v`, which goes from
/// corner `v` to the next.
fn on_edge(v: usize, s: f64) -> [f64; 2] {
    match v {
        0 => [s, 0.0],
        1 => [1.0 - s, s],
        _ => [0.0, 1.0 - s],
    }
}

/// The smaller of two numbers that are not NaN; see [`larger`].
#[inline]
fn lesser(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// The nearest number in 0 to 1; 0 for NaN, which an edge of length zero gives.
#[inline]
fn clamped_weight(x: f64) -> f64 {
    if x > 0.0 { lesser(x, 1.0) } else { 0.0 }
}
