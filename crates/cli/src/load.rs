//! From paths and words on the command line to trees and poses.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use obbtree::{Engine, Mesh, Pose, classic, wide};

/// Which engine answers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// Four boxes a node, vector units
    Wide,
    /// The engine of the 1996 paper, the reference
    Classic,
}

/// A tree that the command line can build.
pub(crate) trait Build: Engine {
    fn build(mesh: &Mesh) -> Self;
    fn bytes(&self) -> usize;
}

impl Build for wide::Tree {
    fn build(mesh: &Mesh) -> Self {
        wide::build(mesh, &Default::default())
    }
    fn bytes(&self) -> usize {
        Self::bytes(self)
    }
}

impl Build for classic::Tree {
    fn build(mesh: &Mesh) -> Self {
        classic::build(mesh, &Default::default())
    }
    fn bytes(&self) -> usize {
        Self::bytes(self)
    }
}

/// A mesh read from a file and its tree.
pub(crate) struct Model<T> {
    pub(crate) mesh: Mesh,
    pub(crate) tree: T,
    pub(crate) build_time: Duration,
}

impl<T: Build> Model<T> {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let mesh = obbtree::io::read_mesh(path)?.mesh;
        let start = Instant::now();
        let tree = T::build(&mesh);
        Ok(Self { build_time: start.elapsed(), mesh, tree })
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
