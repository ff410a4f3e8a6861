//! The checked rigid motion: a 3 x 4 matrix `[R | t]` that places a body, `x -> R x + t`.
//!
//! A pose that exists is finite, in range and close to a rotation. From then on its twelve numbers
//! *are* the motion: nothing is normalised again, and the exact predicates use them as they stand.

use nalgebra::{Isometry3, Matrix3, Matrix4, Point3, Quaternion, UnitQuaternion, Vector3};
use thiserror::Error;

use crate::MAX_COORDINATE;

/// How far a rotation matrix may be from orthonormal, as the Frobenius norm of `R^T R - I`.
///
/// Matrices printed with six digits are within 1e-5; the error bounds of the box tests are proven
/// up to this value.
const MAX_SKEW: f64 = 1e-4;

/// How far the norm of a quaternion may be from one before it is more likely a mistake.
const MAX_QUATERNION_NORM_ERROR: f64 = 1e-3;

/// A rigid motion of a mesh, `x -> R x + t`, in the caller's unit of length.
///
/// ```
/// use obbtree_predicates::Pose;
/// // One metre up, turned by a quarter about z: translation first, then a quaternion x y z w.
/// let half = std::f64::consts::FRAC_1_SQRT_2;
/// let pose = Pose::from_translation_quaternion([0.0, 0.0, 1.0, 0.0, 0.0, half, half])?;
/// let placed = pose.place(&nalgebra::Point3::new(1.0, 0.0, 0.0));
/// assert!((placed - nalgebra::Point3::new(0.0, 1.0, 1.0)).norm() < 1e-15);
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    rotation: Matrix3<f64>,
    translation: Vector3<f64>,
}

/// Why numbers do not make a pose.
#[derive(Clone, Debug, Error, PartialEq)]
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
        "the 3 x 3 part of the pose is not a rotation: |R^T R - I| is {skew:.3e}, at most {MAX_SKEW:e} is taken"
    )]
    NotOrthonormal {
        /// Frobenius norm of `R^T R - I`.
        skew: f64,
    },
    /// The left 3 x 3 block mirrors.
    #[error(
        "the 3 x 3 part of the pose mirrors (its determinant is {determinant:.3}); mirror the mesh instead"
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
    /// A text with another count of numbers than 7, 12 or 16.
    #[error(
        "a pose is 7 numbers (x y z qx qy qz qw), 12 (the rows of [R | t]) or 16 (the rows of a 4 x 4 matrix), not {0}"
    )]
    Count(usize),
    /// A text with a word that is no number.
    #[error("'{0}' is not a number")]
    NotANumber(String),
}

impl Pose {
    /// The pose that leaves everything where it is.
    #[must_use]
    pub fn identity() -> Self {
        Self { rotation: Matrix3::identity(), translation: Vector3::zeros() }
    }

    /// A translation without rotation.
    ///
    /// # Errors
    /// If a component is not finite or beyond [`MAX_COORDINATE`].
    pub fn from_translation(translation: [f64; 3]) -> Result<Self, PoseError> {
        Self::new(Matrix3::identity(), translation.into())
    }

    /// Checks a rotation matrix and a translation, and takes both exactly as they are.
    ///
    /// # Errors
    /// If an entry is not finite, the translation is beyond [`MAX_COORDINATE`], or the matrix is not
    /// a rotation: `|R^T R - I|` above 1e-4, or a mirror image.
    pub fn new(rotation: Matrix3<f64>, translation: Vector3<f64>) -> Result<Self, PoseError> {
        for row in 0..3 {
            for column in 0..4 {
                let value = if column < 3 { rotation[(row, column)] } else { translation[row] };
                if !value.is_finite() {
                    return Err(PoseError::NotFinite { row, column, value });
                }
            }
        }
        if let Some(&value) = translation.iter().find(|t| t.abs() > MAX_COORDINATE) {
            return Err(PoseError::TooFar { value });
        }
        let skew = skew(&rotation);
        // Written so that an overflow to NaN is refused too.
        if !(skew <= MAX_SKEW) {
            return Err(PoseError::NotOrthonormal { skew });
        }
        let determinant = rotation.determinant();
        if determinant < 0.0 {
            return Err(PoseError::Mirrored { determinant });
        }
        Ok(Self { rotation, translation })
    }

