//! The questions to engines.

use serde::{Serialize, Serializer};

use crate::Question;

/// Which questions a run is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Do surfaces meet, and which pairs of triangles do?
    Contacts,
    /// How far apart are they?
    Distances,
}

/// A question to an engine. All engines are queried about contacts and the distance; the others are
/// put to the first engine alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// About contacts.
    Pairs(Question),
    /// About the distance.
    Distance(Measure),
}

/// A question to an engine by its number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Number of the engine.
    pub engine: usize,
    /// The question.
    pub task: Task,
}

impl Task {
    /// The question's word in the talk with a driver.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pairs(question) => question.name(),
            Self::Distance(measure) => measure.word(),
        }
    }

    /// As it is called in tables.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pairs(question) => question.name(),
            Self::Distance(measure) => measure.title(),
        }
    }

    /// The question whose time at the first engine others are compared with.
    pub fn base(self) -> Self {
        match self {
            Self::Pairs(_) => self,
            Self::Distance(_) => Self::Distance(Measure::Distance),
        }
    }
}

impl Serialize for Task {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

impl Topic {
    /// Its questions, in the order of reports.
    pub fn questions(self) -> Vec<Task> {
        match self {
            Self::Contacts => Question::BOTH.map(Task::Pairs).to_vec(),
            Self::Distances => Measure::ALL.map(Task::Distance).to_vec(),
        }
    }

    /// All questions to so many engines, in the order in which they take turns: what others are
    /// compared with comes before them.
    pub fn columns(self, engines: usize) -> Vec<Column> {
        let questions = self.questions();
        let of_all = questions.iter().flat_map(|&task| {
            let others = if task.base() == task { engines } else { 1 };
            (0..others).map(move |engine| Column { engine, task })
        });
        of_all.collect()
    }
}

/// A question about the distance of two surfaces; its answer is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The distance, without knowledge of earlier poses.
    Distance,
    /// The distance, beginning with the closest triangles of the pose before.
    Kept,
    /// The distance, [`Measure::ERROR`] allowed; the answer is the upper end.
    Rough,
    /// Are the bodies closer than half of their distance?
    Half,
    /// Are they closer than twice their distance?
    Twice,
    /// A lower bound of the distance, for [`Measure::BOX_TESTS`].
    Clearance,
}

impl Measure {
    /// All, in the order of reports.
    pub const ALL: [Self; 6] =
        [Self::Distance, Self::Kept, Self::Rough, Self::Half, Self::Twice, Self::Clearance];

    /// The relative error that [`Measure::Rough`] allows.
    pub const ERROR: f64 = 1e-3;

    /// The effort of [`Measure::Clearance`].
    pub const BOX_TESTS: u64 = 64;

    /// The question's word in the talk with a driver.
    pub fn word(self) -> &'static str {
        match self {
            Self::Distance => "distance",
            Self::Kept => "distance-kept",
            Self::Rough => "distance-rough",
            Self::Half => "closer-half",
            Self::Twice => "closer-twice",
            Self::Clearance => "clearance",
        }
    }

    /// The question of this word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|task| task.word() == word)
    }

    /// As it is called in tables.
    pub fn title(self) -> &'static str {
        match self {
            Self::Distance => "distance",
            Self::Kept => "witness kept",
            Self::Rough => "error 1e-3",
            Self::Half => "closer than half",
            Self::Twice => "closer than twice",
            Self::Clearance => "clearance, 64 tests",
        }
    }
}
