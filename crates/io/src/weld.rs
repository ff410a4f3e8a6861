//! Corners of separate triangles joined into shared vertices.
//!
//! Only corners that are equal bit for bit are joined, so that no vertex moves and no gap closes; 0
//! and -0 give two vertices of one position. Vertices are in the order of first appearance.

use obbtree_mesh::{Mesh, MeshError, PointNumbers};

/// A mesh that grows triangle by triangle.
#[derive(Default)]
pub(crate) struct Weld {
    vertices: PointNumbers,
    triangles: Vec<[u32; 3]>,
}

impl Weld {
    /// Reserves memory for triangles that the file is known to contain.
    pub(crate) fn with_triangles(count: usize) -> Self {
        let vertices = count / 2; // of a closed surface
        Self {
            vertices: PointNumbers::with_capacity(vertices),
            triangles: Vec::with_capacity(count),
        }
    }

    /// Adds a triangle.
    ///
    /// # Errors
    /// If the mesh already has [`Mesh::MAX_TRIANGLES`], three corners of which still fit into 32
    /// bits.
    pub(crate) fn push(&mut self, corners: [[f64; 3]; 3]) -> Result<(), MeshError> {
        if self.triangles.len() == Mesh::MAX_TRIANGLES {
            return Err(MeshError::TooMany {
                what: "triangles",
                count: Mesh::MAX_TRIANGLES + 1,
                limit: Mesh::MAX_TRIANGLES,
            });
        }
        self.triangles.push(corners.map(|corner| self.vertices.number(corner)));
        Ok(())
    }

    /// The number of triangles.
    pub(crate) fn len(&self) -> usize {
        self.triangles.len()
    }

    /// The number of corners that were joined with an earlier one.
    pub(crate) fn joined(&self) -> usize {
        3 * self.triangles.len() - self.vertices.count()
    }

    /// The mesh.
    pub(crate) fn into_mesh(self) -> Result<Mesh, MeshError> {
        Mesh::new(self.vertices.into_points(), self.triangles)
    }
}
