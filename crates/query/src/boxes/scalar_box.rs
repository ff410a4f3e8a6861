//! A box in `f64`, and the gap between two: for searches that test one pair of boxes at a time.

use nalgebra::{Matrix3, Vector3};

/// A box in A's tree frame.
pub(crate) struct ScalarBox {
    /// Axes as columns.
    pub(crate) axes: Matrix3<f64>,
    pub(crate) center: Vector3<f64>,
    pub(crate) half: Vector3<f64>,
}

/// Cross products of edges that are shorter than this are no axes: division by their length would
/// lose too many digits.
const LEAST_SINE_SQ: f64 = 1.0 / (1_u64 << 20) as f64;

/// Bounds how far the lengths of axes are from one, and the rounding error of the quotient.
const AXIS_LENGTH: f64 = 1.0 + 1.0 / (1_u64 << 10) as f64;

impl ScalarBox {
    pub(crate) fn moved(&self, rotation: &Matrix3<f64>, shift: &Vector3<f64>) -> Self {
        Self { axes: rotation * self.axes, center: rotation * self.center + shift, half: self.half }
    }

    /// Calls with each of fifteen axes and by how much the centres are farther apart along it
    /// than the boxes reach, until that is enough.
    fn any_axis(&self, other: &Self, mut along: impl FnMut(&Vector3<f64>, f64) -> bool) -> bool {
        let between = other.center - self.center;
        let mut test = |axis: &Vector3<f64>| {
            let reach = |one: &Self| one.axes.tr_mul(axis).abs().dot(&one.half);
            along(axis, axis.dot(&between).abs() - reach(self) - reach(other))
        };
        let columns = |one: &Self| [0, 1, 2].map(|j| one.axes.column(j).into_owned());
        let (of_a, of_b) = (columns(self), columns(other));
        of_a.iter().chain(&of_b).any(&mut test)
            || of_a.iter().any(|u| of_b.iter().any(|w| test(&u.cross(w))))
    }

    /// Does one of the fifteen axes separate the boxes by more than the slack? NaN never separates.
    pub(crate) fn is_apart(&self, other: &Self, slack: f64) -> bool {
        self.any_axis(other, |_, gap| gap > slack)
    }

    /// A lower bound of the distance of the boxes, in this frame, where every axis has that
    /// slack; 0 if none separates them. The lemma of the slack covers points at a distance along
    /// an axis as it covers points that coincide.
    pub(crate) fn least_distance(&self, other: &Self, slack: f64) -> f64 {
        let mut least = 0.0_f64;
        self.any_axis(other, |axis, gap| {
            let square = axis.norm_squared();
            if gap > slack && square > LEAST_SINE_SQ {
                least = least.max((gap - slack) / (square.sqrt() * AXIS_LENGTH));
            }
            false
        });
        least
    }
}
