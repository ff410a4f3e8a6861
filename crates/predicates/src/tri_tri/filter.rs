//! Two triangles in `f64` with proven error bounds: separate, crossing, or undecided.
//!
//! Everything happens in A's mesh frame. A's corners `x_i` are exact there; B's corners `y_j` are
//! rounded, each component within `eta` of the exact position ([`Placement::error`]). `v` is
//! [`ROUNDOFF`]. Coordinates and translations up to [`crate::MAX_COORDINATE`] cause no overflow below
//! (the largest product has degree 4 and stays under 2^1014). [`TINY`] covers underflow.
//!
//! First the planes: if all corners of one triangle are certainly on one side of the other's plane,
//! they are separate (T. Möller, "A Fast Triangle-Triangle Intersection Test", Journal of Graphics
//! Tools 2(2), 1997, begins in this way). Then come the certified signs of all fifteen tetrahedra, and
//! last the separating vectors, which also decide pairs in one plane.

use crate::exact::Contact;
use crate::placement::Placement;
use crate::rounding::{BOUND_ROUNDING, ROUNDOFF, TINY, certified, largest_component};
use crate::signs::Signs;
use crate::triangle::{Real3, Triangle};

/// Rounding of `n . (p - q)` for an exact vector `n`, relative to `|n|_1 |p - q|`: the difference,
/// the product and two sums make 4 v; 6 v include second-order terms and the rounding of the bound.
const ALONG_EXACT: f64 = 6.0 * ROUNDOFF;

/// Bound on the projection of a triangle's own corners on its rounded normal, relative to the cube of its
/// longest edge component: a component of the normal has two products of two edges with 4 roundings
/// each, so its error is `8 v E^2`; the dot product with an edge adds three of them: `24 v E^3`. 32 v
/// includes second-order terms.
const OWN_PLANE: f64 = 32.0 * ROUNDOFF;

/// Rounding of a determinant `(p x q) . r` of computed differences, relative to the product of
/// their largest components: `8 v` a component of the cross product as above, and 4 v of its `2 p q`
/// in the dot product, three times: `48 v`. 64 v includes second-order terms.
const DETERMINANT: f64 = 64.0 * ROUNDOFF;

/// The most by which a determinant can exceed the product of the largest components of its columns
/// (the 3 x 3 determinants of entries within -1 and 1 reach 4).
const HADAMARD: f64 = 4.0;

/// Rounding of the distance between two projections on an exact vector, relative to `|L|_1 D`: two
/// times [`ALONG_EXACT`]'s 4 v and 2 v for the difference make 10 v. 12 v includes second-order terms.
pub(super) const PROJECTIONS: f64 = 12.0 * ROUNDOFF;

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

/// Two triangles that neither plane separates, with the values computed so far.
pub(super) struct Undecided {
    x: Triangle,
    y: Triangle,
    /// Bound on the error of every component of `y`.
    eta: f64,
    e: [Real3; 3],
    f: [Real3; 3],
    n_a: Real3,
    n_b: Real3,
    alpha: [f64; 3],
    beta: [f64; 3],
    /// Largest components of `e` and `f` as computed.
    e_max: f64,
    f_max: f64,
    /// `y_j - x_0`, and the largest component of these.
    y_from_x: [Real3; 3],
    y_from_x_max: f64,
}

/// Tries the two planes; `None` if one certainly has the other triangle on one side.
///
/// The rounded normal `n` is taken as an exact vector. It separates if the other triangle's corners
/// project farther along it than the triangle's own, which [`OWN_PLANE`] bounds. The error of `n` does
/// not enter, so thin triangles lose no precision.
#[inline]
pub(super) fn past_planes(a: &Triangle, b: &Triangle, placement: &Placement) -> Option<Undecided> {
    let b_amax = largest_component(&[b[0].coords, b[1].coords, b[2].coords]);
    let eta = placement.error(b_amax) * BOUND_ROUNDING;
    let x = *a;
    let y = [placement.to_a(&b[0]), placement.to_a(&b[1]), placement.to_a(&b[2])];

    let f = edges(&y);
    let n_b = f[0].cross(&f[1]);
    let x_from_y = [x[0] - y[0], x[1] - y[0], x[2] - y[0]];
    let alpha = [n_b.dot(&x_from_y[0]), n_b.dot(&x_from_y[1]), n_b.dot(&x_from_y[2])];
    let (f_max, x_from_y_max) = (largest_component(&f), largest_component(&x_from_y));
    if on_one_side(&alpha, one_side_bound(&n_b, eta, f_max, x_from_y_max)) {
        return None;
    }

    let e = edges(&x);
    let n_a = e[0].cross(&e[1]);
    let y_from_x = [y[0] - x[0], y[1] - x[0], y[2] - x[0]];
    let beta = [n_a.dot(&y_from_x[0]), n_a.dot(&y_from_x[1]), n_a.dot(&y_from_x[2])];
    let (e_max, y_from_x_max) = (largest_component(&e), largest_component(&y_from_x));
    if on_one_side(&beta, one_side_bound(&n_a, eta, e_max, y_from_x_max)) {
        return None;
    }
    Some(Undecided { x, y, eta, e, f, n_a, n_b, alpha, beta, e_max, f_max, y_from_x, y_from_x_max })
}

