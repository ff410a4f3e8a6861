//! The developers' data: real meshes, poses and exact cases that do not ship with the project.
//!
//! It is looked for where `OBBTREE_DATA` says, else beside the checkout at `../shared/data`. The
//! build script does the same for each part, so that a test that needs one is marked
//!
//! ```text
//! #[cfg_attr(not(data = "meshes"), ignore = "needs the developers' data: meshes")]
//! ```
//!
//! and `cargo test` shows it as ignored, with that reason, where the part is absent. Nobody has to
//! remember this: `.ci/stranger` runs the tests where the data is not, and an unmarked one fails.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use obbtree::{Mesh, Pose};

use crate::parts::PARTS;

/// The path of a data file or folder, if it is there.
pub fn find(name: &str) -> Option<PathBuf> {
    let part = name.split('/').next();
    assert!(PARTS.iter().any(|(_, file)| part == Some(*file)), "{name} is of no part of the data");
    let root = std::env::var_os("OBBTREE_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    Some(root.join(name)).filter(|path| path.exists())
}

/// The path of a data file or folder that a test needs, written as for [`find`].
pub fn path(name: &str) -> PathBuf {
    find(name).unwrap_or_else(|| panic!("{name} is not there (OBBTREE_DATA names the data folder)"))
}

/// The mesh of a file in the data's `meshes/`.
pub fn mesh(file: &str) -> Mesh {
    obbtree::io::read_mesh(path("meshes").join(file)).expect("a mesh").mesh
}

/// The mesh of this name in the data's `meshes/`, in any format.
pub fn mesh_by_stem(stem: &str) -> Mesh {
    read_by_stem(&path("meshes"), stem)
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

/// Calls with every pose set.
pub fn for_each_pose_set(mut visit: impl FnMut(&PoseSet)) {
    let (poses, meshes) = (path("poses"), path("meshes"));
    let mut names: Vec<String> = std::fs::read_dir(&poses)
        .expect("a folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".expected.csv").map(str::to_owned))
        .collect();
    names.sort();
    assert!(!names.is_empty(), "no pose set in {}", poses.display());
    let mut read: HashMap<String, Mesh> = HashMap::new();
    let mut mesh = |name: &str| {
        read.entry(name.to_owned()).or_insert_with(|| read_by_stem(&meshes, name)).clone()
    };
    for name in names {
        let parts: Vec<&str> = name.split("__").collect();
        let (a, b) = (mesh(parts[0]), mesh(parts[1]));
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

/// [`for_each_pose_set`] for programs that do something without the data as well; they say on
/// standard error that it is not there.
pub fn for_each_pose_set_if_there(visit: impl FnMut(&PoseSet)) {
    if find("poses").is_some() && find("meshes").is_some() {
        for_each_pose_set(visit);
    } else {
        eprintln!("the developers' pose sets are not there (OBBTREE_DATA names the data folder)");
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

/// The mesh file of this name in any format.
fn read_by_stem(folder: &Path, stem: &str) -> Mesh {
    ["stl", "obj", "ply", "glb", "dae"]
        .iter()
        .map(|ending| folder.join(format!("{stem}.{ending}")))
        .find(|path| path.exists())
        .map(|path| obbtree::io::read_mesh(path).expect("a mesh").mesh)
        .unwrap_or_else(|| panic!("no mesh {stem} in {}", folder.display()))
}
