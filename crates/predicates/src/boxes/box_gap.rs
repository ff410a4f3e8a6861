//! How far apart the faces of two placed boxes prove two bodies to be.
//!
//! Bodies that stand on each other, or are separated by a tiny gap, have tens of thousands of pairs
//! of triangles that are equally close. One plane, the face of the box around one body that is
//! turned to the other, gives a bound for all of them at once. Each box is aligned with the axes of
//! its mesh and placed by a pose.
//!
//! # The gap
//!
//! Face `k` of a box placed by `R_a`, `t_a` has the exact normal `n`, the cross product of the
//! other two columns of `R_a`, so its points have the height `n . (x - t_a) = det(R_a) end`. The
//! lowest point of the other box is at `n . (t_b - t_a)` plus, for each of its axes, the lesser of
//! `m_j min_j` and `m_j max_j`, `m = R_b^T n`. The difference `h` of the two heights proves that
//! the bodies are at least `h / |n|` apart. Of the twelve faces (six of each box) the one of the
//! largest `h` in plain `f64` is taken, which is the same one on every CPU. What is claimed of it
//! is exact: [`BoxGap::is_at_least`] uses double words and, where these are too coarse, integers
//! ([`crate::exact::exact_face_gap`]).

use super::aabb::Aabb;
use super::face_and_box::{FaceAndBox, rounded_heights};
use crate::exact::exact_face_gap;
use crate::numbers::double_double::{DOUBLE_ROUNDING, Double};
use crate::numbers::rounding::ROUNDOFF;
use crate::pose::Pose;

/// What the faces of two placed boxes prove about the distance of all that is in the boxes.
#[derive(Clone, Debug)]
pub struct BoxGap {
    face: FaceAndBox,
    /// The height over the face, times `outwards`, and its error bound; the squared length of
    /// the normal.
    height: Double,
    error: f64,
    normal_sq: Double,
    /// Around the exact gap.
    lower: f64,
    upper: f64,
    /// The largest `f64` that the exact gap is not below, where it was needed.
    exact: Option<f64>,
}

/// Bound on the error of the height in double words, relative to the sizes that go into it; half of
/// it would be enough.
///
/// Components of a normal are at most 2.01, those of `m` at most 3.5, as columns are within 1e-4 of
/// unit length. The height is a sum of ten products of these with sizes whose sum is `S`, so
/// partial sums are below `4 S`, and each of some forty operations is off by at most
/// [`DOUBLE_ROUNDING`] of one: 160 of these. The squares that are compared are off by a dozen of
/// them, relatively, and the height is below `4 S`.
const HEIGHT_REL_ERR: f64 = 1024.0 * DOUBLE_ROUNDING;

/// The same for plain `f64`: some sixty operations, each off by at most [`ROUNDOFF`] of `4 S`.
const HEIGHT_REL_ERR_F64: f64 = 1024.0 * ROUNDOFF;

/// Bounds the rounding error of a root, a quotient and sums in `f64`, and of dropping the lower
/// words.
const QUOTIENT_ROUND_UP: f64 = 1.0 + 16.0 * ROUNDOFF;

/// Sizes for which no underflow or overflow of a product here matters.
const SIZES: std::ops::Range<f64> = 1e-60..1e60;

