//! Meshes put together from flat patches, blocks and other meshes. Patches that share an edge each
//! have their own vertices there, at the same places.

use nalgebra::{Matrix3, Vector3};
use obbtree::Mesh;

type V = Vector3<f64>;

/// Triangles under construction.
#[derive(Default)]
pub(super) struct Patches {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Patches {
    /// `columns` by `rows` cells of two triangles; `place` takes column and row of a corner. Looks
    /// to where columns turn into rows counter-clockwise. A cell with two corners at one place is
    /// one triangle.
    pub(super) fn grid(&mut self, columns: usize, rows: usize, place: impl Fn(usize, usize) -> V) {
        let first = self.vertices.len() as u32;
        for row in 0..=rows {
            self.vertices.extend((0..=columns).map(|column| <[f64; 3]>::from(place(column, row))));
        }
        let wide = columns as u32 + 1;
        for row in 0..rows as u32 {
            for column in 0..columns as u32 {
                let a = first + row * wide + column;
                let (b, c, d) = (a + 1, a + wide + 1, a + wide);
                self.triangle([a, b, c]);
                self.triangle([a, c, d]);
            }
        }
    }

    fn triangle(&mut self, corners: [u32; 3]) {
        let [a, b, c] = corners.map(|corner| self.vertices[corner as usize]);
        if a != b && b != c && c != a {
            self.triangles.push(corners);
        }
    }

    /// A block with its edges along the axes, `cells` along each.
    pub(super) fn block(&mut self, low: V, high: V, cells: [usize; 3]) {
        let at = |axis: usize, i: usize| {
            low[axis] + (high[axis] - low[axis]) * i as f64 / cells[axis] as f64
        };
        for axis in 0..3 {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            for (end, [u, v]) in [(high[axis], [u, v]), (low[axis], [v, u])] {
                self.grid(cells[u], cells[v], |i, j| {
                    let mut place = V::zeros();
                    (place[axis], place[u], place[v]) = (end, at(u, i), at(v, j));
                    place
                });
            }
        }
    }

    /// A block of cells about as large as `cell`.
    pub(super) fn block_of(&mut self, low: [f64; 3], high: [f64; 3], cell: f64) {
        let cells = [0, 1, 2].map(|k| (((high[k] - low[k]) / cell).round() as usize).max(1));
        self.block(low.into(), high.into(), cells);
    }

    /// A mesh, scaled, then rotated, then moved.
    pub(super) fn mesh(&mut self, mesh: &Mesh, scale: f64, rotation: Matrix3<f64>, to: [f64; 3]) {
        let first = self.vertices.len() as u32;
        let place = |&v: &[f64; 3]| <[f64; 3]>::from(rotation * V::from(v) * scale + V::from(to));
        self.vertices.extend(mesh.vertices().iter().map(place));
        self.triangles.extend(mesh.triangles().iter().map(|t| t.map(|corner| corner + first)));
    }

    /// What was put together.
    pub(super) fn finish(self) -> Mesh {
        Mesh::new(self.vertices, self.triangles).expect("finite vertices, triangles in range")
    }
}

/// The diagonal of a mesh's bounds.
pub(super) fn size(mesh: &Mesh) -> f64 {
    mesh.report().bounds.sides().norm()
}