/// Beyond this value along the rounded normal of a triangle whose longest edge component is `edge`,
/// a corner at most `reach` away projects beyond the triangle's own corners. `eta` enters once, because
/// only B's corners are uncertain: either as the ones tested or as the triangle's own.
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

impl Undecided {
    /// `Free` or `Proper` if that is certain, else `None`. Touching is never certain here.
    #[inline]
    pub(super) fn decide(&self) -> Option<Contact> {
        let edge_crosses: [[Real3; 3]; 3] =
            self.e.each_ref().map(|e| self.f.each_ref().map(|f| e.cross(f)));
        let signs = self.signs(&edge_crosses);
        if signs.some_edge_pierces() {
            return Some(Contact::Proper);
        }
        if signs.every_edge_misses() || self.some_vector_separates(&edge_crosses) {
            return Some(Contact::Free);
        }
        None
    }

    /// The fifteen signs, as far as they are certain.
    ///
    /// With `E`, `F`, `W` bounding components of exact and computed edges and of `y_j - x_i`, moving
    /// the columns of a determinant one after the other from the computed to the exact ones (an `f`
    /// by `2 eta`, a `y - x` by `eta`) and adding [`DETERMINANT`]'s roundings gives
    ///
    /// * `V`: `4 eta E (2 W + F) + 64 v E F W`,
    /// * `alpha`: `4 eta F (4 W + F) + 64 v F^2 W`,
    /// * `beta`: `4 eta E^2 + 64 v E^2 W`.
    #[inline]
    fn signs(&self, edge_crosses: &[[Real3; 3]; 3]) -> Signs {
        let eta = self.eta;
        let e = self.e_max;
        let f = self.f_max + 2.0 * eta;
        // y_j - x_i is y_j - x_0 less an edge of A.
        let w = (self.y_from_x_max + e + eta) * BOUND_ROUNDING;
        let tiny = TINY * (1.0 + w);
        let v_bound =
            e * (HADAMARD * eta * (2.0 * w + f) + DETERMINANT * f * w) * BOUND_ROUNDING + tiny;
        let alpha_bound =
            f * (HADAMARD * eta * (4.0 * w + f) + DETERMINANT * f * w) * BOUND_ROUNDING + tiny;
        let beta_bound = e * e * (HADAMARD * eta + DETERMINANT * w) * BOUND_ROUNDING + tiny;

        let mut v = [[0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                v[i][j] = certified(edge_crosses[i][j].dot(&(self.y[j] - self.x[i])), v_bound);
            }
        }
        Signs {
            alpha: self.alpha.map(|value| certified(value, alpha_bound)),
            beta: self.beta.map(|value| certified(value, beta_bound)),
            v,
        }
    }

    /// Whether one of the vectors that can separate two triangles certainly does.
    ///
    /// Each vector is taken as exact, so its error does not enter. Normals and cross products of edges
    /// separate triangles in space; edge normals within the plane separate pairs in one plane; the
    /// edges themselves separate segments on one line.
    fn some_vector_separates(&self, edge_crosses: &[[Real3; 3]; 3]) -> bool {
        let larger_normal = if sum_of_components(&self.n_a) > sum_of_components(&self.n_b) {
            &self.n_a
        } else {
            &self.n_b
        };
        let own_edges = || self.e.iter().chain(&self.f);
        [self.n_a, self.n_b].iter().any(|axis| self.separates(axis))
            || edge_crosses.iter().flatten().any(|axis| self.separates(axis))
            || own_edges().any(|edge| self.separates(&larger_normal.cross(edge)))
            || own_edges().any(|edge| self.separates(edge))
    }

    /// Whether the projections on an exact vector `L`, relative to `x_0`, have a gap larger than rounding
    /// and `eta` can cause: more than `|L|_1 (eta + 12 v D)`, where `D` is the largest component.
    #[inline]
    fn separates(&self, axis: &Real3) -> bool {
        // x_1 - x_0 and x_2 - x_0 are e_0 and -e_2, with the same roundings.
        let (x_1, x_2) = (axis.dot(&self.e[0]), -axis.dot(&self.e[2]));
        let (x_low, x_high) = (x_1.min(x_2).min(0.0), x_1.max(x_2).max(0.0));
        let [y_0, y_1, y_2] = self.y_from_x.each_ref().map(|y| axis.dot(y));
        let (y_low, y_high) = (y_0.min(y_1).min(y_2), y_0.max(y_1).max(y_2));
        let reach = self.e_max.max(self.y_from_x_max);
        let bound = sum_of_components(axis) * (self.eta + PROJECTIONS * reach) + TINY;
        y_low - x_high > bound || x_low - y_high > bound
    }
}
