//! Bodies of like size, from well apart to just met.

use obbtree_tests::shapes::scaled;

use super::approach::approaches;
use super::patches::size;
use super::{Coordinates, Family, Pair, Part, Scene, named};

/// Gaps as shares of A's size.
const GAPS: [f64; 6] = [0.05, 0.01, 0.001, 1e-5, -0.0001, -0.01];
const POSES: usize = 12;

/// Names and numbers of triangles.
type Of = (&'static str, usize);
const PAIRS: [([Of; 2], bool); 6] = [
    ([("blob", 70_000), ("blob", 70_000)], true),
    ([("coral", 20_000), ("coral", 20_000)], false),
    ([("knot", 10_000), ("chain", 10_000)], true),
    ([("shaft", 10_000), ("plate", 10_000)], false),
    ([("scan", 50_000), ("blob", 20_000)], false),
    ([("blob", 300_000), ("coral", 200_000)], false),
];

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |(seed, (of, quick)): (usize, ([Of; 2], bool))| {
        let [(a, m), (b, n)] = of;
        let make = move || pair(of, seed as u64);
        Scene::new(Family::Gaps, format!("{a} of {m}, {b} of {n}"), make).quick(quick)
    };
    PAIRS.into_iter().enumerate().map(scene).collect()
}

fn pair(of: [Of; 2], seed: u64) -> Pair {
    let [a, b] = of.map(|(name, triangles)| named(name, triangles));
    let b = like(b, &a);
    let sets = approaches(&a.mesh, &b.mesh, &GAPS, POSES, seed);
    Pair { a, b, sets }
}

/// Names, the number of triangles of both, and whether it is a quick scene.
pub(super) type Alike = ([&'static str; 2], usize, bool);

/// Scenes of two bodies of like size and as many triangles.
pub(super) fn alike(
    family: Family,
    pairs: &'static [Alike],
    shares: &'static [f64],
    poses: usize,
    seed: u64,
) -> Vec<Scene> {
    let scene = |(&([a, b], triangles, quick), seed): (&Alike, u64)| {
        let make = move || {
            let a = named(a, triangles);
            let b = like(named(b, triangles), &a);
            let sets = approaches(&a.mesh, &b.mesh, shares, poses, seed);
            Pair { a, b, sets }
        };
        Scene::new(family, format!("{a} and {b} of {triangles}"), make).quick(quick)
    };
    pairs.iter().zip(seed..).map(scene).collect()
}

/// The same mesh as large as another one.
pub(super) fn like(part: Part, other: &Part) -> Part {
    if part.name == other.name {
        return part;
    }
    let mesh = scaled(&part.mesh, size(&other.mesh) / size(&part.mesh));
    Part { name: format!("{}-like-{}", part.name, other.name), mesh: Coordinates::F32.of(&mesh) }
}
