//! A plane or half-space and where it is.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Pose, Triangle, unit_scale, unit_vector};

use super::form::Shape;

/// Through three points, placed by a pose.
pub(crate) struct PlacedPlane<'p> {
    pub(super) points: &'p Triangle,
    pub(super) pose: &'p Pose,
    /// Is it a half-space?
    pub(super) is_solid: bool,
}

impl<'p> PlacedPlane<'p> {
    pub(super) fn plane(points: &'p Triangle, pose: &'p Pose) -> Self {
        Self { points, pose, is_solid: false }
    }

    pub(super) fn half_space(points: &'p Triangle, pose: &'p Pose) -> Self {
        Self { points, pose, is_solid: true }
    }

    /// Is it a half-space?
    pub(crate) fn is_solid(&self) -> bool {
        self.is_solid
    }

    /// The edges from the first of its points to the others, turned as the plane is: placed points
    /// are rounded by their distance from the origin, which can be more than edges are long.
    pub(super) fn edges(&self) -> [Vector3<f64>; 2] {
        let [p, q, r] = self.points;
        [q - p, r - p].map(|edge| self.pose.rotation() * edge)
    }

    /// A point of it and its normal of length one, outwards, in the world, rounded.
    pub(super) fn point_and_normal(&self) -> (Point3<f64>, Vector3<f64>) {
        let [u, v] = self.edges().map(|edge| edge * unit_scale(edge.amax()));
        (self.pose.place(&self.points[0]), unit_vector(&u.cross(&v)).unwrap_or_default())
    }

    /// Of a shape that is one.
    pub(crate) fn new(shape: &'p Shape, pose: &'p Pose) -> Option<Self> {
        shape.plane_points().map(|(points, is_solid)| Self { points, pose, is_solid })
    }
}
