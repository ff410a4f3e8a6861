//! From paths and words on the command line to trees and poses.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use obbtree::io::{Loaded, ReadOptions};
use obbtree::{Engine, Mesh, Pose, classic, wide};

use crate::output::Talk;

/// Which engine answers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// Four boxes a node, vector units
    Wide,
    /// The engine of the 1996 paper, the reference
    Classic,
}

/// How mesh files are read.
#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Reading meshes")]
pub(crate) struct MeshOptions {
    /// Multiply all coordinates: 0.001 makes metres of millimetres
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true, default_value_t = 1.0)]
    scale: f64,
    /// Multiply x, y and z each besides; mirroring turns the triangles over
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = axis_scale)]
    axis_scale: Option<[f64; 3]>,
    /// Join vertices of equal coordinates
    #[arg(long)]
    weld: bool,
    /// Leave out triangles without area; triangle numbers count those that stay
    #[arg(long)]
    drop_degenerate: bool,
    /// Refuse files that make more triangles
    #[arg(long, value_name = "N")]
    max_triangles: Option<usize>,
}

impl MeshOptions {
    fn to_read(&self) -> ReadOptions {
        let default = ReadOptions::default();
        ReadOptions {
            scale: self.scale,
            axis_scale: self.axis_scale.unwrap_or(default.axis_scale),
            weld: self.weld,
            drop_degenerate: self.drop_degenerate,
            max_triangles: self.max_triangles.unwrap_or(default.max_triangles),
            ..default
        }
    }
}

/// Three numbers with commas between them.
fn axis_scale(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "three numbers like 1,1,-1".to_owned())
}

/// Reads a mesh or tree file, and passes on what its reader has to note.
pub(crate) fn read(path: &Path, options: &MeshOptions, talk: Talk) -> Result<Loaded> {
    let loaded = {
        let _work = talk.work("reading", path);
        obbtree::io::read_mesh_with(path, &options.to_read())?
    };
    for note in loaded.report.notes() {
        talk.note(path, &note);
    }
    Ok(loaded)
}

/// A tree that the command line can build.
pub(crate) trait Build: Engine {
    fn build(mesh: &Mesh) -> Self;
    fn bytes(&self) -> usize;
    /// The tree of a tree file, if this engine can use it.
    fn saved(tree: wide::Tree) -> Option<Self>;
}

impl Build for wide::Tree {
    fn build(mesh: &Mesh) -> Self {
        wide::build(mesh, &Default::default())
    }
    fn bytes(&self) -> usize {
        Self::bytes(self)
    }
    fn saved(tree: wide::Tree) -> Option<Self> {
        Some(tree)
    }
}

impl Build for classic::Tree {
    fn build(mesh: &Mesh) -> Self {
        classic::build(mesh, &Default::default())
    }
    fn bytes(&self) -> usize {
        Self::bytes(self)
    }
    fn saved(_: wide::Tree) -> Option<Self> {
        None
    }
}

/// A mesh and its tree, read or built.
pub(crate) struct Model<T> {
    pub(crate) mesh: Mesh,
    pub(crate) tree: T,
    /// The format of the file.
    pub(crate) format: String,
    /// What the reader noted.
    pub(crate) notes: Vec<String>,
    /// Reading the file, with its tree if it holds one.
    pub(crate) read_time: Duration,
    /// `None` if the tree was read.
    pub(crate) build_time: Option<Duration>,
}

impl<T: Build> Model<T> {
    pub(crate) fn read(path: &Path, options: &MeshOptions, talk: Talk) -> Result<Self> {
        let start = Instant::now();
        let Loaded { mesh, tree, format, report, .. } = read(path, options, talk)?;
        let read_time = start.elapsed();
        let (format, notes) = (format.to_string(), report.notes());
        if let Some(tree) = tree.and_then(T::saved) {
            return Ok(Self { mesh, tree, format, notes, read_time, build_time: None });
        }
        let _work = talk.work("building", path);
        let start = Instant::now();
        let tree = T::build(&mesh);
        let build_time = Some(start.elapsed());
        Ok(Self { mesh, tree, format, notes, read_time, build_time })
    }

    /// Milliseconds of building; 0 if the tree was read.
    pub(crate) fn build_ms(&self) -> f64 {
        self.build_time.unwrap_or_default().as_secs_f64() * 1e3
    }
}

/// The poses asked for: those of the file, or the one given, or the identity.
pub(crate) fn poses(file: Option<&PathBuf>, word: Option<&str>) -> Result<Vec<Pose>> {
    match (file, word) {
        (Some(file), _) => {
            let poses = obbtree::io::read_poses(file)?;
            ensure!(!poses.is_empty(), "{}: there is no pose in the file", file.display());
            Ok(poses)
        }
        (None, word) => Ok(vec![pose(word, "--pose")?]),
    }
}

/// A pose given on the command line; the identity if there is none.
pub(crate) fn pose(word: Option<&str>, option: &str) -> Result<Pose> {
    word.map_or(Ok(Pose::identity()), |word| {
        word.parse().with_context(|| format!("{option} \"{word}\""))
    })
}
