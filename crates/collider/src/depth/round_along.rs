//! How far a round shape has to go along a direction until it is free of a mesh that is not convex.
//!
//! A triangle and the shape are convex, so they meet from a first to a last length: from a length
//! at which one of the triangles meets, the next that can be free is after the last of that
//! triangle, which bisection finds. Where none meets but the shape is inside the mesh, it is after
//! the surface is met again.

use nalgebra::Vector3;
use obbtree_query::interrupt::{pause, pause_at};

use super::answer::{Depth, DepthError};
use super::line::{Line, beyond_all};
use crate::collider::ColliderRef::{self, Shape};
use crate::placed_solid::PlacedSolid;
use crate::query::Query;
use crate::shape;

/// A triangle is left, or the surface met from inside, so often at most; then the rest of the way
/// is looked at coarsely.
const LEAVINGS: usize = 1 << 10;

/// In so many steps at most a shape inside a mesh comes to the surface again, or goes on.
const APPROACHES: usize = 1 << 10;

/// Gaps on the way of a frustum that are a smaller part of it do not count.
const OF_FRUSTA: f64 = 1.0 / (1_u64 << 30) as f64;

impl Query {
    /// One of the two is a mesh.
    pub(super) fn round_along(
        &mut self,
        solids: [PlacedSolid<'_>; 2],
        direction: &Vector3<f64>,
    ) -> Result<Depth, DepthError> {
        let (colliders, poses) = (solids.map(|s| s.collider), solids.map(|s| s.pose));
        let line = Line { colliders, poses, direction };
        let [whole, _] = beyond_all(solids, direction);
        let (mut blocked, mut free) = (0.0, 0.0);
        for _ in 0..LEAVINGS {
            pause();
            if !line.meet(self, free)? {
                break;
            }
            match self.last_of_triangles(&line, solids, free)? {
                Some(last) => [blocked, free] = last,
                None => [blocked, free] = self.surface_again(&line, free, whole)?,
            }
        }
        // At some lengths it is not known for certain that a frustum meets the mesh.
        let lower = if colliders.into_iter().any(ColliderRef::is_frustum) {
            self.depth_of_round(solids)?.lower
        } else {
            line.at_least(blocked).get()
        };
        let way = self.way_out(colliders, poses, direction, free, 0.0);
        Depth::from_way(lower, way, poses[1])
    }

    /// Of the triangles that meet the shape after a length, the last length at which one is known
    /// to meet it, and the next at which that one does not.
    fn last_of_triangles(
        &mut self,
        line: &Line<'_>,
        solids: [PlacedSolid<'_>; 2],
        from: f64,
    ) -> Result<Option<[f64; 2]>, DepthError> {
        let ([a, b], [pose_a, _]) = (line.colliders, line.poses);
        let n = usize::from(!solids[0].is_mesh());
        let mut last = None;
        let contacts = self.contacts(a, pose_a, b, &line.pose(from)?);
        for (index, id) in contacts.iter().filter_map(|found| found.triangles[n]).enumerate() {
            pause_at(index);
            let corners = solids[n].body.triangle(id).map(Into::into);
            let Ok(triangle) = shape::Shape::triangle(corners) else { continue };
            let mut of_one = *line;
            of_one.colliders[n] = Shape(&triangle);
            let [_, start] = last.unwrap_or([from; 2]);
            let (mut blocked, mut free, mut step) = (from, start, line.step(start));
            while of_one.meet(self, free)? {
                (blocked, free, step) = (free, free + step, 2.0 * step);
            }
            if blocked >= start {
                last = Some(of_one.halve(self, [blocked, free])?);
            }
        }
        Ok(last)
    }

    /// Where all of the shape is inside the mesh after a length: the next up to which it is, and
    /// one at which it may meet the surface.
    fn surface_again(
        &mut self,
        line: &Line<'_>,
        from: f64,
        whole: f64,
    ) -> Result<[f64; 2], DepthError> {
        let ([a, b], [pose_a, _]) = (line.colliders, line.poses);
        let least =
            if line.colliders.into_iter().any(ColliderRef::is_frustum) { OF_FRUSTA } else { 0.0 };
        let step = |length: f64| line.step(length).max(whole * least);
        self.with_solid(false, |query| {
            let mut length = from;
            for _ in 0..APPROACHES {
                pause();
                // It comes nearer by no more than its way.
                let apart = query.distance(a, pose_a, b, &line.pose(length)?).lower;
                if apart <= step(length) {
                    break;
                }
                length += apart;
            }
            Ok([length, length + step(length)])
        })
    }
}
