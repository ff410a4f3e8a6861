//! What a mesh is like: the numbers that tell a user whether the file is what it should be.

use std::collections::HashSet;

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Aabb, is_degenerate};

use crate::Mesh;
use crate::shells::{Edges, places};

/// Counts, bounds and measures of a mesh. Areas and volumes are rounded sums.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshReport {
    /// Triangles, degenerate and duplicate ones included.
    pub triangles: usize,
    /// Vertices as given.
    pub vertices: usize,
    /// Vertices at different places: those that are equal in every coordinate count once.
    pub distinct_positions: usize,
    /// Triangles of zero area: their corners coincide or lie on a line.
    pub degenerate: usize,
    /// Triangles with the same three places as an earlier triangle.
    pub duplicate: usize,
    /// Edges, by position, that are used a different number of times in either direction.
    pub unbalanced_edges: usize,
    /// The axis-aligned bounds of the vertices that triangles use.
    pub bounds: Aabb,
    /// Sum of the triangles' areas.
    pub area: f64,
    /// Signed volume by the divergence theorem: positive if the triangles of a closed mesh turn
    /// counter-clockwise seen from outside. Without meaning for an open mesh.
    pub signed_volume: f64,
}

impl MeshReport {
    /// A mesh is closed if its border is empty: every edge runs as often one way as the other.
    #[must_use]
    pub fn closed(&self) -> bool {
        self.unbalanced_edges == 0
    }

    pub(crate) fn of(mesh: &Mesh) -> Self {
        let (place_of_vertex, distinct_positions) = places(mesh.vertices());
        let used =
            mesh.triangles().iter().flatten().map(|&v| Point3::from(mesh.vertices()[v as usize]));
        let used: Vec<_> = used.collect();
        let bounds = Aabb::around(&used).expect("a mesh has a triangle");

        let mut seen = HashSet::new();
        let (mut degenerate, mut duplicate) = (0, 0);
        let (mut area, mut volume) = (0.0, 0.0);
        let middle = bounds.center();
        for (corners, triangle) in mesh.triangles().iter().zip(mesh.corners()) {
            let places = corners.map(|vertex| place_of_vertex[vertex as usize]);
            let mut key = places;
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
            unbalanced_edges: Edges::of(mesh, &place_of_vertex).unbalanced(),
            bounds,
            area,
            signed_volume: volume,
        }
    }
}
