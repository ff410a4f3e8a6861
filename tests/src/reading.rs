//! Reading a file as every test of files does: in time, and with an error that names the file.

use std::path::Path;
use std::time::{Duration, Instant};

use obbtree::io::{Loaded, ReadError, read_mesh};

/// How long any file may take. The largest takes a hundredth of it on a machine that does nothing
/// else.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Reads a mesh within the time that a file may take; an error must begin with the file's name
/// and be short.
pub fn read_in_time(path: &Path) -> Result<Loaded, ReadError> {
    let start = Instant::now();
    let result = read_mesh(path);
    assert!(start.elapsed() < PATIENCE, "{path:?} took {:?}", start.elapsed());
    if let Err(error) = &result {
        let message = error.to_string();
        assert!(message.starts_with(&format!("{}: ", path.display())), "{message}");
        assert!(message.len() < path.as_os_str().len() + 250, "{message}");
    }
    result
}
