//! Poses as glam's matrices, affine transforms, and translations with quaternions. Each generation
//! of glam has its feature, as rapier, parry, bevy and kornia use different ones.
//!
//! Other crates' poses go by these: `GlobalTransform::affine()` of bevy, the pair `(translation,
//! rotation)` of a rapier pose.

use super::unit_quaternion::from_unit_quaternion;
use crate::pose::{Pose, PoseError};

/// The conversions of one generation of glam.
macro_rules! generation {
    ($glam:ident) => {
        generation!($glam from DMat4, DAffine3, DVec3, DQuat);
        generation!($glam from Mat4, Affine3A, Vec3, Quat);

        impl From<Pose> for ::$glam::DMat4 {
            fn from(pose: Pose) -> Self {
                Self::from_cols_array(&pose.to_columns4())
            }
        }

        impl From<Pose> for ::$glam::DAffine3 {
            fn from(pose: Pose) -> Self {
                Self::from_mat4(pose.into())
            }
        }

        /// Normalised, as [`Pose::to_isometry`] explains.
        impl From<Pose> for (::$glam::DVec3, ::$glam::DQuat) {
            fn from(pose: Pose) -> Self {
                let [x, y, z, qx, qy, qz, qw] = pose.to_translation_quaternion();
                (::$glam::DVec3::new(x, y, z), ::$glam::DQuat::from_xyzw(qx, qy, qz, qw))
            }
        }
    };
    ($glam:ident from $matrix:ident, $affine:ident, $vector:ident, $quaternion:ident) => {
        /// The numbers as they are; the last row must be `0 0 0 1`.
        impl TryFrom<::$glam::$matrix> for Pose {
            type Error = PoseError;

            fn try_from(matrix: ::$glam::$matrix) -> Result<Self, PoseError> {
                Self::from_columns4(matrix.to_cols_array().map(Into::into))
            }
        }

        /// The numbers as they are.
        impl TryFrom<::$glam::$affine> for Pose {
            type Error = PoseError;

            fn try_from(affine: ::$glam::$affine) -> Result<Self, PoseError> {
                Self::try_from(::$glam::$matrix::from(affine))
            }
        }

        /// A translation, and the matrix of the quaternion as it is; nothing is normalised.
        impl TryFrom<(::$glam::$vector, ::$glam::$quaternion)> for Pose {
            type Error = PoseError;

            fn try_from(
                (translation, rotation): (::$glam::$vector, ::$glam::$quaternion),
            ) -> Result<Self, PoseError> {
                from_unit_quaternion(translation.to_array(), rotation.to_array())
            }
        }
    };
}

#[cfg(feature = "glam")]
generation!(glam);
#[cfg(feature = "glam-0-33")]
generation!(glam_0_33);
#[cfg(feature = "glam-0-32")]
generation!(glam_0_32);
#[cfg(feature = "glam-0-30")]
generation!(glam_0_30);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::near_rotation::skew;
    use nalgebra::Point3;

    /// Reading and writing in one generation.
    macro_rules! generation_tests {
        ($name:ident, $glam:ident) => {
            #[test]
            fn $name() {
                use ::$glam::{Affine3A, DAffine3, DMat4, DQuat, DVec3, Mat4, Quat, Vec3};
                let rotation = DQuat::from_xyzw(0.18, -0.36, 0.54, 0.738).normalize();
                let translation = DVec3::new(1.5, -2.25, 1e6);
                let pose = Pose::try_from((translation, rotation)).unwrap();

                // The same motion of points, so no transposed matrix and no exchanged component.
                let affine = DAffine3::from_rotation_translation(rotation, translation);
                let (placed, expected) = (
                    pose.place(&Point3::new(1.0, 2.0, 3.0)),
                    affine.transform_point3(DVec3::new(1.0, 2.0, 3.0)),
                );
                assert!((placed - Point3::from(expected.to_array())).norm() < 1e-9);

                let matrix = DMat4::from(pose);
                assert_eq!(matrix.w_axis.x, 1.5);
                assert_eq!(Pose::try_from(matrix).unwrap(), pose);
                assert_eq!(Pose::try_from(DAffine3::from(pose)).unwrap(), pose);
                let (back, quaternion) = <(DVec3, DQuat)>::from(pose);
                assert_eq!(back, translation);
                assert!(quaternion.dot(rotation).abs() > 1.0 - 4.0 * f64::EPSILON);

                // Single precision is widened, neither rounded again nor normalised.
                let single: Mat4 = matrix.as_mat4();
                let pose = Pose::try_from(single).unwrap();
                assert_eq!(pose.rotation()[(2, 1)], f64::from(single.y_axis.z));
                assert_eq!(Pose::try_from(Affine3A::from_mat4(single)).unwrap(), pose);
                let parts: (Vec3, Quat) = (translation.as_vec3(), rotation.as_quat());
                let off = skew(Pose::try_from(parts).unwrap().rotation());
                assert!((1e-9..1e-6).contains(&off), "{off:e}");

                let mut projective = matrix;
                projective.z_axis.w = 1.0;
                assert_eq!(
                    Pose::try_from(projective),
                    Err(PoseError::NotAffine([0.0, 0.0, 1.0, 1.0]))
                );
                let scaled = DAffine3::from_scale(DVec3::splat(2.0));
                assert!(matches!(Pose::try_from(scaled), Err(PoseError::NotOrthonormal { .. })));
            }
        };
    }

    #[cfg(feature = "glam")]
    generation_tests!(the_current_generation, glam);
    #[cfg(feature = "glam-0-33")]
    generation_tests!(generation_0_33, glam_0_33);
    #[cfg(feature = "glam-0-32")]
    generation_tests!(generation_0_32, glam_0_32);
    #[cfg(feature = "glam-0-30")]
    generation_tests!(generation_0_30, glam_0_30);
}
