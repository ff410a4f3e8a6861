//! Whether the distance of two placed triangles is at most a tolerance.
//!
//! Stages as for [`triangles_meet`](crate::triangles_meet): `f64` with proven error bounds, then
//! [`exact_closer`](crate::exact_closer), which decides all pairs. A stage answers only what it has
//! proven, so the answer is that of exact arithmetic, whichever stage gives it.
//!
//! The distance is measured in the world, and a pose may differ from a rotation by 1e-4. So
//! everything here is computed along world axes, with A's translation as origin, which keeps
//! numbers small for bodies far from the origin of the world: `X_i = R_a a_i`, `Y_j = R_b b_j +
//! (t_b - t_a)`. An affine inverse as in [`super::filter`] would change lengths.
//!
//! There are two kinds of proof; `v` is [`ROUNDOFF`]:
//!
//! * closer: two points, one on each triangle, that are at most the tolerance apart;
//! * farther: a vector along which the triangles have a gap of more than the tolerance times its
//!   length. Any computed vector can be used, because it is taken as exact.
//!
//! How points and vectors are found needs no proof: if they are inaccurate they prove nothing, and
//! the next stage decides. First the line of the two centroids is tried, then the two normals;
//! these decide most pairs that are clearly closer or farther. Then the closest of fifteen pairs of
//! features is computed: nine pairs of edges and six corners over faces (C. Ericson, "Real-Time
//! Collision Detection", 2005, sections 5.1.9 and 5.1.10), and the vector between its points is
//! tried.
//!
//! Coordinates and translations are at most [`crate::MAX_COORDINATE`]: `|X|` and `|Y|` are then below
//! 2^252, differences below 2^253, and products of degree four below 2^1014.

use super::filter::PROJECTIONS;
use super::meet::triangles_meet;
use super::prepared::certainly_cross;
use super::side::{edges, sum_of_components};
use super::stages::Stages;
use crate::exact::exact_closer;
use crate::placement::Placement;
use crate::rounding::{BOUND_ROUNDING, ROUNDOFF, TINY, larger, largest_component};
use crate::{Real3, Triangle};

/// Bound on the error of a component of `X_i - Y_j`, in roundoffs: relative to the largest
/// coordinates of the two triangles, and to the difference of the translations.
///
/// A row of a matrix within 1e-4 of a rotation has `|row|_1 <= 1.733`, and each product has 3
/// roundings: `5.2 v |a|` for `X`; `5.2 v |b|`, and for adding the translation `v (1.733 |b| +
/// |t|)`, and `v |t|` for the translation itself. The rest covers second-order terms.
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

/// Whether the Euclidean distance of two closed triangles in the world is at most `tolerance`.
///
/// `a` and `b` are in the frames of their meshes; `placement` holds the poses of both. The
/// tolerance is in the caller's unit of length. A distance equal to the tolerance counts as closer,
/// so for the tolerance 0 the answer is that of [`triangles_meet`]. For a negative tolerance or NaN
/// the answer is `false`. Degenerate triangles are segments or points. The answer is that of exact
/// arithmetic on the given numbers, also for poses that are not exactly rotations. `stages` counts
/// whether the filter or exact arithmetic gave it.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, Stages, triangles_closer};
/// let triangle = [Point3::origin(), Point3::new(1.0, 0.0, 0.0), Point3::new(0.0, 1.0, 0.0)];
/// let up = Placement::new(&Pose::identity(), &Pose::from_translation([0.0, 0.0, 0.1])?);
/// let mut stages = Stages::default();
/// let mut closer = |tolerance| triangles_closer(&triangle, &triangle, &up, tolerance, &mut stages);
/// assert!(closer(0.1)); // a tie
/// assert!(!closer(0.1_f64.next_down()));
/// assert!(!closer(0.0));
/// assert_eq!(stages.total(), 3);
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[inline]
#[must_use]
pub fn triangles_closer(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    tolerance: f64,
    stages: &mut Stages,
) -> bool {
    if !(tolerance > 0.0) {
        return tolerance == 0.0 && triangles_meet(a, b, placement, stages);
    }
    let pair = Pair::new(a, b, placement);
    if let Some(closer) = pair.decide_early(tolerance).or_else(|| pair.decide(tolerance)) {
        stages.filter += 1;
        return closer;
    }
    closer_past_filter(a, b, placement, tolerance, stages)
}

