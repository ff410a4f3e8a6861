//! Long thin triangles: needles, turned shafts, threads.

use super::approach::approaches;
use super::gaps::like;
use super::{Family, Pair, Scene, named};

const GAPS: [f64; 4] = [0.01, 1e-4, -1e-4, -0.02];
const POSES: usize = 10;

const PAIRS: [([&str; 2], usize, bool); 4] = [
    (["needles", "blob"], 5_000, true),
    (["needles", "needles"], 5_000, false),
    (["shaft", "rod"], 20_000, true),
    (["shaft", "shaft"], 2_000, false),
];

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |(seed, ([a, b], triangles, quick)): (usize, ([&'static str; 2], usize, bool))| {
        let make = move || {
            let a = named(a, triangles);
            let b = like(named(b, triangles), &a);
            let sets = approaches(&a.mesh, &b.mesh, &GAPS, POSES, 400 + seed as u64);
            Pair { a, b, sets }
        };
        Scene::new(Family::Slivers, format!("{a} and {b} of {triangles}"), make).quick(quick)
    };
    PAIRS.into_iter().enumerate().map(scene).collect()
}
