//! The developers' data: real meshes, poses and exact cases that do not ship with the project.
//!
//! It is looked for where `OBBTREE_DATA` says, else beside the checkout at `../shared/data`. Where it
//! is absent, a test that needs it says so and passes.

use std::path::PathBuf;

/// The path of a data file or folder; `None`, with a line on standard error that the calling test is
/// skipped, if there is none.
#[must_use]
pub fn path(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("OBBTREE_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let path = root.join(name);
    if path.exists() {
        return Some(path);
    }
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    eprintln!("SKIPPED {test}: {name} is not there (set OBBTREE_DATA to the data folder)");
    None
}
