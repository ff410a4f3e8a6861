//! How fast the points of a moving body can be: what a sweep needs to know of a motion.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Pose, UpperBound, unit_vector};
use obbtree_query::{Axis, Extent};

use super::stretch::longest;

/// A bound of the speed of every point of a body during an interval of time, in the caller's unit
/// of length per unit of time.
///
/// It has a part for all points, and a part that grows with the distance from an axis or a point
/// of the body, by which a sweep knows that points near the axis are slow. Sums of both are
/// allowed:
///
/// ```
/// use obbtree_ccd::Speed;
/// // A gripper that moves at 0.2, and turns at 1.5 radians about the z axis of its own frame.
/// let speed = Speed::about_axis([0.0; 3], [0.0, 0.0, 1.0], 1.5).plus(0.2);
/// assert!(speed.at([0.1, 0.0, 7.0]) >= 0.2 + 0.1 * 1.5);
/// assert!(speed.at([0.1, 0.0, 7.0]) < 0.351);
/// ```
///
/// A number below 0 counts as its absolute value, and NaN as infinity: nothing is then proven to be
/// free.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Of all points.
    any: UpperBound,
    /// Added for each unit of distance from the body's origin.
    per_length: UpperBound,
    /// At a right angle to the next.
    along: UpperBound,
    /// For each unit of distance from the axis.
    angular: UpperBound,
    axis: Axis,
}

impl Speed {
    /// Every point moves with at most this speed.
    #[must_use]
    pub fn of_all(speed: f64) -> Self {
        Self::NONE.plus(speed)
    }

    /// A rotation of the body about an axis through a point, both in the body's frame, in radians
    /// per unit of time. The direction need not have length one; one without length, or of
    /// infinite or undefined components, says no more than [`Speed::about_point`].
    #[must_use]
    pub fn about_axis(point: [f64; 3], direction: [f64; 3], angular: f64) -> Self {
        let axis = Axis { point: point.into(), direction: unit_vector(&direction.into()) };
        Self::turning(axis, UpperBound::of_abs(angular))
    }

    /// A rotation about a point of the body's frame, by axes that may change, in radians per unit
    /// of time.
    #[must_use]
    pub fn about_point(point: [f64; 3], angular: f64) -> Self {
        Self::about_axis(point, [0.0; 3], angular)
    }

    /// And a movement of all points with at most this speed.
    #[must_use]
    pub fn plus(self, speed: f64) -> Self {
        self.and(UpperBound::of_abs(speed))
    }

    /// Of a body at rest.
    const NONE: Self = Self {
        any: UpperBound::ZERO,
        per_length: UpperBound::ZERO,
        along: UpperBound::ZERO,
        angular: UpperBound::ZERO,
        axis: Axis { point: Point3::new(0.0, 0.0, 0.0), direction: None },
    };

    /// A rotation about an axis.
    pub(super) fn turning(axis: Axis, angular: UpperBound) -> Self {
        Self { angular, axis, ..Self::NONE }
    }

    /// And this of all points.
    pub(super) fn and(self, speed: UpperBound) -> Self {
        Self { any: self.any + speed, ..self }
    }

    /// And a movement along the axis, which is at a right angle to what the rotation does.
    pub(super) fn along(self, speed: UpperBound) -> Self {
        Self { along: speed, ..self }
    }

    /// And this for each unit of distance from the body's origin.
    pub(super) fn and_per_length(self, speed: UpperBound) -> Self {
        Self { per_length: self.per_length + speed, ..self }
    }

    /// The same for points of the frame of something that the body carries at an offset.
    ///
    /// *Proof.* A point `x` there is `offset(x)` here. With `l` = [`longest`] of the offset, it is
    /// at most `|t| + l |x|` from the origin, and `l` times as far from the axis as `x` is from the
    /// axis as seen there. The axis seen there is rounded: its point by 40 roundoffs of the numbers
    /// that go in, its direction by some ten along the way to `x`, of which `SEEN` is more than
    /// ten times as much; and by products that underflow, each by at most 2^-1075. *End.*
    pub(super) fn of_carried(&self, offset: &Pose, inverse: &Pose) -> Self {
        /// 512 roundings of 2^-53.
        const SEEN: UpperBound = UpperBound::exactly(1.0 / (1_u64 << 44) as f64);
        const UNDERFLOW: UpperBound = UpperBound::exactly(f64::MIN_POSITIVE);
        let longest = longest(offset);
        let way = UpperBound::of_length(offset.translation());
        let point = inverse.place(&self.axis.point);
        let direction = self.axis.direction.and_then(|u| unit_vector(&(inverse.rotation() * u)));
        let points = [&self.axis.point, &point].map(|p| UpperBound::of_length(&p.coords));
        let off = SEEN * (points[0] + points[1] + way) + UNDERFLOW;
        let angular = self.angular * longest;
        Self {
            any: self.any + self.per_length * way + angular * off,
            per_length: self.per_length * longest + angular * SEEN,
            along: self.along,
            angular,
            axis: Axis { point, direction },
        }
    }

