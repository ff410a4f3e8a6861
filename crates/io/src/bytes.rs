//! All bytes of a file, before it is known what they are.

use std::path::Path;

use crate::error::{Fault, Problem, ReadError};

/// The whole file.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, ReadError> {
    std::fs::read(path)
        .map_err(|error| Fault::anywhere(Problem::Io(error)).in_file(&path.display().to_string()))
}
