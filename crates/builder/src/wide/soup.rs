//! The working copy of a mesh: coordinates moved to the origin and scaled to about one, in `f32`.
//!
//! All decisions are made with these coordinates, so a mesh of any size and far from its origin
//! gets as good a tree as one of unit size around it. The boxes of the tree are computed from the
//! mesh itself.
//!
//! Large sets are sorted by keys, sixteen bytes a triangle. Once a set is small enough for a
//! second-level cache, its triangles are copied side by side and sorted in place.

use obbtree_mesh::Mesh;

use super::rows::{Row, WIDTH};
use super::threads::map;

/// Where a triangle is: all that moving the triangles of a large set needs.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Key {
    /// Three times the centroid.
    sum: [f32; 3],
    /// The mesh's triangle index.
    pub(super) id: u32,
}

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

/// The triangles of a mesh with coordinates `(x - origin) * scale`, rounded to `f32`.
pub(super) struct Soup<'a> {
    triangles: &'a [[u32; 3]],
    /// The last component is unused.
    vertices: Vec<[f32; 4]>,
}

impl<'a> Soup<'a> {
    /// Origin and scale should bring coordinates to at most one.
    pub(super) fn new(mesh: &'a Mesh, origin: [f64; 3], scale: f64, parallel: bool) -> Self {
        let near = |x: &[f64; 3], k: usize| ((x[k] - origin[k]) * scale) as f32;
        let vertices =
            map(parallel, mesh.vertices(), |_, x| [near(x, 0), near(x, 1), near(x, 2), 0.0]);
        Self { triangles: mesh.triangles(), vertices }
    }

    /// The keys of all triangles, in the mesh's order.
    pub(super) fn keys(&self, parallel: bool) -> Vec<Key> {
        map(parallel, self.triangles, |id, _| self.key(id as u32))
    }

    /// The key of one triangle.
    pub(super) fn key(&self, id: u32) -> Key {
        let [p, q, r] = self.triangles[id as usize].map(|vertex| self.vertices[vertex as usize]);
        Key { sum: [0, 1, 2].map(|k| p[k] + q[k] + r[k]), id }
    }

    /// One triangle.
    #[inline]
    pub(super) fn item(&self, id: u32) -> Item {
        let vertex = self.triangles[id as usize];
        let [p, q, r] = vertex.map(|vertex| self.vertices[vertex as usize]);
        let corner = [p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2]];
        Item { corner, vertex, id }
    }

    /// About so many triangles of a set, evenly chosen, or all of a smaller one.
    pub(super) fn sample(&self, keys: &[Key], most: usize, to: &mut Vec<Item>) {
        to.clear();
        let chosen = keys.iter().step_by(keys.len().div_ceil(most));
        to.extend(chosen.map(|key| self.item(key.id)));
    }
}

impl Key {
    /// Three times the centroid relative to a point.
    #[inline(always)]
    pub(super) fn sum_from(&self, about: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = self.sum;
        [x - 3.0 * about[0], y - 3.0 * about[1], z - 3.0 * about[2]]
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

/// Moves what is before a cut to the front, and returns how much it is; both sides keep their
/// order. `behind` is told the position and the thing there, `spare` is memory.
#[inline(always)]
pub(super) fn partition<T: Copy>(
    items: &mut [T],
    behind: impl Fn(usize, &T) -> bool,
    spare: &mut Vec<T>,
) -> usize {
    if spare.len() < items.len() {
        spare.extend_from_slice(&items[spare.len()..]);
    }
    let spare = &mut spare[..items.len()];
    let (mut left, mut right) = (0, 0);
    for i in 0..items.len() {
        let item = items[i];
        let behind = behind(i, &item);
        // Both are written, and one counts: no branch to be mispredicted.
        items[left] = item;
        spare[right] = item;
        left += usize::from(!behind);
        right += usize::from(behind);
    }
    items[left..].copy_from_slice(&spare[..right]);
    left
}
