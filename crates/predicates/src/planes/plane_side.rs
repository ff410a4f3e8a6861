//! On which side of a placed plane is a placed point? Level corners first, which is where most of
//! what stands on something is; else a filter in `f64`, then exact arithmetic.

use std::cell::OnceCell;

use nalgebra::Point3;

use crate::exact::exact_plane_side;
use crate::numbers::rounding::{ROUNDOFF, TINY, certified, larger, place_error, two_sum};
use crate::pose::Pose;
use crate::pose::placement::is_signed_permutation;
use crate::triangle::{Real3, Triangle};

/// The side of the plane through three placed points on which a placed point is: 1 where the three
/// are seen counterclockwise, -1 on the other side, 0 in the plane, or if the three lie on one
/// line.
///
/// Certain: the sign that exact arithmetic gives. Each point is in the frame of its body and placed
/// by the pose of its body. For many points of one body: [`PlaneSides`].
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, plane_side};
/// let plane = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let here = Pose::identity();
/// let side = |z: f64| plane_side(&Point3::new(5.0, 7.0, z), &here, &plane, &here);
/// assert_eq!([side(5e-324), side(0.0), side(-1.0)], [1, 0, -1]);
/// ```
#[must_use]
pub fn plane_side(point: &Point3<f64>, pose: &Pose, plane: &Triangle, pose_plane: &Pose) -> i8 {
    PlaneSides::new(plane, pose_plane, pose).of(point)
}

/// [`plane_side`] of many points of one body: what depends on the plane is computed once.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{PlaneSides, Pose};
/// let plane = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let (up, here) = (Pose::from_translation([0.0, 0.0, 0.1])?, Pose::identity());
/// let sides = PlaneSides::new(&plane, &up, &here);
/// let side = |z: f64| sides.of(&Point3::new(5.0, 7.0, z));
/// assert_eq!([side(0.1_f64.next_up()), side(0.1), side(0.0)], [1, 0, -1]);
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlaneSides<'p> {
    plane: &'p Triangle,
    pose_plane: &'p Pose,
    pose: &'p Pose,
    /// The first corner placed, and the cross product of the edges from it: rounded.
    from: Point3<f64>,
    normal: Real3,
    /// The largest component of these edges, and twice the bound of the corners' error.
    size: f64,
    error: f64,
    /// Computed when the filter first fails.
    level: OnceCell<Option<Level>>,
}

impl<'p> PlaneSides<'p> {
    /// Of a plane, its pose, and that of the points.
    #[must_use]
    pub fn new(plane: &'p Triangle, pose_plane: &'p Pose, pose: &'p Pose) -> Self {
        let [p, q, r] = plane.each_ref().map(|corner| pose_plane.place(corner));
        let (u, v) = (q - p, r - p);
        Self {
            plane,
            pose_plane,
            pose,
            from: p,
            normal: u.cross(&v),
            size: larger(largest(&u), largest(&v)),
            error: place_error(plane, pose_plane) * 2.0,
            level: OnceCell::new(),
        }
    }

    /// The side on which a point is: see [`plane_side`].
    #[must_use]
    pub fn of(&self, point: &Point3<f64>) -> i8 {
        let w = self.pose.place(point) - self.from;
        let size = larger(self.size, largest(&w));
        // Differences of placed points: what placing rounds, twice, and a rounding of their own. A
        // volume of three columns is off by 4 times the products of sizes for each, and by 48
        // roundoffs for evaluation.
        let eta = self.error + place_error(&[*point], self.pose) + ROUNDOFF * size;
        let all = size + eta;
        let bound = all * all * (12.0 * eta + 64.0 * ROUNDOFF * all) + TINY * (1.0 + all);
        match certified(self.normal.dot(&w), bound) {
            0 if self.is_level_with(point) => 0,
            0 => exact_plane_side(point, self.pose, self.plane, self.pose_plane),
            side => side,
        }
    }

    /// Is the point surely in the plane, as all four points have a coordinate in common?
    fn is_level_with(&self, point: &Point3<f64>) -> bool {
        let level = self.level.get_or_init(|| Level::of(self.plane, [self.pose_plane, self.pose]));
        level.as_ref().is_some_and(|level| level.coordinate(point, self.pose) == level.height)
    }
}

/// A coordinate that the corners of a plane have in common, in a frame in which nothing of theirs
/// and of the points is rounded.
///
/// If both poses are equal, that is the frame of the bodies: four points of one plane there are so
/// wherever they are put. Else it is the world, if the matrices have no other entries than 0, 1 and
/// -1, which exchange coordinates and change signs. There a coordinate is a sum with the
/// translation, as its rounded value and the error of that ([`two_sum`], which nothing underflows
/// in). Both together are exactly the sum. And equal sums are equal pairs: the first is the number
/// nearest to the sum, by one rule of rounding, the second what is left.
#[derive(Clone, Debug)]
struct Level {
    axis: usize,
    in_world: bool,
    height: (f64, f64),
}

impl Level {
    fn of(plane: &Triangle, poses: [&Pose; 2]) -> Option<Self> {
        let in_world = poses[0] != poses[1];
        if in_world && !poses.iter().all(|pose| is_signed_permutation(pose.rotation())) {
            return None;
        }
        (0..3).find_map(|axis| {
            let mut level = Self { axis, in_world, height: (0.0, 0.0) };
            let [p, q, r] = plane.each_ref().map(|corner| level.coordinate(corner, poses[0]));
            level.height = p;
            (p == q && q == r).then_some(level)
        })
    }