    /// From the rows of `[R | t]`, the KITTI order: `r00 r01 r02 tx  r10 ...`.
    ///
    /// # Errors
    /// As [`Pose::new`].
    pub fn from_rows(rows: [f64; 12]) -> Result<Self, PoseError> {
        let r = |row: usize| [rows[4 * row], rows[4 * row + 1], rows[4 * row + 2]];
        let rotation = Matrix3::from_rows(&[r(0).into(), r(1).into(), r(2).into()]);
        Self::new(rotation, Vector3::new(rows[3], rows[7], rows[11]))
    }

    /// From the rows of a homogeneous 4 x 4 matrix, whose last row must be `0 0 0 1`.
    ///
    /// # Errors
    /// As [`Pose::new`], and if the last row is another.
    pub fn from_rows4(rows: [f64; 16]) -> Result<Self, PoseError> {
        let last = [rows[12], rows[13], rows[14], rows[15]];
        if last != [0.0, 0.0, 0.0, 1.0] {
            return Err(PoseError::NotAffine(last));
        }
        let mut first = [0.0; 12];
        first.copy_from_slice(&rows[..12]);
        Self::from_rows(first)
    }

    /// From a translation and a quaternion, `x y z qx qy qz qw`. The quaternion is normalised and
    /// turned into a matrix once; that matrix is the pose.
    ///
    /// # Errors
    /// As [`Pose::new`], and if the norm of the quaternion is off one by more than 1e-3.
    pub fn from_translation_quaternion(values: [f64; 7]) -> Result<Self, PoseError> {
        let [x, y, z, qx, qy, qz, qw] = values;
        let quaternion = Quaternion::new(qw, qx, qy, qz);
        let norm = quaternion.norm();
        if !((norm - 1.0).abs() <= MAX_QUATERNION_NORM_ERROR) {
            return Err(PoseError::NotUnitQuaternion { norm });
        }
        let rotation = UnitQuaternion::from_quaternion(quaternion).to_rotation_matrix();
        Self::new(rotation.into_inner(), Vector3::new(x, y, z))
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

    /// How far the matrix is from a rotation: the Frobenius norm of `R^T R - I`, rounded. At most 1e-4.
    #[must_use]
    pub fn skew(&self) -> f64 {
        skew(&self.rotation)
    }

    /// Where the pose takes a point of the mesh, rounded to `f64`.
    #[must_use]
    pub fn place(&self, point: &Point3<f64>) -> Point3<f64> {
        Point3::from(self.rotation * point.coords + self.translation)
    }

    /// The rows of `[R | t]`.
    #[must_use]
    pub fn to_rows(&self) -> [f64; 12] {
        let (r, t) = (&self.rotation, &self.translation);
        std::array::from_fn(|i| if i % 4 == 3 { t[i / 4] } else { r[(i / 4, i % 4)] })
    }
}

/// Frobenius norm of `R^T R - I`: how far a matrix is from orthonormal.
pub(crate) fn skew(rotation: &Matrix3<f64>) -> f64 {
    (rotation.transpose() * rotation - Matrix3::identity()).norm()
}

impl Default for Pose {
    fn default() -> Self {
        Self::identity()
    }
}

impl TryFrom<Isometry3<f64>> for Pose {
    type Error = PoseError;

    fn try_from(isometry: Isometry3<f64>) -> Result<Self, PoseError> {
        Self::new(isometry.rotation.to_rotation_matrix().into_inner(), isometry.translation.vector)
    }
}

impl TryFrom<&Isometry3<f64>> for Pose {
    type Error = PoseError;

