//! Parts that move: where they are at each time, and the boxes that they stay in.

use obbtree_collider::{Carried, Motion, MotionBound};
use obbtree_predicates::{Aabb, LowerBound, Pose, PoseError, UpperBound};

use crate::part::Part;

/// A part and the motion of its own frame.
pub(crate) struct MovingPart<'m> {
    pub(crate) part: &'m Part,
    pub(crate) motion: Box<dyn Motion + 'm>,
    /// A box that the part never leaves; `None` for shapes that are unbounded.
    pub(crate) bounds: Option<Aabb>,
}

impl<'m> MovingPart<'m> {
    /// A part at rest under a pose.
    pub(crate) fn at_rest(part: &'m Part, pose: &'m Pose) -> Self {
        Self::new(part, Box::new(*pose))
    }

    /// A part at an offset from the frame that moves.
    pub(crate) fn carried(
        part: &'m Part,
        motion: &'m dyn Motion,
        offset: &Pose,
    ) -> Result<Self, PoseError> {
        Ok(match offset.is_identity() {
            true => Self::new(part, Box::new(ByReference(motion))),
            false => Self::new(part, Box::new(Carried::new(motion, offset)?)),
        })
    }

    fn new(part: &'m Part, motion: Box<dyn Motion + 'm>) -> Self {
        let bounds = part.bounds(&motion.pose_at(0.5)).map(|bounds| {
            let moves = MotionBound::new(part.collider().into(), &*motion);
            let moves = moves.displacement([0.0, 0.5, 1.0]);
            Aabb {
                min: bounds.min.map(|x| (LowerBound::from(x) - moves).get()),
                max: bounds.max.map(|x| (UpperBound::from(x) + moves).get()),
            }
        });
        Self { part, motion, bounds }
    }
}

/// A motion of someone else's.
struct ByReference<'m>(&'m dyn Motion);

impl Motion for ByReference<'_> {
    fn pose_at(&self, time: f64) -> Pose {
        self.0.pose_at(time)
    }

    fn rounding(&self) -> obbtree_collider::Rounding {
        self.0.rounding()
    }

    fn speed(&self, from: f64, to: f64) -> obbtree_collider::Speed {
        self.0.speed(from, to)
    }

    fn acceleration(&self, from: f64, to: f64) -> Option<obbtree_collider::Speed> {
        self.0.acceleration(from, to)
    }

    fn translation(&self) -> Option<[&Pose; 2]> {
        self.0.translation()
    }
}
