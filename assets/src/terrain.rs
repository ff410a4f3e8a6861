//! Hills as a height field: an open mesh, one sheet over a square.
//!
//! The heights are value noise in octaves (K. Perlin's idea in its plainest form): random numbers
//! on a lattice, blended smoothly in between, and the same again at half the size and half the
//! height. The random numbers are a hash of the lattice point, so there is no state and no seed to
//! keep.

use obbtree_mesh::Mesh;

use crate::noise::random;
use crate::surface::Surface;

/// Metres: side of the square, and height of the largest hills at most.
const SIDE: f64 = 40.0;
const HEIGHT: f64 = 6.0;
/// Lattice cells of the first octave along a side.
const HILLS: f64 = 4.0;
const OCTAVES: i32 = 4;

/// The terrain in metres over `[-20, 20] x [-20, 20]`, heights along z, looking up, open:
/// `2 * cells * cells` triangles.
pub fn terrain(cells: usize) -> Mesh {
    assert!(cells > 0, "a terrain needs a cell");
    let mut surface = Surface::default();
    let rows: Vec<Vec<u32>> = (0..=cells)
        .map(|row| {
            surface.ring((0..=cells).map(|column| {
                let [u, v] = [column, row].map(|i| i as f64 / cells as f64);
                [SIDE * (u - 0.5), SIDE * (v - 0.5), height(u, v)]
            }))
        })
        .collect();
    for row in rows.windows(2) {
        for i in 0..cells {
            surface.quad(row[0][i], row[0][i + 1], row[1][i + 1], row[1][i]);
        }
    }
    surface.mesh()
}

/// Metres at a place of the unit square.
fn height(u: f64, v: f64) -> f64 {
    let octave = |octave: i32| {
        let scale = f64::from(1 << octave);
        HEIGHT / (2.0 * scale) * noise(octave, HILLS * scale * u, HILLS * scale * v)
    };
    (0..OCTAVES).map(octave).sum()
}

/// Smooth noise in [0, 1] with one lattice cell per unit.
fn noise(octave: i32, x: f64, y: f64) -> f64 {
    let (column, row) = (x.floor(), y.floor());
    let [s, t] = [x - column, y - row].map(|x| x * x * (3.0 - 2.0 * x));
    let at = |i: f64, j: f64| random([octave as u32, (column + i) as u32, (row + j) as u32]);
    let lower = at(0.0, 0.0) + s * (at(1.0, 0.0) - at(0.0, 0.0));
    let upper = at(0.0, 1.0) + s * (at(1.0, 1.0) - at(0.0, 1.0));
    lower + t * (upper - lower)
}
