//! The files of a report, and what changed between two.

pub(crate) mod bcf;
pub(crate) mod csv;
pub(crate) mod diff;
pub(crate) mod json;
