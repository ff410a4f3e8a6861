//! Two bodies on their ways: where they are at a time, and how far they move between two times.

use obbtree_predicates::{Placement, Pose, RoundedDistance, Stages, Triangle, triangles_meet};
use obbtree_query::{Engine, Extent};

use crate::body::Body;
use crate::motions::Motion;

/// Two bodies and their motions.
pub(super) struct Course<'m, T> {
    pub(super) bodies: [&'m Body<T>; 2],
    motions: [&'m dyn Motion; 2],
    extents: [Extent; 2],
    /// See [`Course::reach`].
    rounding: f64,
}

/// Pays for the roundings of a reach, relative to itself.
const ROUNDED: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

impl<'m, T: Engine> Course<'m, T> {
    pub(super) fn new(bodies: [&'m Body<T>; 2], motions: [&'m dyn Motion; 2]) -> Self {
        let extents = bodies.map(|body| body.tree().extent());
        let of_one = |n: usize| motions[n].rounding().of_body(extents[n].length());
        let rounding = 2.0 * (of_one(0) + of_one(1));
        Self { bodies, motions, extents, rounding }
    }

    /// About the length of an edge of the body with the smaller triangles, by a few of them.
    pub(super) fn triangle_size(&self) -> f64 {
        const FEW: usize = 16;
        let of_one = |body: &Body<T>| {
            let mesh = body.mesh();
            let number = |n: usize| n * mesh.triangles().len() / FEW;
            let edge = |[a, b, _]: Triangle| (b - a).norm();
            (0..FEW).map(|n| edge(mesh.triangle(number(n)))).sum::<f64>() / FEW as f64
        };
        of_one(self.bodies[0]).min(of_one(self.bodies[1]))
    }

    pub(super) fn poses(&self, time: f64) -> [Pose; 2] {
        self.motions.map(|motion| motion.pose_at(time))
    }

    pub(super) fn placement(&self, time: f64) -> Placement {
        let [a, b] = self.poses(time);
        Placement::new(&a, &b)
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

    fn speed_of(&self, body: usize, from: f64, to: f64) -> f64 {
        self.motions[body].speed(from, to).of_body(&self.extents[body])
    }

    /// By how much the places of the corners of a pair, along any direction, can be off the straight line
    /// between their places at two times, both bodies together; rounding included.
    pub(super) fn bend(&self, pair: [u32; 2], from: f64, to: f64) -> Option<f64> {
        let time = to - from;
        let triangles = self.triangles(pair);
        let mut bend = self.rounding;
        for (motion, triangle) in self.motions.iter().zip(&triangles) {
            let acceleration = motion.acceleration(from, to)?;
            let of_corners = triangle.iter().map(|corner| acceleration.at((*corner).into()));
            bend += of_corners.fold(0.0, f64::max) * time * time / 8.0;
        }
        Some(bend * ROUNDED)
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
