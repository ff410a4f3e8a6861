//! What a run found, as it is written to JSON.

use serde::Serialize;

use super::question::{Column, Task};
use super::truth::Proof;
use super::wrong::Wrong;

/// A run.
#[derive(Serialize)]
pub struct Results {
    /// Day of the run, as the caller told it.
    pub date: String,
    /// A few words for the machine; part of the files' names.
    pub machine: String,
    /// Lines about machine, compilers and settings.
    pub about: Vec<String>,
    /// Gigahertz of the clock, measured before and after.
    pub gigahertz: [f64; 2],
    /// Names and descriptions of the engines. The first one is what others are compared with.
    pub engines: Vec<(String, String)>,
    /// The questions to engines, in the order of the answers of a set.
    pub columns: Vec<Column>,
    /// Scene by scene.
    pub scenes: Vec<SceneResult>,
}

/// A pair of bodies.
#[derive(Serialize)]
pub struct SceneResult {
    /// Name of the family on the command line.
    pub family: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// Of the scene.
    pub name: String,
    /// Triangles of A and of B.
    pub triangles: [usize; 2],
    /// For each engine.
    pub bodies: Vec<BodyResult>,
    /// Situation by situation.
    pub sets: Vec<SetResult>,
}

/// What an engine needs before it is queried.
#[derive(Clone, Default, Serialize)]
pub struct BodyResult {
    /// Building both bodies from arrays.
    pub build: Option<Time>,
    /// Building both, and the first answer of `any` at the first pose.
    pub once: Option<Time>,
    /// Growth of the process's memory while both were built, for each triangle.
    pub bytes_per_triangle: Option<f64>,
    /// Why it was not queried further, if it was not.
    pub failed: Option<String>,
}

/// Poses of one situation. About distances, those that are free are timed and the others checked.
#[derive(Serialize)]
pub struct SetResult {
    /// The situation.
    pub name: String,
    /// How many poses.
    pub poses: usize,
    /// At how many of them the surfaces meet, exactly.
    pub hits: usize,
    /// In how many pairs of triangles, all poses together.
    pub pairs: usize,
    /// The median distance of the free ones, where it is wanted.
    pub distance: Option<f64>,
    /// What is proven of the distances.
    pub proof: Proof,
    /// For each column; nothing where no pose can be timed.
    pub answers: Vec<Answers>,
}

/// To one question, of one engine, at the poses of a set.
#[derive(Clone, Default, Serialize)]
pub struct Answers {
    /// At so many poses: fewer than there are where a pass over all would have taken too long.
    pub poses: usize,
    /// Whether the pairs of triangles were listed, too.
    pub listed: bool,
    /// What was wrong.
    pub wrong: Wrong,
    /// For each query.
    pub time: Option<Time>,
    /// The median of the answers as shares of the distance, of a lower bound.
    pub share: Option<f64>,
}

/// A time, in turns with the first engine.
#[derive(Clone, Serialize)]
pub struct Time {
    /// Nanoseconds: the median of the rounds.
    pub nanoseconds: f64,
    /// How many times longer than the first engine in the same round: the median of the rounds.
    pub ratio: Option<f64>,
    /// The nanoseconds of each round.
    pub rounds: Vec<f64>,
}

impl Time {
    /// From the rounds of an engine and of the first one; `None` without a round.
    pub fn new(rounds: &[f64], first: &[f64]) -> Option<Self> {
        let ratios: Vec<f64> = rounds.iter().zip(first).map(|(own, first)| own / first).collect();
        let nanoseconds = median(rounds)?;
        Some(Self { nanoseconds, ratio: median(&ratios), rounds: rounds.to_vec() })
    }
}

impl Results {
    /// Names of the families that were run, in order.
    pub fn families(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        for scene in &self.scenes {
            if !names.contains(&scene.family) {
                names.push(scene.family);
            }
        }
        names
    }

    /// The scenes of a family.
    pub fn of_family(&self, family: &str) -> Vec<&SceneResult> {
        self.scenes.iter().filter(|scene| scene.family == family).collect()
    }

    /// The questions of the run, in order.
    pub fn questions(&self) -> Vec<Task> {
        self.columns.iter().filter(|column| column.engine == 0).map(|column| column.task).collect()
    }

    /// The place of a question to an engine among the answers, if it is put to that engine.
    pub fn column(&self, engine: usize, task: Task) -> Option<usize> {
        self.columns.iter().position(|column| *column == Column { engine, task })
    }

    /// How many times longer an engine takes for a question than the first one for the question
    /// that it is compared with: over the sets of some scenes in which both were timed.
    pub fn mean(&self, scenes: &[&SceneResult], engine: usize, task: Task) -> Option<Mean> {
        let column = self.column(engine, task)?;
        let ratio = |set: &SetResult| set.answers.get(column)?.time.as_ref()?.ratio;
        let sets = scenes.iter().flat_map(|scene| &scene.sets);
        let ratios: Vec<f64> = sets.filter_map(ratio).collect();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        Some(Mean { mean: geometric_mean(&ratios)?, least, sets: ratios.len() })
    }
}

/// Ratios over the sets of some scenes.
pub struct Mean {
    /// Their geometric mean.
    pub mean: f64,
    /// The least of them.
    pub least: f64,
    /// How many.
    pub sets: usize,
}

/// The middle one, or the mean of both in the middle.
pub fn median(numbers: &[f64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(if sorted.len() % 2 == 1 { upper } else { 0.5 * (sorted[middle - 1] + upper) })
}

/// The geometric mean; `None` of nothing.
fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}
