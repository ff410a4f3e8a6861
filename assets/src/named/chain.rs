//! A chain: rings that hang in each other, every second one across, with air between them.

use obbtree_mesh::Mesh;

use super::root;
use crate::surface::{Surface, on_circle};

const RINGS: usize = 12;
/// Radius of a ring's middle line, of its wire, and the way from ring to ring.
const RADIUS: f64 = 1.0;
const WIRE: f64 = 0.2;
const STEP: f64 = 1.5;
/// Facets along a ring for each around its wire.
const LONGER: usize = 4;

/// Along x from the origin, the first ring in the plane of x and y.
pub(super) fn chain(triangles: usize) -> Mesh {
    let around = root(triangles, RINGS * 2 * LONGER).max(3);
    let along = (triangles / (RINGS * 2 * around)).max(3);
    let mut surface = Surface::default();
    for link in 0..RINGS {
        let hoops: Vec<Vec<u32>> = (0..along)
            .map(|i| {
                let [c, s] = on_circle(i, along);
                surface.ring((0..around).map(|j| {
                    let [cos, sin] = on_circle(j, around);
                    let from_middle = RADIUS + WIRE * cos;
                    let [x, y, z] = [from_middle * c, from_middle * s, WIRE * sin];
                    let x = x + STEP * link as f64;
                    if link % 2 == 0 { [x, y, z] } else { [x, -z, y] }
                }))
            })
            .collect();
        for i in 0..along {
            surface.strip(&hoops[(i + 1) % along], &hoops[i]);
        }
    }
    surface.mesh()
}
