//! What is wrong with a scene file, and where.

use std::path::PathBuf;

use thiserror::Error;

/// A scene file that cannot be read or written: which file, which field, and why.
#[derive(Debug, Error)]
#[error("{}: {field}{what}", file.display())]
#[non_exhaustive]
pub struct SceneFileError {
    /// The file.
    pub file: PathBuf,
    /// The field, with the body it belongs to, as `bodies[2] "shelf", pose: `; empty for the
    /// whole file.
    pub field: String,
    /// What is wrong.
    pub what: String,
}

impl SceneFileError {
    /// An error of a field; `""` for the whole file.
    pub(super) fn new(file: &std::path::Path, field: &str, what: impl ToString) -> Self {
        let field = if field.is_empty() { String::new() } else { format!("{field}: ") };
        Self { file: file.to_owned(), field, what: what.to_string() }
    }
}
