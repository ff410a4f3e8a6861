//! Real meshes at the gaps of the developers' data, where that is there: what the literature uses,
//! for whoever has it. Everything else here is made.

use obbtree::io::{read_mesh, read_poses};
use obbtree_tests::data;

use super::{Family, Pair, Part, Scene, Set, b_at};

/// Mesh files, and the pose sets of the two.
const PAIRS: [([&str; 2], &[&str]); 4] = [
    (["bunny.stl", "bunny.stl"], &GAPS),
    (["fandisk.obj", "fandisk.obj"], &GAPS),
    (["env.obj", "rob.obj"], &["random"]),
    (["sphere4.stl", "sphere4_in.stl"], &["parallel"]),
];
/// Percent of a body's diameter.
const GAPS: [&str; 6] = ["gap+5", "gap+1", "gap+0.1", "gap-0.1", "gap-1", "gap-5"];

pub(super) fn scenes() -> Vec<Scene> {
    let is_there = |([a, b], _): &([&str; 2], _)| {
        [a, b].iter().all(|file| data::find(&format!("meshes/{file}")).is_some())
    };
    let scene = |([a, b], sets): ([&'static str; 2], &'static [&'static str])| {
        Scene::new(Family::Models, name([a, b]), move || pair([a, b], sets))
    };
    PAIRS.into_iter().filter(is_there).map(scene).collect()
}

/// Those at gaps.
pub(super) fn at_gaps() -> Vec<Scene> {
    let of_gaps = PAIRS.iter().filter(|(_, sets)| sets.len() == GAPS.len());
    let names: Vec<String> = of_gaps.map(|([a, b], _)| name([a, b])).collect();
    scenes().into_iter().filter(|scene| names.contains(&scene.name)).collect()
}

fn name([a, b]: [&str; 2]) -> String {
    format!("{}, {}", stem(a), stem(b))
}

fn stem(file: &str) -> &str {
    file.split('.').next().unwrap_or(file)
}

fn pair(files: [&str; 2], sets: &[&str]) -> Pair {
    let [a, b] = files.map(|file| {
        let mesh = read_mesh(data::path("meshes").join(file)).expect("a mesh").mesh;
        Part { name: stem(file).to_owned(), mesh }
    });
    let set = |name: &&str| {
        let file = format!("poses/{}__{}__{name}.txt", a.name, b.name);
        let poses = b_at(read_poses(data::path(&file)).expect("poses"));
        Set { name: (*name).to_owned(), poses, meets: None }
    };
    let sets = sets.iter().map(set).collect();
    Pair { a, b, sets }
}
