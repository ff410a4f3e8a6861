//! The validated rigid motion: a 3 x 4 matrix `[R | t]` that places a body, `x -> R x + t`.
//!
//! A pose is always finite, in range and close to a rotation. Its twelve numbers *are* the motion:
//! nothing is normalised later, and the exact predicates use them exactly as given.

use nalgebra::{Matrix3, Point3, Vector3};
use thiserror::Error;

use super::near_rotation::{MAX_SKEW, determinant, skew};
use crate::numbers::limits::MAX_COORDINATE;

/// A rigid motion of a mesh, `x -> R x + t`, in the caller's unit of length.
///
/// ```
/// use obbtree_predicates::Pose;
/// // One metre up, rotated by a quarter about z: translation first, then a quaternion x y z w.
/// let half = std::f64::consts::FRAC_1_SQRT_2;
/// let pose = Pose::from_translation_quaternion([0.0, 0.0, 1.0, 0.0, 0.0, half, half])?;
/// let placed = pose.place(&nalgebra::Point3::new(1.0, 0.0, 0.0));
/// assert!((placed - nalgebra::Point3::new(0.0, 1.0, 1.0)).norm() < 1e-15);
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
///
/// # Conversions
///
/// | form | to a pose | from a pose |
/// |---|---|---|
/// | `[f64; 12]`, `[[f64; 4]; 3]` | `try_from`, [`Self::from_rows`] | `from`, [`Self::to_rows`] |
/// | `[[f64; 4]; 4]`: rows of 4 x 4 | `try_from`, [`Self::from_rows4`] | `from` |
/// | `[f64; 16]`: columns (OpenGL, glam) | [`Self::from_columns4`] | [`Self::to_columns4`] |
/// | `[f64; 7]` | [`Self::from_translation_quaternion`] | [`Self::to_translation_quaternion`] |
/// | text of 7, 12 or 16 numbers | `parse` | |
/// | nalgebra `Matrix4` | `try_from` | `from` |
/// | nalgebra `Isometry3` | `try_from` | [`Self::to_isometry`], `from`, normalised |
/// | glam `DMat4`, `DAffine3`, `Mat4`, `Affine3A` | `try_from` | `from`, for `DMat4`, `DAffine3` |
/// | glam `(DVec3, DQuat)`, `(Vec3, Quat)` | `try_from` | `from` (`f64`), normalised |
/// | mint `RowMatrix4`, `ColumnMatrix4` | `try_from` | `from` |
///
/// Rows are those of `[R | t]`; seven numbers are `x y z qx qy qz qw`, normalised when written.
/// Conversions to matrices keep the numbers of the pose. A quaternion cannot represent a matrix
/// that is not exactly a rotation; it gets the nearest rotation, so the pose read back from it
/// differs.
///
/// Conversions to a pose normalise nothing, except `from_translation_quaternion` and `parse`. `f32`
/// is widened exactly; rotations in single precision have a skew of about 1e-7. Conversions from a
/// pose give `f64` only; round explicitly, with `pose.to_isometry().cast::<f32>()` or
/// `DAffine3::from(pose).as_affine3a()`.
///
/// The types of nalgebra are those of the version re-exported as [`nalgebra`](crate::nalgebra);
/// other versions need a feature: `nalgebra-0-30`, `nalgebra-0-32`, `nalgebra-0-33`,
/// `nalgebra-0-34`. glam needs `glam` (0.34), `glam-0-33`, `glam-0-32` or `glam-0-30`, mint needs
/// `mint`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub(super) rotation: Matrix3<f64>,
    pub(super) translation: Vector3<f64>,
    /// Frobenius norm of `R^T R - I`.
    pub(super) skew: f64,
    pub(super) is_identity: bool,
}

