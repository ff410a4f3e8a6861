//! A shape and a plane or half-space: certain tests, and the distance as an interval.
//!
//! The part of a convex shape that is nearest to a plane is a ball around a corner of its core, or a disc at
//! an end of its axis: [`rounded_plane_side`] is certain about both.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Pose, Triangle, parallel_planes, rounded_plane_side};

use super::height::Heights;
use super::planes::magnitude;
use super::shape::{Kind, Shape};
use super::shapes_distance::ShapesDistance;

/// Does a shape with a core, grown by a tolerance if it is rounded, meet a plane or half-space?
pub(super) fn meets_plane(
    shape: &Shape,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
    is_solid: bool,
    tolerance: f64,
) -> bool {
    let (mut is_below, mut is_above) = (false, false);
    for part in parts(shape) {
        let Part { middle, radius, axis } = part;
        let radius = if axis.is_some() { radius } else { radius + tolerance };
        let side = rounded_plane_side(&middle, radius, axis.as_ref(), pose, plane, pose_plane);
        is_below |= side <= 0;
        is_above |= side >= 0;
        if is_below && (is_solid || is_above) {
            return true;
        }
    }
    false
}

/// Do two planes or half-spaces meet? Half-spaces are solid.
pub(super) fn planes_meet(planes: [&Triangle; 2], poses: [&Pose; 2], solid: [bool; 2]) -> bool {
    // Planes that cross meet, and so do half-spaces within them.
    let Some([turn, side]) = parallel_planes(planes[0], poses[0], planes[1], poses[1]) else {
        return true;
    };
    // Each half-space is on the side that its normal points away from. What is on the other side of one
    // plane meets it only if it is solid and reaches across.
    let second_reaches = solid[1] && side == turn;
    let first_reaches = solid[0] && side == -1;
    side == 0 || second_reaches || first_reaches
}

/// The distance of a shape and a plane or half-space that do not meet, the shape's point first.
pub(super) fn over_plane(
    shape: &Shape,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
    is_solid: bool,
) -> ShapesDistance {
    let heights = Heights::new(pose, plane, pose_plane);
    let normal = heights.unit_normal();
    let mut best = ShapesDistance {
        lower: f64::INFINITY,
        upper: f64::INFINITY,
        points: [Point3::origin(); 2],
    };
    for Part { middle, radius, axis } in parts(shape) {
        let height = heights.length(&middle);
        let [low, high] = if is_solid { height } else { magnitude(height) };
        let [least, most] = axis.as_ref().map_or([1.0; 2], |axis| heights.sine(axis));
        best.lower = best.lower.min((low - (radius * most).next_up()).next_down());
        let upper = (high - (radius * least).next_down()).next_up();
        if upper < best.upper {
            best.upper = upper;
            let side = if height[0] + height[1] >= 0.0 { 1.0 } else { -1.0 };
            let point =
                pose.place(&middle) - towards(&normal, axis.as_ref(), pose) * (side * radius);
            best.points = [point, point - normal * (side * upper)];
        }
    }
    best
}

/// The unit vector within a disc, or in space, that points along the normal most.
fn towards(normal: &Vector3<f64>, axis: Option<&[Point3<f64>; 2]>, pose: &Pose) -> Vector3<f64> {
    let Some([from, to]) = axis else { return *normal };
    let along = (pose.rotation() * (to - from)).normalize();
    let across = normal - along * normal.dot(&along);
    across.try_normalize(0.0).unwrap_or_else(Vector3::zeros)
}

/// A ball, or a disc across an axis.
struct Part {
    middle: Point3<f64>,
    radius: f64,
    axis: Option<[Point3<f64>; 2]>,
}

/// What a shape is the hull of; of a plane or half-space, three points.
fn parts(shape: &Shape) -> Vec<Part> {
    let ball = |middle, radius| Part { middle, radius, axis: None };
    match &shape.kind {
        Kind::Rounded { core, radius } => {
            core.mesh().vertices().iter().map(|&v| ball(v.into(), *radius)).collect()
        }
        Kind::Frustum { axis, radii, .. } => [0, 1]
            .map(|n| Part { middle: axis[n], radius: radii[n], axis: Some(*axis) })
            .into_iter()
            .collect(),
        Kind::HalfSpace(plane) | Kind::Plane(plane) => plane.map(|p| ball(p, 0.0)).into(),
    }
}
