//! The parts of a scene from each time to the next, with boxes that they stay in.

use obbtree_collider::{Carried, Linear, Motion, MotionBound, Rounding, Speed};
use obbtree_predicates::{Aabb, LowerBound, Pose, UpperBound};
use obbtree_scene::{BodyId, Part, Scene};

use crate::motion_table::Table;
use crate::run::RunError;

/// A part, and where it is at each time.
pub(super) struct MovingPart<'s> {
    pub(super) part: &'s Part,
    /// One for each time, or one alone of what is at rest.
    poses: Vec<Pose>,
    /// From each time to the next; none of what is at rest.
    segments: Vec<Segment>,
    /// Where the part is from each time to the next, and at all times; `None` if it is unbounded.
    boxes: Vec<Option<Aabb>>,
    pub(super) around: Option<Aabb>,
}

/// From one time to the next: the motion of the body, and the offset of the part.
struct Segment {
    body: Linear,
    offset: Option<Pose>,
}

impl<'s> MovingPart<'s> {
    /// The parts of a body.
    pub(super) fn of_body(
        scene: &'s Scene,
        body: BodyId,
        table: &Table,
    ) -> Result<Vec<Self>, RunError> {
        let name = scene.name(body)?;
        let moving = table.poses.get(name);
        let mut found = Vec::new();
        for (n, part) in scene.parts(body)?.iter().enumerate() {
            found.push(match moving {
                None => Self::at_rest(part, scene.part_pose(body, n)?),
                Some(poses) => Self::between_poses(part, poses)
                    .map_err(|why| RunError::Motion { body: name.to_owned(), why })?,
            });
        }
        Ok(found)
    }

    fn at_rest(part: &'s Part, pose: &Pose) -> Self {
        let around = part.bounds(pose);
        Self { part, poses: vec![*pose], segments: Vec::new(), boxes: vec![around], around }
    }

    fn between_poses(part: &'s Part, poses: &[Pose]) -> Result<Self, String> {
        let offset = (!part.offset().is_identity()).then(|| *part.offset());
        let placed = |pose: &Pose| match &offset {
            Some(offset) => pose.compose(offset).map_err(|error| error.to_string()),
            None => Ok(*pose),
        };
        let poses_of_part = poses.iter().map(placed).collect::<Result<Vec<_>, _>>()?;
        let (mut segments, mut boxes) = (Vec::new(), Vec::new());
        for two in poses.windows(2) {
            let body = Linear::new(&two[0], &two[1]).map_err(|error| error.to_string())?;
            let segment = Segment { body, offset };
            let bounds = segment.with_motion(|motion| swept_box(part, motion))?;
            segments.push(segment);
            boxes.push(bounds);
        }
        let around = boxes.iter().copied().reduce(|one, other| {
            let (one, other) = (one?, other?);
            Some(Aabb { min: one.min.inf(&other.min), max: one.max.sup(&other.max) })
        });
        Ok(Self { part, poses: poses_of_part, segments, boxes, around: around.flatten() })
    }

    pub(super) fn moves(&self) -> bool {
        !self.segments.is_empty()
    }

    pub(super) fn pose(&self, at: usize) -> &Pose {
        &self.poses[at.min(self.poses.len() - 1)]
    }

    /// The box that it stays in from a time to the next.
    pub(super) fn swept(&self, at: usize) -> Option<Aabb> {
        self.boxes[at.min(self.boxes.len() - 1)]
    }

    /// Its motion from a time to the next, to some use.
    pub(super) fn along<R>(&self, at: usize, with: impl FnOnce(&dyn Motion) -> R) -> R {
        match self.segments.get(at) {
            None => with(self.pose(0)),
            // It has been made before, so it can be made.
            Some(segment) => segment.with_motion(with).expect("a motion that was made before"),
        }
    }
}

impl Segment {
    fn with_motion<R>(&self, with: impl FnOnce(&dyn Motion) -> R) -> Result<R, String> {
        match &self.offset {
            None => Ok(with(&self.body)),
            Some(offset) => {
                let carried =
                    Carried::new(&self.body, offset).map_err(|error| error.to_string())?;
                Ok(with(&carried))
            }
        }
    }
}

/// The box at half time, and as much around it as anything moves.
fn swept_box(part: &Part, motion: &dyn Motion) -> Option<Aabb> {
    let bounds = part.bounds(&motion.pose_at(0.5))?;
    let moves = MotionBound::new(part.collider().into(), motion).displacement([0.0, 0.5, 1.0]);
    Some(Aabb {
        min: bounds.min.map(|x| (LowerBound::from(x) - moves).get()),
        max: bounds.max.map(|x| (UpperBound::from(x) + moves).get()),
    })
}

/// A motion from its end to its start.
///
/// *Proof of the bounds.* At time `t` it is where the motion is at `1 - t`. The rounded `1 - t` is
/// off by at most 2^-54, in which a point moves by at most that times its speed: so far is the
/// rounded pose from where it should be, besides the motion's own rounding. The speed of a point
/// `p` is at most that of the origin and `g |p|`, with `g` what it grows by with the distance from
/// the origin and from an axis. Let `P` project along the axis. Of `e` and `-e` one is at least
/// `|P e|` from it, and the lengths of `P e` for the three unit vectors add up to at least
/// 1; so the speeds at these six points and at the origin add up to no less than that at the
/// origin and `g`. The interval from `1 - to` to `1 - from`, rounded outwards, holds all real times
/// that are meant. *End.*
pub(super) struct Reversed<'m>(pub(super) &'m dyn Motion);

/// 2^-54 and more.
const TIME_ROUNDING: f64 = f64::EPSILON;

impl Reversed<'_> {
    fn times(from: f64, to: f64) -> [f64; 2] {
        [(1.0 - to).next_down().max(0.0), (1.0 - from).next_up().min(1.0)]
    }
}

impl Motion for Reversed<'_> {
    fn pose_at(&self, time: f64) -> Pose {
        self.0.pose_at(1.0 - time)
    }

    fn rounding(&self) -> Rounding {
        let (own, speed) = (self.0.rounding(), self.0.speed(0.0, 1.0));
        let mut sum = UpperBound::from(speed.at([0.0; 3]));
        for k in 0..3 {
            for end in [1.0, -1.0] {
                let mut point = [0.0; 3];
                point[k] = end;
                sum += UpperBound::from(speed.at(point));
            }
        }
        let time = UpperBound::from(TIME_ROUNDING);
        Rounding {
            absolute: (UpperBound::of_abs(own.absolute) + time * sum).get(),
            per_length: (UpperBound::of_abs(own.per_length) + time * sum).get(),
        }
    }

    fn speed(&self, from: f64, to: f64) -> Speed {
        let [from, to] = Self::times(from, to);
        self.0.speed(from, to)
    }

    fn acceleration(&self, from: f64, to: f64) -> Option<Speed> {
        let [from, to] = Self::times(from, to);
        self.0.acceleration(from, to)
    }

    fn translation(&self) -> Option<[&Pose; 2]> {
        self.0.translation().map(|[from, to]| [to, from])
    }
}
