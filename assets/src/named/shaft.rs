//! A turned shaft: each step of it one ring of quads, however many facets there are, so that its
//! triangles are long and thin.

use obbtree_mesh::Mesh;

use crate::surface::{Facing, Surface};

/// Millimetres: radius and height of each corner of the profile, from below.
const PROFILE: [(f64, f64); 8] = [
    (9.0, 0.0),
    (10.0, 1.0),
    (10.0, 40.0),
    (14.0, 40.0),
    (14.0, 200.0),
    (10.0, 200.0),
    (10.0, 239.0),
    (9.0, 240.0),
];

/// In millimetres, from z = 0 to z = 240 around the z axis.
pub(super) fn shaft(triangles: usize) -> Mesh {
    let facets = (triangles / (2 * PROFILE.len())).max(3);
    let mut surface = Surface::default();
    let rings = PROFILE.map(|(radius, z)| surface.circle([0.0; 2], radius, z, facets));
    for two in rings.windows(2) {
        surface.strip(&two[0], &two[1]);
    }
    surface.disc([0.0; 3], &rings[0], Facing::Down);
    let (_, top) = PROFILE[PROFILE.len() - 1];
    surface.disc([0.0, 0.0, top], &rings[PROFILE.len() - 1], Facing::Up);
    surface.mesh()
}
