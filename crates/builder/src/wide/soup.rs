//! The working copy of a mesh: separate triangles, moved to the origin and scaled to about one, in
//! `f32`, sorted in place while the tree is built.
//!
//! All decisions are made with these coordinates, so a mesh of any size and far from its origin
//! gets as good a tree as one of unit size around it. The boxes of the tree are computed from the
//! mesh itself.

use obbtree_mesh::Mesh;

use super::rows::{Row, WIDTH};
use super::threads::map;

/// A triangle that will be put into a leaf: one cache line, so that moving it is cheap.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Item {
    /// Component `k` of corner `v` at `3 * v + k`.
    corner: [f32; 9],
    /// The mesh's vertex indices of the corners.
    pub(super) vertex: [u32; 3],
    /// The mesh's triangle index.
    pub(super) id: u32,
}

/// Sixteen triangles in lanes, by component as in [`Item`].
pub(super) type Block = [Row; 9];

/// Copies triangles with coordinates `(x - origin) * scale`, rounded to `f32`. Origin and scale
/// should bring them to at most one.
pub(super) struct Soup<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) origin: [f64; 3],
    pub(super) scale: f64,
}

impl Soup<'_> {
    /// All triangles of the mesh, in its order.
    pub(super) fn all(&self, parallel: bool) -> Vec<Item> {
        map(parallel, self.mesh.triangles(), |id, _| self.item(id as u32))
    }

    /// One triangle.
    pub(super) fn item(&self, id: u32) -> Item {
        let vertex = self.mesh.triangles()[id as usize];
        let [p, q, r] = vertex.map(|vertex| {
            let x = self.mesh.vertices()[vertex as usize];
            [0, 1, 2].map(|k| ((x[k] - self.origin[k]) * self.scale) as f32)
        });
        let corner = [p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2]];
        Item { corner, vertex, id }
    }
}

impl Item {
    /// Its first corner.
    pub(super) fn first(&self) -> [f32; 3] {
        [self.corner[0], self.corner[1], self.corner[2]]
    }

    /// Its corners relative to a point.
    #[inline(always)]
    pub(super) fn relative_to(&self, [x, y, z]: [f32; 3]) -> [f32; 9] {
        let about = [x, y, z, x, y, z, x, y, z];
        let mut corner = self.corner;
        for q in 0..9 {
            corner[q] -= about[q];
        }
        corner
    }
}

/// Up to sixteen triangles relative to a point; unused lanes repeat the last triangle.
#[inline(always)]
pub(super) fn block(items: &[Item], about: [f32; 3]) -> Block {
    let mut block = [Row::ZERO; 9];
    let corners: [&[f32; 9]; WIDTH] =
        std::array::from_fn(|t| &items[t.min(items.len() - 1)].corner);
    for q in 0..9 {
        for t in 0..WIDTH {
            block[q].0[t] = corners[t][q];
        }
    }
    for q in 0..9 {
        for l in 0..WIDTH {
            block[q].0[l] -= about[q % 3];
        }
    }
    block
}

/// Moves the triangles before a cut to the front; both sides keep their order.
///
/// `behind(i)` says whether the triangle at position `i` is behind the cut, `before` is the
/// number of the others; `spare` is memory.
#[inline(always)]
pub(super) fn partition(
    items: &mut [Item],
    before: usize,
    behind: impl Fn(usize) -> bool,
    spare: &mut Vec<Item>,
) {
    spare.clear();
    spare.extend_from_slice(items);
    let (mut left, mut right) = (0, before);
    for (i, item) in spare.iter().enumerate() {
        let behind = behind(i);
        items[if behind { right } else { left }] = *item;
        left += usize::from(!behind);
        right += usize::from(behind);
    }
}
