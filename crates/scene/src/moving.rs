//! Parts on their ways: where they are at each time, and the boxes that they stay in.

use nalgebra::Point3;
use obbtree_body::{Carried, Motion};
use obbtree_predicates::{Aabb, Pose, PoseError};

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

/// Pays for the roundings of sums and products of numbers of at least 0, relative to them.
const ROUNDED: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

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
            min: bounds.min.map(|x| (x - reach).next_down()),
            max: bounds.max.map(|x| (x + reach).next_up()),
        });
        moving
    }

    /// How far points of the part can be, at any time between two, from where the rounded pose of a time
    /// between has them.
    ///
    /// *Proof.* A bound of the speed is a convex function of the point: sums of distances from points and
    /// lines. So none in a box is faster than its fastest corner. The rounding of poses counts twice, for the
    /// pose in the middle and for the rounded pose at the other time. *End.*
    pub(crate) fn reach(&self, from: f64, middle: f64, to: f64) -> f64 {
        let speed = self.motion.speed(from, to);
        let Some(corners) = &self.corners else {
            // Without end: it is at rest, or not bounded.
            return if speed.at([0.0; 3]) == 0.0 { 0.0 } else { f64::INFINITY };
        };
        let fastest = corners.iter().map(|&p| speed.at(p.into())).fold(0.0, f64::max);
        let farthest = corners.iter().map(|p| p.coords.norm()).fold(0.0, f64::max);
        let rounding = self.motion.rounding();
        let time = (middle - from).max(to - middle);
        (time * fastest + 2.0 * (rounding.absolute + rounding.per_length * farthest)) * ROUNDED
    }
}

/// A box grown by a radius.
fn around(corners: &[Point3<f64>; 8], radius: f64) -> [Point3<f64>; 8] {
    let radius = radius.next_up();
    let outwards = |n: usize, k: usize| if n >> k & 1 != 0 { radius } else { -radius };
    let mut grown = *corners;
    for (n, corner) in grown.iter_mut().enumerate() {
        for k in 0..3 {
            let moved = corner[k] + outwards(n, k);
            corner[k] = if outwards(n, k) > 0.0 { moved.next_up() } else { moved.next_down() };
        }
    }
    grown
}

/// A motion of someone else's.
struct ByReference<'m>(&'m dyn Motion);

impl Motion for ByReference<'_> {
    fn pose_at(&self, time: f64) -> Pose {
        self.0.pose_at(time)
    }

    fn rounding(&self) -> obbtree_body::Rounding {
        self.0.rounding()
    }

    fn speed(&self, from: f64, to: f64) -> obbtree_body::Speed {
        self.0.speed(from, to)
    }

    fn acceleration(&self, from: f64, to: f64) -> Option<obbtree_body::Speed> {
        self.0.acceleration(from, to)
    }

    fn translation(&self) -> Option<[&Pose; 2]> {
        self.0.translation()
    }
}
