//! Which format a JSON file has, and why it cannot be read.

use serde::Deserialize;
use thiserror::Error;

/// Why a text is no report, or no file of states.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReportError {
    /// It is no JSON, or has other fields.
    #[error("not a file of this kind: {0}")]
    Json(String),
    /// Another format, or another version.
    #[error("the format is {found:?}, not {expected:?}")]
    Format {
        /// What the text says.
        found: String,
        /// What it should say.
        expected: &'static str,
    },
}

/// Does a text say that it has this format?
pub(crate) fn ensure_format(text: &str, expected: &'static str) -> Result<(), ReportError> {
    #[derive(Deserialize)]
    struct Format {
        format: String,
    }
    let read: Result<Format, _> = serde_json::from_str(text);
    let Format { format: found } = read.map_err(|error| ReportError::Json(error.to_string()))?;
    if found == expected { Ok(()) } else { Err(ReportError::Format { found, expected }) }
}
