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
    /// The pose at a time from 0 to 1, rounded.
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