/// Why numbers are not a valid pose.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PoseError {
    /// A NaN or an infinity. Rows and columns of `[R | t]` count from 0.
    #[error("pose entry [{row}][{column}] is {value}, not a finite number")]
    NotFinite {
        /// Row of the 3 x 4 matrix.
        row: usize,
        /// Column of the 3 x 4 matrix; 3 is the translation.
        column: usize,
        /// The entry.
        value: f64,
    },
    /// A translation beyond [`MAX_COORDINATE`].
    #[error(
        "pose translation {value:e} is beyond {MAX_COORDINATE:e}, the largest that is supported"
    )]
    TooFar {
        /// The component.
        value: f64,
    },
    /// The left 3 x 3 block is not a rotation: it scales or shears.
    #[error(
        "the 3 x 3 part of the pose is not a rotation: |R^T R - I| is {skew:.3e}, \
         but at most {MAX_SKEW:e} is allowed"
    )]
    NotOrthonormal {
        /// Frobenius norm of `R^T R - I`.
        skew: f64,
    },
    /// The left 3 x 3 block mirrors.
    #[error(
        "the 3 x 3 part of the pose mirrors (its determinant is {determinant:.3}); \
         mirror the mesh instead"
    )]
    Mirrored {
        /// Determinant of the block.
        determinant: f64,
    },
    /// The last row of a 4 x 4 matrix is not `0 0 0 1`.
    #[error("the last row of a 4 x 4 pose must be 0 0 0 1, not {0:?}")]
    NotAffine([f64; 4]),
    /// A quaternion far from unit length.
    #[error("the quaternion of the pose has norm {norm}, not 1")]
    NotUnitQuaternion {
        /// Its norm.
        norm: f64,
    },
    /// A text with a number of values other than 7, 12 or 16.
    #[error(
        "a pose is 7 numbers (x y z qx qy qz qw), 12 (the rows of [R | t]) or 16 \
         (the rows of a 4 x 4 matrix), not {0}"
    )]
    Count(usize),
    /// A text with a word that is not a number.
    #[error("'{0}' is not a number")]
    NotANumber(String),
}

/// Why `new` refuses a matrix and a translation.
#[cold]
#[inline(never)]
fn problem_of(rotation: &Matrix3<f64>, translation: &Vector3<f64>, skew: f64) -> PoseError {
    for row in 0..3 {
        for column in 0..4 {
            let value = if column < 3 { rotation[(row, column)] } else { translation[row] };
            if !value.is_finite() {
                return PoseError::NotFinite { row, column, value };
            }
        }
    }
    if let Some(&value) = translation.iter().find(|t| t.abs() > MAX_COORDINATE) {
        return PoseError::TooFar { value };
    }
    if skew <= MAX_SKEW {
        return PoseError::Mirrored { determinant: determinant(rotation) };
    }
    PoseError::NotOrthonormal { skew }
}

impl Pose {
    /// The pose that moves nothing.
    #[must_use]
    pub fn identity() -> Self {
        Self {
            rotation: Matrix3::identity(),
            translation: Vector3::zeros(),
            skew: 0.0,
            is_identity: true,
        }
    }

    /// A translation without rotation.
    ///
    /// # Errors
    /// If a component is not finite or beyond [`MAX_COORDINATE`].
    pub fn from_translation(translation: [f64; 3]) -> Result<Self, PoseError> {
        Self::new(Matrix3::identity(), translation.into())
    }

    /// Validates a rotation matrix and a translation, and uses both exactly as given.
    ///
    /// # Errors
    /// If an entry is not finite, the translation is beyond [`MAX_COORDINATE`], or the matrix is
    /// not a rotation: `|R^T R - I|` (Frobenius) above 1e-4, or a mirror image.
    // Always, so that the numbers stay in registers: a third of the time where they are read from
    // memory as written.
    #[inline(always)]
    pub fn new(rotation: Matrix3<f64>, translation: Vector3<f64>) -> Result<Self, PoseError> {
        let turns = rotation != Matrix3::identity();
        let skew = if turns { skew(&rotation) } else { 0.0 };
        let farthest = translation.x.abs().max(translation.y.abs()).max(translation.z.abs());
        // Written so that NaN is refused: an entry that is not finite has no
        // finite skew, and the sum is one only of numbers.
        let is_near =
            farthest + 0.0 * (translation.x + translation.y + translation.z) <= MAX_COORDINATE;
        if !(is_near && skew <= MAX_SKEW && !(turns && determinant(&rotation) < 0.0)) {
            return Err(problem_of(&rotation, &translation, skew));
        }
        let is_identity = !turns && translation == Vector3::zeros();
        Ok(Self { rotation, translation, skew, is_identity })
    }

    /// `R` of `x -> R x + t`.
    #[must_use]
    pub fn rotation(&self) -> &Matrix3<f64> {
        &self.rotation
    }

    /// `t` of `x -> R x + t`.
    #[must_use]
    pub fn translation(&self) -> &Vector3<f64> {
        &self.translation
    }

    /// Does it move nothing?
    #[inline]
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.is_identity
    }

    /// The deviation of the matrix from a rotation: the Frobenius norm of `R^T R - I`, rounded. At
    /// most 1e-4.
    #[must_use]
    pub fn skew(&self) -> f64 {
        self.skew
    }

    /// The position of a point of the mesh in the world, rounded to `f64`.
    #[must_use]
    pub fn place(&self, point: &Point3<f64>) -> Point3<f64> {
        Point3::from(self.rotation * point.coords + self.translation)
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::identity()
    }
}
