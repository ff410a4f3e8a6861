//! The sweep of two colliders of which at least one is no mesh.
//!
//! An interval is free if the two are farther apart in its middle than both can move from there
//! (`obbtree_ccd`, `interval_search`): the certified distance, less bounds of the motion.

use std::ops::Range;

use nalgebra::{Point3, Vector3};
use obbtree_ccd::{
    CloseApproach, Ended, FirstContact, IntervalProof, IntervalSearch, Left, Limits, Motion, Sweep,
    SweepOptions, TimeInterval,
};
use obbtree_predicates::{LowerBound, Pose, UpperBound};
use obbtree_query::{Extent, wide};

use crate::collider::ColliderRef;
use crate::distance::Distance;
use crate::query::Query;

/// How far the points of a moving collider can be from where the rounded pose of a time puts them.
pub struct MotionBound<'m> {
    motion: &'m dyn Motion,
    /// `None` for what is unbounded.
    extent: Option<Extent>,
    rounding: UpperBound,
}

impl<'m> MotionBound<'m> {
    /// Of a collider and the motion of its frame.
    #[must_use]
    pub fn new(collider: ColliderRef<'_>, motion: &'m dyn Motion) -> Self {
        let extent = extent(collider);
        let length = extent.as_ref().map_or(UpperBound::INFINITE, Extent::length);
        Self { motion, extent, rounding: motion.rounding().of_length(length) }
    }

    /// How far points can be, at any time of an interval, from where the rounded pose of a time in
    /// it has them; or more. Infinite for what is unbounded and does more than move as a whole.
    ///
    /// *Proof.* Between two times a point moves by at most the speed times the time between them.
    /// The rounding of poses counts twice: for the pose in the middle, and for the rounded pose at
    /// the other time. *End.*
    pub fn displacement(&self, [from, middle, to]: [f64; 3]) -> UpperBound {
        let speed = self.motion.speed(from, to);
        let speed = match &self.extent {
            Some(extent) => speed.of_body(extent),
            None => UpperBound::from(speed.everywhere()),
        };
        longest_time([from, middle, to]) * speed + self.rounding + self.rounding
    }

