//! The exact corners of a leaf's triangles, for measuring boxes: from the leaves, or from the mesh.

use obbtree_mesh::Mesh;
use obbtree_simd::Lanes;
use obbtree_tree::wide::Leaf;

use super::rows::Row;

/// Corners of a leaf: three of each of four triangles.
pub(super) const CORNERS: usize = 12;

/// A leaf's corners: `[component][4 * corner + triangle]`. In lanes, four unused ones follow.
pub(super) type Corners = [[f64; CORNERS]; 3];

/// Where a leaf's exact corners come from.
pub(super) trait CornerSource: Sync {
    /// The largest scale; its inverse is the least.
    const LARGEST_SCALE: f64;

    /// The corners of one leaf, times the scale, minus the anchor: each rounded once, to `f32`.
    fn around<S: Lanes>(
        &self,
        simd: S,
        leaf: usize,
        scale: f64,
        anchor: [f32; 3],
    ) -> [[S::F; 4]; 3];

    /// The leaf's first corner, times the scale, rounded to `f32`.
    fn first(&self, leaf: usize, scale: f64) -> [f32; 3];
}

/// The leaves of a mesh whose coordinates are `f32` numbers.
pub(super) struct FromLeaves<'a>(pub(super) &'a [Leaf]);

impl CornerSource for FromLeaves<'_> {
    // 2^126, so that the scale and its inverse are normal numbers of `f32`.
    const LARGEST_SCALE: f64 = (1_u128 << 126) as f64;

    #[inline(always)]
    fn around<S: Lanes>(
        &self,
        simd: S,
        leaf: usize,
        scale: f64,
        anchor: [f32; 3],
    ) -> [[S::F; 4]; 3] {
        let scale = simd.splat(scale as f32);
        let mut lanes = [[simd.splat(0.0); 4]; 3];
        for k in 0..3 {
            let anchor = simd.splat(anchor[k]);
            let row = simd.corners(&self.0[leaf].corners[k]);
            for register in 0..S::REGISTERS {
                lanes[k][register] = simd.sub(simd.mul(row[register], scale), anchor);
            }
        }
        lanes
    }

    #[inline(always)]
    fn first(&self, leaf: usize, scale: f64) -> [f32; 3] {
        self.0[leaf].corners.map(|rows| rows[0][0] * scale as f32)
    }
}

/// The corners of each leaf's triangles as the mesh has them, in `f64`.
pub(super) struct FromMesh<'a>(pub(super) &'a [Corners]);

impl CornerSource for FromMesh<'_> {
    const LARGEST_SCALE: f64 = f64::INFINITY;

    #[inline(always)]
    fn around<S: Lanes>(
        &self,
        simd: S,
        leaf: usize,
        scale: f64,
        anchor: [f32; 3],
    ) -> [[S::F; 4]; 3] {
        let mut lanes = [[simd.splat(0.0); 4]; 3];
        for k in 0..3 {
            let anchor = f64::from(anchor[k]);
            let mut row = Row::ZERO;
            for l in 0..CORNERS {
                row.0[l] = (self.0[leaf][k][l] * scale - anchor) as f32;
            }
            for register in 0..S::REGISTERS {
                lanes[k][register] = simd.load(&row.0[register * S::WIDTH..]);
            }
        }
        lanes
    }

    #[inline(always)]
    fn first(&self, leaf: usize, scale: f64) -> [f32; 3] {
        self.0[leaf].map(|row| (row[0] * scale) as f32)
    }
}

/// The corners of a leaf's triangles as the mesh has them.
#[inline(always)]
pub(super) fn corners_of(leaf: &Leaf, mesh: &Mesh) -> Corners {
    let (vertices, triangles) = (mesh.vertices(), mesh.triangles());
    let mut corners = [[0.0; CORNERS]; 3];
    for c in 0..4 {
        let id = if leaf.ids[c] == Leaf::NO_TRIANGLE { leaf.ids[0] } else { leaf.ids[c] };
        for (v, &vertex) in triangles[id as usize].iter().enumerate() {
            let x = &vertices[vertex as usize];
            for k in 0..3 {
                corners[k][4 * v + c] = x[k];
            }
        }
    }
    corners
}
