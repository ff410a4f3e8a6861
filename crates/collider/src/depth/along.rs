//! The depth of two solid colliders along a direction, as an interval.
//!
//! Two convex colliders meet at all lengths up to that depth and at none beyond: bisection finds
//! it. Others can come free and meet again. Two triangles that move against each other meet from a
//! first to a last time, and exact arithmetic tells both ([`translating_triangles`]). So from any
//! time at which a pair meets, the next that can be free is after the pair's last; where no pair
//! meets but one body is inside the other, it is after the surfaces meet again. What was skipped
//! is proven not to be free, but for gaps of some roundings of a pose: whether a gap follows is
//! decided so far after a pair's last time, as at it the pair still touches.

use std::ops::ControlFlow;

use nalgebra::Vector3;
use obbtree_ccd::{Motion, Sweep, SweepOptions, Translation};
use obbtree_predicates::{
    LowerBound, Placement, Pose, Triangle, translating_triangles, unit_vector,
};
use obbtree_query::{interrupt::pause, wide};

use super::answer::{Depth, DepthError};
use super::line::{Line, ROUNDINGS, beyond_all};
use crate::body::{Body, one_inside};
use crate::collider::ColliderRef::{self, Mesh, Points, Shape};
use crate::placed_solid::PlacedSolid;
use crate::query::Query;

/// Pairs of bodies are left at most so often; then the rest of the way is looked at coarsely.
const LEAVINGS: usize = 1 << 14;

/// So many steps are tried where the rounding of poses makes bodies meet that are free.
const STEPS: u32 = 8;

/// The height of a placed corner has at most about so many roundings.
const ROUNDINGS_OF_HEIGHT: f64 = 8.0;

/// A length that frees B is tried so many times as long before it is halved.
const MUCH_SHORTER: f64 = 1.0 / (1_u64 << 20) as f64;

