//! A plane or half-space and where it is.

use obbtree_predicates::{Pose, Triangle};

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

    /// Of a shape that is one.
    pub(crate) fn new(shape: &'p Shape, pose: &'p Pose) -> Option<Self> {
        shape.plane_points().map(|(points, is_solid)| Self { points, pose, is_solid })
    }
}