    fn coordinate(&self, point: &Point3<f64>, pose: &Pose) -> (f64, f64) {
        if !self.in_world {
            return (point[self.axis], 0.0);
        }
        let rotated = pose.rotation().row(self.axis).tr_dot(&point.coords);
        two_sum(rotated, pose.translation()[self.axis])
    }
}

fn largest(u: &Real3) -> f64 {
    larger(larger(u.x.abs(), u.y.abs()), u.z.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_numbers::{exact, vector};
    use nalgebra::{Matrix3, Rotation3, Vector3};
    use num_rational::BigRational;
    use num_traits::Signed;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// The same in rational numbers.
    fn rational_side(point: &Point3<f64>, pose: &Pose, plane: &Triangle, pose_plane: &Pose) -> i8 {
        let placed = |p: &Point3<f64>, pose: &Pose| {
            [0, 1, 2].map(|row| {
                let term = |k: usize| exact(pose.rotation()[(row, k)]) * exact(p[k]);
                term(0) + term(1) + term(2) + exact(pose.translation()[row])
            })
        };
        let minus = |p: &[BigRational; 3], q: &[BigRational; 3]| [0, 1, 2].map(|k| &p[k] - &q[k]);
        let [p, q, r] = plane.each_ref().map(|corner| placed(corner, pose_plane));
        let (u, v, w) = (minus(&q, &p), minus(&r, &p), minus(&placed(point, pose), &p));
        let term = |k: usize| {
            let (l, m) = ((k + 1) % 3, (k + 2) % 3);
            (&u[l] * &v[m] - &u[m] * &v[l]) * &w[k]
        };
        let volume = term(0) + term(1) + term(2);
        i8::from(volume.is_positive()) - i8::from(volume.is_negative())
    }

    /// One of the 24 rotations that exchange axes.
    fn quarter_turns(random: &mut Pcg64Mcg) -> Matrix3<f64> {
        loop {
            let mut matrix = Matrix3::zeros();
            let first = random.random_range(0..3);
            let step = random.random_range(1..3);
            for row in 0..3 {
                let sign = [1.0, -1.0][random.random_range(0..2)];
                matrix[(row, (first + step * row) % 3)] = sign;
            }
            if matrix.determinant() > 0.0 {
                return matrix;
            }
        }
    }

    /// Planes and points with few different coordinates, some an ulp beside, under poses of each
    /// kind, against rational numbers.
    #[test]
    fn sides_are_those_of_rational_numbers() {
        let cases = if std::env::var_os("OBBTREE_LONG").is_some() { 400_000 } else { 8_000 };
        let random = &mut Pcg64Mcg::seed_from_u64(41);
        let mut counts = [[0; 3]; 4];
        for case in 0..cases {
            // Sums with a translation of such numbers are often rounded.
            let unit = [0.5, 0.1, 1e-30, 3e10][random.random_range(0..4)];
            let number = |random: &mut Pcg64Mcg| {
                let x = f64::from(random.random_range(-2..3)) * unit;
                match random.random_range(0..16) {
                    0 => x.next_up(),
                    1 => x.next_down(),
                    _ => x,
                }
            };
            let point = |random: &mut Pcg64Mcg| Point3::from([0, 1, 2].map(|_| number(random)));
            let mut plane: Triangle = [0, 1, 2].map(|_| point(random));
            let mut points = [0, 1, 2, 3].map(|_| point(random));
            if random.random_range(0..4) > 0 {
                let (axis, height) = (random.random_range(0..3), number(random));
                plane.iter_mut().for_each(|corner| corner[axis] = height);
                points[0][axis] = height;
                points[1][axis] = height;
            }
            let kind = case % 4;
            let pose = |random: &mut Pcg64Mcg| {
                let rotation = match kind {
                    0 => Matrix3::identity(),
                    1 => quarter_turns(random),
                    // Entries of 6e-17, so what is level when rounded is not.
                    3 if random.random() => {
                        let quarters = f64::from(random.random_range(1..4));
                        let angle = std::f64::consts::FRAC_PI_2 * quarters;
                        Rotation3::from_axis_angle(&Vector3::z_axis(), angle).into_inner()
                    }
                    _ => {
                        let angles = vector(random) * 3.0;
                        Rotation3::from_euler_angles(angles.x, angles.y, angles.z).into_inner()
                    }
                };
                let scale = [0.0, 1.0, 1.0, 3.0][random.random_range(0..4)];
                let translation = Vector3::from_fn(|_, _| number(random) * scale);
                Pose::new(rotation, translation).expect("a rotation")
            };
            let pose_plane = pose(random);
            let pose_points = if kind == 2 { pose_plane } else { pose(random) };
            let sides = PlaneSides::new(&plane, &pose_plane, &pose_points);
            for point in points {
                let expected = rational_side(&point, &pose_points, &plane, &pose_plane);
                assert_eq!(sides.of(&point), expected, "{sides:?} {point}");
                assert_eq!(plane_side(&point, &pose_points, &plane, &pose_plane), expected);
                counts[kind][(expected + 1) as usize] += 1;
                if sides.is_level_with(&point) {
                    assert_eq!(expected, 0, "{sides:?} {point}");
                }
            }
        }
        for [behind, on, beyond] in &counts[..3] {
            assert!([behind, on, beyond].iter().all(|&&n| n > cases / 10), "{counts:?}");
        }
    }
}
