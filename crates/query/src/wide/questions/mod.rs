//! The questions: one file each, all on the one traversal.

mod closer;
mod meeting;

pub(super) use closer::Closer;
pub(super) use meeting::{HardPairs, Meeting};
