//! Parts on their ways: where they are at each time, and the boxes that they stay in.

use nalgebra::Point3;
use obbtree_collider::{Carried, Motion};
use obbtree_predicates::{Aabb, LowerBound, Pose, PoseError, UpperBound};

use crate::part::Part;

/// A part and the motion of its own frame.
pub(crate) struct MovingPart<'m> {
    pub(crate) part: &'m Part,
    pub(crate) motion: Box<dyn Motion + 'm>,
    /// The corners of a box around the part, in its own frame; `None` for shapes without end.
    corners: Option<[Point3<f64>; 8]>,
    /// A box that the part never leaves.
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
        let corners = part.corners().map(|(corners, radius)| around(&corners, radius));
        let mut moving = Self { part, motion, corners, bounds: None };
        let reach = moving.reach(0.0, 0.5, 1.0);
        moving.bounds = part.bounds(&moving.motion.pose_at(0.5)).map(|bounds| Aabb {
            min: bounds.min.map(|x| (LowerBound::from(x) - reach).get()),
            max: bounds.max.map(|x| (UpperBound::from(x) + reach).get()),
        });
        moving
    }

    /// How far points of the part can be, at any time between two, from where the rounded pose of a time
    /// between has them; or more. Infinite for a part without end that does more than move as a
    /// whole.
    ///
    /// *Proof.* A bound of the speed is a convex function of the point: sums of distances from points and
    /// lines. So none in a box is faster than its fastest corner. The rounding of poses counts twice, for the
    /// pose in the middle and for the rounded pose at the other time. *End.*
    pub(crate) fn reach(&self, from: f64, middle: f64, to: f64) -> UpperBound {
        let speed = self.motion.speed(from, to);
        let (fastest, farthest) = match &self.corners {
            Some(corners) => {
                let speeds = corners.iter().map(|&p| UpperBound::from(speed.at(p.into())));
                let lengths = corners.iter().map(|p| UpperBound::of_length(&p.coords));
                let most = UpperBound::max;
                (speeds.fold(UpperBound::ZERO, most), lengths.fold(UpperBound::ZERO, most))
            }
            None => (UpperBound::from(speed.everywhere()), UpperBound::INFINITE),
        };
        let rounding = UpperBound::from(self.motion.rounding().at(farthest.get()));
        let [before, after] = [[from, middle], [middle, to]]
            .map(|[from, to]| UpperBound::from(to) - LowerBound::from(from));
        before.max(after) * fastest + rounding + rounding
    }
}

/// A box grown by a radius, and rounded outwards.
fn around(corners: &[Point3<f64>; 8], radius: f64) -> [Point3<f64>; 8] {
    let radius = UpperBound::from(radius);
    let outwards = |n: usize, k: usize, x: f64| match n >> k & 1 {
        0 => (LowerBound::from(x) - radius).get(),
        _ => (UpperBound::from(x) + radius).get(),
    };
    std::array::from_fn(|n| Point3::from([0, 1, 2].map(|k| outwards(n, k, corners[n][k]))))
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
