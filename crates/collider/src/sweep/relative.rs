//! Two bodies on their ways: where they are at a time, and how far they move in an interval of
//! time.

use obbtree_predicates::{
    LowerBound, Placement, Pose, RoundedDistance, Stages, Triangle, UpperBound, triangles_meet,
};
use obbtree_query::{Displacement, Extent, SweptPlacement, wide};

use crate::body::Body;
use obbtree_ccd::{Motion, Sample as CcdSample, Speed};

/// Two bodies and their motions.
pub(super) struct RelativeMotion<'m> {
    pub(super) bodies: [&'m Body; 2],
    motions: [&'m dyn Motion; 2],
    extents: [Extent; 2],
    /// How far the points of each are from its mesh's origin, or more.
    lengths: [UpperBound; 2],
    /// Twice the roundings of both motions: see [`RelativeMotion::reach`].
    pub(super) rounding: UpperBound,
    /// The first and last poses of A and of B, if both motions are translations.
    pub(super) translation: Option<[[&'m Pose; 2]; 2]>,
}

/// A time, and the poses of A and B.
pub(super) type Sample = CcdSample<[Pose; 2]>;

/// An interval of time, and where the bodies are at its start, in its middle and at its end.
pub(super) struct MotionInterval {
    pub(super) from: Sample,
    pub(super) middle: Sample,
    pub(super) to: Sample,
    pub(super) placement: Placement,
    /// Bounds of the accelerations of both bodies, if known.
    accelerations: Option<[Speed; 2]>,
}

/// 2^-48, 32 roundoffs of what goes into the way of a point: a difference of matrices and of
/// vectors is rounded once, a product with a point and the sum with a vector by six roundoffs of
/// their sizes.
const OF_DISPLACEMENT: UpperBound = UpperBound::exactly(1.0 / (1_u64 << 48) as f64);

/// 2^-1072: more than halves lose that underflow, each at most 2^-1075, of a matrix for a point at
/// distance one, or of a vector; and more than a product of both loses.
const UNDERFLOW: UpperBound = UpperBound::exactly(4.0 * LEAST);
const LEAST: f64 = f64::MIN_POSITIVE * f64::EPSILON;

/// Times are in 0 to 1: the middle of an interval is off by less than 2^-53, and the share of a
/// half of an interval by four times as much over the length of the interval.
const MIDDLE_ROUNDING: UpperBound = UpperBound::exactly(1.0 / (1_u64 << 51) as f64);

/// From one time to a later one, or more.
fn time_between(from: f64, to: f64) -> UpperBound {
    UpperBound::from(to) - LowerBound::from(from)
}

/// The triangles of a pair, if there is one.
pub(super) fn of_pair(pair: Option<[u32; 2]>) -> [Option<u32>; 2] {
    pair.map_or([None; 2], |pair| pair.map(Some))
}

/// Where the poses put A and B relative to each other.
pub(super) fn placement_at(sample: &Sample) -> Placement {
    Placement::new(&sample.state[0], &sample.state[1])
}

impl<'m> RelativeMotion<'m> {
    pub(super) fn new(bodies: [&'m Body; 2], motions: [&'m dyn Motion; 2]) -> Self {
        let extents = bodies.map(|body| wide::extent(body.tree()));
        let lengths = extents.map(|extent| extent.length());
        let of_one = |n: usize| motions[n].rounding().of_length(lengths[n]);
        let of_both = of_one(0) + of_one(1);
        let rounding = of_both + of_both;
        let [of_a, of_b] = motions.map(|motion| motion.translation());
        let translation = of_a.zip(of_b).map(<[_; 2]>::from);
        Self { bodies, motions, extents, lengths, rounding, translation }
    }

    pub(super) fn sample(&self, time: f64) -> Sample {
        Sample { time, state: self.poses_at(time) }
    }

    pub(super) fn poses_at(&self, time: f64) -> [Pose; 2] {
        self.motions.map(|motion| motion.pose_at(time))
    }

    pub(super) fn interval(&self, from: Sample, to: Sample) -> MotionInterval {
        let middle = self.sample(from.time + 0.5 * (to.time - from.time));
        self.sampled(from, middle, to)
    }

    pub(super) fn sampled(&self, from: Sample, middle: Sample, to: Sample) -> MotionInterval {
        let placement = placement_at(&middle);
        let [of_a, of_b] = self.motions.map(|motion| motion.acceleration(from.time, to.time));
        MotionInterval {
            from,
            middle,
            to,
            placement,
            accelerations: of_a.zip(of_b).map(<[_; 2]>::from),
        }
    }

    /// What a search of the trees has to know of an interval, with a clearance that is required
    /// in addition: at least a share of what the bodies move. What the search rules out is at
    /// least the second value apart.
    ///
    /// # Lemma
    ///
    /// With accelerations up to `A` in an interval of length `w`, the place of a point at a time
    /// is that in the middle, plus `s` times half of the way from its place at the start to that
    /// at the end, `s` the time from the middle in halves of the interval, within `A w^2 / 8`.
    /// *Proof.* Of a function with second derivative up to `A`, a chord over a time `h` is within
    /// `A t (h - t) / 2` at `t` from its start (the error of linear interpolation: any text on
    /// numerical analysis). Let `h = w / 2`. The middle is within `A h^2 / 2` of the whole chord.
    /// At `t = s h` after it, the chord from the middle to the end is off the claim by `s` times
    /// that, and the place is off that chord by `A h^2 s (1 - s) / 2`: together at most
    /// `A h^2 (2 s - s^2) / 2`, which is largest at `s = 1`. Before the middle it is the same
    /// backwards. *End.*
    ///
    /// A rounded pose puts a point within the motion's rounding: in the middle, and at the time
    /// given, and half of the way is off by as much. The time that is taken for the middle
    /// is off by a share `s` of 2^-52 over the length of the interval: by the lemma its place is
    /// that of the middle, within `s` times half of the way and `2 s A h^2 / 2`, which
    /// [`MIDDLE_ROUNDING`] is twice.
    pub(super) fn swept(
        &self,
        interval: &MotionInterval,
        clearance: UpperBound,
    ) -> (SweptPlacement, LowerBound) {
        let MotionInterval { from: Sample { time: from, .. }, to: Sample { time: to, .. }, .. } =
            *interval;
        let least_length = LowerBound::from(to) - UpperBound::from(from);
        let [(way_a, off_a), (way_b, off_b)] = [0, 1].map(|n| self.way(interval, n));
        let straight = way_a.most + way_b.most;
        let bend = self.bend_of_bodies(interval);
        let off = off_a + off_b;
        let off_middle = (straight + bend + off) * (MIDDLE_ROUNDING / least_length);
        let deviation = bend + self.rounding + self.rounding + off + off_middle;
        let ways = [way_a, way_b];
        let mut swept =
            SweptPlacement { placement: interval.placement, ways, deviation, may_wait: true };
        // Where the way is far from straight, or its bend unknown, the speed may say more.
        if bend > straight {
            let deviation = self.reach(from, interval.middle.time, to);
            if deviation < swept.reach() {
                swept = SweptPlacement { ways: [Displacement::none(); 2], deviation, ..swept };
            }
        }
        let needed = swept.deviation;
        swept.deviation = needed + clearance * swept.reach();
        // What is finite; neither says anything where it is not.
        let more = LowerBound::from(swept.deviation.get()) - needed;
        (swept, more.tighter(LowerBound::ZERO))
    }

    /// Half of the way of a body from the start of an interval to its end, and what rounding
    /// makes of it for any point.
    fn way(&self, interval: &MotionInterval, body: usize) -> (Displacement, UpperBound) {
        let [from, to] = [&interval.from, &interval.to].map(|sample| &sample.state[body]);
        if from == to {
            return (Displacement::none(), UpperBound::ZERO);
        }
        let matrix = (to.rotation() - from.rotation()) * 0.5;
        let vector = (to.translation() - from.translation()) * 0.5;
        let (center, radius) = self.extents[body].sphere();
        let (norm, shift) = (UpperBound::of_matrix(&matrix), UpperBound::of_length(&vector));
        let of_center = UpperBound::of_length(&(matrix * center.coords + vector));
        let sizes = norm * UpperBound::of_length(&center.coords) + shift;
        let most = of_center + norm * radius + OF_DISPLACEMENT * sizes + UNDERFLOW;
        let length = self.lengths[body];
        let off = OF_DISPLACEMENT * (norm * length + shift)
            + UNDERFLOW * (length + UpperBound::from(1.0));
        (Displacement { matrix, vector, most }, off)
    }

    /// `A w^2 / 8` for both bodies together.
    fn bend_of_bodies(&self, interval: &MotionInterval) -> UpperBound {
        let Some(of) = &interval.accelerations else { return UpperBound::INFINITE };
        let most = of[0].of_body(&self.extents[0]) + of[1].of_body(&self.extents[1]);
        bend(most, interval)
    }

    /// By how much the distance of the bodies can be less at any time from one to another than it
    /// is at the rounded poses of the time between, both for the motions and for their rounded
    /// poses; or more.
    ///
    /// *Proof.* At a rounded pose a point is within the motion's rounding of its place, and
    /// between two times it moves by at most the speed times the time between them. So from the
    /// rounded pose in the middle to the motion at another time it is the rounding and the way
    /// from the middle, to the rounded pose of that time twice the rounding; for the points of
    /// both bodies these add up. *End.*
    pub(super) fn reach(&self, from: f64, middle: f64, to: f64) -> UpperBound {
        let time = time_between(from, middle).max(time_between(middle, to));
        let speed = self.speed_of(0, from, to) + self.speed_of(1, from, to);
        time * speed + self.rounding
    }

    /// Do the bodies move by less than a distance in an interval? *Yes* is certain; the caller
    /// gives up then.
    pub(super) fn is_short(&self, interval: &MotionInterval, distance: f64) -> bool {
        let reach = self.reach(interval.from.time, interval.middle.time, interval.to.time);
        (reach + reach).get() <= distance
    }

    fn speed_of(&self, body: usize, from: f64, to: f64) -> UpperBound {
        self.motions[body].speed(from, to).of_body(&self.extents[body])
    }

    /// By how much the places of the corners of a pair, along any direction, can be off the
    /// straight line between their places at both ends of an interval, both bodies together, or
    /// more; rounding included.
    pub(super) fn bend(
        &self,
        [a, b]: &[Triangle; 2],
        interval: &MotionInterval,
    ) -> Option<UpperBound> {
        let [of_a, of_b] = interval.accelerations.as_ref()?;
        let most = |acceleration: &Speed, triangle: &Triangle| {
            let of_corners = triangle.iter().map(|corner| acceleration.of_point(corner));
            of_corners.fold(UpperBound::ZERO, UpperBound::max)
        };
        Some(bend(most(of_a, a) + most(of_b, b), interval) + self.rounding)
    }

    pub(super) fn triangles(&self, [in_a, in_b]: [u32; 2]) -> [Triangle; 2] {
        [self.bodies[0].triangle(in_a), self.bodies[1].triangle(in_b)]
    }

    /// Does a pair of triangles meet? Certain, both ways.
    pub(super) fn meets(&self, pair: [u32; 2], placement: &Placement) -> bool {
        let [a, b] = self.triangles(pair);
        triangles_meet(&a, &b, placement, &mut Stages::default())
    }

    /// Bounds of the distance of a pair of triangles; the upper one is right only if they do not
    /// meet.
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

/// `A w^2 / 8` for an acceleration and the length of an interval, or more.
fn bend(acceleration: UpperBound, interval: &MotionInterval) -> UpperBound {
    let time = time_between(interval.from.time, interval.to.time);
    acceleration * time * time * UpperBound::from(0.125)
}
