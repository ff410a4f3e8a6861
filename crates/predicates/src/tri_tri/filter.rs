//! Two triangles in `f64` with proven error bounds: separate, crossing, or undecided.
//!
//! Everything happens in A's mesh frame. A's corners `x_i` are exact there; B's corners `y_j` are
//! rounded, each component within `eta` of the exact position ([`Side::error`]). `v` is
//! [`ROUNDOFF`]. Coordinates and translations up to [`crate::MAX_COORDINATE`] cause no overflow
//! below (the largest product has degree 4 and stays under 2^1014). [`TINY`] covers underflow.
//!
//! First the planes: if all corners of one triangle are certainly on one side of the other's plane,
//! they are separate (T. Möller, "A Fast Triangle-Triangle Intersection Test", Journal of Graphics
//! Tools 2(2), 1997, begins so); that is [`super::side`]. Pairs that may lie in one plane are
//! tested in that plane ([`super::planar`]). For the others come the certified signs of all fifteen
//! tetrahedra, and last the separating vectors.

use super::planar::{Planar, planar};
use super::side::{Heights, Side, sum_of_components};
use crate::exact::Contact;
use crate::numbers::rounding::{
    BOUND_ROUNDING, ROUNDOFF, TINY, certified, larger, largest_component,
};
use crate::signs::Signs;
use crate::triangle::Real3;

/// Rounding of a determinant `(p x q) . r` of computed differences, relative to the product of
/// their largest components: `8 v` a component of the cross product as above, and 4 v of its
/// `2 p q` in the dot product, three times: `48 v`. 64 v includes second-order terms. Checked by
/// Gappa, as are [`PROJECTIONS`] (`tests/proofs/filter_determinants.gappa`); what `eta` changes is
/// by hand.
const DETERMINANT: f64 = 64.0 * ROUNDOFF;

/// The most by which a determinant can exceed the product of the largest components of its columns
/// (the 3 x 3 determinants of entries within -1 and 1 reach 4).
const HADAMARD: f64 = 4.0;

/// Rounding of the distance between two projections on an exact vector, relative to `|L|_1 D`: two
/// times [`ALONG_EXACT`]'s 4 v and 2 v for the difference make 10 v. 12 v includes second-order
/// terms.
pub(super) const PROJECTIONS: f64 = 12.0 * ROUNDOFF;

/// Two triangles that neither plane separates, with the values computed so far.
pub(super) struct Undecided<'s> {
    a: &'s Side,
    b: &'s Side,
    alpha: [f64; 3],
    beta: [f64; 3],
    /// `y_j - x_0`, and the largest component of these.
    y_from_x: &'s [Real3; 3],
    y_from_x_max: f64,
}

/// What rounded arithmetic proves about a pair.
pub(super) enum Rounded {
    /// This is certain.
    Certain(Contact),
    /// If the two lie exactly in one plane, they meet.
    MeetInOnePlane,
    /// Nothing is proven.
    Unknown,
}

impl<'s> Undecided<'s> {
    /// With the heights of A's corners over B's plane and of B's over A's.
    #[inline]
    pub(super) fn new(a: &'s Side, b: &'s Side, [over_b, over_a]: &'s [Heights; 2]) -> Self {
        Self {
            a,
            b,
            alpha: over_b.values,
            beta: over_a.values,
            y_from_x: &over_a.from,
            y_from_x_max: largest_component(&over_a.from),
        }
    }
}

