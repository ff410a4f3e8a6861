//! The relative pose of two bodies: B in A's mesh frame, with bounds on its rounding error.
//!
//! An invertible affine map does not change whether two sets meet, so the filters work in A's mesh
//! frame with the *true* inverse of A's matrix: `R* = R_a^-1 R_b`, `t* = R_a^-1 (t_b - t_a)`. (The
//! transpose is not good enough: a printed matrix is orthonormal to only six digits.) The numbers
//! here are `R*` and `t*`, rounded, with proven error bounds. Exact predicates use the two poses
//! instead.

use nalgebra::{Matrix3, Point3, Vector3};

use super::Pose;
use super::near_rotation::skew;
use crate::numbers::rounding::{ROUNDOFF, two_sum};
use crate::triangle::Triangle;

/// The coefficients of [`Placement::error`], in roundoffs: of the point, and of the translation.
/// Here the relative pose is exact.
const OF_ONE_POSE: [f64; 2] = [7.0, 4.0];

/// The matrix is exact, its product with a point too: one rounding of the sum.
const OF_EQUAL_ROTATIONS: [f64; 2] = [2.0, 84.0];

/// In general; see [`Placement::error`].
const OF_TWO_POSES: [f64; 2] = [82.0, 84.0];

/// The poses of two bodies, and B's pose relative to A's mesh frame in rounded form.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The pose of A's mesh in the world.
    pub pose_a: Pose,
    /// The pose of B's mesh in the world.
    pub pose_b: Pose,
    /// `R_a^-1 R_b`, every entry within 25 [`ROUNDOFF`] of the exact value.
    pub rotation: Matrix3<f64>,
    /// `R_a^-1 (t_b - t_a)`, every component within 80 [`ROUNDOFF`] times its largest.
    pub translation: Vector3<f64>,
    /// Bound on `|R^T R - I|` (Frobenius norm) for the exact relative matrix.
    pub skew: f64,
    /// [`Placement::error`] is the first times the size of the point, plus the second.
    error_per_size: f64,
    error_of_translation: f64,
}

impl Placement {
    /// The relative pose of two poses, with its error bounds.
    #[must_use]
    pub fn new(pose_a: &Pose, pose_b: &Pose) -> Self {
        let a_is_at_identity = pose_a.is_identity();
        let same_rotation = !a_is_at_identity && pose_a.rotation() == pose_b.rotation();
        let (mut rotation, translation) = if a_is_at_identity {
            (*pose_b.rotation(), *pose_b.translation())
        } else {
            pose_b.relative_parts(pose_a)
        };
        if same_rotation {
            rotation = Matrix3::identity();
        }
        // 2^-40 covers the roundings of the sum and the 25 ulps between this matrix and the exact
        // one.
        let skew = if a_is_at_identity { pose_b.skew() } else { skew(&rotation) };
        let skew = skew + 1.0 / (1_u64 << 40) as f64;
        let [of_point, of_translation] = if a_is_at_identity {
            OF_ONE_POSE
        } else if same_rotation {
            OF_EQUAL_ROTATIONS
        } else {
            OF_TWO_POSES
        };
        let rounded_up = ROUNDOFF * (1.0 + 4.0 * ROUNDOFF);
        Self {
            pose_a: *pose_a,
            pose_b: *pose_b,
            rotation,
            translation,
            skew,
            error_per_size: rounded_up * of_point,
            // The smallest positive normal number covers products that underflow.
            error_of_translation: rounded_up * of_translation * translation.amax()
                + f64::MIN_POSITIVE,
        }
    }

    /// B's point in A's mesh frame, every component within [`Placement::error`] of the exact
    /// position.
    #[inline]
    #[must_use]
    pub fn to_a(&self, b: &Point3<f64>) -> Point3<f64> {
        Point3::from(self.rotation * b.coords + self.translation)
    }

    /// Bound on the error of [`Placement::to_a`] in any component, for points of B with coordinates
    /// up to `b_amax` in absolute value.
    ///
    /// `82 |b| + 84 |t|` roundoffs: 3 x 25 from the entries of the matrix, 7 from the product and
    /// sum, 80 from the translation and 4 from adding it. If A's pose is the identity the relative
    /// pose is exact, and 7 and 4 remain. If both have the same matrix, the relative one is the
    /// identity.
    ///
    /// Checked by Gappa (`tests/proofs/placement.gappa`): these sums with all second-order terms,
    /// those of the inverse matrix too. By hand: what is known of matrices near rotations, and
    /// underflow.
    #[inline]
    #[must_use]
    pub fn error(&self, b_amax: f64) -> f64 {
        self.error_per_size * b_amax + self.error_of_translation
    }

    /// Whether [`Placement::to_a`] rounds nothing for these corners of B.
    ///
    /// A matrix of entries 0, 1 and -1 only moves coordinates and changes signs; then the residual
    /// of the sum with the translation shows whether that was rounded. For other matrices the
    /// answer is no.
    #[inline]
    pub(crate) fn is_exact_for(&self, b: &Triangle) -> bool {
        let (pose_a, pose_b) = (&self.pose_a, &self.pose_b);
        let same_rotation = pose_a.rotation() == pose_b.rotation();
        // The inverse of a matrix of such entries is computed without error, and so are products
        // with it. Equal poses have the translation 0, whatever it was multiplied with.
        is_signed_permutation(&self.rotation)
            && (is_signed_permutation(pose_a.rotation())
                || (same_rotation && pose_a.translation() == pose_b.translation()))
            && (0..3).all(|k| two_sum(pose_b.translation()[k], -pose_a.translation()[k]).1 == 0.0)
            && b.iter().all(|corner| {
                let rotated = self.rotation * corner.coords;
                (0..3).all(|k| two_sum(rotated[k], self.translation[k]).1 == 0.0)
            })
    }
}

/// Whether every entry is 0, 1 or -1. (Such a matrix near a rotation has one entry a row that is
/// not 0.)
pub(crate) fn is_signed_permutation(matrix: &Matrix3<f64>) -> bool {
    matrix.iter().all(|&entry| entry == 0.0 || entry.abs() == 1.0)
}
