//! Properties of a mesh: the numbers by which a user sees whether a file is as expected.

use nalgebra::Vector3;
use obbtree_predicates::{Aabb, is_degenerate};

use crate::mesh::Mesh;
use crate::topology::{ByPosition, Edges, positions};

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
        let bounds = Aabb::around(mesh.corners().flatten()).expect("a mesh has a triangle");

        // Triangles by the lowest of their positions, each as its other two.
        let by_lowest = mesh.triangles().iter().map(|corners| {
            let mut key = corners.map(|vertex| position_of[vertex as usize]);
            key.sort_unstable();
            (key[0], u64::from(key[1]) << 32 | u64::from(key[2]))
        });
        let by_lowest = ByPosition::of(distinct_positions, by_lowest);
        let repeats = |others: &[u64]| others.windows(2).filter(|pair| pair[0] == pair[1]).count();
        let duplicate = by_lowest.each().map(repeats).sum();
        drop(by_lowest);

        let mut degenerate = 0;
        let (mut area, mut volume) = (0.0, 0.0);
        let middle = bounds.center();
        for triangle in mesh.corners() {
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
            unbalanced_edges: Edges::of(mesh, &position_of, distinct_positions).unbalanced(),
            bounds,
            area,
            signed_volume: volume,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn degenerate_and_duplicate_triangles_are_counted() {
        let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let mesh = Mesh::new(corners, vec![[0, 1, 2], [1, 1, 1], [0, 1, 2]]).unwrap();
        assert_eq!((mesh.report().degenerate, mesh.report().duplicate), (1, 1));
    }

    /// Of heaps of triangles over few positions, what slow counting gives.
    #[test]
    fn duplicates_and_edges_are_those_of_slow_counting() {
        let mut state = 1_u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            (state >> 33) % n
        };
        for case in 0..300 {
            let (vertices, triangles) = (2 + below(8), 1 + below(30));
            let position = |_| [below(2) as f64, below(3) as f64, -0.0];
            let corners: Vec<[f64; 3]> = (0..vertices).map(position).collect();
            let triangles: Vec<[u32; 3]> =
                (0..triangles).map(|_| [0; 3].map(|_: u32| below(vertices) as u32)).collect();
            let mesh = Mesh::new(corners.clone(), triangles.clone()).unwrap();
            let bits = |vertex: u32| corners[vertex as usize].map(|x| (x + 0.0).to_bits());
            let (mut seen, mut repeated) = (HashSet::new(), 0);
            let mut uses: HashMap<[[u64; 3]; 2], i32> = HashMap::new();
            for triangle in &triangles {
                let [p, q, r] = triangle.map(bits);
                let mut key = [p, q, r];
                key.sort_unstable();
                repeated += usize::from(!seen.insert(key));
                for [from, to] in [[p, q], [q, r], [r, p]] {
                    *uses.entry([from.min(to), from.max(to)]).or_default() +=
                        i32::from(from < to) - i32::from(to < from);
                }
            }
            let report = mesh.report();
            let unbalanced = uses.values().filter(|&&uses| uses != 0).count();
            assert_eq!(report.duplicate, repeated, "case {case}");
            assert_eq!(report.unbalanced_edges, unbalanced, "case {case}");
            assert_eq!(report.distinct_positions, {
                corners.iter().map(|v| v.map(|x| (x + 0.0).to_bits())).collect::<HashSet<_>>().len()
            });
        }
    }
}
