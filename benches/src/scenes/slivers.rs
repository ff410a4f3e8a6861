//! Long thin triangles: needles, turned shafts, threads.

use super::gaps::{Alike, alike};
use super::{Family, Scene};

const GAPS: [f64; 4] = [0.01, 1e-4, -1e-4, -0.02];
const POSES: usize = 10;

const PAIRS: [Alike; 4] = [
    (["needles", "blob"], 5_000, true),
    (["needles", "needles"], 5_000, false),
    (["shaft", "rod"], 20_000, true),
    (["shaft", "shaft"], 2_000, false),
];

pub(super) fn scenes() -> Vec<Scene> {
    alike(Family::Slivers, &PAIRS, &GAPS, POSES, 400)
}
