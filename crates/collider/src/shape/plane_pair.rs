//! A shape and a plane or half-space: certain tests, and the distance as an interval.
//!
//! The part of a convex shape that is nearest to a plane is a sphere around a corner of its core,
//! or a disc at an end of its axis: [`RoundedPart`] is certain about both, and so about a
//! tolerance.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{LengthSum, LowerBound, Pose, RoundedPart, UpperBound, parallel_planes};

use super::convex::{across, placed_direction};
use super::form::{Form, Shape};
use super::heights::Heights;
use super::mesh_plane::magnitude;
use super::placed_plane::PlacedPlane;
use crate::distance::Distance;

/// Is a shape with a core within a tolerance of a plane or half-space? Certain.
pub(super) fn meets_plane(
    shape: &Shape,
    pose: &Pose,
    plane: &PlacedPlane<'_>,
    tolerance: f64,
) -> bool {
    let (mut is_below, mut is_above) = (false, false);
    for Part { middle, radius, axis } in parts(shape) {
        let part = match axis {
            None => {
                RoundedPart { middle, disc: None, radius: LengthSum::of([radius, tolerance, 0.0]) }
            }
            Some(axis) => {
                RoundedPart { middle, disc: Some((axis, radius)), radius: tolerance.into() }
            }
        };
        let side = part.side_of_plane(pose, plane.points, plane.pose);
        is_below |= side <= 0;
        is_above |= side >= 0;
        if is_below && (plane.is_solid || is_above) {
            return true;
        }
    }
    false
}

/// Are two planes or half-spaces within a tolerance of each other? Half-spaces are solid. Certain.
pub(super) fn planes_closer(planes: [&PlacedPlane<'_>; 2], tolerance: f64) -> bool {
    planes_meet(planes) || {
        // They are parallel, so each point of one is as far from the other as any.
        let [first, second] = planes;
        let middle = second.points[0];
        let part = RoundedPart { middle, disc: None, radius: tolerance.into() };
        part.side_of_plane(second.pose, first.points, first.pose) == 0
    }
}

/// Do two planes or half-spaces meet? Half-spaces are solid.
fn planes_meet([first, second]: [&PlacedPlane<'_>; 2]) -> bool {
    // Planes that cross meet, and so do half-spaces within them.
    let found = parallel_planes(first.points, first.pose, second.points, second.pose);
    let Some([turn, side]) = found else {
        return true;
    };
    // Each half-space is on the side that its normal points away from. What is on the other side
    // of one plane meets it only if it is solid and reaches across.
    let second_reaches = second.is_solid && side == turn;
    let first_reaches = first.is_solid && side == -1;
    side == 0 || second_reaches || first_reaches
}

/// The distance of a shape and a plane or half-space that do not meet, the shape's point first.
pub(super) fn over_plane(shape: &Shape, pose: &Pose, plane: &PlacedPlane<'_>) -> Distance {
    let heights = Heights::new(pose, plane);
    let normal = heights.unit_normal();
    let mut best = Distance::new([f64::INFINITY; 2], [Point3::origin(); 2]);
    for Part { middle, radius, axis } in parts(shape) {
        let height = heights.length(&middle);
        let [low, high] = if plane.is_solid { height } else { magnitude(height) };
        let [least, most] = axis.as_ref().map_or([1.0; 2], |axis| heights.sine(axis));
        let of_radius = UpperBound::from(radius) * UpperBound::from(most);
        best.lower = best.lower.min((LowerBound::from(low) - of_radius).get());
        let of_radius = LowerBound::from(radius) * LowerBound::from(least);
        let upper = (UpperBound::from(high) - of_radius).get();
        if upper < best.upper {
            best.upper = upper;
            let side = if height[0] + height[1] >= 0.0 { 1.0 } else { -1.0 };
            let point =
                pose.place(&middle) - towards(&normal, axis.as_ref(), pose) * (side * radius);
            best.points = [point, point - normal * (side * upper)];
            best.normal = Some(-normal * side);
        }
    }
    best
}

/// The unit vector within a disc, or in space, that points along the normal most.
fn towards(normal: &Vector3<f64>, axis: Option<&[Point3<f64>; 2]>, pose: &Pose) -> Vector3<f64> {
    let Some(axis) = axis else { return *normal };
    across(normal, &placed_direction(axis, pose))
}

/// The point of a placed shape, no plane, that is farthest along a direction of length one.
pub(super) fn farthest_along(shape: &Shape, pose: &Pose, direction: &Vector3<f64>) -> Point3<f64> {
    let ends = parts(shape).into_iter().map(|Part { middle, radius, axis }| {
        pose.place(&middle) + towards(direction, axis.as_ref(), pose) * radius
    });
    let height = |point: &Point3<f64>| point.coords.dot(direction);
    ends.max_by(|p, q| height(p).total_cmp(&height(q))).unwrap_or_default()
}

/// A sphere, or a disc across an axis.
struct Part {
    middle: Point3<f64>,
    radius: f64,
    axis: Option<[Point3<f64>; 2]>,
}

/// What a shape is the hull of; of a plane or half-space, three points.
fn parts(shape: &Shape) -> Vec<Part> {
    let sphere = |middle, radius| Part { middle, radius, axis: None };
    match shape.form() {
        Form::Rounded { core, radius } => {
            core.mesh().vertices().iter().map(|&v| sphere(v.into(), *radius)).collect()
        }
        Form::Frustum { axis, radii, .. } => [0, 1]
            .map(|n| Part { middle: axis[n], radius: radii[n], axis: Some(*axis) })
            .into_iter()
            .collect(),
        Form::HalfSpace(plane) | Form::Plane(plane) => plane.map(|p| sphere(p, 0.0)).into(),
    }
}