impl BoxGap {
    /// Of two boxes, each in the frame of its mesh and placed by its pose; `None` where no face
    /// shows a gap.
    ///
    /// ```
    /// use obbtree_predicates::{Aabb, BoxGap, Pose};
    /// let cube = Aabb { min: [0.0; 3].into(), max: [1.0; 3].into() };
    /// let (here, above) = (Pose::identity(), Pose::from_translation([0.5, 0.0, 1.25])?);
    /// let mut gap = BoxGap::new(&cube, &here, &cube, &above).expect("a gap");
    /// assert!(gap.is_at_least(0.25) && !gap.is_at_least(0.25_f64.next_up()));
    /// assert!(BoxGap::new(&cube, &here, &cube, &here).is_none());
    /// # Ok::<(), obbtree_predicates::PoseError>(())
    /// ```
    #[must_use]
    pub fn new(a: &Aabb, pose_a: &Pose, b: &Aabb, pose_b: &Pose) -> Option<Self> {
        let (mut most, mut best) = (f64::NEG_INFINITY, [0; 3]);
        let (boxes, poses) = ([a, b], [pose_a, pose_b]);
        for side in 0..2 {
            let in_order = [side, 1 - side];
            let (boxes, poses) = (in_order.map(|n| boxes[n]), in_order.map(|n| poses[n]));
            for axis in 0..3 {
                let heights = rounded_heights(boxes, poses, axis);
                for (facing, height) in heights.into_iter().enumerate() {
                    if height > most {
                        (most, best) = (height, [side, axis, facing]);
                    }
                }
            }
        }
        let [side, axis, facing] = best;
        let outwards = [1.0, -1.0][facing];
        let face = FaceAndBox {
            pose: *poses[side],
            axis,
            outwards,
            end: if outwards > 0.0 { boxes[side].max[axis] } else { boxes[side].min[axis] },
            other: *boxes[1 - side],
            pose_of_other: *poses[1 - side],
        };
        let sizes = face.sizes();
        if !(most > -HEIGHT_REL_ERR_F64 * sizes && sizes.is_finite()) {
            return None;
        }
        let (height, normal_sq) = face.height();
        let error = if SIZES.contains(&sizes) { HEIGHT_REL_ERR * sizes } else { f64::INFINITY };
        let length = normal_sq.high.sqrt();
        let upper = (height.high + error) / length * QUOTIENT_ROUND_UP;
        let lower = ((height.high - error) / length / QUOTIENT_ROUND_UP).max(0.0);
        let mut gap = Self { face, height, error, normal_sq, lower, upper, exact: None };
        let is_gap = gap.lower > 0.0 || gap.exact() > 0.0;
        is_gap.then_some(gap)
    }

    /// At most the exact gap: some ulps less, or 0 where double words cannot distinguish it from 0.
    #[must_use]
    pub fn lower(&self) -> f64 {
        self.lower
    }

    /// At least the exact gap: some ulps more, unless double words are too coarse.
    #[must_use]
    pub fn upper(&self) -> f64 {
        self.upper
    }

    /// Is the exact gap at least this, a positive number?
    pub fn is_at_least(&mut self, distance: f64) -> bool {
        if SIZES.contains(&distance) && self.error < self.height.high {
            let square = Double::product(distance, distance).times(self.normal_sq);
            let off_by = |error: f64| self.height.plus(Double::of(error));
            let [low, high] = [off_by(-self.error), off_by(self.error)];
            if square.is_less(low.times(low)) {
                return true;
            }
            if high.times(high).is_less(square) {
                return false;
            }
        }
        self.exact() >= distance
    }

