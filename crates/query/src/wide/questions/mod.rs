//! The questions: one file each, all on the one traversal.

mod meeting;

pub(super) use meeting::Meeting;
