//! What a run found, as it is written to JSON.

use serde::Serialize;

use super::wrong::Wrong;

/// A run; its scenes are `S`.
#[derive(Serialize)]
pub struct Results<S = SceneResult> {
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
    /// Scene by scene.
    pub scenes: Vec<S>,
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

impl SceneResult {
    /// The numbers of poses of its sets.
    pub fn poses(&self) -> impl Iterator<Item = usize> {
        self.sets.iter().map(|set| set.poses)
    }
}

/// What an engine needs before it is asked.
#[derive(Clone, Default, Serialize)]
pub struct BodyResult {
    /// Building both bodies from arrays.
    pub build: Option<Time>,
    /// Building both, and the first answer of `any` at the first pose.
    pub once: Option<Time>,
    /// Growth of the process's memory while both were built, for each triangle.
    pub bytes_per_triangle: Option<f64>,
    /// Why it was not asked further, if it was not.
    pub failed: Option<String>,
}

/// Poses of one situation.
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
    /// For each engine.
    pub answers: Vec<Answers>,
}

/// Of one engine at the poses of a set.
#[derive(Clone, Default, Serialize)]
pub struct Answers {
    /// Which questions were answered at all: `any`, `all`, `list`.
    pub answered: [bool; 3],
    /// What was wrong.
    pub wrong: Wrong,
    /// Times of `any` and of `all`, for each query.
    pub times: [Option<Time>; 2],
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
    #[must_use]
    pub fn new(rounds: &[f64], first: &[f64]) -> Option<Self> {
        let ratios: Vec<f64> = rounds.iter().zip(first).map(|(own, first)| own / first).collect();
        let nanoseconds = median(rounds)?;
        Some(Self { nanoseconds, ratio: median(&ratios), rounds: rounds.to_vec() })
    }
}

/// The middle one, or the mean of both in the middle.
#[must_use]
pub fn median(numbers: &[f64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(if sorted.len() % 2 == 1 { upper } else { 0.5 * (sorted[middle - 1] + upper) })
}

/// The geometric mean; `None` of nothing.
#[must_use]
pub fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}
