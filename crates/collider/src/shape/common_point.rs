//! A point of two placed shapes that meet, rounded.

use nalgebra::Point3;
use obbtree_predicates::{Placement, Pose, shared_set, unit_vector};

use super::form::Shape;
use super::mesh_contacts::middle_of;
use super::placed_plane::PlacedPlane;
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
        let placement = Placement::new(pose_a, pose_b);
        if let Some(&[i, j]) = self.all_pairs([a, b], [pose_a, pose_b]).first()
            && let Some(shared) = shared_set(&a.triangle(i), &b.triangle(j), &placement)
        {
            return middle_of(shared.points());
        }
        for (outer, pose, inner, pose_inner) in [(a, pose_a, b, pose_b), (b, pose_b, a, pose_a)] {
            if outer.contains_component(pose, inner, pose_inner) {
                return pose_inner.place(&inner.triangle(0)[0]);
            }
        }
        let [p, q] = self.surface_distance(a, pose_a, b, pose_b).points;
        let way = q - p;
        let length = way.norm();
        let Some(along) = unit_vector(&way) else { return p };
        let [from, to] = [(length - radius_b).max(0.0), radius_a.min(length)];
        p + along * from.midpoint(to)
    }
}

/// The lowest point of a shape over a half-space; where a plane cuts the way from there up to the
/// highest.
fn on_plane(shape: &Shape, pose: &Pose, flat: &Shape, pose_flat: &Pose) -> Point3<f64> {
    let Some(flat) = PlacedPlane::new(flat, pose_flat) else { return Point3::origin() };
    let (point, normal) = flat.point_and_normal();
    let lowest = farthest_along(shape, pose, &-normal);
    if flat.is_solid() {
        return lowest;
    }
    let highest = farthest_along(shape, pose, &normal);
    let [low, high] = [lowest, highest].map(|p| (p - point).dot(&normal));
    let share = if high > low { (-low / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
    lowest + (highest - lowest) * share
}

/// Of both planes; of parallel ones a point of that which the other half-space holds.
fn of_planes([a, b]: [&Shape; 2], [pose_a, pose_b]: [&Pose; 2]) -> Point3<f64> {
    let (Some(a), Some(b)) = (PlacedPlane::new(a, pose_a), PlacedPlane::new(b, pose_b)) else {
        return Point3::origin();
    };
    let ((p, n), (q, m)) = (a.point_and_normal(), b.point_and_normal());
    let height = (p - q).dot(&m);
    let within = m - n * m.dot(&n);
    let along = within.dot(&m);
    if along > f64::EPSILON {
        return p - within * (height / along);
    }
    if height <= 0.0 && b.is_solid() { p } else { q }
}