    /// At least the speed of a point of the body, in the body's frame.
    #[must_use]
    pub fn at(&self, point: [f64; 3]) -> f64 {
        self.of_point(&point.into()).get()
    }

    /// At least the speed of every point of space: infinite if it grows with the distance from an
    /// axis or a point.
    #[must_use]
    pub fn everywhere(&self) -> f64 {
        self.of(UpperBound::INFINITE, UpperBound::INFINITE).get()
    }

    /// The speed of a point of the body, in the body's frame, or more.
    pub fn of_point(&self, point: &Point3<f64>) -> UpperBound {
        self.of(self.axis.distance_above(point), UpperBound::of_length(&point.coords))
    }

    /// The speed of every point of a body, or more.
    pub fn of_body(&self, body: &Extent) -> UpperBound {
        let is_turning = self.angular > UpperBound::ZERO;
        let distance = if is_turning { body.farthest_from(&self.axis) } else { UpperBound::ZERO };
        let is_longer = self.per_length > UpperBound::ZERO;
        self.of(distance, if is_longer { body.length() } else { UpperBound::ZERO })
    }

    /// Of points so far from the axis, and from the origin.
    fn of(&self, distance: UpperBound, length: UpperBound) -> UpperBound {
        let turning = self.angular * distance;
        let turning = if self.along == UpperBound::ZERO {
            turning
        } else {
            UpperBound::of_length(&Vector3::new(self.along.get(), turning.get(), 0.0))
        };
        self.any + self.per_length * length + turning
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The length of the direction was infinite, or 0, or some digits of a subnormal square.
    #[test]
    fn a_direction_may_have_any_length() {
        for length in [1e-320, 1e-160, 1e-3, 1.0, 1e160, 1e300] {
            let speed = Speed::about_axis([0.0; 3], [0.0, 0.0, length], 1.0);
            let found = speed.at([3.0, 4.0, 9.0]);
            assert!((5.0..5.0 + 1e-12).contains(&found), "{length:e}: {found}");
        }
        for direction in [[f64::INFINITY, 0.0, 0.0], [0.0, f64::NAN, 0.0], [0.0; 3]] {
            assert!(Speed::about_axis([0.0; 3], direction, 1.0).at([3.0, 4.0, 0.0]) >= 5.0);
        }
    }

    /// Squares of such speeds underflow.
    #[test]
    fn a_speed_is_a_bound_at_any_size() {
        for size in [1e-308, 1e-170, 1e-23, 1.0, 1e70] {
            let axis = Axis { point: Point3::origin(), direction: Some(Vector3::z()) };
            let along = UpperBound::from(12.0 * size);
            let speed = Speed::turning(axis, UpperBound::from(1.0)).along(along);
            let found = speed.at([3.0 * size, 4.0 * size, 0.0]) / size;
            assert!((13.0..13.0 + 1e-11).contains(&found), "{size:e}: {found}");
            let carried = speed.of_carried(&Pose::identity(), &Pose::identity());
            assert!(carried.at([3.0 * size, 4.0 * size, 0.0]) >= 13.0 * size);
        }
    }

    #[test]
    fn numbers_that_bound_nothing_prove_nothing() {
        for speed in [Speed::of_all(f64::NAN), Speed::about_point([f64::NAN; 3], 1.0)] {
            assert_eq!(speed.at([1.0; 3]), f64::INFINITY);
        }
        assert_eq!(Speed::of_all(-2.0).plus(-1.0).at([0.0; 3]), 3.0);
        assert!(Speed::about_point([0.0; 3], -2.0).at([1.0, 0.0, 0.0]) >= 2.0);
        assert_eq!(Speed::of_all(2.0).everywhere(), 2.0);
        assert_eq!(Speed::about_point([0.0; 3], 1.0).everywhere(), f64::INFINITY);
    }
}
