//! What is asked about distances.

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
    #[must_use]
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
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|asked| asked.word() == word)
    }

    /// As it is called in tables.
    #[must_use]
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
