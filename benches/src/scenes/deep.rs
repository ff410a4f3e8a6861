//! Bodies deep in each other: many pairs of triangles meet.

use super::gaps::{Alike, alike};
use super::{Family, Scene};

/// Depths as shares of A's size along the direction of approach.
const DEPTHS: [f64; 2] = [-0.05, -0.2];
const POSES: usize = 8;

const PAIRS: [Alike; 4] = [
    (["blob", "blob"], 20_000, true),
    (["knot", "knot"], 10_000, true),
    (["coral", "plate"], 10_000, false),
    (["blob", "coral"], 150_000, false),
];

pub(super) fn scenes() -> Vec<Scene> {
    alike(Family::Deep, &PAIRS, &DEPTHS, POSES, 100)
}
