//! A rotation about an axis at constant speed: what linear and screw motions have in common.

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{ROUNDOFF, UpperBound};

use super::sin_cos::{SIN_COS_ERROR, angle_of, sin_cos};

/// An axis and an angle. The rotation meant is by exactly this angle about exactly this axis,
/// scaled to length one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// Of length one to within four roundings.
    pub(super) axis: Vector3<f64>,
    /// In radians, at least 0.
    pub(super) angle: f64,
}

/// Axes shorter than this are none: the sine of half an angle that rounding cannot tell from 0.
/// Squares of what is longer do not underflow.
const LEAST_SINE: f64 = 1e-140;

impl Turn {
    /// None at all.
    pub(super) fn none() -> Self {
        Self { axis: Vector3::x(), angle: 0.0 }
    }

    /// The shortest way from one rotation to another, seen from the body: by at most half a turn.
    ///
    /// By the quaternion of the relative matrix (S. W. Shepperd, "Quaternion from rotation
    /// matrix", 1978).
    pub(super) fn between(from: &Matrix3<f64>, to: &Matrix3<f64>) -> Self {
        let [w, x, y, z] = quaternion(&from.tr_mul(to));
        let (vector, w) =
            if w < 0.0 { (-Vector3::new(x, y, z), -w) } else { ([x, y, z].into(), w) };
        let sine = vector.norm();
        if !(sine > LEAST_SINE) {
            return Self::none();
        }
        Self { axis: vector / sine, angle: 2.0 * angle_of([sine, w]) }
    }

    /// The rotation at a share of the angle.
    ///
    /// Every entry is within [`Turn::entry_error`], `v (32 + 2 angle)` with `v` the roundoff. An
    /// entry of the diagonal is `cos + u_i^2 (1 - cos)`: `4v` from the cosine, and in the product
    /// `2 * 8v` from the axis, `4v` from the cosine and three roundings of up to two, and one of
    /// the sum: 31 of 32. Of the others, `u_k sin` is off by `4v` from the axis, `4v` from the
    /// sine and `v`, and the product of two components, at most a half, by half as much as
    /// above: 22. The angle at the share is rounded, by `v` times itself, which changes an entry
    /// by as much.
    pub(super) fn matrix(&self, share: f64) -> Matrix3<f64> {
        let [sin, cos] = sin_cos(share * self.angle);
        let u = self.axis;
        let cross = Matrix3::new(0.0, -u.z, u.y, u.z, 0.0, -u.x, -u.y, u.x, 0.0);
        Matrix3::identity() * cos + cross * sin + u * u.transpose() * (1.0 - cos)
    }

    /// By how much an entry of [`Turn::matrix`] can be off, for shares between -1 and 1.
    pub(super) fn entry_error(&self) -> UpperBound {
        let of_angle = UpperBound::from(2.0 * ROUNDOFF) * UpperBound::from(self.angle);
        UpperBound::from(8.0 * SIN_COS_ERROR) + of_angle
    }
}

/// `w x y z` of a matrix near a rotation, scaled to length one; the sign is either.
fn quaternion(m: &Matrix3<f64>) -> [f64; 4] {
    let trace = m.trace();
    // Four times the squares of the components: the largest is at least one.
    let squares = [0, 1, 2].map(|k| 1.0 + 2.0 * m[(k, k)] - trace);
    let largest = (0..3).fold(0, |best, k| if squares[k] > squares[best] { k } else { best });
    let antisymmetric = [m[(2, 1)] - m[(1, 2)], m[(0, 2)] - m[(2, 0)], m[(1, 0)] - m[(0, 1)]];
    let mut q = [0.0; 4];
    if 1.0 + trace >= squares[largest] {
        q[0] = 1.0 + trace;
        q[1..].copy_from_slice(&antisymmetric);
    } else {
        let k = largest;
        q[0] = antisymmetric[k];
        for l in 0..3 {
            q[1 + l] = if l == k { squares[k] } else { m[(k, l)] + m[(l, k)] };
        }
    }
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}

#[cfg(test)]
mod tests {
    use nalgebra::{Rotation3, Unit};

    use super::*;

    #[test]
    fn a_turn_leads_from_one_matrix_to_the_other() {
        let axes = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.3, -0.5, 0.9], [1e-9, 1.0, -1e-9]];
        let start = Rotation3::new(Vector3::new(0.3, -1.2, 2.0)).into_inner();
        for axis in axes.map(|axis| Unit::new_normalize(Vector3::from(axis))) {
            for angle in [0.0, 1e-12, 1e-3, 1.0, 3.0, std::f64::consts::PI] {
                let relative = Rotation3::from_axis_angle(&axis, angle).into_inner();
                let turn = Turn::between(&start, &(start * relative));
                let off = (turn.matrix(1.0) - relative).amax();
                assert!(off < 2e-15, "{axis:?} {angle}: {off:e}");
                assert!((turn.angle - angle).abs() < 4e-15, "{angle} {}", turn.angle);
                let half = Rotation3::from_axis_angle(&axis, 0.5 * angle).into_inner();
                let other = Rotation3::from_axis_angle(&axis, -0.5 * angle).into_inner();
                let off = (turn.matrix(0.5) - half).amax();
                // Half a turn has two ways.
                let back = (turn.matrix(0.5) - other).amax();
                assert!(off < 2e-15 || (angle > 3.1 && back < 2e-15), "{axis:?} {angle}: {off:e}");
            }
        }
    }
}
