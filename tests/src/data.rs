//! The developers' data: real meshes, poses and exact cases that do not ship with the project.
//!
//! It is looked for where `OBBTREE_DATA` says, else beside the checkout at `../shared/data`. Where it
//! is absent, a test that needs it says so and passes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use obbtree::{Mesh, Pose};

/// The path of a data file or folder; `None`, with a line on standard error that the calling test is
/// skipped, if there is none.
#[must_use]
pub fn path(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("OBBTREE_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let path = root.join(name);
    if path.exists() {
        return Some(path);
    }
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    eprintln!("SKIPPED {test}: {name} is not there (set OBBTREE_DATA to the data folder)");
    None
}

/// A file of poses of one mesh pair, with what is known about the answers.
pub struct PoseSet {
    /// The pose file's name without its ending.
    pub name: String,
    /// The mesh at its own coordinates.
    pub a: Mesh,
    /// The mesh that is placed.
    pub b: Mesh,
    /// Where it is placed.
    pub poses: Vec<Pose>,
    /// Whether the surfaces meet there.
    pub collides: Vec<bool>,
    /// How far apart the surfaces are where they do not meet, to about nine digits.
    pub distances: Vec<Option<f64>>,
    /// For some poses all pairs of triangles that meet, ascending.
    pub pairs: Vec<(usize, Vec<[u32; 2]>)>,
}

/// Calls with every pose set whose meshes this project can read; names the others.
///
/// # Panics
/// If a file that is there cannot be understood.
pub fn for_each_pose_set(mut visit: impl FnMut(&PoseSet)) {
    let (Some(poses), Some(meshes)) = (path("poses"), path("meshes")) else { return };
    let mut names: Vec<String> = std::fs::read_dir(&poses)
        .expect("a folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".expected.csv").map(str::to_owned))
        .collect();
    names.sort();
    let mut read: HashMap<String, Option<Mesh>> = HashMap::new();
    let mut mesh = |name: &str| {
        read.entry(name.to_owned()).or_insert_with(|| read_by_stem(&meshes, name)).clone()
    };
    for name in names {
        let parts: Vec<&str> = name.split("__").collect();
        let (Some(a), Some(b)) = (mesh(parts[0]), mesh(parts[1])) else {
            eprintln!("SKIPPED {name}: its meshes are in a format that is not read yet");
            continue;
        };
        let text = |file: String| std::fs::read_to_string(poses.join(file)).ok();
        let expected = text(format!("{name}.expected.csv")).expect("listed above");
        let rows = || expected.lines().skip(1);
        let collides = rows().map(|row| row.starts_with('1')).collect();
        let distances = rows().map(distance).collect();
        let listed = text(format!("{}__{}__pairs.txt", parts[0], parts[1])).unwrap_or_default();
        let file = format!("{name}.txt");
        let pairs = listed.lines().filter(|line| line.starts_with(&file)).map(pair_line).collect();
        let poses = obbtree::io::read_poses(poses.join(file)).expect("poses");
        visit(&PoseSet { name, a, b, poses, collides, distances, pairs });
    }
}

/// `collide,certificate,distance,second_peer`: the distance, if that is what certifies the row.
fn distance(row: &str) -> Option<f64> {
    let mut cells = row.split(',').skip(1);
    let is_distance = cells.next() == Some("dist");
    is_distance.then(|| cells.next().and_then(|cell| cell.parse().ok()).expect("a distance"))
}

/// `file number count a:b a:b ...`
fn pair_line(line: &str) -> (usize, Vec<[u32; 2]>) {
    let mut words = line.split_whitespace().skip(1);
    let mut number = || words.next().and_then(|word| word.parse::<usize>().ok()).expect("a number");
    let (pose, count) = (number(), number());
    let mut pairs: Vec<[u32; 2]> = words
        .map(|word| {
            let (a, b) = word.split_once(':').expect("a:b");
            [a.parse().expect("a number"), b.parse().expect("a number")]
        })
        .collect();
    assert_eq!(pairs.len(), count);
    pairs.sort_unstable();
    (pose, pairs)
}

/// The mesh file of this name in any format that is read.
fn read_by_stem(folder: &Path, stem: &str) -> Option<Mesh> {
    ["stl", "obj", "ply", "glb", "dae"]
        .iter()
        .map(|ending| folder.join(format!("{stem}.{ending}")))
        .filter(|path| path.exists())
        .find_map(|path| obbtree::io::read_mesh(path).ok())
        .map(|loaded| loaded.mesh)
}
