//! A plane or half-space and where it is.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Pose, Triangle, unit_vector};

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

    /// A point of it and its normal of length one, outwards, in the world, rounded.
    pub(super) fn point_and_normal(&self) -> (Point3<f64>, Vector3<f64>) {
        let [p, q, r] = self.points.each_ref().map(|corner| self.pose.place(corner));
        (p, unit_vector(&(q - p).cross(&(r - p))).unwrap_or_default())
    }

    /// Of a shape that is one.
    pub(crate) fn new(shape: &'p Shape, pose: &'p Pose) -> Option<Self> {
        shape.plane_points().map(|(points, is_solid)| Self { points, pose, is_solid })
    }
}
