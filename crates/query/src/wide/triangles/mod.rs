//! Four triangles of A against four of B: sixteen pairs in lanes.

mod bounds;
mod meet;
mod packed;
mod place;
mod signs;

pub(super) use meet::{Decided, decide};
