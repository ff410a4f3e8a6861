//! Poses as nalgebra's `Isometry3` and `Matrix4`, for the re-exported generation of nalgebra and,
//! each behind a feature, for older ones that robotics crates still have in their API.

use ::nalgebra::{Isometry3, Rotation3, Translation3, UnitQuaternion};

use super::unit_quaternion::from_unit_quaternion;
use crate::pose::{Pose, PoseError};

impl Pose {
    /// The nearest rotation as a unit quaternion, and the translation.
    ///
    /// This normalises: the matrix is the pose, and a quaternion cannot hold a matrix that is not
    /// quite a rotation. The matrix changes by about half its skew `|R^T R - I|` (Frobenius), which
    /// moves a point at distance `r` from the mesh's origin by less than `5.1e-5 r`. For the matrix
    /// of a normalised quaternion only rounding is left, about 1e-15.
    ///
    /// ```
    /// use obbtree_predicates::{Pose, nalgebra::{Isometry3, Point3, Vector3}};
    /// let isometry = Isometry3::new(Vector3::new(1.0, 2.0, 3.0), Vector3::z() * 0.5);
    /// let back = Pose::try_from(isometry)?.to_isometry();
    /// let p = Point3::new(4.0, 5.0, 6.0);
    /// assert!((back * p - isometry * p).norm() < 1e-14);
    /// # Ok::<(), obbtree_predicates::PoseError>(())
    /// ```
    #[must_use]
    pub fn to_isometry(&self) -> Isometry3<f64> {
        let rotation = Rotation3::from_matrix_unchecked(*self.renormalized().rotation());
        Isometry3::from_parts(
            Translation3::from(*self.translation()),
            UnitQuaternion::from_rotation_matrix(&rotation),
        )
    }
}

/// The conversions of one generation of nalgebra.
macro_rules! generation {
    ($nalgebra:ident) => {
        generation!($nalgebra from f64);
        generation!($nalgebra from f32);

        /// Normalised, as [`Pose::to_isometry`] explains.
        impl From<Pose> for ::$nalgebra::Isometry3<f64> {
            fn from(pose: Pose) -> Self {
                use ::$nalgebra::{Quaternion, Translation3, UnitQuaternion};
                let [x, y, z, qx, qy, qz, qw] = pose.to_translation_quaternion();
                let rotation = UnitQuaternion::new_unchecked(Quaternion::new(qw, qx, qy, qz));
                Self::from_parts(Translation3::new(x, y, z), rotation)
            }
        }

        impl From<Pose> for ::$nalgebra::Matrix4<f64> {
            fn from(pose: Pose) -> Self {
                Self::from_column_slice(&pose.to_columns4())
            }
        }
    };
    ($nalgebra:ident from $float:ty) => {
        /// The matrix of the quaternion as it is; nothing is normalised.
        impl TryFrom<::$nalgebra::Isometry3<$float>> for Pose {
            type Error = PoseError;

            fn try_from(isometry: ::$nalgebra::Isometry3<$float>) -> Result<Self, PoseError> {
                let (t, q) = (isometry.translation, isometry.rotation);
                from_unit_quaternion([t.x, t.y, t.z], [q.i, q.j, q.k, q.w])
            }
        }

        /// The matrix of the quaternion as it is; nothing is normalised.
        impl TryFrom<&::$nalgebra::Isometry3<$float>> for Pose {
            type Error = PoseError;

            fn try_from(isometry: &::$nalgebra::Isometry3<$float>) -> Result<Self, PoseError> {
                Self::try_from(*isometry)
            }
        }

        /// The numbers as they are; the last row must be `0 0 0 1`.
        impl TryFrom<::$nalgebra::Matrix4<$float>> for Pose {
            type Error = PoseError;

            fn try_from(matrix: ::$nalgebra::Matrix4<$float>) -> Result<Self, PoseError> {
                Self::from_columns4(std::array::from_fn(|i| matrix[i].into()))
            }
        }
    };
}

