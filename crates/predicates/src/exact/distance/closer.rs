//! Whether the distance of two closed triangles is at most `tolerance`, each triangle given in the
//! frame of its body and placed by the pose of its body. Exact arithmetic throughout.
//!
//! The distance of two disjoint triangles is that of a pair of features (corner, edge, face) whose
//! lines or planes have exactly one pair of closest points, and these points lie in the features: a
//! corner with a corner, an edge or a face, or two edges that are not parallel. (If the closest
//! points are in the interior of two features with a common direction, move both along it: the
//! distance is unchanged until one point reaches the boundary of its feature, and this gives a pair
//! of smaller features. A degenerate triangle has no face, and the argument needs none.) Each
//! candidate is the distance of two points of the triangles. So the distance is at most the
//! tolerance if and only if a candidate is, or the triangles meet.
//!
//! All candidates are quotients of polynomials in the fifteen squared distances of the six corners
//! (as the volumes of Cayley and Menger are; L. M. Blumenthal, "Theory and Applications of Distance
//! Geometry", 1953, section 40). Nothing is divided: both sides are multiplied by the denominator.

use dashu_int::IBig;
use nalgebra::Point3;

use crate::exact::contact::tri_tri::{Contact, contact};
use crate::exact::grid::grid_triangle::GridTriangle;
use crate::exact::grid::placed::{Placed, on_lattice};
use crate::exact::numbers::integer::{Int3, Integer, difference, dot};
use crate::exact::numbers::width::Same;
use crate::numbers::length_sum::LengthSum;
use crate::{Pose, Triangle};

/// Whether the distance of two closed triangles is at most `tolerance`, each triangle given in its
/// own body's frame and placed by its body's pose, in exact arithmetic from the start.
///
/// The same answer as [`triangles_closer`](crate::triangles_closer), without its filter and
/// therefore slower. The distance is the Euclidean one in world coordinates. A distance equal to
/// the tolerance counts as closer, so for the tolerance 0 the answer is whether the triangles meet.
/// For a negative tolerance or NaN it is `false`. Coordinates may be any finite numbers.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, exact_closer};
/// let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let here = Pose::identity();
/// let above = Pose::from_translation([0.0, 0.0, 0.1]).expect("finite");
/// assert!(exact_closer(&a, &here, &a, &above, 0.1));
/// assert!(!exact_closer(&a, &here, &a, &above, 0.1_f64.next_down()));
/// ```
#[cold]
#[inline(never)]
#[must_use]
pub fn exact_closer(
    a: &Triangle,
    pose_a: &Pose,
    b: &Triangle,
    pose_b: &Pose,
    tolerance: f64,
) -> bool {
    if !(tolerance >= 0.0) {
        return false;
    }
    if tolerance == f64::INFINITY {
        return true;
    }
    let (a, b) = (Placed::new(a, pose_a), Placed::new(b, pose_b));
    // The tolerance is converted to the same grid, as the x coordinate of a point.
    let tolerance = Placed::new(&[Point3::new(tolerance, 0.0, 0.0)], &Pose::identity());
    let step = a.step().min(b.step()).min(tolerance.step());
    if on_lattice(&a, step) && on_lattice(&b, step) && on_lattice(&tolerance, step) {
        let (a, b) = (a.on_grid::<i128>(step), b.on_grid::<i128>(step));
        let [[tolerance, ..]] = tolerance.on_grid::<i128>(step);
        if fits_short(&a, &b, tolerance) {
            return closer(&a, &b, &tolerance);
        }
    }
    let [[tolerance, ..]] = tolerance.on_grid::<IBig>(step);
    closer(&a.on_grid(step), &b.on_grid(step), &tolerance)
}

