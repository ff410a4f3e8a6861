//! A plate with drilled holes in rows: all its triangles lie in two planes and in the walls of
//! holes.

use obbtree_mesh::Mesh;

use super::root;
use crate::surface::{Facing, Surface};

/// Millimetres: from hole to hole, a hole's radius, the thickness.
const STEP: f64 = 10.0;
const RADIUS: f64 = 3.5;
const THICKNESS: f64 = 4.0;
/// Facets of a hole's wall.
const FACETS: usize = 32;
/// Around a hole: two triangles a facet, and both faces of a square with a hole.
const EACH: usize = 2 * FACETS + 2 * (FACETS + 4);

/// In millimetres, a corner at the origin, the upper face at z = 4.
pub(super) fn plate(triangles: usize) -> Mesh {
    let rows = root(triangles, EACH).max(1);
    let mut surface = Surface::default();
    let place = |i: usize| STEP * i as f64;
    for hole in 0..rows * rows {
        let (i, j) = (hole / rows, hole % rows);
        let centre = [place(i) + 0.5 * STEP, place(j) + 0.5 * STEP];
        let rings = [0.0, THICKNESS].map(|z| {
            let corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
            let square = surface.ring(corners.map(|[i, j]| [place(i), place(j), z]));
            (square, surface.circle(centre, RADIUS, z, FACETS))
        });
        let [(lower, lower_hole), (upper, upper_hole)] = &rings;
        surface.annulus(centre, lower, lower_hole, Facing::Down);
        surface.annulus(centre, upper, upper_hole, Facing::Up);
        surface.strip(upper_hole, lower_hole);
    }
    let around = |z: f64| {
        let sides = [(0..rows, 0), (0..rows, 1), (0..rows, 2), (0..rows, 3)];
        sides.into_iter().flat_map(move |(range, side)| {
            range.map(move |i| match side {
                0 => [place(i), 0.0, z],
                1 => [place(rows), place(i), z],
                2 => [place(rows - i), place(rows), z],
                _ => [0.0, place(rows - i), z],
            })
        })
    };
    let [lower, upper] = [0.0, THICKNESS].map(|z| surface.ring(around(z)));
    surface.strip(&lower, &upper);
    surface.mesh()
}
