//! The questions: one file each, all on the one traversal.

mod closer;
mod distance;
mod meeting;

pub(super) use closer::Closer;
pub(super) use distance::Distance;
pub(super) use meeting::{HardPairs, Meeting};
