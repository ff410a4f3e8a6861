//! Bodies deep in each other: many pairs of triangles meet.

use super::approach::approaches;
use super::gaps::like;
use super::{Family, Pair, Scene, named};

/// Depths as shares of A's size along the direction of approach.
const DEPTHS: [f64; 2] = [-0.05, -0.2];
const POSES: usize = 8;

const PAIRS: [([&str; 2], usize, bool); 4] = [
    (["blob", "blob"], 20_000, true),
    (["knot", "knot"], 10_000, true),
    (["coral", "plate"], 10_000, false),
    (["blob", "coral"], 150_000, false),
];

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |(seed, ([a, b], triangles, quick)): (usize, ([&'static str; 2], usize, bool))| {
        let make = move || {
            let a = named(a, triangles);
            let b = like(named(b, triangles), &a);
            let sets = approaches(&a.mesh, &b.mesh, &DEPTHS, POSES, 100 + seed as u64);
            Pair { a, b, sets }
        };
        Scene::new(Family::Deep, format!("{a} and {b} of {triangles}"), make).quick(quick)
    };
    PAIRS.into_iter().enumerate().map(scene).collect()
}