/// [`exact_closer`] for a tolerance that is a sum of finite lengths, as of two radii and a
/// tolerance between them.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{LengthSum, Pose, exact_closer_than_sum};
/// let (center, other) = ([Point3::origin(); 3], [Point3::new(1.0, 1e-8, 0.0); 3]);
/// let here = Pose::identity();
/// let closer = |sum| exact_closer_than_sum(&center, &here, &other, &here, &LengthSum::of(sum));
/// // The distance is 1 + 5.0e-17.
/// assert!(closer([1.0, 2.0_f64.powi(-54), 0.0])); // 1 + 5.6e-17
/// assert!(!closer([1.0, 2.0_f64.powi(-55), 0.0]));
/// ```
#[cold]
#[inline(never)]
#[must_use]
pub fn exact_closer_than_sum(
    a: &Triangle,
    pose_a: &Pose,
    b: &Triangle,
    pose_b: &Pose,
    tolerance: &LengthSum,
) -> bool {
    let (a, b) = (Placed::new(a, pose_a), Placed::new(b, pose_b));
    let step = a.step().min(b.step());
    let step = tolerance.step().map_or(step, |of_tolerance| of_tolerance.min(step));
    closer::<IBig>(&a.on_grid(step), &b.on_grid(step), &tolerance.on_grid(step))
}

/// The number of bits that a coordinate relative to A's first corner may have for `i128`.
///
/// Differences of corners are then below `D = 2^19` and squared distances below `3 D^2`. Sums of
/// four of these that are twice a dot product stay below `6 D^2`, a determinant below `36 D^4`, a
/// foot below `72 D^4`, and a numerator term by term below `(216 + 432 + 432) D^6`. Twice the
/// tolerance squared times a determinant is below `72 D^6`; the difference of the two is below
/// `1152 D^6 < 2^125`.
const SHORT_BITS: u32 = 18;

/// Whether [`closer`] cannot overflow `i128` with these coordinates.
fn fits_short(a: &[Int3<i128>; 3], b: &[Int3<i128>; 3], tolerance: i128) -> bool {
    let is_small = |x: i128| x.unsigned_abs() < 1 << SHORT_BITS;
    is_small(tolerance)
        && a.iter().chain(b).all(|corner| difference(corner, &a[0]).into_iter().all(is_small))
}

/// The answer for two triangles and a tolerance on one grid.
fn closer<I: Integer>(a: &[Int3<I>; 3], b: &[Int3<I>; 3], tolerance: &I) -> bool {
    let square = tolerance.times(tolerance);
    let twice_square = square.plus(&square);
    let is_closer =
        |found: Candidate<I>| !is_less(&twice_square.times(&found.denominator), &found.numerator);
    Squares::new(a, b).candidates().any(is_closer)
        || contact(&GridTriangle::<Same<I>>::new(a.clone()), &GridTriangle::new(b.clone()), false)
            != Contact::Free
}

/// Twice the squared distance of two points of the triangles, in units of the grid, as a quotient
/// with a positive denominator.
pub(crate) struct Candidate<I> {
    pub(crate) numerator: I,
    pub(crate) denominator: I,
}

/// A corner, by its index in the table: 0, 1, 2 are A's, 3, 4, 5 are B's.
type Corner = usize;

/// The vector from the first corner to the second.
type Between = [Corner; 2];

const CORNERS: [[Corner; 3]; 2] = [[0, 1, 2], [3, 4, 5]];

/// The triangles in both orders: the one with the corner of a pair of features, and the other.
const ORDERS: [[[Corner; 3]; 2]; 2] = [CORNERS, [CORNERS[1], CORNERS[0]]];

fn edges([p, q, r]: [Corner; 3]) -> [Between; 3] {
    [[p, q], [q, r], [r, p]]
}

/// All pairs of an item of the first array and one of the second.
fn pairs<P: Copy, Q: Copy>(first: [P; 3], second: [Q; 3]) -> impl Iterator<Item = (P, Q)> {
    first.into_iter().flat_map(move |p| second.into_iter().map(move |q| (p, q)))
}

/// The squared distances of six corners; entry `[p][q]` is set for `p < q`.
pub(crate) struct Squares<I>([[I; 6]; 6]);

impl<I: Integer> Squares<I> {
    pub(crate) fn new(a: &[Int3<I>; 3], b: &[Int3<I>; 3]) -> Self {
        let corner = |k: Corner| if k < 3 { &a[k] } else { &b[k - 3] };
        Self(std::array::from_fn(|p| {
            std::array::from_fn(|q| {
                if p >= q {
                    return I::shifted(0, 0);
                }
                let between = difference(corner(p), corner(q));
                dot(&between, &between)
            })
        }))
    }

