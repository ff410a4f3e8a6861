//! Rigid frames as twelve numbers, the rows of `[R | t]`, for kinematics: no check, no branch, and
//! the same bits on every instruction set, as no product is fused with a sum.

use obbtree_predicates::{Pose, PoseError};

use super::sin_cos::sin_cos;

/// The rows of `[R | t]`: a point `x` of the frame is at `R x + t` of the one that it is placed in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame(pub(crate) [[f64; 4]; 3]);

impl Frame {
    pub(crate) const IDENTITY: Self =
        Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// Of a translation and of angles about the fixed axes x, y, z, applied in this order, as URDF
    /// has them.
    pub(crate) fn from_xyz_rpy(xyz: [f64; 3], rpy: [f64; 3]) -> Self {
        let [[sr, cr], [sp, cp], [sy, cy]] = rpy.map(sin_cos);
        Self([
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, xyz[0]],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, xyz[1]],
            [-sp, cp * sr, cp * cr, xyz[2]],
        ])
    }

    /// First `other`, then this one.
    #[inline(always)]
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = [[0.0; 4]; 3];
        for i in 0..3 {
            let [x, y, z, t] = self.0[i];
            for k in 0..4 {
                product[i][k] = (x * other.0[0][k] + y * other.0[1][k]) + z * other.0[2][k];
            }
            product[i][3] += t;
        }
        Self(product)
    }

    /// The position of a point.
    #[inline(always)]
    pub(crate) fn place(&self, p: [f64; 3]) -> [f64; 3] {
        let mut at = [0.0; 3];
        for i in 0..3 {
            let [x, y, z, t] = self.0[i];
            at[i] = ((x * p[0] + y * p[1]) + z * p[2]) + t;
        }
        at
    }

    /// The direction of a vector.
    pub(crate) fn turn(&self, p: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|i| self.0[i][0] * p[0] + self.0[i][1] * p[1] + self.0[i][2] * p[2])
    }

    /// The vector that has a direction, to within rounding: the inverse of `turn`.
    pub(crate) fn turn_back(&self, p: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|i| self.0[0][i] * p[0] + self.0[1][i] * p[1] + self.0[2][i] * p[2])
    }

    pub(crate) fn translation(&self) -> [f64; 3] {
        [self.0[0][3], self.0[1][3], self.0[2][3]]
    }

    /// The twelve numbers, row by row.
    pub(crate) fn to_rows(self) -> [f64; 12] {
        let mut rows = [0.0; 12];
        rows.copy_from_slice(self.0.as_flattened());
        rows
    }

    /// As a checked pose.
    pub(crate) fn to_pose(self) -> Result<Pose, PoseError> {
        Pose::try_from(self.to_rows())
    }
}

impl From<&Pose> for Frame {
    fn from(pose: &Pose) -> Self {
        let rows = pose.to_rows();
        let row = |i: usize| [rows[4 * i], rows[4 * i + 1], rows[4 * i + 2], rows[4 * i + 3]];
        Self([row(0), row(1), row(2)])
    }
}
