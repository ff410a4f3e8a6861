//! Properties of a mesh: the numbers by which a user sees whether a file is as expected.

use std::collections::HashSet;

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Aabb, is_degenerate};

use crate::mesh::Mesh;
use crate::topology::{Edges, positions};

/// Counts, bounds and measures of a mesh. Areas and volumes are rounded sums.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshReport {
    /// Triangles, degenerate and duplicate ones included.
    pub triangles: usize,
    /// Vertices as given.
    pub vertices: usize,
    /// Different positions of vertices: vertices that are equal in every coordinate count once.
    pub distinct_positions: usize,
    /// Triangles of zero area: their corners coincide or lie on a line.
    pub degenerate: usize,
    /// Triangles with the same three positions as an earlier triangle.
    pub duplicate: usize,
    /// Edges, by position, that are used more often in one direction than in the other.
    pub unbalanced_edges: usize,
    /// The axis-aligned bounds of the vertices that triangles use.
    pub bounds: Aabb,
    /// Sum of the triangles' areas.
    pub area: f64,
    /// Signed volume by the divergence theorem: positive if the triangles of a closed mesh are
    /// counter-clockwise seen from outside. Without meaning for an open mesh.
    pub signed_volume: f64,
}

impl Mesh {
    /// Properties of the mesh: bounds, area, closed or not, degenerate triangles.
    #[must_use]
    pub fn report(&self) -> MeshReport {
        MeshReport::of(self)
    }
}

impl MeshReport {
    /// Is the mesh closed, that is, is every edge used as often in one direction as in the other?
    #[must_use]
    pub fn closed(&self) -> bool {
        self.unbalanced_edges == 0
    }

    fn of(mesh: &Mesh) -> Self {
        let (position_of, distinct_positions) = positions(mesh.vertices());
        let used =
            mesh.triangles().iter().flatten().map(|&v| Point3::from(mesh.vertices()[v as usize]));
        let used: Vec<_> = used.collect();
        let bounds = Aabb::around(&used).expect("a mesh has a triangle");

        let mut seen = HashSet::new();
        let (mut degenerate, mut duplicate) = (0, 0);
        let (mut area, mut volume) = (0.0, 0.0);
        let middle = bounds.center();
        for (corners, triangle) in mesh.triangles().iter().zip(mesh.corners()) {
            let mut key = corners.map(|vertex| position_of[vertex as usize]);
            key.sort_unstable();
            duplicate += usize::from(!seen.insert(key));
            degenerate += usize::from(is_degenerate(&triangle));
            let [p, q, r]: [Vector3<f64>; 3] = triangle.map(|corner| corner - middle);
            area += 0.5 * (q - p).cross(&(r - p)).norm();
            volume += p.dot(&q.cross(&r)) / 6.0;
        }
        Self {
            triangles: mesh.triangles().len(),
            vertices: mesh.vertices().len(),
            distinct_positions,
            degenerate,
            duplicate,
            unbalanced_edges: Edges::of(mesh, &position_of).unbalanced(),
            bounds,
            area,
            signed_volume: volume,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degenerate_and_duplicate_triangles_are_counted() {
        let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let mesh = Mesh::new(corners, vec![[0, 1, 2], [1, 1, 1], [0, 1, 2]]).unwrap();
        assert_eq!((mesh.report().degenerate, mesh.report().duplicate), (1, 1));
    }
}
