//! A collider over a plane or half-space: its vertices, by their heights.

use nalgebra::Vector3;
use obbtree_predicates::{Pose, unit_vector};

use super::answer::Feature;
use super::places::Place;
use super::surface::Surface;
use crate::collider::ColliderRef;

/// The places within a margin, A being the plane. One that a body goes through is as a half-space
/// below the greater part of the body's height.
pub(super) fn places(
    plane: ColliderRef<'_>,
    pose: &Pose,
    over: &Surface<'_>,
    margin: f64,
) -> Vec<Place> {
    let ColliderRef::Shape(shape) = plane else { return Vec::new() };
    let Some((points, is_half_space)) = shape.plane_points() else { return Vec::new() };
    let [p, q, r] = points.each_ref().map(|point| pose.place(point));
    let up = unit_vector(&(q - p).cross(&(r - p))).unwrap_or_else(Vector3::z);
    let vertices = || over.body.mesh().vertices().iter().map(|&v| over.pose.place(&v.into()));
    let heights = || vertices().map(|vertex| (vertex - p).dot(&up));
    let (low, high) = heights().fold((0.0_f64, 0.0_f64), |(l, h), x| (l.min(x), h.max(x)));
    let normal = if !is_half_space && high < -low { -up } else { up };
    let place = |(number, vertex): (usize, nalgebra::Point3<f64>)| {
        let height = (vertex - p).dot(&normal);
        let depth = over.radius - height;
        let rounding = f64::EPSILON * 16.0 * (vertex.coords.amax() + p.coords.amax());
        (depth >= -margin - rounding).then(|| Place {
            on: [vertex - normal * height, vertex - normal * over.radius],
            normal,
            depth,
            features: [Feature::Face(0), Feature::Vertex(number as u32)],
            is_least: true,
        })
    };
    vertices().enumerate().filter_map(place).collect()
}
