//! Triangles that have nothing to do with each other.

use obbtree_mesh::Mesh;

use crate::noise::{random, random_vector};
use crate::surface::Surface;
use crate::vectors::along;

/// The length of an edge, over the root of the share of the cube that a triangle has.
const LENGTH: f64 = 1.5;
/// A needle's length at most, and how much wider than that it is.
const NEEDLE: f64 = 0.5;
const WIDTH: f64 = 1.0 / 1024.0;
const SEED: u32 = 41;

/// Triangles anywhere in the cube from -1 to 1, the smaller the more there are.
pub(super) fn soup(triangles: usize) -> Mesh {
    let size = LENGTH / (triangles as f64).sqrt();
    made_of(triangles, |number| {
        let place = random_vector([SEED, number]);
        [0, 1, 2].map(|corner| along(place, size, random_vector([SEED + 1, number, corner])))
    })
}

/// Needles anywhere in the cube from -1 to 1.
pub(super) fn needles(triangles: usize) -> Mesh {
    made_of(triangles, |number| {
        let place = random_vector([SEED + 2, number]);
        let length = NEEDLE * (0.5 + 0.5 * random([SEED + 3, number]));
        let end = along(place, length, random_vector([SEED + 4, number]));
        [place, end, along(end, WIDTH * length, random_vector([SEED + 5, number]))]
    })
}

fn made_of(count: usize, triangle: impl Fn(u32) -> [[f64; 3]; 3]) -> Mesh {
    let mut surface = Surface::default();
    for number in 0..count {
        let [a, b, c] = triangle(number as u32).map(|place| surface.vertex(place));
        surface.triangle(a, b, c);
    }
    surface.mesh()
}
