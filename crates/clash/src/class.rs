//! The classes of a pair of bodies, and the kinds that a rule asks for.

use std::fmt;

use obbtree_collider::Overlap;
use serde::{Deserialize, Serialize};

/// How two bodies stand to each other. See [`Overlap`] for what each means, and when it is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Class {
    /// They do not meet, and are at most the clearance of the rule apart.
    Near,
    /// They share single points of their surfaces, and no inner point.
    TouchingPoint,
    /// They share lines of their surfaces.
    TouchingLine,
    /// They share areas of their surfaces.
    TouchingArea,
    /// The first one is in the second.
    Contained,
    /// The second one is in the first.
    Containing,
    /// Both are the same points.
    Coincident,
    /// They meet, and what a mesh bounds is not clear enough to say more: they may be cutting.
    Undecided,
    /// They share inner points, and each has inner points of its own.
    Cutting,
}

impl Class {
    /// `near`, `touching_point`, `touching_line`, `touching_area`, `contained`, `containing`,
    /// `coincident`, `undecided` or `cutting`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::TouchingPoint => "touching_point",
            Self::TouchingLine => "touching_line",
            Self::TouchingArea => "touching_area",
            Self::Contained => "contained",
            Self::Containing => "containing",
            Self::Coincident => "coincident",
            Self::Undecided => "undecided",
            Self::Cutting => "cutting",
        }
    }

    /// Do they share inner points, for sure?
    #[must_use]
    pub fn overlaps(self) -> bool {
        matches!(self, Self::Cutting | Self::Contained | Self::Containing | Self::Coincident)
    }

    /// With the second body first.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::Contained => Self::Containing,
            Self::Containing => Self::Contained,
            other => other,
        }
    }

    /// `None` of what is apart.
    pub(crate) fn of(overlap: Overlap) -> Option<Self> {
        Some(match overlap {
            Overlap::Apart => return None,
            Overlap::Touching { dimension: 0 } => Self::TouchingPoint,
            Overlap::Touching { dimension: 1 } => Self::TouchingLine,
            Overlap::Touching { .. } => Self::TouchingArea,
            Overlap::Cutting => Self::Cutting,
            Overlap::Containing => Self::Containing,
            Overlap::Contained => Self::Contained,
            Overlap::Coincident => Self::Coincident,
            _ => Self::Undecided,
        })
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a rule asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// [`Class::Cutting`].
    Cutting,
    /// [`Class::Contained`] and [`Class::Containing`].
    Contained,
    /// [`Class::Coincident`]: a body that is there twice.
    Coincident,
    /// Touching in points, lines or areas.
    Touching,
}

impl Kind {
    /// Does it ask for a class? What is undecided may be any of them.
    #[must_use]
    pub fn asks_for(self, class: Class) -> bool {
        match class {
            Class::Undecided => true,
            Class::Near => false,
            Class::Cutting => self == Self::Cutting,
            Class::Contained | Class::Containing => self == Self::Contained,
            Class::Coincident => self == Self::Coincident,
            Class::TouchingPoint | Class::TouchingLine | Class::TouchingArea => {
                self == Self::Touching
            }
        }
    }
}
