//! A sphere with bumps of all sizes pulled out along its radii: a body without a flat or straight
//! place.

use obbtree_mesh::Mesh;

use super::geodesic::geodesic;
use super::root;
use crate::noise::smooth;
use crate::surface::Surface;

/// How far the largest bumps move the unit sphere, how many fit on its diameter, and how many sizes
/// there are, each half of the one before.
const HEIGHT: f64 = 0.6;
const BUMPS: f64 = 3.0;
const OCTAVES: u32 = 5;
const SEED: u32 = 11;

/// Radius about 1 around the origin.
pub(super) fn blob(triangles: usize) -> Mesh {
    let (directions, triangles) = geodesic(root(triangles, 20));
    let mut surface = Surface::default();
    let ids = surface.ring(directions.into_iter().map(|direction| {
        let radius = radius(direction);
        direction.map(|x| x * radius)
    }));
    for [a, b, c] in triangles {
        surface.triangle(ids[a as usize], ids[b as usize], ids[c as usize]);
    }
    surface.mesh()
}

/// How far the skin is from the origin in a direction.
pub(super) fn radius(direction: [f64; 3]) -> f64 {
    1.0 + HEIGHT * smooth(SEED, direction.map(|x| x * 0.5 * BUMPS), OCTAVES)
}
