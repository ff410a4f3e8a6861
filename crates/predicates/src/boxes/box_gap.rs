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
use super::face_and_box::{FaceAndBox, HEIGHT_REL_ERR, HEIGHT_REL_ERR_F64};
use crate::exact::exact_face_gap;
use crate::numbers::double_double::Double;
use crate::numbers::rounding::{ROUNDOFF, TINY};
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
        let (boxes, poses) = ([a, b], [pose_a, pose_b]);
        let (mut most, mut best) = (f64::NEG_INFINITY, [0; 3]);
        for (face, height) in FaceAndBox::all_rounded(boxes, poses) {
            if height > most {
                (most, best) = (height, face);
            }
        }
        let face = FaceAndBox::new(boxes, poses, best);
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

/// Does a plane of a face of one box certainly separate the two placed boxes? What touches is not
/// separated. Each box is in the frame of its mesh, and placed by its pose.
///
/// ```
/// use obbtree_predicates::{Aabb, Pose, placed_aabbs_apart};
/// let cube = Aabb { min: [0.0; 3].into(), max: [1.0; 3].into() };
/// let (here, touching) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 1.0])?);
/// let above = Pose::from_translation([0.0, 0.0, 1.0_f64.next_up()])?;
/// assert!(!placed_aabbs_apart(&cube, &here, &cube, &touching));
/// assert!(placed_aabbs_apart(&cube, &here, &cube, &above));
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
///
/// For bodies that stand on each other under poses in which the same rotation was rounded: their
/// faces are an ulp apart, or overlap by one, which `f64` cannot decide. Here numbers have 106
/// bits.
#[must_use]
pub fn placed_aabbs_apart(a: &Aabb, pose_a: &Pose, b: &Aabb, pose_b: &Pose) -> bool {
    let (boxes, poses) = ([a, b], [pose_a, pose_b]);
    FaceAndBox::all_rounded(boxes, poses).any(|(face, rounded)| {
        let face = FaceAndBox::new(boxes, poses, face);
        let sizes = face.sizes();
        rounded > -HEIGHT_REL_ERR_F64 * sizes
            && face.height().0.high > HEIGHT_REL_ERR * sizes + TINY
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{Contact, exact_contact, exact_distance};
    use crate::test_numbers::vector;
    use nalgebra::{Matrix3, Point3, Rotation3, Unit};
    use rand::{RngExt, SeedableRng};
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

    fn rotation(random: &mut Pcg64Mcg) -> Matrix3<f64> {
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

    #[test]
    fn boxes_within_some_ulps_of_each_other_are_apart_as_exact_arithmetic_says() {
        let random = &mut Pcg64Mcg::seed_from_u64(7);
        let (mut apart, mut meet) = (0, 0);
        for _ in 0..400 {
            let rotation = rotation(random);
            let half = vector(random).map(|x| 1.5 + x);
            let a = Aabb { min: Point3::from(-half), max: Point3::from(half) };
            // One stands on the other, moved along the face, up to some ulps off.
            let face = random.random_range(0..3);
            let mut along = vector(random);
            along[face] = 2.0 * half[face];
            let base = vector(random);
            let off = f64::from(random.random_range(-2_i32..3)) * f64::EPSILON;
            let pose_a = Pose::new(rotation, base).expect("a rotation");
            let moved = rotation * along * (1.0 + off) + base;
            let pose_b = Pose::new(rotation, moved).expect("a rotation");
            let found = placed_aabbs_apart(&a, &pose_a, &a, &pose_b);
            let exact = surface(&a).iter().all(|t| {
                surface(&a).iter().all(|u| exact_contact(t, &pose_a, u, &pose_b) == Contact::Free)
            });
            assert_eq!(found, exact, "{pose_a:?} {pose_b:?} {a:?}");
            assert_eq!(found, placed_aabbs_apart(&a, &pose_b, &a, &pose_a));
            apart += u32::from(found);
            meet += u32::from(!found);
        }
        assert!(apart > 100 && meet > 100, "{apart} {meet}");
    }
}
