//! What a run about distances found, as it is written to JSON.

use serde::Serialize;

use super::truth::Proof;
use crate::compare::measure::Measure;
use crate::compare::results::{Time, geometric_mean, median};

/// A question to an engine: a column of the tables. The first one is what others are compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Number of the engine.
    pub engine: usize,
    /// What it is asked.
    pub asked: Measure,
}

impl Column {
    /// All questions to the first engine, and the distance to all others.
    #[must_use]
    pub fn all(engines: usize) -> Vec<Self> {
        let first = Measure::ALL.into_iter().map(|asked| Self { engine: 0, asked });
        let others = (1..engines).map(|engine| Self { engine, asked: Measure::Distance });
        first.chain(others).collect()
    }
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
    /// For each engine, why it was not asked further, if it was not.
    pub failed: Vec<Option<String>>,
    /// Situation by situation; those where no pose is free have no times.
    pub sets: Vec<SetResult>,
}

/// Poses of one situation.
#[derive(Serialize)]
pub struct SetResult {
    /// The situation.
    pub name: String,
    /// How many poses are free: these are timed.
    pub free: usize,
    /// How many are not: these are checked.
    pub meeting: usize,
    /// The median distance of the free ones.
    pub distance: Option<f64>,
    /// What is proven of the distances.
    pub proof: Proof,
    /// For each column.
    pub answers: Vec<Answers>,
}

/// Of one column at the poses of a set.
#[derive(Clone, Default, Serialize)]
pub struct Answers {
    /// What was wrong.
    pub wrong: Wrong,
    /// For each query.
    pub time: Option<Time>,
    /// At so many free poses: at fewer than there are where a pass over all would have taken too long.
    pub poses: usize,
    /// The median of the answers as shares of the distance.
    pub share: Option<f64>,
}

/// What an engine answered wrongly at the poses of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Wrong {
    /// Free poses with a distance of 0 or less.
    pub false_contacts: usize,
    /// Poses that meet, with another distance than 0.
    pub missed_contacts: usize,
    /// Free poses with another distance, or another answer to what else is asked.
    pub off: usize,
}

impl Wrong {
    /// Is nothing wrong?
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Adds those of another set.
    pub fn add(&mut self, other: &Self) {
        self.false_contacts += other.false_contacts;
        self.missed_contacts += other.missed_contacts;
        self.off += other.off;
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

impl Mean {
    /// Of the times of a column over those of another one, in the sets where both were timed.
    #[must_use]
    pub fn of(scenes: &[&SceneResult], column: usize, over: usize) -> Option<Self> {
        let ratio = |set: &SetResult| {
            let [own, other] = [column, over].map(|n| set.answers.get(n)?.time.as_ref()?.ratio);
            Some(own? / other?)
        };
        let sets = scenes.iter().flat_map(|scene| &scene.sets);
        let ratios: Vec<f64> = sets.filter_map(ratio).collect();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        Some(Self { mean: geometric_mean(&ratios)?, least, sets: ratios.len() })
    }
}

/// The median of the shares of a column over the sets of some scenes.
#[must_use]
pub fn median_share(scenes: &[&SceneResult], column: usize) -> Option<f64> {
    let sets = scenes.iter().flat_map(|scene| &scene.sets);
    median(&sets.filter_map(|set| set.answers.get(column)?.share).collect::<Vec<f64>>())
}
