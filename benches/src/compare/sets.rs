//! The sets of a scene on their way through the engines: poses in files, with what is known of
//! them.

use std::io;
use std::path::PathBuf;

use super::exact::{self, Pairs};
use super::files::{file_name, write_poses};
use super::question::Topic;
use super::results::{SetResult, median};
use super::truth::{Proof, Truth, truths};
use crate::scenes::{Family, Pair, Poses, Scene, Set};

/// Which poses are queried, and where files are kept.
pub struct Choice {
    /// The topic of the queries.
    pub topic: Topic,
    /// A set of more poses is thinned out evenly.
    pub most_poses: usize,
    /// Of a path whose distances are wanted this many poses are kept instead, the first ones, as
    /// its steps are to stay small.
    pub most_steps: usize,
    /// Where meshes, poses and exact answers are kept.
    pub folder: PathBuf,
}

/// A set on its way through the engines.
pub struct Prepared {
    /// Those that are timed: about contacts all, about distances those that are free.
    poses: Vec<Poses>,
    /// The same.
    pub timed: PosesFile,
    /// About distances, those at which the surfaces meet.
    pub meeting: PosesFile,
    /// The pairs of triangles that meet, for each pose.
    pub exact: Pairs,
    /// What is found.
    pub result: SetResult,
}

/// Poses in a file.
#[derive(Clone)]
pub struct PosesFile {
    /// The file.
    pub path: PathBuf,
    /// How many.
    pub count: usize,
    /// What is known of their distances, pose by pose, where these are wanted.
    pub truths: Vec<Truth>,
}

/// Poses in files, with the exact answers, and the proven distances where these are wanted.
pub fn prepare(scene: &Scene, pair: &Pair, choice: &Choice) -> io::Result<Vec<Prepared>> {
    let sets = pair.sets.iter().enumerate();
    sets.map(|(number, set)| prepare_set(scene, pair, choice, number, set)).collect()
}

fn prepare_set(
    scene: &Scene,
    pair: &Pair,
    choice: &Choice,
    number: usize,
    set: &Set,
) -> io::Result<Prepared> {
    let poses = chosen(scene.family, &set.poses, choice);
    let meshes = [&pair.a.mesh, &pair.b.mesh];
    let exact = exact::pairs(&choice.folder, meshes, &poses)?;
    let meets: Vec<bool> = exact.iter().map(|pairs| !pairs.is_empty()).collect();
    if let Some(expected) = set.meets {
        let right = meets.iter().all(|meets| *meets == expected);
        assert!(right, "{}: {}: all poses should meet: {expected}", scene.name, set.name);
    }
    let mut result = SetResult {
        name: set.name.clone(),
        poses: poses.len(),
        hits: meets.iter().filter(|meets| **meets).count(),
        pairs: exact.iter().map(Vec::len).sum(),
        distance: None,
        proof: Proof::default(),
        answers: Vec::new(),
    };
    let write = |kind: &str, poses: &[Poses], truths| {
        let path = choice.folder.join(format!("{}-{number}{kind}.poses", file_name(&scene.name)));
        write_poses(&path, poses)?;
        io::Result::Ok(PosesFile { path, count: poses.len(), truths })
    };
    if choice.topic == Topic::Contacts {
        let (timed, meeting) = (write("", &poses, vec![])?, write("-meeting", &[], vec![])?);
        return Ok(Prepared { timed, meeting, poses, exact, result });
    }
    let (truths, proof) = truths(meshes, &poses, &meets);
    let mut sorted: [(Vec<Poses>, Vec<Truth>); 2] = Default::default();
    for ((at, truth), &meets) in poses.into_iter().zip(truths).zip(&meets) {
        let (poses, truths) = &mut sorted[usize::from(meets)];
        poses.push(at);
        truths.push(truth);
    }
    let [(free, of_free), (meeting, of_meeting)] = sorted;
    result.proof = proof;
    result.distance = median(&of_free.iter().map(|truth| truth.upper).collect::<Vec<f64>>());
    let timed = write("-free", &free, of_free)?;
    let meeting = write("-meeting", &meeting, of_meeting)?;
    Ok(Prepared { timed, meeting, poses: free, exact, result })
}

fn chosen(family: Family, poses: &[Poses], choice: &Choice) -> Vec<Poses> {
    if family == Family::Paths && choice.topic == Topic::Distances {
        return poses.iter().take(choice.most_steps).copied().collect();
    }
    let step = poses.len().div_ceil(choice.most_poses).max(1);
    poses.iter().step_by(step).copied().collect()
}

impl Prepared {
    /// Only so many of the poses are timed, spread evenly.
    pub fn keep(&mut self, count: usize) -> io::Result<()> {
        self.timed = self.spread(count, "kept")?;
        self.poses = spread(&self.poses, count);
        self.result.poses = self.poses.len() + self.result.hits;
        Ok(())
    }

    /// So many of the poses that are timed, spread evenly.
    pub fn spread(&self, count: usize, kind: &str) -> io::Result<PosesFile> {
        if count >= self.poses.len() {
            return Ok(self.timed.clone());
        }
        let path = self.timed.path.with_extension(kind);
        let poses = spread(&self.poses, count);
        write_poses(&path, &poses)?;
        Ok(PosesFile { path, count: poses.len(), truths: spread(&self.timed.truths, count) })
    }
}

/// So many of all, spread evenly.
fn spread<T: Clone>(all: &[T], count: usize) -> Vec<T> {
    let count = count.min(all.len());
    (0..count).map(|n| all[n * all.len() / count].clone()).collect()
}