impl Query {
    /// How far does B have to go along a direction so that two solids come free? The least length
    /// of a translation along `direction`, of any length but 0, after which they do not meet, or
    /// the limit of such lengths. Touching is meeting, also on the way: a block that stands on a
    /// table is free of it sideways where it leaves the table. Meshes must be closed.
    ///
    /// Of meshes, boxes and hulls the interval is some roundings of the coordinates wide, as the
    /// motion is decided in exact arithmetic, also where they slide in contact; gaps shorter than
    /// some ulps of the translations on the way out of the whole body do not count as free. Where
    /// surfaces slide so close to each other that the rounding of poses makes them meet, it can be
    /// wider, as its upper end is that of a pose: along an axis, poses are not rounded. Of other
    /// pairs it is as wide, but where a cylinder, cone or frustum meets another shape or a mesh:
    /// then the lower end is that of [`Query::depth`].
    ///
    /// # Errors
    /// If a mesh is open; if one is a point cloud or a plane; if the direction has no length; if no
    /// translation within the range of coordinates is free, as along a half-space.
    ///
    /// ```
    /// use nalgebra::Vector3;
    /// use obbtree_collider::{Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let cuboid = Shape::cuboid([1.0, 2.0, 3.0])?; // half sides
    /// let (here, aside) = (Pose::identity(), Pose::from_translation([1.75, 0.5, 0.0])?);
    /// let mut query = Query::new();
    /// let (x, z) = (Vector3::x(), Vector3::z());
    /// for (direction, depth) in [(x, 0.25), (-x, 3.75), (z, 6.0)] {
    ///     let found = query.depth_along(&cuboid, &here, &cuboid, &aside, &direction)?;
    ///     assert!(found.lower <= depth && depth <= found.upper);
    ///     assert!(found.upper - found.lower < 1e-13);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn depth_along<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
        direction: &Vector3<f64>,
    ) -> Result<Depth, DepthError> {
        let (colliders, poses) = ([a.into(), b.into()], [pose_a, pose_b]);
        self.with_solid(true, |query| query.solids_along(colliders, poses, direction))
    }

    fn solids_along(
        &mut self,
        colliders: [ColliderRef<'_>; 2],
        poses: [&Pose; 2],
        direction: &Vector3<f64>,
    ) -> Result<Depth, DepthError> {
        let direction = unit_vector(direction).ok_or(DepthError::NoDirection)?;
        for collider in colliders {
            match collider {
                Mesh(body) => body.require_closed()?,
                Shape(shape) => {
                    if shape.plane_points().is_some_and(|(_, is_half_space)| !is_half_space) {
                        return Err(DepthError::Unbounded);
                    }
                }
                Points(_) => return Err(DepthError::Cloud),
            }
        }
        let [a, b] = colliders;
        if !self.collide(a, poses[0], b, poses[1]) {
            return Ok(Depth::NONE);
        }
        if let [Some(a), Some(b)] = colliders.map(ColliderRef::with_faces) {
            return self.bodies_along([a, b], poses, &direction);
        }
        let is_half_space = |c: ColliderRef<'_>| matches!(c, Shape(s) if s.core().is_none());
        let are_convex = colliders.into_iter().all(ColliderRef::is_convex);
        if are_convex || colliders.into_iter().any(is_half_space) {
            return self.convex_along(&Line { colliders, poses, direction: &direction });
        }
        let solid = |n: usize| PlacedSolid::of(colliders[n], poses[n]).ok_or(DepthError::Unbounded);
        self.round_along([solid(0)?, solid(1)?], &direction)
    }

    fn bodies_along(
        &mut self,
        bodies: [&Body; 2],
        poses: [&Pose; 2],
        direction: &Vector3<f64>,
    ) -> Result<Depth, DepthError> {
        let solids = [0, 1].map(|n| PlacedSolid::mesh(bodies[n], poses[n]));
        let [whole, sizes] = beyond_all(solids, direction);
        let line = Line { colliders: bodies.map(Mesh), poses, direction };
        let motion = Translation::new(poses[1], line.place(whole).into());
        let motion = motion.map_err(|_| DepthError::NoWayOut)?;
        let mut leaving = Leaving::new(bodies, poses[0], motion);
        for _ in 0..LEAVINGS {
            pause();
            if !leaving.leave(self) {
                break;
            }
        }
        let lower = LowerBound::from(leaving.lower) * line.at_least(whole);
        let length = leaving.time * whole;
        // Bodies that touch where they were drawn: neither the length nor a pose has a size.
        let is_at_rest = length == 0.0 && poses.iter().all(|pose| pose.translation().amax() == 0.0);
        let beyond = if is_at_rest { sizes * f64::EPSILON } else { 0.0 };
        let way = self.way_out(line.colliders, poses, direction, length, beyond);
        Depth::from_way(lower.get(), way, poses[1])
    }

    fn convex_along(&mut self, line: &Line<'_>) -> Result<Depth, DepthError> {
        let Line { colliders, poses, direction } = *line;
        let (mut blocked, mut free) = (0.0, poses[1].translation().amax().max(1.0));
        while line.meet(self, free)? {
            pause();
            (blocked, free) = (free, free * 2.0);
        }
        // Halving makes an interval so many times as small; colliders can be much smaller than one.
        while blocked == 0.0 && free * MUCH_SHORTER > 0.0 {
            pause();
            let shorter = free * MUCH_SHORTER;
            if line.meet(self, shorter)? {
                blocked = shorter;
            } else {
                free = shorter;
            }
        }
        [blocked, free] = line.halve(self, [blocked, free])?;
        let lower = if colliders.into_iter().any(ColliderRef::is_frustum) {
            let found = crate::shape::depth_of_convex(colliders, poses, 0.0);
            found.map_or(0.0, |(found, _)| found.lower)
        } else {
            line.at_least(blocked).get()
        };
        let way = self.way_out(colliders, poses, direction, free, 0.0);
        Depth::from_way(lower, way, poses[1])
    }
}

/// B on its way out of A.
struct Leaving<'l> {
    bodies: [&'l Body; 2],
    pose_a: &'l Pose,
    motion: Translation,
    /// In so little time the translation of a pose changes by some roundings.
    step: f64,
    /// At no time up to this one are the bodies free, but in gaps of a few steps.
    lower: f64,
    /// The next at which they may be: it, or some between the two.
    time: f64,
    /// So many steps after it, poses meet that only rounding makes meet.
    steps: u32,
}

