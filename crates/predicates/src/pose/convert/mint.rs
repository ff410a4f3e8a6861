//! Poses as mint's 4 x 4 matrices, the common form of the mathematics crates that have no conversion
//! of their own here.

use ::mint::{ColumnMatrix4, RowMatrix4};

use crate::pose::{Pose, PoseError};

/// Reading one float type.
macro_rules! read {
    ($float:ty) => {
        /// The numbers as they are; the last row must be `0 0 0 1`.
        impl TryFrom<RowMatrix4<$float>> for Pose {
            type Error = PoseError;

            fn try_from(matrix: RowMatrix4<$float>) -> Result<Self, PoseError> {
                Self::from_rows4(<[$float; 16]>::from(matrix).map(Into::into))
            }
        }

        /// The numbers as they are; the last row must be `0 0 0 1`.
        impl TryFrom<ColumnMatrix4<$float>> for Pose {
            type Error = PoseError;

            fn try_from(matrix: ColumnMatrix4<$float>) -> Result<Self, PoseError> {
                Self::from_columns4(<[$float; 16]>::from(matrix).map(Into::into))
            }
        }
    };
}

read!(f64);
read!(f32);

impl From<Pose> for RowMatrix4<f64> {
    fn from(pose: Pose) -> Self {
        <[[f64; 4]; 4]>::from(pose).into()
    }
}

impl From<Pose> for ColumnMatrix4<f64> {
    fn from(pose: Pose) -> Self {
        pose.to_columns4().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_return_exactly() {
        let rows = [0.36, 0.48, -0.8, 1.0, -0.8, 0.6, 0.0, 2.0, 0.48, 0.64, 0.6, 3.0];
        let pose = Pose::from_rows(rows).unwrap();
        let (by_rows, by_columns) =
            (RowMatrix4::<f64>::from(pose), ColumnMatrix4::<f64>::from(pose));
        assert_eq!((by_rows.x.w, by_columns.w.x), (1.0, 1.0));
        assert_eq!((by_rows.y.x, by_columns.x.y), (-0.8, -0.8));
        assert_eq!(Pose::try_from(by_rows).unwrap(), pose);
        assert_eq!(Pose::try_from(by_columns).unwrap(), pose);
    }

    #[test]
    fn single_precision_is_widened() {
        let identity = |x: f32| [1., 0., 0., x, 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.];
        let pose = Pose::try_from(RowMatrix4::<f32>::from(identity(0.1))).unwrap();
        assert_eq!(pose.translation().x, f64::from(0.1_f32));
        assert_eq!(
            Pose::try_from(ColumnMatrix4::<f32>::from(identity(0.5))),
            Err(PoseError::NotAffine([0.5, 0.0, 0.0, 1.0]))
        );
    }
}
