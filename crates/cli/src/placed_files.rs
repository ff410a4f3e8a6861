//! One mesh file or two, and where their bodies are: what is drawn, exported and viewed.

use std::path::{Path, PathBuf};

use anyhow::Result;
use obbtree::query::Placed;
use obbtree::{Body, Mesh, Pose};
use obbtree_viewer::Figure;

use crate::load::{self, MeshOptions, Model};
use crate::output::{say_of, write_file};
use crate::progress::Messages;

#[derive(clap::Args)]
pub(crate) struct PlacedFiles {
    /// Mesh or tree file A
    pub(crate) a: PathBuf,
    /// Mesh or tree file B, if there are two
    pub(crate) b: Option<PathBuf>,
    /// The pose of B; the identity if not given
    #[arg(long, allow_hyphen_values = true, requires = "b")]
    pub(crate) pose: Option<String>,
    /// Show the closest points of the two meshes, and the segment between them
    #[arg(long, requires = "b")]
    pub(crate) distance: bool,
    #[command(flatten)]
    pub(crate) messages: Messages,
    #[command(flatten)]
    options: MeshOptions,
}

/// Where A is. Not of every command.
#[derive(clap::Args)]
pub(crate) struct PoseOfA {
    /// The pose of A; the identity if not given
    #[arg(long, allow_hyphen_values = true)]
    pose_a: Option<String>,
}

impl PlacedFiles {
    /// The files that are read.
    pub(crate) fn paths(&self) -> Vec<&Path> {
        [Some(&self.a), self.b.as_ref()].into_iter().flatten().map(PathBuf::as_path).collect()
    }

    /// The options by which the files are read, as words of a command.
    pub(crate) fn mesh_words(&self) -> Vec<String> {
        self.options.words()
    }

    /// A's mesh, whose tree is not needed.
    pub(crate) fn mesh_a(&self) -> Result<Mesh> {
        load::mesh(&self.a, &self.options, self.messages)
    }

    /// A and, where there is one, B.
    pub(crate) fn bodies(&self) -> Result<Vec<Body>> {
        let body = |path: &Path| Ok(Model::read(path, &self.options, self.messages)?.body);
        self.paths().into_iter().map(body).collect()
    }

    /// The same, with their poses.
    pub(crate) fn placed(&self, pose_a: &PoseOfA) -> Result<Vec<Placed>> {
        let poses = [pose_a.read()?, load::pose(self.pose.as_deref(), "--pose")?];
        let placed = |(body, pose)| Placed { body, pose };
        Ok(self.bodies()?.into_iter().zip(poses).map(placed).collect())
    }
}

impl PoseOfA {
    pub(crate) fn read(&self) -> Result<Pose> {
        load::pose(self.pose_a.as_deref(), "--pose-a")
    }
}

/// One body or two as a figure, and how many pairs of triangles of the two meet.
pub(crate) fn figure(bodies: &[Placed]) -> (Figure, Option<usize>) {
    match bodies {
        [a, b] => {
            let (figure, pairs) = Figure::of_pair(a, b);
            (figure, Some(pairs))
        }
        _ => {
            let of_body = |a: &Placed| Figure::of_mesh(a.body.mesh(), &a.pose);
            (bodies.first().map(of_body).unwrap_or_default(), None)
        }
    }
}

/// Writes a file, and says how many pairs of triangles meet.
pub(crate) fn save(output: &Path, bytes: &[u8], pairs: Option<usize>) -> Result<()> {
    write_file(output, bytes)?;
    let file = output.display();
    match pairs {
        Some(pairs) => say_of(output, format_args!("{file}: {pairs} pairs of triangles meet"))?,
        None => say_of(output, format_args!("{file}"))?,
    }
    Ok(())
}
