//! All triangles of a body that meet a shape, each with a point of both.

use std::collections::HashSet;
use std::ops::ControlFlow;

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{
    Placement, Pose, RoundedDistance, Stages, Triangle, UpperBound, shared_set, triangles_closer,
};
use obbtree_query::interrupt::pause_at;
use obbtree_query::{Engine, wide};

use super::form::{Form, Shape};
use super::mesh_frustum::{NearAxis, all_meeting_a_frustum};
use super::mesh_plane::all_on_plane;
use super::placed_plane::PlacedPlane;
use crate::body::Body;
use crate::polygon::Few;
use crate::query::Query;

/// A triangle by its number, and a point of it in the shape, in the world, rounded.
pub(crate) type TriangleContact = (u32, Point3<f64>);

impl Query {
    /// The triangles that meet a shape, which is solid, ascending; the first that are found up to
    /// the limit. Certain.
    pub(crate) fn triangles_meeting_shape(
        &mut self,
        body: &Body,
        pose: &Pose,
        shape: &Shape,
        pose_shape: &Pose,
    ) -> Vec<TriangleContact> {
        let limit = self.options.limit;
        if limit == 0 {
            return Vec::new();
        }
        let mut found = match shape.form() {
            Form::Rounded { core, radius } => {
                self.meeting_rounded(body, pose, core, pose_shape, *radius)
            }
            Form::Frustum { axis, radii, .. } => {
                all_meeting_a_frustum(body, pose, shape, (axis, *radii), pose_shape, limit)
            }
            Form::HalfSpace(points) => {
                all_on_plane(body, pose, &PlacedPlane::half_space(points, pose_shape), limit)
            }
            Form::Plane(points) => {
                all_on_plane(body, pose, &PlacedPlane::plane(points, pose_shape), limit)
            }
        };
        found.sort_unstable_by_key(|(triangle, _)| *triangle);
        found
    }

    fn meeting_rounded(
        &mut self,
        body: &Body,
        pose: &Pose,
        core: &Body,
        pose_core: &Pose,
        radius: f64,
    ) -> Vec<TriangleContact> {
        let placement = Placement::new(pose, pose_core);
        let limit = self.options.limit;
        let meets = |[i, j]: [u32; 2]| {
            let (of_body, of_core) = (body.triangle(i), core.triangle(j));
            triangles_closer(&of_body, &of_core, &placement, radius, &mut Stages::default())
        };
        // With a limit, pairs that do meet: then there is no need to know all.
        let is_limited = limit < body.mesh().triangles().len();
        let mut near: Vec<[u32; 2]> = Vec::new();
        let mut triangles = HashSet::new();
        let trees = [body.tree(), core.tree()];
        self.counting(|counts, workspace| {
            let _ = wide::close_pairs(trees, &placement, radius, counts, workspace, &mut |i, j| {
                if !is_limited {
                    near.push([i, j]);
                } else if meets([i, j]) {
                    near.push([i, j]);
                    triangles.insert(i);
                }
                if triangles.len() >= limit {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        });
        crate::pairs::sort(&mut near);
        let solid = Solid::of(core, pose_core);
        let mut found: Vec<TriangleContact> = Vec::new();
        for (index, group) in near.chunk_by(|p, q| p[0] == q[0]).enumerate() {
            pause_at(index);
            if !is_limited && !group.iter().copied().any(meets) {
                continue;
            }
            let of_body = body.triangle(group[0][0]);
            let placed = of_body.map(|corner| pose.place(&corner));
            let within = solid.as_ref().and_then(|solid| solid.middle_of(&placed));
            let closest = || {
                let distances = group.iter().map(|&[_, j]| {
                    let found = RoundedDistance::new(&of_body, &core.triangle(j), &placement);
                    (found.upper, found, j)
                });
                let least =
                    distances.reduce(|best, next| if next.0 < best.0 { next } else { best });
                // Where the core goes through the triangle no two points are the closest.
                let shared = least
                    .filter(|(_, found, _)| found.lower == 0.0)
                    .and_then(|(_, _, j)| shared_set(&of_body, &core.triangle(j), &placement));
                if let Some(shared) = shared {
                    return middle_of(shared.points());
                }
                let [second, third] = least.map_or([0.0; 2], |(_, found, _)| found.weights()[0]);
                let [p, q, r] = placed;
                p + (q - p) * second + (r - p) * third
            };
            found.push((group[0][0], within.unwrap_or_else(closest)));
        }
        let Some(solid) = solid.filter(|_| found.len() < limit) else { return found };
        // What is inside without a point of the surface.
        let at_surface = found.len();
        let near = NearAxis::new(pose, &[solid.center; 2], solid.reach, pose_core);
        let mut may_be_inside =
            |axes: &_, center: &_, half: &_| near.may_reach(axes, center, half, 0.0);
        let mut look_at = |id: u32, triangle: &Triangle| {
            let is_known = found[..at_surface].binary_search_by_key(&id, |(known, _)| *known);
            if is_known.is_err() && core.contains(pose_core, &triangle[0], pose) {
                let placed = triangle.map(|corner| pose.place(&corner));
                found.push((
                    id,
                    nalgebra::center(&placed[0], &nalgebra::center(&placed[1], &placed[2])),
                ));
            }
            if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = body.tree().for_each_in_boxes(&mut may_be_inside, &mut look_at);
        found
    }
}

/// A closed convex core: its planes in the world, and a sphere around it in its own frame.
struct Solid {
    planes: Vec<(Point3<f64>, Vector3<f64>)>,
    center: Point3<f64>,
    reach: f64,
}

impl Solid {
    fn of(core: &Body, pose: &Pose) -> Option<Self> {
        let outward = core.topology().outward();
        // A point, a segment or a flat polygon has no inside.
        if outward == 0.0 || core.require_closed().is_err() {
            return None;
        }
        let plane = |corners: Triangle| {
            let [p, q, r] = corners.map(|corner| pose.place(&corner));
            (p, (q - p).cross(&(r - p)) * outward)
        };
        let vertices = || core.mesh().vertices().iter().copied().map(Point3::from);
        let sum: Vector3<f64> = vertices().map(|vertex| vertex.coords).sum();
        let center = Point3::from(sum / core.mesh().vertices().len() as f64);
        let reach = vertices()
            .map(|vertex| UpperBound::of_distance(&vertex, &center).get())
            .fold(0.0, f64::max);
        Some(Self { planes: core.mesh().corners().map(plane).collect(), center, reach })
    }

    /// The mean of the corners of what of a triangle is in the core.
    fn middle_of(&self, triangle: &Triangle) -> Option<Point3<f64>> {
        let mut left = Few::from(triangle);
        for (point, normal) in &self.planes {
            left = left.above(
                |corner| -(corner - point).dot(normal),
                |here, there, part| here + (there - here) * part,
            );
        }
        (!left.is_empty()).then(|| middle_of(&left))
    }
}

/// The mean of some points.
pub(super) fn middle_of(points: &[Point3<f64>]) -> Point3<f64> {
    let sum: Vector3<f64> = points.iter().map(|point| point.coords).sum();
    Point3::from(sum / points.len() as f64)
}
