//! The sets of a scene on their way through the engines: poses in files, with what is known of them.

use std::io;
use std::path::PathBuf;

use super::results::SetResult;
use super::truth::{Truth, truths};
use crate::compare::exact;
use crate::compare::files::{file_name, write_poses};
use crate::compare::results::median;
use crate::scenes::{Family, Pair, Poses, Scene, Set};

/// Which poses are asked about, and where files are kept.
pub struct Choice {
    /// A set of more poses is thinned out evenly; a path is cut off, as its steps are to stay small.
    pub most_poses: usize,
    /// Poses of a path.
    pub most_steps: usize,
    /// Where meshes, poses and exact answers are kept.
    pub folder: PathBuf,
}

/// A set on its way through the engines.
pub struct Asked {
    /// Those that are free.
    poses: Vec<Poses>,
    /// The same.
    pub free: PosesFile,
    /// Those at which the surfaces meet.
    pub meeting: PosesFile,
    /// What is found.
    pub result: SetResult,
}

/// Poses in a file, with what is known of their distances.
#[derive(Clone)]
pub struct PosesFile {
    /// The file.
    pub path: PathBuf,
    /// Pose by pose.
    pub truths: Vec<Truth>,
}

/// Poses that are free and poses that meet, in files, with the proven distances.
///
/// # Errors
/// Those of the file system.
pub fn prepare(scene: &Scene, pair: &Pair, choice: &Choice) -> io::Result<Vec<Asked>> {
    let of_set = |(number, set): (usize, &Set)| {
        let poses = of_set_or_path(scene.family, &set.poses, choice);
        let meshes = [&pair.a.mesh, &pair.b.mesh];
        let pairs = exact::pairs(&choice.folder, meshes, &poses)?;
        let meets: Vec<bool> = pairs.iter().map(|pairs| !pairs.is_empty()).collect();
        let (truths, proof) = truths(meshes, &poses, &meets);
        let mut sorted: [(Vec<Poses>, Vec<Truth>); 2] = Default::default();
        for ((at, truth), &meets) in poses.into_iter().zip(truths).zip(&meets) {
            let (poses, truths) = &mut sorted[usize::from(meets)];
            poses.push(at);
            truths.push(truth);
        }
        let [(free, of_free), (meeting, of_meeting)] = sorted;
        let distances: Vec<f64> = of_free.iter().map(|truth| truth.upper).collect();
        let write = |kind: &str, poses: &[Poses], truths| {
            let file = format!("{}-{number}-{kind}.poses", file_name(&scene.name));
            let path = choice.folder.join(file);
            write_poses(&path, poses)?;
            io::Result::Ok(PosesFile { path, truths })
        };
        Ok(Asked {
            result: SetResult {
                name: set.name.clone(),
                free: free.len(),
                meeting: meeting.len(),
                distance: median(&distances),
                proof,
                answers: Vec::new(),
            },
            free: write("free", &free, of_free)?,
            meeting: write("meeting", &meeting, of_meeting)?,
            poses: free,
        })
    };
    pair.sets.iter().enumerate().map(of_set).collect()
}

fn of_set_or_path(family: Family, poses: &[Poses], choice: &Choice) -> Vec<Poses> {
    if family == Family::Paths {
        return poses.iter().take(choice.most_steps).copied().collect();
    }
    let step = poses.len().div_ceil(choice.most_poses).max(1);
    poses.iter().step_by(step).copied().collect()
}

impl Asked {
    /// Only so many of the free poses are asked about, spread evenly.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn keep(&mut self, count: usize) -> io::Result<()> {
        self.free = self.spread(count, "kept")?;
        self.poses = chosen(&self.poses, count);
        self.result.free = self.poses.len();
        Ok(())
    }

    /// So many of the free poses, spread evenly.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn spread(&self, count: usize, kind: &str) -> io::Result<PosesFile> {
        if count >= self.poses.len() {
            return Ok(self.free.clone());
        }
        let path = self.free.path.with_extension(kind);
        write_poses(&path, &chosen(&self.poses, count))?;
        Ok(PosesFile { path, truths: chosen(&self.free.truths, count) })
    }
}

/// So many of all, spread evenly.
fn chosen<T: Clone>(all: &[T], count: usize) -> Vec<T> {
    let count = count.min(all.len());
    (0..count).map(|n| all[n * all.len() / count].clone()).collect()
}
