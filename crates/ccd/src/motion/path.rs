//! Any motion, by functions of the user's.

use obbtree_predicates::Pose;

use super::motion::{Motion, Rounding};
use super::speed::Speed;

/// A motion by two functions: the pose at a time, and a bound of the speed in an interval of time.
///
/// Times go from 0 to 1. A sweep proves what follows from them: that no contact is missed holds
/// as far as the speed is a bound. The poses are taken as the motion itself; where they are only
/// near it, see [`Path::with_rounding`].
///
/// A body that swings, `x = sin(2 pi t)`:
///
/// ```
/// use std::f64::consts::TAU;
/// use obbtree_ccd::{Motion, Path, Speed};
/// use obbtree_predicates::Pose;
/// let pose = |t: f64| Pose::from_translation([(TAU * t).sin(), 0.0, 0.0]).expect("small");
/// let swing = Path::new(pose, |_, _| Speed::of_all(TAU + 1e-9));
/// assert_eq!(swing.pose_at(0.25).translation().x, 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Path<P, S> {
    pose: P,
    speed: S,
    rounding: Rounding,
    acceleration: Option<Speed>,
}

impl<P: Fn(f64) -> Pose + Sync, S: Fn(f64, f64) -> Speed + Sync> Path<P, S> {
    /// Of the pose at a time, and the bound of the speed from one time to another.
    #[must_use]
    pub fn new(pose: P, speed: S) -> Self {
        Self { pose, speed, rounding: Rounding::default(), acceleration: None }
    }

    /// With poses that are only so near to the motion that is meant.
    #[must_use]
    pub fn with_rounding(self, rounding: Rounding) -> Self {
        Self { rounding, ..self }
    }

    /// With a bound of the acceleration at all times: see [`Motion::acceleration`].
    #[must_use]
    pub fn with_acceleration(self, acceleration: Speed) -> Self {
        Self { acceleration: Some(acceleration), ..self }
    }
}

impl<P: Fn(f64) -> Pose + Sync, S: Fn(f64, f64) -> Speed + Sync> Motion for Path<P, S> {
    fn pose_at(&self, time: f64) -> Pose {
        (self.pose)(time)
    }

    fn rounding(&self) -> Rounding {
        self.rounding
    }

    fn speed(&self, from: f64, to: f64) -> Speed {
        (self.speed)(from, to)
    }

    fn acceleration(&self, _: f64, _: f64) -> Option<Speed> {
        self.acceleration
    }
}
