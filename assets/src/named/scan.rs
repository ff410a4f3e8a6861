//! What a scanner gives of the blob: noise of the size of its triangles, holes where it could not
//! see, nothing below, and a few loose pieces.

use obbtree_mesh::Mesh;

use super::blob::radius;
use super::geodesic::geodesic;
use super::root;
use crate::noise::{random, random_vector, smooth};
use crate::surface::Surface;

/// How many triangles of the whole sphere are there, about.
const SEEN: f64 = 0.62;
/// Below this height nothing is seen.
const GROUND: f64 = -0.5;
/// Holes: where smooth noise of this many cells on the diameter is above a level.
const HOLES: f64 = 9.0;
const HOLE_LEVEL: f64 = 0.19;
/// Noise, as a share of the length of an edge.
const NOISE: f64 = 0.3;
/// One triangle in so many has come loose.
const STRAY: f64 = 500.0;
const SEED: u32 = 23;

/// Radius about 1 around the origin.
pub(super) fn scan(triangles: usize) -> Mesh {
    let n = root((triangles as f64 / SEEN) as usize, 20);
    let (directions, triangles) = geodesic(n);
    let edge = 1.0 / n as f64;
    let mut surface = Surface::default();
    let noisy = |direction: &[f64; 3]| {
        let radius = radius(*direction);
        // The key is the place, so that a corner moves with all of its triangles.
        let key = direction.map(|x| (x as f32 + 0.0).to_bits());
        let away = random_vector(key).map(|x| x * NOISE * edge);
        [0, 1, 2].map(|k| direction[k] * radius + away[k])
    };
    let places: Vec<[f64; 3]> = directions.iter().map(noisy).collect();
    let ids = surface.ring(places.iter().copied());
    for (number, corners) in triangles.into_iter().enumerate() {
        let [a, b, c] = corners.map(|corner| corner as usize);
        let middle = [0, 1, 2].map(|k| directions[a][k] + directions[b][k] + directions[c][k]);
        let hole = smooth(SEED, middle.map(|x| x * HOLES / 6.0), 2) > HOLE_LEVEL;
        if places[a][2] < GROUND || hole {
            continue;
        }
        if random([SEED, number as u32]) * STRAY < 1.0 {
            let lift = 1.0 + 2.0 * edge * random([SEED + 1, number as u32]);
            let [a, b, c] = [a, b, c].map(|v| surface.vertex(places[v].map(|x| x * lift)));
            surface.triangle(a, b, c);
        } else {
            surface.triangle(ids[a], ids[b], ids[c]);
        }
    }
    surface.mesh()
}
