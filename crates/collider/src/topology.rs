//! What is known of a body's inside and of its connected components.

use nalgebra::Point3;
use obbtree_mesh::{InsideRule, Mesh, OpenMesh};

/// The components of a mesh, and whether it is closed.
#[derive(Clone, Debug)]
pub struct Topology {
    component_points: Vec<Point3<f64>>,
    inside_rule: Result<InsideRule, OpenMesh>,
}

impl Topology {
    pub(crate) fn of(mesh: &Mesh) -> Self {
        Self { component_points: mesh.component_points(), inside_rule: mesh.inside_rule() }
    }

    /// One vertex of each connected component, in mesh coordinates. Triangles that share the
    /// place of a corner are connected.
    #[must_use]
    pub fn component_points(&self) -> &[Point3<f64>] {
        &self.component_points
    }

    /// How a closed mesh tells inside from outside.
    ///
    /// # Errors
    /// If the mesh is open, saying where.
    pub fn inside_rule(&self) -> Result<InsideRule, &OpenMesh> {
        self.inside_rule.as_ref().copied()
    }
}
