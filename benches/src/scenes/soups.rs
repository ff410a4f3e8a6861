//! Triangles that are no surface, and bodies of many shells that overlap.

use obbtree_tests::shapes::{pose, random};

use super::gaps::like;
use super::patches::size;
use super::{Family, Pair, Scene, Set, b_at, named};

const POSES: usize = 8;
/// How far the second body is moved at most along each axis, in sizes of the first.
const REACHES: [(&str, f64); 2] = [("on each other", 0.1), ("beside each other", 0.6)];

const PAIRS: [([&str; 2], usize, bool); 4] = [
    (["soup", "soup"], 5_000, true),
    (["foam", "foam"], 10_000, false),
    (["soup", "blob"], 20_000, false),
    (["foam", "coral"], 30_000, false),
];

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |([a, b], triangles, quick): ([&'static str; 2], usize, bool)| {
        let name = format!("{a} and {b} of {triangles}");
        Scene::new(Family::Soups, name, move || pair([a, b], triangles)).quick(quick)
    };
    PAIRS.into_iter().map(scene).collect()
}

fn pair([a, b]: [&str; 2], triangles: usize) -> Pair {
    let a = named(a, triangles);
    let b = like(named(b, triangles), &a);
    let mut random = random(300);
    let sets = REACHES.map(|(name, reach)| {
        let reach = reach * size(&a.mesh);
        let poses = b_at((0..POSES).map(|_| pose(&mut random, reach)));
        Set { name: name.to_owned(), poses, meets: None }
    });
    let sets = sets.into();
    Pair { a, b, sets }
}