impl<'l> Leaving<'l> {
    fn new(bodies: [&'l Body; 2], pose_a: &'l Pose, motion: Translation) -> Self {
        let [from, to] = [0.0, 1.0].map(|time| *motion.pose_at(time).translation());
        let size = from.amax().max(to.amax());
        let step = (ROUNDINGS * f64::EPSILON * (size / (to - from).amax())).max(f64::EPSILON);
        Self { bodies, pose_a, motion, step, lower: 0.0, time: 0.0, steps: 0 }
    }

    /// Goes on to the next time at which the bodies may be free; `false` if they are soon after
    /// this one, or if that cannot be told.
    ///
    /// It is tested some roundings after the last time of a pair: at it they still touch, and a
    /// rounded pose there may be one before it.
    fn leave(&mut self, query: &mut Query) -> bool {
        let [a, b] = self.bodies;
        let soon = self.time + self.step * f64::from(self.steps + 1);
        if soon >= 1.0 {
            return false;
        }
        let pose_b = self.motion.pose_at(soon);
        if let Some([below, last]) = self.last_of_a_pair(query, &pose_b, soon) {
            (self.lower, self.time, self.steps) = (below.max(self.lower), last, 0);
            return true;
        }
        if query.first_pair(a, self.pose_a, b, &pose_b).is_some() {
            self.steps += 1;
            return self.steps < STEPS;
        }
        if !one_inside(a, self.pose_a, b, &pose_b) {
            return false;
        }
        let end = self.motion.pose_at(1.0);
        let Ok(rest) = Translation::new(&pose_b, (*end.translation()).into()) else { return false };
        let options = SweepOptions::default().time_tolerance(f64::EPSILON);
        let found =
            query.with_solid(false, |query| query.sweep(a, self.pose_a, b, &rest, &options));
        let Sweep::Contact(contact) = found else { return false };
        let met = soon + contact.first_contact * (1.0 - soon);
        (self.lower, self.time, self.steps) = (soon, met, 0);
        true
    }

    /// The last time of some pair of triangles that meets at a time, a late one: between these two.
    fn last_of_a_pair(&self, query: &mut Query, pose_b: &Pose, time: f64) -> Option<[f64; 2]> {
        let [a, b] = self.bodies;
        let placement = Placement::new(self.pose_a, pose_b);
        let rounding = self.motion.rounding().of_length(wide::extent(b.tree()).length()).get();
        let [from, to] = self.motion.translation()?;
        let way = to.translation() - from.translation();
        let mut pairs: Vec<(f64, [u32; 2])> = Vec::new();
        query.counting(|counts, workspace| {
            let trees = [a.tree(), b.tree()];
            let _ =
                wide::close_pairs(trees, &placement, rounding, counts, workspace, &mut |i, j| {
                    let of_a = a.triangle(i).map(|corner| self.pose_a.place(&corner));
                    let of_b = b.triangle(j).map(|corner| from.place(&corner));
                    let last = rounded_last(&of_a, &of_b, &way);
                    if last >= time {
                        pairs.push((last, [i, j]));
                    }
                    ControlFlow::Continue(())
                });
        });
        pairs.sort_by(|(s, p), (t, q)| t.total_cmp(s).then(p.cmp(q)));
        pairs.iter().find_map(|&(_, [i, j])| {
            pause();
            let still = [self.pose_a; 2];
            let times = [time, 1.0];
            let found =
                translating_triangles(&a.triangle(i), still, &b.triangle(j), [from, to], times)?;
            (found.first[1] <= time).then_some(found.last)
        })
    }
}

/// The last time at which two triangles meet, rounded, later by some roundings of coordinates.
fn rounded_last(a: &Triangle, b: &Triangle, way: &Vector3<f64>) -> f64 {
    let edges = |[p, q, r]: &Triangle| [q - p, r - q, p - r];
    let (of_a, of_b) = (edges(a), edges(b));
    let faces = [of_a[0].cross(&of_a[1]), of_b[0].cross(&of_b[1])];
    let crossed = of_a.iter().flat_map(|e| of_b.iter().map(move |f| e.cross(f)));
    let size = a.iter().chain(b).fold(way.amax(), |most, p| most.max(p.coords.amax()));
    let last = |axis: Vector3<f64>| {
        let rounding = ROUNDINGS_OF_HEIGHT * f64::EPSILON * size * axis.amax();
        let speed = axis.dot(way);
        let axis = if speed < 0.0 { -axis } else { axis };
        let high = a.iter().map(|p| (p - b[0]).dot(&axis)).fold(f64::NEG_INFINITY, f64::max);
        let low = b.iter().map(|p| (p - b[0]).dot(&axis)).fold(f64::INFINITY, f64::min);
        let speed = speed.abs() - rounding;
        if speed > 0.0 { (high - low + rounding) / speed } else { f64::INFINITY }
    };
    faces.into_iter().chain(crossed).map(last).fold(f64::INFINITY, f64::min)
}
