//! Bubbles near the places of a lattice, each a closed shell: many small bodies in one mesh, some
//! apart and some through each other.

use obbtree_mesh::Mesh;

use super::geodesic::geodesic;
use crate::noise::{random, random_vector};
use crate::surface::Surface;

/// Splits of an edge of the icosahedron: 80 triangles a bubble.
const FINENESS: usize = 2;
const EACH: usize = 20 * FINENESS * FINENESS;
/// In cells of the lattice: how far a bubble is moved at most along each axis, the smallest
/// radius and how much larger the largest is.
const MOVED: f64 = 0.2;
const SMALLEST: f64 = 0.25;
const LARGER: f64 = 0.35;
const SEED: u32 = 31;

/// In a cube from 0 to 1, but for what the outer bubbles stand out.
pub(super) fn foam(triangles: usize) -> Mesh {
    let bubbles = (triangles / EACH).max(1);
    let side = (1..).find(|n| n * n * n >= bubbles).unwrap_or(1);
    let cell = 1.0 / side as f64;
    let (directions, faces) = geodesic(FINENESS);
    let mut surface = Surface::default();
    for bubble in 0..bubbles {
        let at = [bubble / (side * side), bubble / side % side, bubble % side];
        let moved = random_vector([SEED, bubble as u32]);
        let radius = SMALLEST + LARGER * random([SEED + 1, bubble as u32]);
        let ids = surface.ring(directions.iter().map(|direction| {
            [0, 1, 2]
                .map(|k| cell * (at[k] as f64 + 0.5 + MOVED * moved[k] + radius * direction[k]))
        }));
        for [a, b, c] in &faces {
            surface.triangle(ids[*a as usize], ids[*b as usize], ids[*c as usize]);
        }
    }
    surface.mesh()
}
