//! A solid collider and where it is, for those that look for a way out of it.

use nalgebra::Vector3;
use obbtree_predicates::Pose;

use crate::body::Body;
use crate::collider::ColliderRef;

/// A mesh, or a shape that is bounded.
#[derive(Clone, Copy)]
pub(crate) struct PlacedSolid<'a> {
    pub(crate) collider: ColliderRef<'a>,
    /// A mesh itself, of a shape the core.
    pub(crate) body: &'a Body,
    pub(crate) pose: &'a Pose,
    /// From the core a shape reaches at least and at most so far in any direction.
    radii: [f64; 2],
}

impl<'a> PlacedSolid<'a> {
    pub(crate) fn mesh(body: &'a Body, pose: &'a Pose) -> Self {
        Self { collider: ColliderRef::Mesh(body), body, pose, radii: [0.0; 2] }
    }

    /// None of planes, half-spaces and clouds.
    pub(crate) fn of(collider: ColliderRef<'a>, pose: &'a Pose) -> Option<Self> {
        let (body, radii) = match collider {
            ColliderRef::Mesh(body) => (body, [0.0; 2]),
            ColliderRef::Shape(shape) => {
                let most = shape.most_radius();
                (shape.core()?, [if shape.is_frustum() { 0.0 } else { most }, most])
            }
            ColliderRef::Points(_) => return None,
        };
        Some(Self { collider, body, pose, radii })
    }

    /// A shape that is a closed mesh exactly, as a cuboid, becomes it.
    pub(crate) fn as_mesh(self) -> Self {
        match self.collider.with_faces() {
            Some(body) if body.require_closed().is_ok() => Self::mesh(body, self.pose),
            _ => self,
        }
    }

    pub(crate) fn is_mesh(&self) -> bool {
        matches!(self.collider, ColliderRef::Mesh(_))
    }

    pub(crate) fn least_radius(&self) -> f64 {
        self.radii[0]
    }

    /// The least and the largest height along a unit vector, rounded; those of a cylinder, cone or
    /// frustum are outside of them.
    pub(crate) fn span(&self, axis: &Vector3<f64>) -> [f64; 2] {
        let in_mesh = self.pose.rotation().tr_mul(axis);
        let mut span = [f64::INFINITY, f64::NEG_INFINITY];
        for vertex in self.body.mesh().vertices() {
            let height = in_mesh.x * vertex[0] + in_mesh.y * vertex[1] + in_mesh.z * vertex[2];
            span = [span[0].min(height), span[1].max(height)];
        }
        let offset = axis.dot(self.pose.translation());
        [span[0] - self.radii[1] + offset, span[1] + self.radii[1] + offset]
    }

    /// The middle of these heights and how far they are from it, by the box around all: that far,
    /// or a little farther.
    pub(crate) fn about(&self, axis: &Vector3<f64>) -> (f64, f64) {
        let around = self.body.tree().root_box();
        let height = axis.dot(&self.pose.place(&around.center.into()).coords);
        let along = self.pose.rotation().tr_mul(axis);
        let reach = |k: usize| along.dot(&Vector3::from(around.axes.map(|row| row[k]))).abs();
        (height, (0..3).map(|k| reach(k) * around.half[k]).sum::<f64>() + self.radii[1])
    }

    /// At least the largest coordinate in the world, and at most some times that.
    pub(crate) fn size(&self) -> f64 {
        let (center, radius) = obbtree_query::wide::extent(self.body.tree()).sphere();
        2.0 * (center.coords.amax() + radius.get() + self.radii[1]) + self.pose.translation().amax()
    }
}
