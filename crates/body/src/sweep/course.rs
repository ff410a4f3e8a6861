//! Two bodies on their ways: where they are at a time, and how far they move in a piece of time.

use obbtree_predicates::{Placement, Pose, RoundedDistance, Stages, Triangle, triangles_meet};
use obbtree_query::{Engine, Extent, SweptPlacement, Way};

use crate::body::Body;
use crate::motions::{Motion, Speed};

/// Two bodies and their motions.
pub(super) struct Course<'m, T> {
    pub(super) bodies: [&'m Body<T>; 2],
    motions: [&'m dyn Motion; 2],
    extents: [Extent; 2],
    /// See [`Course::reach`].
    pub(super) rounding: f64,
    /// The first and last poses of A and of B, if both motions are translations.
    pub(super) translation: Option<[[&'m Pose; 2]; 2]>,
}

/// A time, and where the bodies are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) time: f64,
    pub(super) poses: [Pose; 2],
}

/// A piece of time, and where the bodies are at its start, in its middle and at its end.
pub(super) struct Piece {
    pub(super) from: Moment,
    pub(super) middle: Moment,
    pub(super) to: Moment,
    pub(super) placement: Placement,
    /// Bounds of the accelerations of both bodies, if known.
    accelerations: Option<[Speed; 2]>,
}

/// Pays for the roundings of a reach, relative to itself.
const ROUNDED: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

/// Times are in 0 to 1: the middle of a piece is off by less than 2^-53, and the share of a half of a piece by
/// four times as much over the length of the piece.
const MIDDLE_ROUNDING: f64 = 1.0 / (1_u64 << 51) as f64;

impl Moment {
    pub(super) fn placement(&self) -> Placement {
        Placement::new(&self.poses[0], &self.poses[1])
    }
}

impl<'m, T: Engine> Course<'m, T> {
    pub(super) fn new(bodies: [&'m Body<T>; 2], motions: [&'m dyn Motion; 2]) -> Self {
        let extents = bodies.map(|body| body.tree().extent());
        let of_one = |n: usize| motions[n].rounding().of_body(extents[n].length());
        let rounding = 2.0 * (of_one(0) + of_one(1));
        let [of_a, of_b] = motions.map(|motion| motion.translation());
        let translation = of_a.zip(of_b).map(<[_; 2]>::from);
        Self { bodies, motions, extents, rounding, translation }
    }

    pub(super) fn moment(&self, time: f64) -> Moment {
        Moment { time, poses: self.motions.map(|motion| motion.pose_at(time)) }
    }

    pub(super) fn piece(&self, from: Moment, to: Moment) -> Piece {
        let middle = self.moment(from.time + 0.5 * (to.time - from.time));
        let placement = middle.placement();
        let [of_a, of_b] = self.motions.map(|motion| motion.acceleration(from.time, to.time));
        Piece { from, middle, to, placement, accelerations: of_a.zip(of_b).map(<[_; 2]>::from) }
    }

    /// What a search of the trees has to know of a piece, with a clearance that is asked for in addition: at least
    /// a share of what the bodies move.
    ///
    /// # Lemma
    ///
    /// With accelerations up to `A` in a piece of length `w`, the place of a point at a time is that in the middle,
    /// plus `s` times half of the way from its place at the start to that at the end, `s` the time from the middle in
    /// halves of the piece, within `A w^2 / 8`. *Proof.* Of a function with second derivative up to `A`, a chord
    /// over a time `h` is within `A t (h - t) / 2` at `t` from its start (the error of linear interpolation: any
    /// text on numerical analysis). Let `h = w / 2`. The middle is within `A h^2 / 2` of the whole chord. At
    /// `t = s h` after it, the chord from the middle to the end is off the claim by `s` times that, and the place is
    /// off that chord by `A h^2 s (1 - s) / 2`: together at most `A h^2 (2 s - s^2) / 2`, which is largest at
    /// `s = 1`. Before the middle it is the same backwards. *End.*
    ///
    /// A rounded pose puts a point within the motion's rounding: in the middle, and at the time asked about, and
    /// half of the way is off by as much.
    pub(super) fn swept(&self, piece: &Piece, clearance: f64) -> SweptPlacement {
        let length = piece.to.time - piece.from.time;
        let ways = [0, 1].map(|n| self.way(piece, n));
        let straight = ways[0].most + ways[1].most;
        let bend = self.bend_of_bodies(piece);
        let stray = (bend + 2.0 * self.rounding + straight * (MIDDLE_ROUNDING / length)) * ROUNDED;
        let swept = SweptPlacement { placement: piece.placement, ways, stray, may_wait: true };
        // Where the way is far from straight, or its bend unknown, the speed may say more.
        let swept = if bend <= straight {
            swept
        } else {
            let stray = self.reach(piece.from.time, piece.middle.time, piece.to.time);
            if stray < swept.reach() {
                SweptPlacement { ways: [Way::none(); 2], stray, ..swept }
            } else {
                swept
            }
        };
        SweptPlacement { stray: swept.stray + clearance * swept.reach(), ..swept }
    }

    /// Half of the way of a body from the start of a piece to its end.
    fn way(&self, piece: &Piece, body: usize) -> Way {
        let [from, to] = [&piece.from, &piece.to].map(|moment| &moment.poses[body]);
        if from == to {
            return Way::none();
        }
        let matrix = (to.rotation() - from.rotation()) * 0.5;
        let vector = (to.translation() - from.translation()) * 0.5;
        let (center, radius) = self.extents[body].sphere();
        let of_center = (matrix * center.coords + vector).norm();
        let sizes = matrix.norm() * center.coords.norm() + vector.norm();
        let most = (of_center + matrix.norm() * radius) * ROUNDED + sizes * (ROUNDED - 1.0);
        Way { matrix, vector, most }
    }

    /// `A w^2 / 8` for both bodies together.
    fn bend_of_bodies(&self, piece: &Piece) -> f64 {
        let Some(of) = &piece.accelerations else { return f64::INFINITY };
        let length = piece.to.time - piece.from.time;
        let most = of[0].of_body(&self.extents[0]) + of[1].of_body(&self.extents[1]);
        most * length * length / 8.0 * ROUNDED
    }

    /// By how much the distance of the bodies can be less at any time from one to another than it is at the
    /// rounded poses of the time between, both for the motions and for their rounded poses.
    ///
    /// *Proof.* At a rounded pose a point is within the motion's rounding of its place, and between two
    /// times it moves by at most the speed times the time between them. So from the rounded pose in the
    /// middle to the motion at another time it is the rounding and the way from the middle, to the rounded
    /// pose of that time twice the rounding; for the points of both bodies these add up. The time from the
    /// middle to either end is computed with a rounding relative to itself, as all times are in 0 to 1 and
    /// differences of near numbers exact. *End.*
    pub(super) fn reach(&self, from: f64, middle: f64, to: f64) -> f64 {
        let time = (middle - from).max(to - middle);
        let speed = self.speed_of(0, from, to) + self.speed_of(1, from, to);
        (time * speed + self.rounding) * ROUNDED
    }

    /// Do the bodies move by less than a distance in a piece?
    pub(super) fn is_short(&self, piece: &Piece, distance: f64) -> bool {
        2.0 * self.reach(piece.from.time, piece.middle.time, piece.to.time) <= distance
    }

    fn speed_of(&self, body: usize, from: f64, to: f64) -> f64 {
        self.motions[body].speed(from, to).of_body(&self.extents[body])
    }

    /// By how much the places of the corners of a pair, along any direction, can be off the straight line
    /// between their places at both ends of a piece, both bodies together; rounding included.
    pub(super) fn bend(&self, [a, b]: &[Triangle; 2], piece: &Piece) -> Option<f64> {
        let time = piece.to.time - piece.from.time;
        let [of_a, of_b] = piece.accelerations.as_ref()?;
        let most = |acceleration: &Speed, triangle: &Triangle| {
            triangle.iter().map(|corner| acceleration.at((*corner).into())).fold(0.0, f64::max)
        };
        let bend = (most(of_a, a) + most(of_b, b)) * time * time / 8.0;
        Some((bend + self.rounding) * ROUNDED)
    }

    pub(super) fn triangles(&self, [in_a, in_b]: [u32; 2]) -> [Triangle; 2] {
        [self.bodies[0].triangle(in_a), self.bodies[1].triangle(in_b)]
    }

    /// Does a pair of triangles meet?
    pub(super) fn meets(&self, pair: [u32; 2], placement: &Placement) -> bool {
        let [a, b] = self.triangles(pair);
        triangles_meet(&a, &b, placement, &mut Stages::default())
    }

    /// Bounds of the distance of a pair of triangles; the upper one is right only if they do not meet.
    pub(super) fn distance(&self, pair: [u32; 2], placement: &Placement) -> RoundedDistance {
        let [a, b] = self.triangles(pair);
        RoundedDistance::new(&a, &b, placement)
    }

    /// The closest points of a pair of triangles in the world, and at least their distance.
    pub(super) fn points(
        &self,
        pair: [u32; 2],
        placement: &Placement,
    ) -> ([nalgebra::Point3<f64>; 2], f64) {
        let [a, b] = self.triangles(pair);
        let found =
            obbtree_predicates::triangles_distance(&a, &b, placement, &mut Stages::default());
        (found.points, found.upper)
    }
}
