//! The working copy of a mesh: triangles apart, recentred and scaled to about one, in `f32`, ordered
//! in place as the tree grows.
//!
//! All choices are made on these coordinates, so a mesh far from its origin or of any size builds as
//! well as one of unit size around it. The tree's boxes are computed from the mesh itself.

use obbtree_mesh::Mesh;

use super::rows::{Row, WIDTH};

/// Triangles as columns: `corner[3 * v + k][i]` is component `k` of corner `v` of triangle `i`.
pub(super) struct Soup {
    corner: [Vec<f32>; 9],
    id: Vec<u32>,
}

impl Soup {
    /// Copies `(x - origin) * scale`, which should be within one, rounded to `f32`.
    pub(super) fn new(mesh: &Mesh, origin: [f64; 3], scale: f64) -> Self {
        let vertices: Vec<[f32; 3]> = mesh
            .vertices()
            .iter()
            // Vertices that no triangle uses may lie anywhere.
            .map(|x| std::array::from_fn(|k| ((x[k] - origin[k]) * scale).clamp(-2.0, 2.0) as f32))
            .collect();
        let triangles = mesh.triangles();
        let corner = std::array::from_fn(|column| {
            triangles.iter().map(|t| vertices[t[column / 3] as usize][column % 3]).collect()
        });
        Self { corner, id: (0..triangles.len() as u32).collect() }
    }

    /// All of it.
    pub(super) fn part(&mut self) -> Part<'_> {
        Part { corner: self.corner.each_mut().map(Vec::as_mut_slice), id: &mut self.id }
    }

    /// The caller's numbers of the triangles, in their present order.
    pub(super) fn into_ids(self) -> Vec<u32> {
        self.id
    }
}

/// Consecutive triangles of a [`Soup`].
pub(super) struct Part<'a> {
    corner: [&'a mut [f32]; 9],
    id: &'a mut [u32],
}

/// Sixteen triangles, column by column as in [`Soup`].
pub(super) type Block = [Row; 9];

impl<'a> Part<'a> {
    pub(super) fn len(&self) -> usize {
        self.id.len()
    }

    /// The first `middle` triangles, and the rest.
    pub(super) fn split_at(self, middle: usize) -> (Self, Self) {
        let (low_id, high_id) = self.id.split_at_mut(middle);
        let mut high: [&'a mut [f32]; 9] = Default::default();
        let mut column = 0;
        let low = self.corner.map(|all| {
            let (low, rest) = all.split_at_mut(middle);
            high[column] = rest;
            column += 1;
            low
        });
        (Part { corner: low, id: low_id }, Part { corner: high, id: high_id })
    }

    /// One corner of one triangle.
    #[inline(always)]
    pub(super) fn corner(&self, triangle: usize, corner: usize) -> [f32; 3] {
        std::array::from_fn(|k| self.corner[3 * corner + k][triangle])
    }

    /// The `count <= 16` triangles from `start`, relative to a point; places behind them repeat the
    /// first.
    #[inline(always)]
    pub(super) fn block(&self, start: usize, count: usize, about: [f32; 3]) -> Block {
        let mut block = [Row::ZERO; 9];
        for column in 0..9 {
            let row = &mut block[column].0;
            let about = about[column % 3];
            let from = &self.corner[column][start..];
            match from.first_chunk::<WIDTH>() {
                Some(full) => *row = *full,
                None => row[..from.len()].copy_from_slice(from),
            }
            let first = row[0] - about;
            for l in 0..WIDTH {
                let here = row[l] - about;
                row[l] = if (l as u32) < count as u32 { here } else { first };
            }
        }
        block
    }

    /// Moves the triangle at `from[i]` to place `i`, all counted from `start`.
    #[inline(always)]
    pub(super) fn reorder(&mut self, start: usize, from: &[u32], spare: &mut Vec<u32>) {
        let range = start..start + from.len();
        let [a, b, c, d, e, f, g, h, i] = &mut self.corner;
        for [one, other] in [[a, b], [c, d], [e, f], [g, h]] {
            let columns = [&mut one[range.clone()], &mut other[range.clone()]];
            reorder(columns, from, spare, f32::to_bits, f32::from_bits);
        }
        reorder([&mut i[range.clone()], &mut []], from, spare, f32::to_bits, f32::from_bits);
        reorder([&mut self.id[range], &mut []], from, spare, |id| id, |id| id);
    }
}

/// Orders one column or two of the same length; `spare` is memory.
#[inline(always)]
fn reorder<T: Copy>(
    [one, other]: [&mut [T]; 2],
    from: &[u32],
    spare: &mut Vec<u32>,
    bits: impl Fn(T) -> u32,
    value: impl Fn(u32) -> T,
) {
    spare.clear();
    spare.extend(one.iter().chain(&*other).map(|x| bits(*x)));
    let (old_one, old_other) = spare.split_at(one.len());
    if other.len() == one.len() {
        for ((x, y), &i) in one.iter_mut().zip(other).zip(from) {
            *x = value(old_one[i as usize]);
            *y = value(old_other[i as usize]);
        }
    } else {
        for (x, &i) in one.iter_mut().zip(from) {
            *x = value(old_one[i as usize]);
        }
    }
}
