//! How fast the points of a moving body can be: what a sweep needs to know of a motion.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Pose, length_bound};
use obbtree_query::{Axis, Extent};

/// A bound of the speed of every point of a body during an interval of time, in the caller's unit of length
/// per unit of time.
///
/// It has a part for all points, and a part that grows with the distance from an axis or a point of the
/// body, by which a sweep knows that points near the axis are slow. Sums of both are allowed:
///
/// ```
/// use obbtree_body::Speed;
/// // A gripper that moves at 0.2, and turns at 1.5 radians about the z axis of its own frame.
/// let speed = Speed::about_axis([0.0; 3], [0.0, 0.0, 1.0], 1.5).plus(0.2);
/// assert!(speed.at([0.1, 0.0, 7.0]) >= 0.2 + 0.1 * 1.5);
/// assert!(speed.at([0.1, 0.0, 7.0]) < 0.351);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Of all points.
    any: f64,
    /// Added for each unit of distance from the body's origin.
    per_length: f64,
    /// At a right angle to the next.
    along: f64,
    /// For each unit of distance from the axis.
    angular: f64,
    axis: Axis,
}

/// Pays for the roundings of a handful of operations, relative to what is at least 0.
const ROUNDED: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

impl Speed {
    /// Every point moves with at most this speed.
    #[must_use]
    pub fn of_all(speed: f64) -> Self {
        let axis = Axis { point: Point3::origin(), direction: None };
        Self { any: speed, per_length: 0.0, along: 0.0, angular: 0.0, axis }
    }

    /// A rotation of the body about an axis through a point, both in the body's frame, in radians per unit of
    /// time. The direction need not have length one.
    #[must_use]
    pub fn about_axis(point: [f64; 3], direction: [f64; 3], angular: f64) -> Self {
        let length = Vector3::from(direction).norm();
        let direction = (length > 0.0).then(|| Vector3::from(direction) / length);
        let axis = Axis { point: point.into(), direction };
        Self { angular, axis, ..Self::of_all(0.0) }
    }

    /// A rotation about a point of the body's frame, by axes that may change, in radians per unit of time.
    #[must_use]
    pub fn about_point(point: [f64; 3], angular: f64) -> Self {
        Self::about_axis(point, [0.0; 3], angular)
    }

    /// And a movement of all points with at most this speed.
    #[must_use]
    pub fn plus(mut self, speed: f64) -> Self {
        self.any += speed;
        self
    }

    /// And a movement along the axis, which is at a right angle to what the rotation does.
    pub(super) fn along(mut self, speed: f64) -> Self {
        self.along = speed;
        self
    }

    /// And this for each unit of distance from the body's origin.
    pub(super) fn plus_per_length(mut self, speed: f64) -> Self {
        self.per_length += speed;
        self
    }

    /// The same for points of the frame of something that the body carries at an offset.
    ///
    /// *Proof.* A point `x` there is `offset(x)` here. It is at most `|t| + (1 + skew) |x|` from the origin, and
    /// `1 + skew` times as far from the axis as `x` is from the axis as seen there. The axis seen there is
    /// rounded: its point by 40 roundoffs of the numbers that go in, its direction by some ten, which
    /// `SEEN` pays for along the way to `x`. *End.*
    pub(super) fn of_carried(&self, offset: &Pose, inverse: &Pose) -> Self {
        /// 512 roundings of 2^-53.
        const SEEN: f64 = 1.0 / (1_u64 << 44) as f64;
        let longest = 1.0 + offset.skew();
        let way = length_bound(offset.translation());
        let point = inverse.place(&self.axis.point);
        let direction = self.axis.direction.map(|u| (inverse.rotation() * u).normalize());
        let off =
            SEEN * (length_bound(&self.axis.point.coords) + length_bound(&point.coords) + way);
        let angular = self.angular * longest;
        Self {
            any: (self.any + self.per_length * way + angular * off) * ROUNDED,
            per_length: (self.per_length * longest + angular * SEEN) * ROUNDED,
            along: self.along,
            angular: angular * ROUNDED,
            axis: Axis { point, direction },
        }
    }

    /// At least the speed of a point of the body, in the body's frame.
    #[must_use]
    pub fn at(&self, point: [f64; 3]) -> f64 {
        self.of(self.axis.distance_above(&point.into()), Vector3::from(point).norm())
    }

    /// At least the speed of every point of a body.
    pub(crate) fn of_body(&self, body: &Extent) -> f64 {
        let distance = if self.angular > 0.0 { body.farthest_from(&self.axis) } else { 0.0 };
        self.of(distance, body.length())
    }

    /// Of points so far from the axis, and from the origin.
    fn of(&self, distance: f64, length: f64) -> f64 {
        let turning = self.angular * distance;
        let turning = (self.along * self.along + turning * turning).sqrt();
        (self.any + self.per_length * length + turning) * ROUNDED
    }
}