    /// In integers, once.
    fn exact(&mut self) -> f64 {
        *self.exact.get_or_insert_with(|| exact_face_gap(&self.face))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::exact_distance;
    use nalgebra::{Matrix3, Point3, Rotation3, Unit, Vector3};
    use rand::{Rng, RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Twelve triangles: two on each face.
    fn surface(of: &Aabb) -> Vec<[Point3<f64>; 3]> {
        let corner = |n: usize| {
            let end = |k: usize| if n >> k & 1 == 0 { of.min[k] } else { of.max[k] };
            Point3::new(end(0), end(1), end(2))
        };
        let faces =
            [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 4, 5], [2, 3, 6, 7], [0, 2, 4, 6], [1, 3, 5, 7]];
        let of_face = |[p, q, r, s]: [usize; 4]| [[p, q, r], [q, r, s]];
        let triangles = faces.into_iter().flat_map(of_face);
        triangles.map(|triangle| triangle.map(corner)).collect()
    }

    fn vector(random: &mut impl Rng) -> Vector3<f64> {
        Vector3::from_fn(|_, _| random.random_range(-1.0..1.0))
    }

    fn rotation(random: &mut impl Rng) -> Matrix3<f64> {
        let axis = Unit::new_normalize(vector(random));
        Rotation3::from_axis_angle(&axis, random.random_range(-3.0..3.0)).into_inner()
    }

    /// The exact distance of two boxes, rounded down and up.
    fn distance(a: &Aabb, pose_a: &Pose, b: &Aabb, pose_b: &Pose) -> [f64; 2] {
        let mut least = [f64::INFINITY; 2];
        for of_a in surface(a) {
            for of_b in surface(b) {
                let found = exact_distance(&of_a, pose_a, &of_b, pose_b);
                least = [least[0].min(found[0]), least[1].min(found[1])];
            }
        }
        least
    }

    /// Face over face the gap is the distance, from sizes down to a fraction of an ulp.
    #[test]
    fn the_gap_of_a_face_over_a_face_is_the_distance() {
        let random = &mut Pcg64Mcg::seed_from_u64(9);
        let (mut exact, mut none) = (0, 0);
        for round in 0..120 {
            let turn = rotation(random);
            let half = vector(random).map(|x| 1.5 + x);
            let a = Aabb { min: Point3::from(-half), max: Point3::from(half) };
            let face = random.random_range(0..3);
            let mut along = vector(random) * 0.25;
            along[face] = 2.0 * half[face] + 10.0_f64.powi(-(round % 20));
            let base = vector(random) * 10.0_f64.powi(random.random_range(-3..3));
            let pose_a = Pose::new(turn, base).expect("a rotation");
            let pose_b = Pose::new(turn, turn * along + base).expect("a rotation");
            let [lower, upper] = distance(&a, &pose_a, &a, &pose_b);
            let Some(mut gap) = BoxGap::new(&a, &pose_a, &a, &pose_b) else {
                // They meet, or one is a little inside of the other.
                none += 1;
                continue;
            };
            assert!(gap.lower() <= upper && lower <= gap.upper(), "{gap:?} {lower} {upper}");
            assert!(gap.is_at_least(lower), "{gap:?} {lower}");
            assert!(!gap.is_at_least(upper.next_up()), "{gap:?} {upper}");
            exact += usize::from(gap.exact.is_some());
        }
        assert!(exact > 10 && none > 5 && none < 60, "{exact} in integers, {none} without a gap");
    }

    #[test]
    fn the_gap_is_never_more_than_the_distance() {
        let random = &mut Pcg64Mcg::seed_from_u64(10);
        let mut gaps = 0;
        for round in 0..400 {
            let unit = 2.0_f64.powi([0, 0, 0, -300, 200, -900][round % 6]);
            let mut aabb = || {
                let (p, q) = (Point3::from(vector(random)), Point3::from(vector(random)));
                let [min, max] = [p.inf(&q) * unit, p.sup(&q) * unit];
                Aabb { min, max }
            };
            let (a, b) = (aabb(), aabb());
            let mut pose = |far: f64| {
                Pose::new(rotation(random), vector(random) * far * unit).expect("a rotation")
            };
            let (pose_a, pose_b) = (pose(0.5), pose(2.0));
            let [_, upper] = distance(&a, &pose_a, &b, &pose_b);
            let Some(mut gap) = BoxGap::new(&a, &pose_a, &b, &pose_b) else { continue };
            assert!(gap.lower() <= upper, "{gap:?} {upper}");
            assert!(!gap.is_at_least(upper.next_up()), "{gap:?} {upper}");
            // What double words say is what integers say.
            let exact = gap.exact();
            assert!(exact > 0.0 && gap.lower() <= exact && exact <= gap.upper(), "{gap:?}");
            assert!(gap.is_at_least(exact) && !gap.is_at_least(exact.next_up()), "{gap:?}");
            gaps += 1;
        }
        assert!(gaps > 100, "{gaps}");
    }
}
