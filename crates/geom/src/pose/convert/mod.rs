//! The other forms of a pose, one file each. Reading is checked by [`Pose::new`]; the table is at
//! [`Pose`].

mod arrays;
#[cfg(any(feature = "glam", feature = "glam-0-33", feature = "glam-0-32", feature = "glam-0-30"))]
mod glam;
#[cfg(feature = "mint")]
mod mint;
mod nalgebra;
mod text;

use ::nalgebra::{Quaternion, UnitQuaternion, Vector3};

use super::{Pose, PoseError};

/// From a translation and a quaternion `[x, y, z, w]` of a type that says it is normalised: taken as
/// it is, a norm of `1 + e` gives a skew of about `7 e`.
fn from_unit_quaternion<T: Into<f64> + Copy>(
    translation: [T; 3],
    quaternion: [T; 4],
) -> Result<Pose, PoseError> {
    let quaternion: Quaternion<f64> = quaternion.map(Into::into).into();
    let rotation = UnitQuaternion::new_unchecked(quaternion).to_rotation_matrix();
    Pose::new(rotation.into_inner(), Vector3::from(translation.map(Into::into)))
}