    fn square(&self, p: Corner, q: Corner) -> &I {
        &self.0[p.min(q)][p.max(q)]
    }

    /// `2 u . v`.
    fn twice_dot(&self, u: Between, v: Between) -> I {
        let ([a, b], [c, d]) = (u, v);
        let (near, far) = (self.square(a, d).plus(self.square(b, c)), self.square(a, c));
        near.minus(far).minus(self.square(b, d))
    }

    /// Every pair of features whose closest points are in the features, the cheapest to compute
    /// first.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = Candidate<I>> {
        let [a, b] = CORNERS;
        let corner_corner = pairs(a, b).map(|(p, q)| self.corner_corner(p, q));
        let corner_edge = ORDERS
            .into_iter()
            .flat_map(|[one, other]| pairs(one, edges(other)))
            .filter_map(|(corner, edge)| self.corner_edge(corner, edge));
        let edge_edge =
            pairs(edges(a), edges(b)).filter_map(|(of_a, of_b)| self.edge_edge(of_a, of_b));
        let corner_face = ORDERS
            .into_iter()
            .flat_map(|[one, other]| one.map(|corner| (corner, other)))
            .filter_map(|(corner, face)| self.corner_face(corner, face));
        corner_corner.chain(corner_edge).chain(edge_edge).chain(corner_face)
    }

    fn corner_corner(&self, p: Corner, q: Corner) -> Candidate<I> {
        Candidate { numerator: self.twice_dot([p, q], [p, q]), denominator: I::shifted(1, 0) }
    }

    /// With `w` from the start of the edge `u` to the corner, the projection of the corner is at
    /// the parameter `w.u / u.u`, and the squared distance is `w.w - (w.u)^2 / u.u`.
    fn corner_edge(&self, corner: Corner, u: Between) -> Option<Candidate<I>> {
        let w = [u[0], corner];
        let (uu, uw) = (self.twice_dot(u, u), self.twice_dot(u, w));
        if uw.sign() <= 0 || !is_less(&uw, &uu) {
            return None; // then a corner of the edge is as close; also if the edge has length zero
        }
        let numerator = self.twice_dot(w, w).times(&uu).minus(&uw.times(&uw));
        Some(Candidate { numerator, denominator: uu })
    }

    /// The points `x + s u` of one line and `y + t v` of the other: `w = y - x`, and the vector
    /// between them is `w - s u - t (-v)`.
    fn edge_edge(&self, u: Between, v: Between) -> Option<Candidate<I>> {
        self.spanned(u, [v[1], v[0]], [u[0], v[0]], |s, t, determinant| {
            s.sign() >= 0 && t.sign() >= 0 && !is_less(determinant, s) && !is_less(determinant, t)
        })
    }

    /// The points `x + s u + t v` of a plane.
    fn corner_face(&self, corner: Corner, [p, q, r]: [Corner; 3]) -> Option<Candidate<I>> {
        self.spanned([p, q], [p, r], [p, corner], |s, t, determinant| {
            s.sign() >= 0 && t.sign() >= 0 && !is_less(determinant, &s.plus(t))
        })
    }

    /// The shortest `w - s u - t v` by Cramer's rule, if `u` and `v` are not parallel and `s` and
    /// `t`, here multiplied by the determinant, are `inside`.
    fn spanned(
        &self,
        u: Between,
        v: Between,
        w: Between,
        inside: impl Fn(&I, &I, &I) -> bool,
    ) -> Option<Candidate<I>> {
        let (uu, vv, uv) = (self.twice_dot(u, u), self.twice_dot(v, v), self.twice_dot(u, v));
        let determinant = uu.times(&vv).minus(&uv.times(&uv));
        if determinant.sign() <= 0 {
            return None;
        }
        let (uw, vw) = (self.twice_dot(u, w), self.twice_dot(v, w));
        let s = uw.times(&vv).minus(&vw.times(&uv));
        let t = vw.times(&uu).minus(&uw.times(&uv));
        if !inside(&s, &t, &determinant) {
            return None;
        }
        let all = self.twice_dot(w, w).times(&determinant);
        let numerator = all.minus(&uw.times(&s)).minus(&vw.times(&t));
        Some(Candidate { numerator, denominator: determinant })
    }
}

