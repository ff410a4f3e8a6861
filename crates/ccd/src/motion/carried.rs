//! What a moving body carries: its motion after a fixed offset.

use obbtree_predicates::{Pose, PoseError, UpperBound};

use super::motion::{Motion, Rounding};
use super::speed::Speed;
use super::stretch::longest;

/// The motion of a body attached to a moving parent: at each time the parent's pose after the
/// offset.
///
/// *Proof of the bounds.* The motion is the parent's of the offset point, and its speed that of
/// the parent at this point, see `Speed::of_carried`. A composed pose is rounded: a matrix entry
/// by 4 roundoffs, the translation by 8 of the translations that go in (`Pose::compose`), of
/// which the parent's is no longer than at the start and what it can move in between. For
/// vectors these are 12 and 14 roundoffs; 2^-47 is 64. Products that underflow add less than the
/// smallest normal number. *End.*
///
/// ```
/// use obbtree_ccd::{Carried, Motion, Translation};
/// use obbtree_predicates::Pose;
/// let arm = Translation::new(&Pose::identity(), [0.0, 0.0, 3.0])?;
/// let held = Carried::new(&arm, &Pose::from_translation([1.0, 0.0, 0.0])?)?;
/// assert_eq!(held.pose_at(1.0), Pose::from_translation([1.0, 0.0, 3.0])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Carried<'m> {
    motion: &'m dyn Motion,
    offset: Pose,
    inverse: Pose,
    rounding: Rounding,
}

/// 64 roundings of 2^-53.
const COMPOSED: UpperBound = UpperBound::exactly(1.0 / (1_u64 << 47) as f64);

impl<'m> Carried<'m> {
    /// The motion of what is carried at an offset: the carried body's frame seen from the
    /// parent's.
    ///
    /// # Errors
    /// If the poses at the start or at the end cannot be composed with the offset.
    pub fn new(motion: &'m dyn Motion, offset: &Pose) -> Result<Self, PoseError> {
        for time in [0.0, 1.0] {
            motion.pose_at(time).compose(offset)?;
        }
        let inverse = offset.inverse()?;
        let start = UpperBound::of_length(motion.pose_at(0.0).translation());
        let farthest = start + UpperBound::from(motion.speed(0.0, 1.0).at([0.0; 3]));
        let of_parent = motion.rounding();
        let way = UpperBound::of_length(offset.translation());
        let absolute = of_parent.of_length(way)
            + COMPOSED * (farthest + way)
            + UpperBound::from(f64::MIN_POSITIVE);
        let per_length = UpperBound::of_abs(of_parent.per_length) * longest(offset) + COMPOSED;
        let rounding = Rounding::new(absolute, per_length);
        Ok(Self { motion, offset: *offset, inverse, rounding })
    }
}

impl Motion for Carried<'_> {
    /// # Panics
    /// If the parent's pose cannot be composed with the offset between start and end: skews near
    /// the limit.
    fn pose_at(&self, time: f64) -> Pose {
        let pose = self.motion.pose_at(time).compose(&self.offset);
        pose.expect("poses whose skews are far below the limit")
    }

    fn rounding(&self) -> Rounding {
        self.rounding
    }

    fn speed(&self, from: f64, to: f64) -> Speed {
        self.motion.speed(from, to).of_carried(&self.offset, &self.inverse)
    }

    fn acceleration(&self, from: f64, to: f64) -> Option<Speed> {
        Some(self.motion.acceleration(from, to)?.of_carried(&self.offset, &self.inverse))
    }
}
