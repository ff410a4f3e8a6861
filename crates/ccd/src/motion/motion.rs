//! What a sweep asks of a motion.

use obbtree_predicates::{Pose, UpperBound};
use thiserror::Error;

use super::speed::Speed;

/// The movement of a body from time 0 to time 1.
///
/// A motion is a mathematical one: at every real time it has a place for each point of the body.
/// A pose can only be close to it, because its numbers are `f64`. So a motion says three things:
/// the pose at a time, how far from the motion that may be, and how fast the points are. All are
/// trusted: if one is wrong, so can be what a sweep proves. (NaN is taken for infinity, and a
/// number below 0 for its absolute value.)
///
/// The motions here ([`Linear`](crate::Linear), [`Screw`](crate::Screw),
/// [`Translation`](crate::Translation)) have proofs of their bounds beside them. A [`Pose`] is
/// the motion of a body at rest. [`Path`](crate::Path) is made from functions.
pub trait Motion: Sync {
    /// The pose at a time from 0 to 1, rounded. The motions here begin and end there: a time before
    /// 0 counts as 0, one after 1 as 1.
    ///
    /// # Panics
    /// [`Linear`](crate::Linear), [`Screw`](crate::Screw) and [`Translation`](crate::Translation),
    /// of NaN.
    fn pose_at(&self, time: f64) -> Pose;

    /// How far [`Motion::pose_at`] puts a point from where the motion has it, at most.
    fn rounding(&self) -> Rounding {
        Rounding::default()
    }

    /// A bound of the speed of every point at all times from one to another, `from <= to`.
    fn speed(&self, from: f64, to: f64) -> Speed;

    /// A bound of the acceleration of every point at all those times, if one is known: what
    /// [`Speed`] says, but of lengths per unit of time squared. It makes sweeps of motions that
    /// graze much shorter.
    fn acceleration(&self, from: f64, to: f64) -> Option<Speed> {
        let _ = (from, to);
        None
    }

    /// The poses at the start and at the end, if the motion is exactly a translation: at time `t`
    /// the body has the matrix of both, and the translation `(1 - t) t_0 + t t_1`. Sweeps of two
    /// such motions are decided by exact arithmetic where rounded arithmetic does not tell.
    fn translation(&self) -> Option<[&Pose; 2]> {
        None
    }
}

/// A time from 0 to 1: the nearest there is.
///
/// # Panics
/// Of NaN.
pub(super) fn nearest_time(time: f64) -> f64 {
    assert!(!time.is_nan(), "the time of a pose is NaN");
    time.clamp(0.0, 1.0)
}

/// How far a rounded pose may put a point from where a motion has it.
///
/// A number below 0 counts as its absolute value, and NaN as infinity: nothing is then proven to be
/// free.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rounding {
    /// For every point, in the caller's unit.
    pub absolute: f64,
    /// And for each unit of the point's distance from the origin of the body's mesh.
    pub per_length: f64,
}

impl Rounding {
    pub(super) fn new(absolute: UpperBound, per_length: UpperBound) -> Self {
        Self { absolute: absolute.get(), per_length: per_length.get() }
    }

    /// Of points that are so far from the body's origin at most, which may be infinite: this or
    /// less.
    #[must_use]
    pub fn at(&self, length: f64) -> f64 {
        self.of_length(UpperBound::of_abs(length)).get()
    }

    /// For all points that are so far from the body's origin at most.
    pub fn of_length(&self, length: UpperBound) -> UpperBound {
        UpperBound::of_abs(self.absolute) + UpperBound::of_abs(self.per_length) * length
    }
}

/// At rest.
impl Motion for Pose {
    fn pose_at(&self, _: f64) -> Pose {
        *self
    }

    fn speed(&self, _: f64, _: f64) -> Speed {
        Speed::of_all(0.0)
    }

    fn acceleration(&self, _: f64, _: f64) -> Option<Speed> {
        Some(Speed::of_all(0.0))
    }

    fn translation(&self) -> Option<[&Pose; 2]> {
        Some([self, self])
    }
}

impl<M: Motion + ?Sized> Motion for Box<M> {
    fn pose_at(&self, time: f64) -> Pose {
        (**self).pose_at(time)
    }

    fn rounding(&self) -> Rounding {
        (**self).rounding()
    }

    fn speed(&self, from: f64, to: f64) -> Speed {
        (**self).speed(from, to)
    }

    fn acceleration(&self, from: f64, to: f64) -> Option<Speed> {
        (**self).acceleration(from, to)
    }

    fn translation(&self) -> Option<[&Pose; 2]> {
        (**self).translation()
    }
}

/// Why numbers are not a valid motion.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MotionError {
    /// The matrices of the two poses are so far from rotations that poses between them need not
    /// be valid.
    #[error(
        "the 3 x 3 parts of the two poses are too far from rotations for a motion between them: {skew:.3e} together, but at most {most:e} is allowed; Pose::renormalized helps"
    )]
    NotOrthonormal {
        /// What the poses between them may be off.
        skew: f64,
        /// The largest that is allowed.
        most: f64,
    },
    /// Poses on the way are farther from the origin than is supported.
    #[error("the motion leads to translations of {reach:e}, beyond the largest that is supported")]
    TooFar {
        /// A bound of the translations.
        reach: f64,
    },
    /// A number that is not finite, or an angle beyond a million radians.
    #[error("{value} is not supported in a motion")]
    NotSupported {
        /// The number.
        value: f64,
    },
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::motion::linear::Linear;
    use crate::motion::screw::Screw;
    use crate::motion::translation::Translation;

    fn motions() -> [Box<dyn Motion>; 4] {
        let from: Pose = "1 2 3 0.5 0.5 0.5 0.5".parse().unwrap();
        let to: Pose = "-1 0.5 2 -0.1 0.7 0.1 0.7".parse().unwrap();
        [
            Box::new(Linear::of_point(&from, &to, [0.5, -1.0, 2.0]).unwrap()),
            Box::new(Screw::new(&from, &to).unwrap()),
            Box::new(Screw::about(&from, [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], 1.0, 1.0).unwrap()),
            Box::new(Translation::new(&from, [4.0, 5.0, 6.0]).unwrap()),
        ]
    }

    #[test]
    fn times_before_the_start_and_after_the_end_are_these() {
        for (n, motion) in motions().iter().enumerate() {
            let [start, end] = [0.0, 1.0].map(|time| motion.pose_at(time));
            assert_ne!(start, end);
            for time in [-f64::MIN_POSITIVE, -0.5, -1e308, f64::NEG_INFINITY] {
                assert_eq!(motion.pose_at(time), start, "{n} {time}");
            }
            for time in [1.0_f64.next_up(), 1.5, 1e308, f64::INFINITY] {
                assert_eq!(motion.pose_at(time), end, "{n} {time}");
            }
        }
    }

    #[test]
    fn of_a_time_that_is_nan_all_panic_with_the_same_words() {
        for motion in motions() {
            let found = catch_unwind(AssertUnwindSafe(|| motion.pose_at(f64::NAN)));
            let said = found.expect_err("a panic");
            assert_eq!(said.downcast_ref(), Some(&"the time of a pose is NaN"));
        }
    }
}