/// `x < y`.
pub(crate) fn is_less<I: Integer>(x: &I, y: &I) -> bool {
    y.minus(x).sign() > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix3, Vector3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
        corners.map(Point3::from)
    }

    /// Closer than the tolerance, and not closer than the next smaller number, in both orders.
    fn check(a: [[f64; 3]; 3], b: [[f64; 3]; 3], distance: f64) {
        let (a, b, here) = (triangle(a), triangle(b), Pose::identity());
        for (one, other) in [(&a, &b), (&b, &a)] {
            assert!(exact_closer(one, &here, other, &here, distance));
            assert!(!exact_closer(one, &here, other, &here, distance.next_down()));
            assert!(exact_closer(one, &here, other, &here, distance.next_up()));
        }
    }

    #[test]
    fn every_pair_of_features_is_found() {
        let base = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        // A corner over the face, and the same from below.
        check(base, [[1.0, 1.0, 5.0], [9.0, 0.0, 9.0], [0.0, 9.0, 9.0]], 5.0);
        check(base, [[1.0, 1.0, -0.1], [9.0, 0.0, -9.0], [0.0, 9.0, -9.0]], 0.1);
        // Two corners: 3, 4, 12 and 13.
        check(base, [[7.0, -4.0, 12.0], [9.0, -9.0, 20.0], [9.0, -9.0, 30.0]], 13.0);
        // A corner and an edge: 3, 4 and 5 from the x axis.
        check(base, [[2.0, -3.0, 4.0], [2.0, -9.0, 7.0], [3.0, -9.0, 9.0]], 5.0);
        // Two edges that are not parallel.
        check(base, [[2.0, -4.0, 3.0], [2.0, 3.0, 3.0], [2.0, 0.0, 30.0]], 3.0);
        // The line of its first edge is 3 y + 4 z = -10.
        check(base, [[2.0, -6.0, 2.0], [2.0, 2.0, -4.0], [2.0, -99.0, -99.0]], 2.0);
        // Parallel faces, parallel edges, and triangles in one plane.
        check(base, base.map(|[x, y, z]| [x + 0.5, y, z + 0.25]), 0.25);
        check(base, [[1.0, -2.0, 0.0], [3.0, -2.0, 0.0], [3.0, -5.0, 1.0]], 2.0);
        check(base, [[1.0, -2.0, 0.0], [3.0, -3.0, 0.0], [3.0, -5.0, 0.0]], 2.0);
    }

    #[test]
    fn degenerate_triangles_are_segments_and_points() {
        let point = [[0.0, 0.0, 0.0]; 3];
        let segment = [[-1.0, 0.0, 2.0], [1.0, 0.0, 2.0], [0.5, 0.0, 2.0]];
        check(point, [[3.0, 4.0, 12.0]; 3], 13.0);
        check(point, segment, 2.0);
        check(segment, [[0.0, 5.0, 2.0], [0.0, 2.0, 2.0], [0.0, 5.0, 2.0]], 2.0);
        check(segment, [[4.0, 4.0, 2.0], [9.0, 4.0, 2.0], [8.0, 4.0, 2.0]], 5.0);
        check(point, [[-9.0, -9.0, 3.0], [9.0, -9.0, 3.0], [0.0, 9.0, 3.0]], 3.0);
    }

    #[test]
    fn for_the_tolerance_zero_the_answer_is_contact() {
        let here = Pose::identity();
        let base = triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
        // No corner and no edge of these is close to any feature of the other triangle except its
        // face.
        let through = triangle([[1.0, 1.0, -1.0], [1.5, 1.0, 1.0], [1.0, 1.5, 1.0]]);
        let above = base.map(|p| p + Vector3::new(0.0, 0.0, 5e-324));
        assert!(exact_closer(&base, &here, &through, &here, 0.0));
        assert!(exact_closer(&base, &here, &through, &here, 5e-324));
        assert!(exact_closer(&base, &here, &base, &here, -0.0));
        assert!(!exact_closer(&base, &here, &above, &here, 0.0));
        assert!(exact_closer(&base, &here, &above, &here, 5e-324));
        for nothing in [-5e-324, f64::NEG_INFINITY, f64::NAN] {
            assert!(!exact_closer(&base, &here, &base, &here, nothing));
        }
        assert!(exact_closer(&base, &here, &above, &here, f64::INFINITY));
    }

    #[test]
    fn exponents_may_have_any_difference() {
        let here = Pose::identity();
        let corner = 1e75;
        let huge = triangle([[-corner, -corner, 0.0], [corner, -corner, 0.0], [0.0, corner, 0.0]]);
        let point = |z: f64| triangle([[0.1, 0.2, z]; 3]);
        for z in [1e-300, 5e-324, 1.0, 1e75] {
            assert!(exact_closer(&huge, &here, &point(z), &here, z));
            assert!(!exact_closer(&huge, &here, &point(z), &here, z.next_down()));
        }
        assert!(exact_closer(&huge, &here, &point(1e75), &here, f64::MAX));
        let far = triangle([[f64::MAX; 3], [f64::MAX, 0.0, 0.0], [0.0, f64::MAX, 0.0]]);
        assert!(!exact_closer(&far, &here, &point(0.0), &here, 1.27e308));
        assert!(exact_closer(&far, &here, &point(0.0), &here, 1.28e308));
    }

    #[test]
    fn short_and_long_integers_give_the_same_answer() {
        let mut random = Pcg64Mcg::seed_from_u64(11);
        let rotation = Matrix3::new(0.0, -1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0);
        let mut hits = 0;
        const ROUNDS: u64 = 20_000;
        for round in 0..ROUNDS {
            // From a small grid with many ties to the largest that short integers are used for.
            let n = [3, 5, 1 << 10, (1 << (SHORT_BITS - 1))][round as usize % 4];
            let mut point =
                || Point3::from([0; 3].map(|_| random.random_range(0..n) as f64 * 0.25));
            let a: Triangle = [(); 3].map(|()| point());
            let b: Triangle = [(); 3].map(|()| point());
            let tolerance = random.random_range(0..n / 2 + 1) as f64 * 0.25;
            // The rotation gives negative x and z.
            let back = 0.25 * n as f64;
            let pose_b = Pose::new(rotation, Vector3::new(back, 0.0, back)).unwrap();
            let (a, b) = (Placed::new(&a, &Pose::identity()), Placed::new(&b, &pose_b));
            let grid = |body: &Placed<3>| body.on_grid::<i128>(-2);
            let units = (tolerance * 4.0) as i128;
            assert!(fits_short(&grid(&a), &grid(&b), units));
            let short = closer(&grid(&a), &grid(&b), &units);
            let long = closer::<IBig>(&a.on_grid(-2), &b.on_grid(-2), &units.into());
            assert_eq!(short, long);
            hits += u64::from(short);
        }
        assert!((ROUNDS * 3 / 10..ROUNDS * 7 / 10).contains(&hits), "{hits} of {ROUNDS} closer");
    }

    /// The largest short coordinates, at the corners of their cube, where all bounds are nearly
    /// reached.
    #[test]
    fn short_integers_do_not_overflow() {
        let most = (1_i128 << SHORT_BITS) - 1;
        let mut random = Pcg64Mcg::seed_from_u64(12);
        for _ in 0..2_000 {
            let mut corner =
                || [0; 3].map(|_| most - i128::from(random.random_range(0..3_i32)) * most);
            let (mut a, b) = ([(); 3].map(|()| corner()), [(); 3].map(|()| corner()));
            a[0] = [0; 3];
            assert!(fits_short(&a, &b, most));
            let long = |t: &[Int3<i128>; 3]| t.map(|corner| corner.map(IBig::from));
            assert_eq!(closer(&a, &b, &most), closer(&long(&a), &long(&b), &most.into()));
        }
    }
}
