//! Corners of separate triangles joined into shared vertices.
//!
//! Only corners that are equal bit for bit are joined, so that no vertex moves and no gap closes; 0
//! and -0 give two vertices of one position. Vertices are in the order of first appearance.

use foldhash::{HashMap, HashMapExt};
use obbtree_mesh::{Mesh, MeshError};

/// A mesh that grows triangle by triangle.
#[derive(Default)]
pub(crate) struct Weld {
    vertex_of: HashMap<[u64; 3], u32>,
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Weld {
    /// Reserves memory for triangles that the file is known to contain.
    pub(crate) fn with_triangles(count: usize) -> Self {
        let vertices = count / 2; // of a closed surface
        Self {
            vertex_of: HashMap::with_capacity(vertices),
            vertices: Vec::with_capacity(vertices),
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
        let triangle = corners.map(|corner| {
            *self.vertex_of.entry(corner.map(f64::to_bits)).or_insert_with(|| {
                self.vertices.push(corner);
                (self.vertices.len() - 1) as u32
            })
        });
        self.triangles.push(triangle);
        Ok(())
    }

    /// The number of triangles.
    pub(crate) fn len(&self) -> usize {
        self.triangles.len()
    }

    /// The number of corners that were joined with an earlier one.
    pub(crate) fn joined(&self) -> usize {
        3 * self.triangles.len() - self.vertices.len()
    }

    /// The mesh.
    pub(crate) fn into_mesh(self) -> Result<Mesh, MeshError> {
        drop(self.vertex_of);
        Mesh::new(self.vertices, self.triangles)
    }
}
