//! Quaternions of types that say they are normalised.

use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use crate::pose::{Pose, PoseError};

/// From a translation and a quaternion `[x, y, z, w]` of a type that says it is normalised: taken as
/// it is, a norm of `1 + e` gives a skew of about `7 e`.
pub(super) fn from_unit_quaternion<T: Into<f64> + Copy>(
    translation: [T; 3],
    quaternion: [T; 4],
) -> Result<Pose, PoseError> {
    let quaternion: Quaternion<f64> = quaternion.map(Into::into).into();
    let rotation = UnitQuaternion::new_unchecked(quaternion).to_rotation_matrix();
    Pose::new(rotation.into_inner(), Vector3::from(translation.map(Into::into)))
}