impl Undecided<'_> {
    /// The contact if that is certain. Touching is certain only in one plane perpendicular to an
    /// axis.
    ///
    /// If no corner is certainly off the other plane, edges cannot be shown to cross, and most such
    /// pairs are neighbours in one plane that are apart or overlap: they are tested in the plane
    /// only. Of the others some vector may separate those that the signs leave, if the values along
    /// it say so before rounding is accounted for.
    #[inline]
    pub(super) fn decide(&self) -> Rounded {
        let bounds = self.bounds();
        let alpha = self.alpha.map(|value| certified(value, bounds.alpha));
        let beta = self.beta.map(|value| certified(value, bounds.beta));
        if alpha == [0; 3] && beta == [0; 3] {
            return match planar(self.a, self.b) {
                Planar::Apart => Rounded::Certain(Contact::Free),
                Planar::Overlap if self.are_in_one_axis_plane() => Rounded::Certain(Contact::Touch),
                Planar::Overlap => Rounded::MeetInOnePlane,
                Planar::Unknown => Rounded::Unknown,
            };
        }
        let edge_crosses = self.edge_crosses();
        let volumes = self.volumes(&edge_crosses);
        let v = volumes.map(|row| row.map(|value| certified(value, bounds.v)));
        let signs = Signs { alpha, beta, v };
        if signs.some_edge_pierces() {
            return Rounded::Certain(Contact::Proper);
        }
        if signs.every_edge_misses() || self.some_vector_separates(&edge_crosses, &volumes) {
            return Rounded::Certain(Contact::Free);
        }
        Rounded::Unknown
    }

    /// The signs of all fifteen volumes, those that are certain.
    pub(super) fn signs(&self) -> Signs {
        let (bounds, volumes) = (self.bounds(), self.volumes(&self.edge_crosses()));
        Signs {
            alpha: self.alpha.map(|value| certified(value, bounds.alpha)),
            beta: self.beta.map(|value| certified(value, bounds.beta)),
            v: volumes.map(|row| row.map(|value| certified(value, bounds.v))),
        }
    }

    /// `e_i x f_j`.
    #[inline]
    fn edge_crosses(&self) -> [[Real3; 3]; 3] {
        self.a.edges.each_ref().map(|e| self.b.edges.each_ref().map(|f| e.cross(f)))
    }

    /// `V_ij`.
    #[inline]
    fn volumes(&self, edge_crosses: &[[Real3; 3]; 3]) -> [[f64; 3]; 3] {
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                edge_crosses[i][j].dot(&(self.b.corners[j] - self.a.corners[i]))
            })
        })
    }

    /// Whether all six corners are exact and have a coordinate in common.
    #[inline]
    fn are_in_one_axis_plane(&self) -> bool {
        let (a, b) = (&self.a.corners, &self.b.corners);
        let is_same = |k: usize| a.iter().chain(b).all(|corner| corner[k] == a[0][k]);
        self.b.error == 0.0 && (0..3).any(is_same)
    }

    /// The bounds beyond which a sign is certain.
    ///
    /// With `E`, `F`, `W` bounding components of exact and computed edges and of `y_j - x_i`,
    /// moving the columns of a determinant one after the other from the computed to the exact ones
    /// (an `f` by `2 eta`, a `y - x` by `eta`) and adding [`DETERMINANT`]'s roundings gives
    ///
    /// * `V`: `4 eta E (2 W + F) + 64 v E F W`,
    /// * `alpha`: `4 eta F (4 W + F) + 64 v F^2 W`,
    /// * `beta`: `4 eta E^2 + 64 v E^2 W`.
    #[inline]
    fn bounds(&self) -> Bounds {
        let eta = self.b.error;
        let e = self.a.edge_max;
        let f = self.b.edge_max + 2.0 * eta;
        // y_j - x_i is y_j - x_0 less an edge of A.
        let w = (self.y_from_x_max + e + eta) * BOUND_ROUNDING;
        let tiny = TINY * (1.0 + w);
        Bounds {
            v: e * (HADAMARD * eta * (2.0 * w + f) + DETERMINANT * f * w) * BOUND_ROUNDING + tiny,
            alpha: f * (HADAMARD * eta * (4.0 * w + f) + DETERMINANT * f * w) * BOUND_ROUNDING
                + tiny,
            beta: e * e * (HADAMARD * eta + DETERMINANT * w) * BOUND_ROUNDING + tiny,
        }
    }

    /// Whether one of the vectors that can separate two triangles that are not in one plane
    /// certainly does.
    ///
    /// Each vector is taken as exact, so its error does not enter, and thin triangles lose no
    /// precision. Along a normal the other triangle's corners have been measured; along `e_i x
    /// f_j`, from `x_i`, A spans 0 to `beta_j - beta_{j+1}` and B spans `V_ij` to `V_ij +
    /// alpha_{i+1} - alpha_i`. Only vectors along which these rounded values are apart are tried.
    #[inline]
    fn some_vector_separates(
        &self,
        edge_crosses: &[[Real3; 3]; 3],
        volumes: &[[f64; 3]; 3],
    ) -> bool {
        let one_sided =
            |values: &[f64; 3]| values.iter().all(|&x| x > 0.0) || values.iter().all(|&x| x < 0.0);
        if (one_sided(&self.alpha) && self.separates(&self.b.normal))
            || (one_sided(&self.beta) && self.separates(&self.a.normal))
        {
            return true;
        }
        (0..3).any(|i| {
            let b_span = self.alpha[(i + 1) % 3] - self.alpha[i];
            (0..3).any(|j| {
                let a_span = self.beta[j] - self.beta[(j + 1) % 3];
                let (v, most) = (volumes[i][j], larger(a_span, 0.0) - smaller(b_span, 0.0));
                let least = smaller(a_span, 0.0) - larger(b_span, 0.0);
                (v > most || v < least) && self.separates(&edge_crosses[i][j])
            })
        })
    }

    /// Whether the projections on an exact vector `L`, relative to `x_0`, have a gap larger than
    /// rounding and `eta` can cause: more than `|L|_1 (eta + 12 v D)`, where `D` is the largest
    /// component.
    #[inline]
    fn separates(&self, axis: &Real3) -> bool {
        // x_1 - x_0 and x_2 - x_0 are e_0 and -e_2, with the same roundings.
        let (x_1, x_2) = (axis.dot(&self.a.edges[0]), -axis.dot(&self.a.edges[2]));
        let (x_low, x_high) = (x_1.min(x_2).min(0.0), x_1.max(x_2).max(0.0));
        let [y_0, y_1, y_2] = self.y_from_x.each_ref().map(|y| axis.dot(y));
        let (y_low, y_high) = (y_0.min(y_1).min(y_2), y_0.max(y_1).max(y_2));
        let reach = self.a.edge_max.max(self.y_from_x_max);
        let bound = sum_of_components(axis) * (self.b.error + PROJECTIONS * reach) + TINY;
        y_low - x_high > bound || x_low - y_high > bound
    }
}

/// Beyond these values the three kinds of volumes have certain signs.
struct Bounds {
    v: f64,
    alpha: f64,
    beta: f64,
}

fn smaller(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}
