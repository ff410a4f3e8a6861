//! A pose as it stands in a pose file: seven numbers, `x y z qx qy qz qw`.

use std::fmt;

use crate::surface::cos_sin;

/// Digits after the point in a pose file. A nanometre if the unit is a metre; the quaternion is of
/// unit length within 1e-9.
const DIGITS: f64 = 1e9;

/// A rigid motion: first the rotation by a unit quaternion, then the translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// In the unit of the models.
    pub translation: [f64; 3],
    /// `x y z w`.
    pub quaternion: [f64; 4],
}

impl Motion {
    /// A turn by `angle` radians about a coordinate axis (0, 1, 2 for x, y, z).
    pub(crate) fn about(axis: usize, angle: f64) -> Self {
        let [cos, sin] = cos_sin(0.5 * angle);
        let mut quaternion = [0.0, 0.0, 0.0, cos];
        quaternion[axis] = sin;
        Self { translation: [0.0; 3], quaternion }
    }

    /// The same, and then a translation.
    pub(crate) fn moved(mut self, by: [f64; 3]) -> Self {
        for k in 0..3 {
            self.translation[k] += by[k];
        }
        self
    }

    /// A turn about an axis through the origin of the moving mesh before this motion.
    pub(crate) fn after(mut self, first: Self) -> Self {
        let [ax, ay, az, aw] = self.quaternion;
        let [bx, by, bz, bw] = first.quaternion;
        self.quaternion = [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ];
        self
    }
}

impl fmt::Display for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, x) in self.translation.iter().chain(&self.quaternion).enumerate() {
            // Adding 0 turns -0 into 0.
            let rounded = (x * DIGITS).round() / DIGITS + 0.0;
            write!(f, "{}{rounded}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}
