//! A point of two placed shapes that meet, rounded.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Pose, unit_vector};

use super::form::Shape;
use super::mesh_contacts::Solid;
use super::plane_pair::farthest_along;
use crate::body::Body;
use crate::query::Query;

impl Query {
    /// In both, but for rounding, and of a cylinder, cone or frustum, in its prism of 64 sides or
    /// within 0.0013 of its radius of that.
    pub(crate) fn common_point(
        &mut self,
        shapes @ [a, b]: [&Shape; 2],
        poses @ [pose_a, pose_b]: [&Pose; 2],
    ) -> Point3<f64> {
        match (a.surface(), b.surface()) {
            (Some(a), Some(b)) => self.common_point_of_bodies([a, b], poses),
            (Some(_), None) => on_plane(a, pose_a, b, pose_b),
            (None, Some(_)) => on_plane(b, pose_b, a, pose_a),
            (None, None) => of_planes(shapes, poses),
        }
    }

    /// Of all that is within a radius of each of two convex bodies.
    fn common_point_of_bodies(
        &mut self,
        [(a, radius_a), (b, radius_b)]: [(&Body, f64); 2],
        [pose_a, pose_b]: [&Pose; 2],
    ) -> Point3<f64> {
        let sides = [(a, pose_a, b, pose_b), (b, pose_b, a, pose_a)];
        let some = sides.into_iter().find_map(|(solid, pose, other, pose_other)| {
            middle_within(&Solid::of(solid, pose)?, other, pose_other)
        });
        some.unwrap_or_else(|| {
            let [p, q] = self.surface_distance(a, pose_a, b, pose_b).points;
            let way = q - p;
            let length = way.norm();
            let Some(along) = unit_vector(&way) else { return p };
            let [from, to] = [(length - radius_b).max(0.0), radius_a.min(length)];
            p + along * from.midpoint(to)
        })
    }
}

/// The mean of the middles of what of each triangle of a body is in a solid.
fn middle_within(solid: &Solid, body: &Body, pose: &Pose) -> Option<Point3<f64>> {
    let placed = body.mesh().corners().map(|t| t.map(|corner| pose.place(&corner)));
    let (mut sum, mut count) = (Vector3::zeros(), 0.0);
    for middle in placed.filter_map(|triangle| solid.middle_of(&triangle)) {
        sum += middle.coords;
        count += 1.0;
    }
    (count > 0.0).then(|| Point3::from(sum / count))
}

/// The plane's point and normal of length one, in the world.
fn plane(shape: &Shape, pose: &Pose) -> Option<(Point3<f64>, Vector3<f64>, bool)> {
    let (points, is_solid) = shape.plane_points()?;
    let [p, q, r] = points.each_ref().map(|point| pose.place(point));
    Some((p, unit_vector(&(q - p).cross(&(r - p)))?, is_solid))
}

/// The lowest point of a shape over a half-space; where a plane cuts the way from there up to the
/// highest.
fn on_plane(shape: &Shape, pose: &Pose, flat: &Shape, pose_flat: &Pose) -> Point3<f64> {
    let Some((point, normal, is_solid)) = plane(flat, pose_flat) else { return Point3::origin() };
    let lowest = farthest_along(shape, pose, &-normal);
    if is_solid {
        return lowest;
    }
    let highest = farthest_along(shape, pose, &normal);
    let [low, high] = [lowest, highest].map(|p| (p - point).dot(&normal));
    let share = if high > low { (-low / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
    lowest + (highest - lowest) * share
}

/// Of both planes; of parallel ones a point of that which the other half-space holds.
fn of_planes([a, b]: [&Shape; 2], [pose_a, pose_b]: [&Pose; 2]) -> Point3<f64> {
    let (Some((p, n, _)), Some((q, m, is_solid))) = (plane(a, pose_a), plane(b, pose_b)) else {
        return Point3::origin();
    };
    let height = (p - q).dot(&m);
    let within = m - n * m.dot(&n);
    let along = within.dot(&m);
    if along > f64::EPSILON {
        return p - within * (height / along);
    }
    if height <= 0.0 && is_solid { p } else { q }
}
