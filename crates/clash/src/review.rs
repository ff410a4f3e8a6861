//! What reviewers decide about clashes, from one run to the next: a state and a comment for each,
//! by its UUID, which stays the same. The page of `obbtree clash --html` saves such files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::format::{ReportError, ensure_format};

/// Is a clash still to be solved?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReviewState {
    /// Nobody has decided.
    #[default]
    Open,
    /// It may stay as it is.
    Accepted,
    /// The model was changed, so a later run should not find it.
    Resolved,
}

impl ReviewState {
    /// `open`, `accepted` or `resolved`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::Resolved => "resolved",
        }
    }
}

/// What is decided about a clash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Review {
    /// Its state.
    pub state: ReviewState,
    /// What was said about it; may be empty.
    pub comment: String,
}

/// The state and the comment, as columns of a table have them.
pub(crate) fn fields(review: Option<&Review>) -> [String; 2] {
    review.map_or_else(Default::default, |of| [of.state.name().to_owned(), of.comment.clone()])
}

/// What is decided about the clashes of a study.
///
/// ```
/// use obbtree_clash::{ReviewState, Reviews};
/// let reviews = Reviews::from_json(r#"{
///     "format": "obbtree-clash-states-1",
///     "study": "coordination",
///     "clashes": { "2f3c5a86-6c7e-3d0e-9d7f-2b1c8a4b0c11":
///         { "state": "accepted", "comment": "a sleeve will be there" } }
/// }"#)?;
/// assert_eq!(reviews.clashes.values().next().unwrap().state, ReviewState::Accepted);
/// assert_eq!(Reviews::from_json(&reviews.to_json())?, reviews);
/// # Ok::<(), obbtree_clash::ReportError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reviews {
    /// [`Reviews::FORMAT`].
    pub format: String,
    /// The name of the study.
    pub study: String,
    /// By the UUIDs of clashes. Those that are not there are open, without a comment.
    pub clashes: BTreeMap<Uuid, Review>,
}

impl Reviews {
    /// What `format` says.
    pub const FORMAT: &'static str = "obbtree-clash-states-1";

    /// Of a study, without any.
    #[must_use]
    pub fn new(study: &str) -> Self {
        let (format, study) = (Self::FORMAT.to_owned(), study.to_owned());
        Self { format, study, clashes: BTreeMap::new() }
    }

    /// From a file's text.
    ///
    /// # Errors
    /// If it is no such file, or one of another format.
    pub fn from_json(text: &str) -> Result<Self, ReportError> {
        ensure_format(text, Self::FORMAT)?;
        serde_json::from_str(text).map_err(|error| ReportError::Json(error.to_string()))
    }

    /// As a file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts, which JSON can hold") + "\n"
    }

    /// Gives each clash what is decided about it: how many reviews are of none of them.
    pub(crate) fn give<'c>(
        &self,
        clashes: impl Iterator<Item = (Uuid, &'c mut Option<Review>)>,
    ) -> usize {
        let mut found = 0;
        for (guid, review) in clashes {
            *review = self.clashes.get(&guid).cloned();
            found += usize::from(review.is_some());
        }
        self.clashes.len() - found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_file_is_told() {
        let message = |text: &str| Reviews::from_json(text).unwrap_err().to_string();
        let start = r#"{"format":"obbtree-clash-states-1","study":"a","clashes":"#;
        let found = message(r#"{"format":"obbtree-clash-1"}"#);
        assert!(found.contains("\"obbtree-clash-1\", not \"obbtree-clash-states-1\""), "{found}");
        assert!(message("[").contains("line 1"));
        assert!(message(&format!("{start}{{\"x\":{{}}}}}}")).contains("UUID"));
        let id = "2f3c5a86-6c7e-3d0e-9d7f-2b1c8a4b0c11";
        let of = |review: &str| format!("{start}{{\"{id}\":{review}}}}}");
        assert!(message(&of(r#"{"state":"done"}"#)).contains("`done`"));
        assert!(message(&of(r#"{"coment":"x"}"#)).contains("`coment`"));
        let read = Reviews::from_json(&of("{}")).expect("an empty review");
        assert_eq!(read.clashes.values().next(), Some(&Review::default()));
    }
}