generation!(nalgebra);
#[cfg(feature = "nalgebra-0-30")]
generation!(nalgebra_0_30);
#[cfg(feature = "nalgebra-0-32")]
generation!(nalgebra_0_32);
#[cfg(feature = "nalgebra-0-33")]
generation!(nalgebra_0_33);
#[cfg(feature = "nalgebra-0-34")]
generation!(nalgebra_0_34);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::near_rotation::skew;

    /// A translation and a quaternion of length one with many digits.
    const NUMBERS: [f64; 7] = [1.5, -2.25, 1e6, 0.18, -0.36, 0.54, 0.7391887445030532];

    /// Reading and writing in one generation.
    macro_rules! generation_tests {
        ($name:ident, $nalgebra:ident) => {
            #[test]
            fn $name() {
                use ::$nalgebra::{
                    Isometry3, Matrix4, Quaternion, Translation3, UnitQuaternion, Vector4,
                };
                let pose = Pose::from_translation_quaternion(NUMBERS).unwrap();

                let matrix = Matrix4::<f64>::from(pose);
                assert_eq!(matrix[(0, 3)], 1.5);
                assert_eq!(matrix[(1, 0)], pose.rotation()[(1, 0)]);
                assert_eq!(Pose::try_from(matrix).unwrap(), pose);

                let isometry = Isometry3::<f64>::from(pose);
                let back = Pose::try_from(isometry).unwrap();
                assert_eq!(Pose::try_from(&isometry).unwrap(), back);
                assert_eq!(back.translation(), pose.translation());
                assert!((back.rotation() - pose.rotation()).amax() < 8.0 * f64::EPSILON);

                // Single precision is widened, neither rounded again nor normalised.
                let [x, y, z, qx, qy, qz, qw] = NUMBERS.map(|n| n as f32);
                let single = Isometry3::from_parts(
                    Translation3::new(x, y, z),
                    UnitQuaternion::new_unchecked(Quaternion::new(qw, qx, qy, qz)),
                );
                let pose = Pose::try_from(single).unwrap();
                assert_eq!(Pose::try_from(&single).unwrap(), pose);
                let off = skew(pose.rotation());
                assert!((1e-9..1e-6).contains(&off), "{off:e}");
                let widened = Isometry3::from_parts(
                    Translation3::new(x.into(), y.into(), z.into()),
                    UnitQuaternion::new_unchecked(Quaternion::<f64>::new(
                        qw.into(),
                        qx.into(),
                        qy.into(),
                        qz.into(),
                    )),
                );
                assert_eq!(pose, Pose::try_from(widened).unwrap());

                let single: Matrix4<f32> = Matrix4::from_fn(|r, c| matrix[(r, c)] as f32);
                let pose = Pose::try_from(single).unwrap();
                assert_eq!(pose.rotation()[(2, 1)], f64::from(single[(2, 1)]));

                let mut projective = matrix;
                projective.set_row(3, &Vector4::new(0.0, 0.0, 1.0, 1.0).transpose());
                assert_eq!(
                    Pose::try_from(projective),
                    Err(PoseError::NotAffine([0.0, 0.0, 1.0, 1.0]))
                );
            }
        };
    }

    generation_tests!(the_own_generation, nalgebra);
    #[cfg(feature = "nalgebra-0-30")]
    generation_tests!(generation_0_30, nalgebra_0_30);
    #[cfg(feature = "nalgebra-0-32")]
    generation_tests!(generation_0_32, nalgebra_0_32);
    #[cfg(feature = "nalgebra-0-33")]
    generation_tests!(generation_0_33, nalgebra_0_33);
    #[cfg(feature = "nalgebra-0-34")]
    generation_tests!(generation_0_34, nalgebra_0_34);

    #[test]
    fn a_drifted_quaternion_is_refused_rather_than_mended() {
        let long = UnitQuaternion::new_unchecked(UnitQuaternion::identity().into_inner() * 1.001);
        let isometry = Isometry3::from_parts(Translation3::identity(), long);
        assert!(matches!(Pose::try_from(isometry), Err(PoseError::NotOrthonormal { .. })));
    }
}