    /// The same of an unbounded collider, but only for its points that something bounded can come
    /// within a distance of in the interval; the poses are those of both in the middle.
    ///
    /// # Lemma
    ///
    /// Where `displacement` is that of all points of the two, they are farther apart at all times
    /// than in the middle, less the displacements: their closest points were not farther from each
    /// other in the middle than what they moved. Of this collider only such points can be closest
    /// as are here. *Proof.* Let at a time a point `q` of it be within the distance `d` of a point
    /// `p` of the other, `u` and `t` the origins of the frames of the other and of this in the
    /// middle, and `z` what is at `q` in this frame, `q = R z + t'`. `p` is within the other's
    /// displacement of a place that is in the middle no farther from `u` than the other's length
    /// `L` can be in the world, so `|R z| <= |u - t| + (1 + e) L + d`, the other's displacement and
    /// that of the origin of this. All poses are within 1e-4 of a rotation, which is `e` and the
    /// least that `R` makes of `z`; and a motion is within its rounding of its poses, at the
    /// origin and at `z`. With a rounding of at most 2^-12 for each unit of length `|z|` is at
    /// most `1 + 2^-10` times the sum, roundoffs included. *End.*
    fn displacement_beside(
        &self,
        times: [f64; 3],
        pose: &Pose,
        (other, other_pose): (&MotionBound<'_>, &Pose),
        distance: UpperBound,
    ) -> UpperBound {
        /// `1 + 2^-10`.
        const NEAR: UpperBound = UpperBound::exactly(1.0 + 1.0 / 1024.0);
        const LARGEST_ROUNDING: f64 = 1.0 / 4096.0;
        let anywhere = self.displacement(times);
        let rounding = self.motion.rounding();
        let Some(of_other) = &other.extent else { return anywhere };
        if !(rounding.per_length.abs() <= LARGEST_ROUNDING) {
            return anywhere;
        }
        let speed = self.motion.speed(times[0], times[2]);
        let time = longest_time(times);
        let of_origin = rounding.of_length(UpperBound::ZERO);
        let of_origin =
            UpperBound::from(4.0) * of_origin + time * UpperBound::from(speed.at([0.0; 3]));
        let between = UpperBound::of_length(&(other_pose.translation() - pose.translation()));
        let of_other = NEAR * of_other.length() + other.displacement(times);
        let reach = NEAR * (between + of_other + distance + of_origin);
        let sides = [0, 1, 2].map(|k| Vector3::ith(k, reach.get()));
        let near = Extent::new(Point3::origin(), sides, Point3::origin(), reach);
        let rounding = rounding.of_length(reach);
        (time * speed.of_body(&near) + rounding + rounding).tighter(anywhere)
    }
}

/// From the middle of three times to the others, or more.
fn longest_time([from, middle, to]: [f64; 3]) -> UpperBound {
    let [before, after] = [[from, middle], [middle, to]]
        .map(|[from, to]| UpperBound::from(to) - LowerBound::from(from));
    before.max(after)
}

/// A box and a sphere around a collider, in its frame.
fn extent(collider: ColliderRef<'_>) -> Option<Extent> {
    let (points, radius, sphere) = match collider {
        ColliderRef::Mesh(body) => return Some(wide::extent(body.tree())),
        ColliderRef::Shape(shape) => {
            let (points, radius) = shape.kind().sphere_swept_hull()?;
            (points, radius, shape.bounding_sphere()?)
        }
        ColliderRef::Points(cloud) => {
            let ends = [cloud.aabb().min.into(), cloud.aabb().max.into()];
            (ends.to_vec(), cloud.largest_radius(), cloud.bounding_sphere())
        }
    };
    let ([center, half], (middle, around)) = (box_around(&points)?, sphere);
    let sides = [0, 1, 2]
        .map(|k| Vector3::ith(k, (UpperBound::from(half[k]) + UpperBound::from(radius)).get()));
    Some(Extent::new(center.into(), sides, middle.into(), UpperBound::from(around)))
}

/// The middle of the axis-aligned box around points, and half its sides, or more.
fn box_around(points: &[[f64; 3]]) -> Option<[[f64; 3]; 2]> {
    let first = *points.first()?;
    let mut ends = [first; 2];
    for point in points {
        for k in 0..3 {
            ends[0][k] = ends[0][k].min(point[k]);
            ends[1][k] = ends[1][k].max(point[k]);
        }
    }
    let center = [0, 1, 2].map(|k| 0.5 * ends[0][k] + 0.5 * ends[1][k]);
    let half = [0, 1, 2].map(|k| {
        let to = |end: f64| UpperBound::of_abs((end - center[k]).abs().next_up());
        to(ends[0][k]).max(to(ends[1][k])).get()
    });
    Some([center, half])
}

/// Two colliders and their motions.
struct Advancement<'q> {
    query: &'q mut Query,
    colliders: [ColliderRef<'q>; 2],
    bounds: [MotionBound<'q>; 2],
    distance_tolerance: f64,
    clearance: LowerBound,
    /// A time at which they meet.
    contact: Option<f64>,
}

/// When two moving colliders first meet, by bounds of their motion as rigid bodies.
pub(super) fn sweep(
    query: &mut Query,
    colliders: [ColliderRef<'_>; 2],
    motions: [&dyn Motion; 2],
    options: &SweepOptions,
) -> Sweep {
    let bounds = [0, 1].map(|n| MotionBound::new(colliders[n], motions[n]));
    let mut advancement = Advancement {
        query,
        colliders,
        bounds,
        distance_tolerance: options.distance_tolerance,
        clearance: LowerBound::from(f64::INFINITY),
        contact: None,
    };
    let at_start = advancement.poses_at(0.0);
    if advancement.meets(&at_start) {
        return Sweep::Contact(advancement.contact_at([0.0; 2]));
    }
    let at_end = advancement.poses_at(1.0);
    advancement.contact = advancement.meets(&at_end).then_some(1.0);
    let limits = Limits {
        time_tolerance: options.time_tolerance,
        effort: options.effort,
        known_contact: advancement.contact,
        time: [0.0, 1.0],
    };
    match IntervalSearch::default().run(&mut advancement, 1, &limits) {
        Ended::Proven => Sweep::Free { clearance: advancement.clearance.get() },
        Ended::Contact { last_free, time } => {
            Sweep::Contact(advancement.contact_at([last_free, time]))
        }
        Ended::GivenUp { last_free, until } => advancement.ended([last_free, until]),
        // This proof ends no search by itself.
        Ended::ByProof => advancement.ended([0.0, 1.0]),
    }
}

impl Advancement<'_> {
    fn poses_at(&self, time: f64) -> [Pose; 2] {
        [0, 1].map(|n| self.bounds[n].motion.pose_at(time))
    }

    /// By how much the two can come nearer than a distance that they have in the middle.
    fn displacement(&self, times: [f64; 3], poses: &[Pose; 2], distance: f64) -> UpperBound {
        let distance = UpperBound::from(distance).max(UpperBound::ZERO);
        let of = |n: usize| {
            let (one, other) = (&self.bounds[n], &self.bounds[1 - n]);
            match one.extent {
                Some(_) => one.displacement(times),
                None => one.displacement_beside(times, &poses[n], (other, &poses[1 - n]), distance),
            }
        };
        of(0) + of(1)
    }

    fn distance(&mut self, [pose_a, pose_b]: &[Pose; 2]) -> Distance {
        let [a, b] = self.colliders;
        self.query.distance(a, pose_a, b, pose_b)
    }

    fn meets(&mut self, [pose_a, pose_b]: &[Pose; 2]) -> bool {
        let [a, b] = self.colliders;
        self.query.collide(a, pose_a, b, pose_b)
    }

    fn contact_at(&mut self, times: [f64; 2]) -> FirstContact {
        let poses = self.poses_at(times[1]);
        let found = self.distance(&poses);
        let mut contact = FirstContact::new((), times, poses);
        (contact.triangles, contact.points) = (found.triangles, Some(found.points));
        contact
    }

    /// Of an interval that is not proven, with no contact close after its start: a contact if one
    /// is known later.
    fn ended(&mut self, [last_free, until]: [f64; 2]) -> Sweep {
        match self.contact {
            Some(time) => Sweep::Contact(self.contact_at([last_free, time])),
            None => self.undecided([last_free, until]),
        }
    }

    fn undecided(&mut self, times: [f64; 2]) -> Sweep {
        let poses = self.poses_at(times[0]);
        let found = self.distance(&poses);
        let mut close = CloseApproach::new((), times, poses, found.upper, found.points);
        close.triangles = found.triangles;
        Sweep::Undecided(close)
    }
}

impl IntervalProof for Advancement<'_> {
    type State = [Pose; 2];

    fn state_at(&mut self, time: f64) -> [Pose; 2] {
        self.poses_at(time)
    }

    fn truncate(&mut self, _: usize) {}

    fn prove(&mut self, interval: &TimeInterval<[Pose; 2]>, pair: Range<usize>) -> Left {
        let TimeInterval { from, middle, to } = interval;
        let times = [from.time, middle.time, to.time];
        let found = self.distance(&middle.state);
        let moved = self.displacement(times, &middle.state, found.lower);
        let free = LowerBound::from(found.lower) - moved;
        if free.is_positive() {
            self.clearance = self.clearance.min(free);
            return Left::Pairs(pair.end..pair.end);
        }
        if found.lower <= 0.0 && self.meets(&middle.state) {
            self.contact = Some(middle.time);
            return Left::Contact(middle.time, pair);
        }
        // In a long interval they may well be free, or meet, at other times; and where a contact is
        // known, the time of the first is looked for.
        let is_short = (moved + moved).get() <= self.distance_tolerance;
        if self.contact.is_none() && is_short && found.upper < self.distance_tolerance {
            return Left::GiveUp(pair);
        }
        Left::Pairs(pair)
    }

    fn meets_at(&mut self, time: f64, _: Range<usize>) -> bool {
        let poses = self.poses_at(time);
        let meets = self.meets(&poses);
        if meets {
            self.contact = Some(time);
        }
        meets
    }
}
