//! The files that describe a robot and what is around it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use obbtree::Body;
use obbtree::robot::{Checker, Obstacle, Robot, Srdf};

use crate::output::ensure_not_read;

#[derive(clap::Args)]
pub(super) struct Files {
    /// URDF file
    urdf: PathBuf,
    /// SRDF file: pairs of links that it disables are not checked
    #[arg(long, value_name = "FILE")]
    srdf: Option<PathBuf>,
    /// Where package://NAME is NAME in this folder; the folders around the URDF are asked too
    #[arg(long = "package-root", value_name = "DIR")]
    package_roots: Vec<PathBuf>,
}

/// The configurations of a file, at least one.
pub(super) fn read_configurations(robot: &Robot, file: &Path) -> Result<Vec<Vec<f64>>> {
    let configurations = robot.read_configurations(file)?;
    ensure!(
        !configurations.is_empty(),
        "{}: there is no configuration in the file",
        file.display()
    );
    Ok(configurations)
}

/// The motions of a file, at least one.
pub(super) fn read_motions(robot: &Robot, file: &Path) -> Result<Vec<[Vec<f64>; 2]>> {
    let motions = robot.read_motions(file)?;
    ensure!(!motions.is_empty(), "{}: there is no motion in the file", file.display());
    Ok(motions)
}

/// What is around the robot.
#[derive(clap::Args)]
pub(super) struct Surroundings {
    /// Meshes around the robot, in the frame of its root link; each is an obstacle with the file's name
    #[arg(long, value_name = "MESH", num_args = 1..)]
    scene: Vec<PathBuf>,
}

impl Files {
    pub(super) fn robot(&self) -> Result<Robot> {
        let robot = Robot::read(&self.urdf, &self.package_roots)?;
        Ok(match self.srdf()? {
            Some(srdf) => robot.with_srdf(&srdf),
            None => robot,
        })
    }

    /// Refuses to write over one of these files, or another one that is read.
    pub(super) fn ensure_not_read(&self, output: &Path, others: &[&Path]) -> Result<()> {
        let own = [Some(&self.urdf), self.srdf.as_ref()];
        let own = own.into_iter().flatten().map(PathBuf::as_path);
        ensure_not_read(output, &own.chain(others.iter().copied()).collect::<Vec<_>>())
    }

    pub(super) fn srdf(&self) -> Result<Option<Srdf>> {
        Ok(self.srdf.as_ref().map(Srdf::read).transpose()?)
    }

    pub(super) fn checker(&self, around: &Surroundings) -> Result<Checker> {
        Ok(Checker::new(Arc::new(self.robot()?), around.obstacles()?))
    }
}

impl Surroundings {
    /// Nothing is around the robot.
    pub(super) fn none() -> Self {
        Self { scene: Vec::new() }
    }

    /// The files of the meshes.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.scene.iter().map(PathBuf::as_path)
    }

    fn obstacles(&self) -> Result<Vec<Obstacle>> {
        let obstacle = |path: &PathBuf| {
            let body = Body::read(path).context("the scene")?;
            Ok(Obstacle::mesh(self.name(path), body))
        };
        self.scene.iter().map(obstacle).collect()
    }

    /// The file's name without folder and ending; the path where two have the same.
    fn name(&self, path: &Path) -> String {
        let twins = self.scene.iter().filter(|other| other.file_stem() == path.file_stem()).count();
        match path.file_stem() {
            Some(stem) if twins == 1 => stem.to_string_lossy().into_owned(),
            _ => path.display().to_string(),
        }
    }
}
