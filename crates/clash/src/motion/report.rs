//! What a motion study finds, as JSON and as a table.

use std::io::Write;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::format::{ReportError, ensure_format};
use crate::report::csv::cell;
use crate::review::{self, Review, Reviews};

/// When two bodies meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ContactTimes {
    /// They do not meet at the first of these times, unless it is the first of all or one at which
    /// they meet, and do not after the contact before; they meet not after the second. Where the
    /// study is certified they meet at no time between the contact before and the first one.
    pub first: [f64; 2],
    /// They meet at the first of these times or after; not after the second until the next contact.
    pub last: [f64; 2],
    /// A point of both at the first contact, in the world, rounded, where one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f64; 3]>,
}

/// How near two bodies come that do not meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Approach {
    /// The time of the table at which they are nearest.
    pub time: f64,
    /// The least distance is in this interval: at the times of the table, or, where the study is
    /// certified, at all times.
    pub distance: [f64; 2],
    /// The closest points at that time, in the world, rounded.
    pub points: [[f64; 3]; 2],
}

/// Two bodies that a rule of a motion study reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MotionClash {
    /// Of the rule and the names of the bodies: the same from run to run.
    pub guid: Uuid,
    /// The rule.
    pub rule: String,
    /// The names of the bodies, in the order of the scene.
    pub bodies: [String; 2],
    /// When they meet, by time.
    pub contacts: Vec<ContactTimes>,
    /// Times between which neither a contact nor that there is none is proven.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<[f64; 2]>,
    /// How near they come, of bodies that do not meet and come within the clearance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closest: Option<Approach>,
    /// What reviewers decided about it, if there is something: see [`MotionReport::set_reviews`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
}

/// What a motion study found. The same study and scene give the same report, on any number of
/// threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MotionReport {
    /// [`MotionReport::FORMAT`].
    pub format: String,
    /// The name of the study.
    pub study: String,
    /// Was it proven what happens between the times?
    pub certified: bool,
    /// The first and the last time.
    pub times: [f64; 2],
    /// How many times there were.
    pub samples: usize,
    /// How many bodies the scene had, and how many of them moved.
    pub bodies: usize,
    /// See `bodies`.
    pub moving: usize,
    /// How many pairs came near enough to be looked at.
    pub candidates: usize,
    /// What may be a mistake in the study.
    pub warnings: Vec<String>,
    /// By the order of rules, then by that of the bodies.
    pub clashes: Vec<MotionClash>,
}

impl MotionReport {
    /// What `format` says.
    pub const FORMAT: &'static str = "obbtree-motion-clash-1";

    /// See [`Report::set_reviews`](crate::Report::set_reviews).
    pub fn set_reviews(&mut self, reviews: &Reviews) -> usize {
        reviews.give(self.clashes.iter_mut().map(|clash| (clash.guid, &mut clash.review)))
    }

    /// The report as JSON. Numbers are read back as they are.
    #[must_use]
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("finite numbers and texts, which JSON can hold") + "\n"
    }

    /// Writes a table, comma-separated, with the names of the columns first: a line for each
    /// contact, for each interval without a proof, and for each closest approach. Texts that a
    /// spreadsheet would take as a formula begin with `'`; in JSON they are as they are.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_csv(&self, to: impl Write) -> Result<(), std::io::Error> {
        let mut table = csv::Writer::from_writer(to);
        table.write_record([
            "guid",
            "rule",
            "first",
            "second",
            "what",
            "from_lower",
            "from_upper",
            "to_lower",
            "to_upper",
            "distance_lower",
            "distance_upper",
            "state",
            "comment",
        ])?;
        for clash in &self.clashes {
            let [state, comment] = review::fields(clash.review.as_ref());
            let mut line = |what: &str, numbers: [Option<f64>; 6]| {
                let [rule, a, b] =
                    [&clash.rule, &clash.bodies[0], &clash.bodies[1]].map(|s| cell(s));
                let start = [clash.guid.to_string(), rule, a, b, what.to_owned()];
                let numbers = numbers.map(|x| x.map_or_else(String::new, |x| x.to_string()));
                let end = [state.clone(), cell(&comment)];
                table.write_record(start.iter().chain(&numbers).chain(&end))
            };
            for ContactTimes { first: [a, b], last: [c, d], .. } in &clash.contacts {
                line("contact", [Some(*a), Some(*b), Some(*c), Some(*d), None, None])?;
            }
            for [from, to] in &clash.undecided {
                line("undecided", [Some(*from), None, None, Some(*to), None, None])?;
            }
            if let Some(Approach { time, distance: [lower, upper], .. }) = &clash.closest {
                let (time, none) = (Some(*time), None);
                line("closest", [time, none, none, none, Some(*lower), Some(*upper)])?;
            }
        }
        table.flush()
    }
}

/// A report of bodies that move from its JSON.
///
/// # Errors
/// If it is no such report, or one of another format.
pub fn read_motion_report(text: &str) -> Result<MotionReport, ReportError> {
    ensure_format(text, MotionReport::FORMAT)?;
    serde_json::from_str(text).map_err(|error| ReportError::Json(error.to_string()))
}
