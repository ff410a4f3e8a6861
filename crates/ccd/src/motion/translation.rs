//! The straight movement without rotation.

use nalgebra::Vector3;
use obbtree_predicates::{Pose, ROUNDOFF, UpperBound};

use super::ends::{check_reach, translation_rounding};
use super::motion::{Motion, MotionError, Rounding, nearest_time};
use super::speed::Speed;

/// From a pose on a straight line, at constant speed, without rotation.
///
/// ```
/// use obbtree_ccd::{Motion, Translation};
/// use obbtree_predicates::Pose;
/// let motion = Translation::new(&Pose::identity(), [0.0, 0.0, 3.0])?;
/// assert_eq!(motion.pose_at(0.5), Pose::from_translation([0.0, 0.0, 1.5])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Translation {
    from: Pose,
    to: Pose,
    way: Vector3<f64>,
    rounding: Rounding,
    speed: UpperBound,
}

impl Translation {
    /// From a pose to the same with another translation, both exactly.
    ///
    /// # Errors
    /// If a pose on the way would be out of the domain.
    pub fn new(from: &Pose, to: [f64; 3]) -> Result<Self, MotionError> {
        let end = Vector3::from(to);
        check_reach(from.translation().norm() + end.norm())?;
        let sizes = UpperBound::of_length(from.translation()) + UpperBound::of_length(&end);
        let to = Pose::new(*from.rotation(), end).expect("a matrix of a pose and a small vector");
        let way = end - from.translation();
        // The difference is rounded by the sizes that go into it.
        let speed = UpperBound::of_length(&way) + UpperBound::from(4.0 * ROUNDOFF) * sizes;
        let rounding = Rounding::new(translation_rounding(sizes), UpperBound::ZERO);
        Ok(Self { from: *from, to, way, rounding, speed })
    }
}

impl Motion for Translation {
    fn pose_at(&self, time: f64) -> Pose {
        let time = nearest_time(time);
        if time == 0.0 {
            return self.from;
        }
        if time == 1.0 {
            return self.to;
        }
        let at = self.from.translation() + self.way * time;
        Pose::new(*self.from.rotation(), at).expect("a matrix of a pose and a small vector")
    }

    fn rounding(&self) -> Rounding {
        self.rounding
    }

    fn speed(&self, _: f64, _: f64) -> Speed {
        Speed::of_all(self.speed.get())
    }

    fn acceleration(&self, _: f64, _: f64) -> Option<Speed> {
        Some(Speed::of_all(0.0))
    }

    fn translation(&self) -> Option<[&Pose; 2]> {
        Some([&self.from, &self.to])
    }
}
