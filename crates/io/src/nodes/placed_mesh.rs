//! The geometry of a scene's nodes, collected into one mesh.
//!
//! The identity leaves coordinates unchanged, bit for bit. A map that mirrors flips triangles, so
//! that they still face outward (glTF 2.0 specification, section 3.7.4).

use obbtree_mesh::{Mesh, MeshError};

use super::affine::Affine;
use crate::error::Problem;
use crate::face::RawMesh;

/// Vertices, triangles or nodes that a scene may have whatever the size of its file: some hundred
/// copies of some thousand triangles fit into a file of a few kilobytes. They take 36 MB, and up to
/// three times that while they grow.
const ALWAYS_ALLOWED: usize = 1 << 20;

/// The mesh of a scene, while its nodes are visited.
pub(crate) struct PlacedMesh {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    nodes: usize,
    limit: usize,
}

impl PlacedMesh {
    /// For a file of this many bytes. Without copies, no file has more vertices or triangles than
    /// bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let limit = Self::limit_of(bytes);
        Self { vertices: Vec::new(), triangles: Vec::new(), nodes: 0, limit }
    }

    /// The largest number of vertices, triangles or nodes for this many bytes.
    pub(crate) fn limit_of(bytes: usize) -> usize {
        bytes.clamp(ALWAYS_ALLOWED, Mesh::MAX_TRIANGLES)
    }

    /// Raises the limit after further files were read.
    pub(crate) fn raise_limit(&mut self, bytes: usize) {
        self.limit = self.limit.max(Self::limit_of(bytes));
    }

    /// The largest number of vertices, triangles or nodes.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Counts a node.
    pub(crate) fn enter(&mut self) -> Result<(), Problem> {
        check_limit(self.limit, "nodes", self.nodes, 1)?;
        self.nodes += 1;
        Ok(())
    }

    /// Adds transformed vertices; returns the index of the first.
    pub(crate) fn add_vertices(
        &mut self,
        to_scene: &Affine,
        points: impl ExactSizeIterator<Item = [f64; 3]>,
    ) -> Result<u32, Problem> {
        check_limit(self.limit, "vertices", self.vertices.len(), points.len())?;
        let first = self.vertices.len() as u32;
        self.vertices.reserve(points.len());
        if *to_scene == Affine::IDENTITY {
            self.vertices.extend(points);
        } else {
            self.vertices.extend(points.map(|point| to_scene.apply(point)));
        }
        Ok(first)
    }

    /// Adds triangles whose vertex indices count from `first`.
    pub(crate) fn add_triangles(
        &mut self,
        to_scene: &Affine,
        first: u32,
        triangles: impl Iterator<Item = [u32; 3]>,
    ) -> Result<(), Problem> {
        check_limit(self.limit, "triangles", self.triangles.len(), triangles.size_hint().0)?;
        self.triangles.reserve(triangles.size_hint().0);
        let mirrors = to_scene.mirrors();
        for triangle in triangles {
            check_limit(self.limit, "triangles", self.triangles.len(), 1)?;
            let [p, q, r] = triangle.map(|vertex| first + vertex);
            self.triangles.push(if mirrors { [p, r, q] } else { [p, q, r] });
        }
        Ok(())
    }

    /// The vertices and triangles so far; none are left.
    pub(crate) fn take(&mut self) -> RawMesh {
        (std::mem::take(&mut self.vertices), std::mem::take(&mut self.triangles))
    }

    /// The mesh.
    pub(crate) fn into_mesh(self) -> Result<Mesh, MeshError> {
        Mesh::new(self.vertices, self.triangles)
    }
}

/// Are `more` elements within the limit?
pub(super) fn check_limit(
    limit: usize,
    what: &'static str,
    present: usize,
    more: usize,
) -> Result<(), Problem> {
    let fits = present.checked_add(more).is_some_and(|count| count <= limit);
    fits.then_some(()).ok_or(Problem::TooManyCopies { what, limit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_changes_no_bit_and_mirrors_flip_triangles() {
        let mut scene = PlacedMesh::new(0);
        let points = [[-0.0, 1e-300, 0.1], [f64::MIN_POSITIVE, 5.0, -0.0], [1.0, 2.0, 3.0]];
        let quarter = Affine::rotation([1.0, 0.0, 0.0], 90.0).unwrap();
        let back = Affine::rotation([1.0, 0.0, 0.0], 270.0).unwrap();
        let identity = quarter.after(&back);
        let first = scene.add_vertices(&identity, points.into_iter()).unwrap();
        scene.add_triangles(&identity, first, [[0, 1, 2]].into_iter()).unwrap();
        let mirror = Affine::scale([1.0, -1.0, 1.0]);
        let first = scene.add_vertices(&mirror, points.into_iter()).unwrap();
        scene.add_triangles(&mirror, first, [[0, 1, 2]].into_iter()).unwrap();
        let mesh = scene.into_mesh().unwrap();
        assert_eq!(mesh.triangles(), [[0, 1, 2], [3, 5, 4]]);
        let bits = |points: &[[f64; 3]]| -> Vec<_> {
            points.iter().map(|p| p.map(f64::to_bits)).collect()
        };
        assert_eq!(bits(&mesh.vertices()[..3]), bits(&points));
        assert_eq!(mesh.vertices()[5], [1.0, -2.0, 3.0]);
    }
}