    fn try_from(isometry: &Isometry3<f64>) -> Result<Self, PoseError> {
        Self::try_from(*isometry)
    }
}

impl TryFrom<Matrix4<f64>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: Matrix4<f64>) -> Result<Self, PoseError> {
        // nalgebra stores columns; the transpose lists the rows.
        let mut rows = [0.0; 16];
        rows.copy_from_slice(matrix.transpose().as_slice());
        Self::from_rows4(rows)
    }
}

impl TryFrom<[f64; 12]> for Pose {
    type Error = PoseError;

    fn try_from(rows: [f64; 12]) -> Result<Self, PoseError> {
        Self::from_rows(rows)
    }
}

impl TryFrom<[[f64; 4]; 3]> for Pose {
    type Error = PoseError;

    fn try_from(rows: [[f64; 4]; 3]) -> Result<Self, PoseError> {
        Self::from_rows(std::array::from_fn(|i| rows[i / 4][i % 4]))
    }
}

impl TryFrom<[[f64; 4]; 4]> for Pose {
    type Error = PoseError;

    fn try_from(rows: [[f64; 4]; 4]) -> Result<Self, PoseError> {
        Self::from_rows4(std::array::from_fn(|i| rows[i / 4][i % 4]))
    }
}

/// 7, 12 or 16 numbers apart by spaces or commas; see [`PoseError::Count`] for their meaning.
impl std::str::FromStr for Pose {
    type Err = PoseError;

    fn from_str(text: &str) -> Result<Self, PoseError> {
        let numbers = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().map_err(|_| PoseError::NotANumber(word.to_owned())))
            .collect::<Result<Vec<f64>, PoseError>>()?;
        if let Ok(values) = <[f64; 7]>::try_from(&numbers[..]) {
            Self::from_translation_quaternion(values)
        } else if let Ok(rows) = <[f64; 12]>::try_from(&numbers[..]) {
            Self::from_rows(rows)
        } else if let Ok(rows) = <[f64; 16]>::try_from(&numbers[..]) {
            Self::from_rows4(rows)
        } else {
            Err(PoseError::Count(numbers.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_written_forms_agree() {
        let seven: Pose = "1 2 3 0 0 0 1".parse().unwrap();
        let twelve: Pose = "1 0 0 1, 0 1 0 2, 0 0 1 3".parse().unwrap();
        let sixteen: Pose = "1 0 0 1 0 1 0 2 0 0 1 3 0 0 0 1".parse().unwrap();
        assert_eq!(seven, twelve);
        assert_eq!(twelve, sixteen);
        assert_eq!(Pose::from_rows(seven.to_rows()).unwrap(), seven);
        assert_eq!(Pose::try_from(Isometry3::translation(1.0, 2.0, 3.0)).unwrap(), seven);
        assert_eq!(
            Pose::try_from(Matrix4::new_translation(&Vector3::new(1.0, 2.0, 3.0))).unwrap(),
            seven
        );
    }

    #[test]
    fn what_is_no_rigid_motion_is_refused_with_its_value() {
        let check = |text: &str, part: &str| {
            let message = text.parse::<Pose>().unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        };
        check("1 0 0 0 0 1 0 0 0 0 -1 0", "mirrors");
        check("2 0 0 0 0 2 0 0 0 0 2 0", "not a rotation");
        check("1 0 0 NaN 0 1 0 0 0 0 1 0", "[0][3] is NaN");
        check("1 0 0 0 0 1 0 inf 0 0 1 0", "[1][3] is inf");
        check("1 0 0 0 0 1 0 1e80 0 0 1 0", "1e80");
        check("0 0 0 0 0 0 2", "norm 2");
        check("0 0 0 0 0 0 0", "norm 0");
        check("1 2 3", "not 3");
        check("", "not 0");
        check("1 0 0 0 0 1 0 x 0 0 1 0", "'x' is not a number");
        check("1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1", "last row");
    }
}
