//! The corners of leaves, in `f32`.

use obbtree_mesh::Mesh;
use obbtree_tree::wide::Leaf;

use super::rows;
use super::threads::{for_each_chunk, map, map_large};

/// Coordinates that one thread looks at together.
const CHUNK: usize = 1 << 14;

/// Are all coordinates of a mesh `f32` numbers?
pub(super) fn is_single(mesh: &Mesh, parallel: bool) -> bool {
    let chunks = mesh.vertices().as_flattened().chunks(CHUNK).collect();
    // All of a chunk: no branch to be waited for.
    let of_chunk = |x: &[f64]| x.iter().fold(true, |all, &x| all & (f64::from(x as f32) == x));
    map_large(parallel, chunks, of_chunk).into_iter().all(|single| single)
}

/// The vertices of a mesh as leaves have them.
pub(super) struct LeafCorners<'a> {
    triangles: &'a [[u32; 3]],
    /// The last component is unused.
    vertices: Vec<[f32; 4]>,
}

impl<'a> LeafCorners<'a> {
    /// Relative to an origin. Numbers beyond the largest `f32` become the largest.
    ///
    /// Each vertex is rounded once, not for each of the six corners that share it.
    pub(super) fn around(mesh: &'a Mesh, origin: [f64; 3], parallel: bool) -> Self {
        let near = |x: f64| rows::max(rows::min(x as f32, f32::MAX), -f32::MAX);
        let vertices = map(parallel, mesh.vertices(), |_, x| {
            [near(x[0] - origin[0]), near(x[1] - origin[1]), near(x[2] - origin[2]), 0.0]
        });
        Self { triangles: mesh.triangles(), vertices }
    }

    /// The leaf of up to four triangles; unused slots repeat the corners of the first one.
    #[inline]
    pub(super) fn leaf(&self, ids: [u32; 4]) -> Leaf {
        let mut corners = [[[0.0; 4]; 4]; 3];
        for c in 0..4 {
            let id = if ids[c] == Leaf::NO_TRIANGLE { ids[0] } else { ids[c] };
            let triangle = &self.triangles[id as usize];
            for v in 0..3 {
                corners[v][c] = self.vertices[triangle[v] as usize];
            }
        }
        let mut leaf = Leaf { corners: [[[0.0; 4]; 3]; 3], ids };
        for v in 0..3 {
            let [x, y, z, _] = rows::transposed(corners[v]);
            leaf.corners[0][v] = x;
            leaf.corners[1][v] = y;
            leaf.corners[2][v] = z;
        }
        leaf
    }

    /// Gives leaves, whose ids are set, their corners.
    pub(super) fn fill(&self, leaves: &mut [Leaf], parallel: bool) {
        for_each_chunk(parallel, leaves, |leaves| {
            for leaf in leaves {
                *leaf = self.leaf(leaf.ids);
            }
        });
    }
}
