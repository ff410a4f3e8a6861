//! A placed mesh and a placed shape.

use nalgebra::Point3;
use obbtree_predicates::{LengthSum, LowerBound, Placement, Pose, UpperBound, unit_vector};

use super::form::{Form, Shape};
use super::frustum_point::closest_of_frustum;
use super::mesh_frustum::{distance_to_frustum, meeting_a_frustum, triangle_to_frustum};
use super::mesh_plane::{near_plane, to_plane};
use super::placed_plane::PlacedPlane;
use crate::body::Body;
use crate::distance::{Distance, direction};
use crate::query::Query;

/// The shape is solid; the body is, if the query says so.
impl Query {
    /// [`Query::closer_than`]; at tolerance 0, [`Query::collide`].
    pub(crate) fn body_closer_than_shape(
        &mut self,
        body: &Body,
        pose: &Pose,
        shape: &Shape,
        pose_shape: &Pose,
        tolerance: f64,
    ) -> bool {
        if !(tolerance >= 0.0) {
            return false;
        }
        let solid = self.options().solid;
        match shape.form() {
            Form::Rounded { core, radius } => {
                let reach = LengthSum::of([*radius, tolerance, 0.0]);
                self.cores_within([body, core], [pose, pose_shape], &reach, [solid, true])
            }
            Form::Frustum { axis, radii, core, .. } if tolerance == 0.0 => {
                meeting_a_frustum(body, pose, shape, (axis, *radii), pose_shape).is_some()
                    || (solid && body.contains_component(pose, core, pose_shape))
            }
            Form::Frustum { .. } => {
                self.body_to_shape(body, pose, shape, pose_shape).lower <= tolerance
            }
            Form::HalfSpace(points) => {
                near_plane(body, pose, &PlacedPlane::half_space(points, pose_shape), tolerance)
            }
            Form::Plane(points) => {
                near_plane(body, pose, &PlacedPlane::plane(points, pose_shape), tolerance)
            }
        }
    }

    /// [`Query::distance`], the body first.
    pub(crate) fn body_to_shape(
        &mut self,
        body: &Body,
        pose: &Pose,
        shape: &Shape,
        pose_shape: &Pose,
    ) -> Distance {
        let mut found = match shape.form() {
            Form::Rounded { core, radius } => {
                let mut found = self.core_distance(body, pose, core, pose_shape, [*radius; 2]);
                let [point, of_core] = found.points;
                found.points[1] = towards(&of_core, &point, *radius);
                found
            }
            Form::Frustum { axis, radii, core, .. } => {
                let meeting = meeting_a_frustum(body, pose, shape, (axis, *radii), pose_shape);
                let of_one = |id| triangle_to_frustum(id, body, pose, shape, pose_shape);
                if let Some(found) = meeting.and_then(of_one) {
                    let on = closest_of_frustum(&found.points[0], axis, *radii, pose_shape);
                    let points = [found.points[0], on];
                    return Distance { lower: 0.0, upper: 0.0, points, normal: None, ..found };
                }
                let most_and_least = [shape.most_radius(), 0.0];
                let of_axis = self.core_distance(body, pose, core, pose_shape, most_and_least);
                let most = of_axis.upper;
                let found = distance_to_frustum(body, pose, shape, axis, pose_shape, most);
                let mut found = found.unwrap_or(of_axis);
                // Both hold the distance.
                found.lower = found.lower.max(of_axis.lower);
                found.upper = found.upper.min(of_axis.upper);
                found.points[1] = closest_of_frustum(&found.points[0], axis, *radii, pose_shape);
                found
            }
            Form::HalfSpace(plane) => {
                to_plane(body, pose, &PlacedPlane::half_space(plane, pose_shape))
            }
            Form::Plane(plane) => to_plane(body, pose, &PlacedPlane::plane(plane, pose_shape)),
        };
        if self.body_closer_than_shape(body, pose, shape, pose_shape, 0.0) {
            found.one_inside = found.lower > 0.0;
            (found.lower, found.upper) = (0.0, 0.0);
        } else {
            found.lower = found.lower.max(0.0);
            found.upper = found.upper.max(SMALLEST);
        }
        found.along(found.normal)
    }

    /// The distance to a core, less at most and at least so much.
    fn core_distance(
        &mut self,
        body: &Body,
        pose: &Pose,
        core: &Body,
        pose_core: &Pose,
        [most, least]: [f64; 2],
    ) -> Distance {
        let found = self.surface_distance(body, pose, core, pose_core);
        let lower = LowerBound::from(found.lower) - UpperBound::from(most);
        let upper = UpperBound::from(found.upper) - LowerBound::from(least);
        let mut of_core = Distance::new([lower.get(), upper.get()], found.points);
        of_core.triangles[0] = Some(found.triangles[0]);
        of_core.normal =
            direction(&found, [body.mesh(), core.mesh()], &Placement::new(pose, pose_core));
        of_core
    }

    /// Are two cores within a reach of each other, or is a component of one inside the other,
    /// which is solid? Certain.
    pub(super) fn cores_within(
        &mut self,
        bodies @ [a, b]: [&Body; 2],
        poses @ [pose_a, pose_b]: [&Pose; 2],
        reach: &LengthSum,
        [solid_a, solid_b]: [bool; 2],
    ) -> bool {
        self.surfaces_within(bodies, poses, reach)
            || (solid_b && b.contains_component(pose_b, a, pose_a))
            || (solid_a && a.contains_component(pose_a, b, pose_b))
    }
}

/// A point that is moved towards another by a radius, or to it if that is less.
fn towards(from: &Point3<f64>, to: &Point3<f64>, radius: f64) -> Point3<f64> {
    let way = to - from;
    match unit_vector(&way) {
        // No square, which can underflow.
        Some(direction) if way.dot(&direction) > radius => from + direction * radius,
        _ => *to,
    }
}

/// The smallest number above 0.
pub(super) const SMALLEST: f64 = f64::from_bits(1);
