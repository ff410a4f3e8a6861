//! Poses as plain arrays: rows, columns, or a translation with a quaternion.

use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

use crate::pose::{Pose, PoseError};

/// The largest deviation of the norm of a quaternion from one; a larger one is probably a mistake.
const MAX_QUATERNION_NORM_ERROR: f64 = 1e-3;

/// The last row of a 4 x 4 matrix, below `[R | t]`.
const LAST_ROW: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

impl Pose {
    /// From the rows of `[R | t]`, the KITTI order: `r00 r01 r02 tx  r10 ...`.
    ///
    /// # Errors
    /// As [`Pose::new`].
    #[inline]
    pub fn from_rows(rows: [f64; 12]) -> Result<Self, PoseError> {
        let [a, b, c, x, d, e, f, y, g, h, i, z] = rows;
        Self::new(Matrix3::new(a, b, c, d, e, f, g, h, i), Vector3::new(x, y, z))
    }

    /// From the rows of a homogeneous 4 x 4 matrix, whose last row must be `0 0 0 1`.
    ///
    /// # Errors
    /// As [`Pose::new`], and if the last row is another.
    #[inline]
    pub fn from_rows4(rows: [f64; 16]) -> Result<Self, PoseError> {
        let last = [rows[12], rows[13], rows[14], rows[15]];
        if last != LAST_ROW {
            return Err(PoseError::NotAffine(last));
        }
        let mut first = [0.0; 12];
        first.copy_from_slice(&rows[..12]);
        Self::from_rows(first)
    }

    /// From the columns of a homogeneous 4 x 4 matrix, as OpenGL, glam and bevy store it: the
    /// translation is in the last four numbers. The last row must be `0 0 0 1`.
    ///
    /// ```
    /// use obbtree_predicates::Pose;
    /// let columns = [1., 0., 0., 0.,  0., 1., 0., 0.,  0., 0., 1., 0.,  7., 8., 9., 1.];
    /// let pose = Pose::from_columns4(columns)?;
    /// assert_eq!(pose, Pose::from_translation([7.0, 8.0, 9.0])?);
    /// assert_eq!(pose.to_columns4(), columns);
    /// // Single precision: widen it first.
    /// assert_eq!(Pose::from_columns4(columns.map(|x| x as f32).map(f64::from))?, pose);
    /// # Ok::<(), obbtree_predicates::PoseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Pose::from_rows4`].
    pub fn from_columns4(columns: [f64; 16]) -> Result<Self, PoseError> {
        Self::from_rows4(transposed(&columns))
    }

    /// From a translation and a quaternion, `x y z qx qy qz qw`. The quaternion is normalised and
    /// converted to a matrix once; that matrix is the pose.
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

    /// The rows of `[R | t]`.
    #[must_use]
    pub fn to_rows(&self) -> [f64; 12] {
        let (r, t) = (&self.rotation, &self.translation);
        std::array::from_fn(|i| if i % 4 == 3 { t[i / 4] } else { r[(i / 4, i % 4)] })
    }

    /// The columns of the homogeneous 4 x 4 matrix, as OpenGL, glam and bevy store it; see
    /// [`Pose::from_columns4`].
    #[must_use]
    pub fn to_columns4(&self) -> [f64; 16] {
        let mut rows = [0.0; 16];
        rows[..12].copy_from_slice(&self.to_rows());
        rows[12..].copy_from_slice(&LAST_ROW);
        transposed(&rows)
    }

    /// The translation and a quaternion, `x y z qx qy qz qw`. This normalises, as
    /// [`Pose::to_isometry`] does.
    #[must_use]
    pub fn to_translation_quaternion(&self) -> [f64; 7] {
        let isometry = self.to_isometry();
        let (t, q) = (isometry.translation, isometry.rotation);
        [t.x, t.y, t.z, q.i, q.j, q.k, q.w]
    }
}

fn transposed(matrix: &[f64; 16]) -> [f64; 16] {
    std::array::from_fn(|i| matrix[4 * (i % 4) + i / 4])
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

impl From<Pose> for [f64; 12] {
    fn from(pose: Pose) -> Self {
        pose.to_rows()
    }
}

impl From<Pose> for [[f64; 4]; 3] {
    fn from(pose: Pose) -> Self {
        let rows = pose.to_rows();
        std::array::from_fn(|row| std::array::from_fn(|column| rows[4 * row + column]))
    }
}

impl From<Pose> for [[f64; 4]; 4] {
    fn from(pose: Pose) -> Self {
        let [x, y, z] = pose.into();
        [x, y, z, LAST_ROW]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twelve different numbers, so that no two can be exchanged unseen.
    const ROWS: [f64; 12] = [0.36, 0.48, -0.8, 1.0, -0.8, 0.6, 0.0, 2.0, 0.48, 0.64, 0.6, 3.0];

    #[test]
    fn matrices_return_exactly() {
        let pose = Pose::from_rows(ROWS).unwrap();
        assert_eq!(pose.rotation()[(1, 0)], -0.8);
        assert_eq!(pose.to_rows(), ROWS);
        assert_eq!(Pose::try_from(<[f64; 12]>::from(pose)).unwrap(), pose);
        assert_eq!(Pose::try_from(<[[f64; 4]; 3]>::from(pose)).unwrap(), pose);
        assert_eq!(Pose::try_from(<[[f64; 4]; 4]>::from(pose)).unwrap(), pose);
        assert_eq!(<[[f64; 4]; 4]>::from(pose)[1], [-0.8, 0.6, 0.0, 2.0]);
        let columns = pose.to_columns4();
        assert_eq!(columns[..4], [0.36, -0.8, 0.48, 0.0]);
        assert_eq!(columns[12..], [1.0, 2.0, 3.0, 1.0]);
        assert_eq!(Pose::from_columns4(columns).unwrap(), pose);
    }

    #[test]
    fn rows_are_not_taken_for_columns() {
        let rows = [1., 0., 0., 7., 0., 1., 0., 8., 0., 0., 1., 9., 0., 0., 0., 1.];
        assert_eq!(Pose::from_columns4(rows), Err(PoseError::NotAffine([7.0, 8.0, 9.0, 1.0])));
        assert!(Pose::from_rows4(rows).is_ok());
    }

    #[test]
    fn a_quaternion_returns_within_rounding() {
        let pose = Pose::from_rows(ROWS).unwrap();
        let back = Pose::from_translation_quaternion(pose.to_translation_quaternion()).unwrap();
        assert!((back.rotation() - pose.rotation()).amax() < 8.0 * f64::EPSILON);
        assert_eq!(back.translation(), pose.translation());
    }

    #[test]
    fn the_quaternion_of_a_skewed_matrix_has_unit_length() {
        let printed = ROWS.map(|x| x + if x == 0.6 { 3e-5 } else { 0.0 });
        let [.., x, y, z, w] = Pose::from_rows(printed).unwrap().to_translation_quaternion();
        let norm = Quaternion::new(w, x, y, z).norm();
        assert!((norm - 1.0).abs() < 4.0 * f64::EPSILON, "{norm}");
    }
}