/// The last stages, for triangles that cross (no pair of features shows this), and for those whose
/// distance is equal to the tolerance up to rounding.
#[cold]
#[inline(never)]
fn closer_past_filter(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    tolerance: f64,
    stages: &mut Stages,
) -> bool {
    if certainly_cross(a, b, placement) {
        stages.filter += 1;
        return true;
    }
    stages.big += 1;
    exact_closer(a, &placement.pose_a, b, &placement.pose_b, tolerance)
}

/// Two triangles along world axes, relative to A's translation.
struct Pair {
    x: Triangle,
    y: Triangle,
    /// `[x_1 - x_0, x_2 - x_1, x_0 - x_2]`, and the same of `y`.
    e: [Real3; 3],
    f: [Real3; 3],
    /// `y_j - x_0`.
    y_from_x: [Real3; 3],
    /// Bound on the error of every component of a computed `x_i - y_j`, without the rounding of the
    /// difference itself.
    eta: f64,
    /// The largest component of `e` and `y_from_x`.
    reach: f64,
}

/// A vector from a point of A to a point of B.
struct Nearest {
    a_to_b: Real3,
    dist_sq: f64,
    /// The edges that contain the points, if the pair of features is a pair of edges.
    edges: Option<[usize; 2]>,
}

impl Pair {
    #[inline]
    fn new(a: &Triangle, b: &Triangle, placement: &Placement) -> Self {
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

    /// The answer by the line of the two centroids and the two normals; `None` if they prove
    /// nothing.
    #[inline]
    fn decide_early(&self, tolerance: f64) -> Option<bool> {
        let [e_0, _, e_2] = &self.e;
        let [y_0, y_1, y_2] = &self.y_from_x;
        // The sum of B's corners less that of A's: three times the vector between the centroids.
        let between_sums = y_0 + y_1 + y_2 - (e_0 - e_2);
        if self.is_farther_along(&between_sums, tolerance) {
            return Some(false);
        }
        if self.is_closer_by(&(between_sums / 3.0), tolerance) {
            return Some(true);
        }
        let is_farther = self.is_farther_along(&e_0.cross(e_2), tolerance)
            || self.is_farther_along(&self.f[0].cross(&self.f[2]), tolerance);
        if is_farther { Some(false) } else { None }
    }

    /// The answer by the closest pair of features: its two points, the vector between them, and,
    /// where this is too short to have a certain direction, the normal of the two edges.
    fn decide(&self, tolerance: f64) -> Option<bool> {
        let nearest = self.nearest();
        if self.is_closer_by(&nearest.a_to_b, tolerance) {
            return Some(true);
        }
        let is_farther = self.is_farther_along(&nearest.a_to_b, tolerance)
            || nearest.edges.is_some_and(|[i, j]| {
                self.is_farther_along(&self.e[i].cross(&self.f[j]), tolerance)
            });
        if is_farther { Some(false) } else { None }
    }

    /// Whether the two points between which this vector was computed certainly have a distance of
    /// at most the tolerance.
    ///
    /// The exact vector differs in a component by at most `eta` plus the rounding of
    /// [`BETWEEN_POINTS`]. [`TINY`] covers squares that underflow, so this never proves a tolerance
    /// below 2^-500.
    #[inline]
    fn is_closer_by(&self, a_to_b: &Real3, tolerance: f64) -> bool {
        let error = CUBE_DIAGONAL * (self.eta + BETWEEN_POINTS * self.reach) * BOUND_ROUNDING;
        ((a_to_b.norm_squared() + TINY).sqrt() + error) * LENGTH <= tolerance
    }

    /// Whether the gap of the projections on an exact vector `L` is certainly larger than the
    /// tolerance.
    ///
    /// The error of the gap of the computed projections, relative to `x_0`, is at most
    /// `|L|_1 (eta + 12 v r)` ([`PROJECTIONS`]). [`TINY`] covers products that underflow: under the
    /// root it keeps the length an upper bound, and in the sum it exceeds what the gap and the
    /// product with the tolerance lose.
    #[inline]
    fn is_farther_along(&self, axis: &Real3, tolerance: f64) -> bool {
        // x_1 - x_0 and x_2 - x_0 are e_0 and -e_2.
        let (x_1, x_2) = (axis.dot(&self.e[0]), -axis.dot(&self.e[2]));
        let (x_low, x_high) = (lesser(lesser(x_1, x_2), 0.0), larger(larger(x_1, x_2), 0.0));
        let [y_0, y_1, y_2] = self.y_from_x.each_ref().map(|y| axis.dot(y));
        let (y_low, y_high) = (lesser(lesser(y_0, y_1), y_2), larger(larger(y_0, y_1), y_2));
        let gap = larger(y_low - x_high, x_low - y_high);
        let length = (axis.norm_squared() + TINY).sqrt();
        let error =
            sum_of_components(axis) * (self.eta + PROJECTIONS * self.reach) * BOUND_ROUNDING + TINY;
        gap > (tolerance * length + error) * LENGTH
    }

    /// The closest pair of features, up to rounding.
    fn nearest(&self) -> Nearest {
        let mut nearest = Nearest { a_to_b: self.y_from_x[0], dist_sq: f64::INFINITY, edges: None };
        self.nearest_edges(&mut nearest);
        let [x_face, y_face] = [Face::new(&self.e), Face::new(&self.f)];
        let mut consider = |a_to_b: Option<Real3>| {
            if let Some(a_to_b) = a_to_b {
                let dist_sq = a_to_b.norm_squared();
                if dist_sq < nearest.dist_sq {
                    nearest = Nearest { a_to_b, dist_sq, edges: None };
                }
            }
        };
        for y_from_x in &self.y_from_x {
            consider(x_face.projection_to_point(y_from_x));
        }
        for x in &self.x {
            consider(y_face.projection_to_point(&(x - self.y[0])).map(|v| -v));
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
                    *nearest = Nearest { a_to_b, dist_sq, edges: Some([i, j]) };
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
    fn new(edges: &'e [Real3; 3]) -> Self {
        // The edges at the first corner are e_0 and -e_2; two signs cancel in each product.
        let normal = edges[2].cross(&edges[0]);
        let per_square = normal.norm_squared().recip();
        let to_u = normal.cross(&edges[2]) * per_square;
        let to_v = normal.cross(&edges[0]) * per_square;
        Self { edges, to_u, to_v }
    }

    /// The vector from the projection to the point, which is given relative to the first corner, if
    /// the projection is inside. (For degenerate triangles the coordinates are NaN or infinite, and
    /// no projection is inside.)
    #[inline]
    fn projection_to_point(&self, w: &Real3) -> Option<Real3> {
        let (u, v) = (self.to_u.dot(w), self.to_v.dot(w));
        if u >= 0.0 && v >= 0.0 && u + v <= 1.0 {
            Some(w - self.edges[0] * u + self.edges[2] * v)
        } else {
            None
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pose, exact_distance};
    use nalgebra::{Matrix3, Point3, Vector3};

    fn at_identity() -> Placement {
        Placement::new(&Pose::identity(), &Pose::identity())
    }

    const BASE: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

    /// For each kind of pair of features that can be the closest to [`BASE`], a triangle and its
    /// distance: face, corner, edge and corner, edges, edge and interior edge, in one plane.
    const OTHERS: [([[f64; 3]; 3], f64); 7] = [
        ([[1.0, 1.0, 5.0], [9.0, 0.0, 9.0], [0.0, 9.0, 9.0]], 5.0),
        ([[7.0, -4.0, 12.0], [9.0, -9.0, 20.0], [9.0, -9.0, 30.0]], 13.0),
        ([[2.0, -3.0, 4.0], [2.0, -9.0, 7.0], [3.0, -9.0, 9.0]], 5.0),
        ([[2.0, -6.0, 2.0], [2.0, 2.0, -4.0], [2.0, -99.0, -99.0]], 2.0),
        ([[-9.0, -9.0, 3.0], [9.0, -9.0, 3.0], [0.0, 9.0, 3.0]], 3.0),
        ([[1.0, -2.0, 0.0], [3.0, -2.0, 0.0], [3.0, -5.0, 0.0]], 2.0),
        ([[1.0, -2.0, 0.0], [3.0, -2.0, 0.0], [2.0, -2.0, 0.0]], 2.0),
    ];

    #[test]
    fn the_filter_decides_everything_except_ties() {
        const RELATIVE_GAP: f64 = 1.0 / (1_u64 << 40) as f64;
        let a = BASE.map(Point3::from);
        for (other, distance) in OTHERS {
            let b = other.map(Point3::from);
            for (one, other) in [(a, b), (b, a)] {
                let mut stages = Stages::default();
                let mut closer = |tolerance| {
                    triangles_closer(&one, &other, &at_identity(), tolerance, &mut stages)
                };
                for factor in [1.0 + RELATIVE_GAP, 1.5, 100.0] {
                    assert!(closer(distance * factor), "{other:?} {factor}");
                }
                for factor in [1.0 - RELATIVE_GAP, 0.5, 0.01] {
                    assert!(!closer(distance * factor), "{other:?} {factor}");
                }
                assert_eq!(stages, Stages { filter: 6, ..Stages::default() });
                assert!(triangles_closer(&one, &other, &at_identity(), distance, &mut stages));
                assert_eq!(stages, Stages { filter: 6, big: 1, ..Stages::default() });
            }
        }
    }

    #[test]
    fn triangles_that_cross_are_closer_than_any_tolerance() {
        let a = BASE.map(Point3::from);
        let b = [[1.0, 1.0, -1.0], [1.5, 1.0, 1.0], [1.0, 1.5, 1.0]].map(Point3::from);
        let mut stages = Stages::default();
        for tolerance in [f64::MAX, 1.0, 1e-9, 5e-324, 0.0] {
            assert!(triangles_closer(&a, &b, &at_identity(), tolerance, &mut stages));
        }
        assert_eq!((stages.exact(), stages.total()), (0, 5));
    }

    /// Lengths are measured in the world, where a pose that is not exactly a rotation changes them.
    #[test]
    fn lengths_are_those_of_a_stretching_pose() {
        let stretch = 1.0 + 2.0_f64.powi(-16);
        let pose = |x: f64| {
            let t = Vector3::new(x, 0.0, 0.0);
            Pose::new(Matrix3::from_diagonal(&Vector3::new(stretch, 1.0, 1.0)), t).unwrap()
        };
        let near = BASE.map(Point3::from);
        let far = near.map(|p| p + Vector3::new(5.0, 0.0, 0.0));
        let placement = Placement::new(&pose(7.0), &pose(7.0));
        let mut stages = Stages::default();
        let mut closer =
            |tolerance| triangles_closer(&near, &far, &placement, tolerance, &mut stages);
        // The distance is 1 in the frame of the mesh.
        assert!(!closer(1.0) && !closer(stretch - 1e-12));
        assert!(closer(stretch + 1e-12));
        assert_eq!(stages.exact(), 0);
        assert!(triangles_closer(&near, &far, &placement, stretch, &mut stages));
        assert!(!triangles_closer(&near, &far, &placement, stretch.next_down(), &mut stages));
    }

    /// Where squares underflow or are close to the largest numbers, a proof is valid or none is
    /// given.
    #[test]
    fn the_filter_is_correct_at_every_size() {
        for exponent in (-1070..=246).step_by(14) {
            let unit = 2.0_f64.powi(exponent);
            let a = BASE.map(|p| Point3::from(p) * unit);
            for (other, _) in OTHERS {
                let b = other.map(|p| Point3::from(p) * unit);
                let here = Pose::identity();
                let [_, distance] = exact_distance(&a, &here, &b, &here);
                let tolerances = [0.5, 0.75, 1.0, 1.25, 2.0].map(|factor| distance * factor);
                let others = [5e-324, 1e-300, 1e-160, 1e-150, 1.0, 1e75, 1e160, f64::MAX];
                for tolerance in tolerances.into_iter().chain(others) {
                    let mut stages = Stages::default();
                    let found = triangles_closer(&a, &b, &at_identity(), tolerance, &mut stages);
                    assert_eq!(found, distance <= tolerance, "{other:?} {unit:e} {tolerance:e}");
                    // The products of degree four of small pairs stay above the smallest normal
                    // number.
                    let is_clear = (tolerance / distance - 1.0).abs() > 0.1;
                    if exponent.abs() <= 240 && is_clear && tolerance >= 1e-150 {
                        assert_eq!(stages.exact(), 0, "{other:?} {unit:e} {tolerance:e}");
                    }
                }
            }
        }
    }
}
