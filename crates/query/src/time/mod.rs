//! Two trees in an interval of time: boxes that are swept along displacements, and the pairs that
//! are deferred to shorter intervals.

pub(crate) mod extent;
pub(crate) mod swept;
pub(crate) mod swept_boxes;
pub(crate) mod swept_frame;
pub(crate) mod swept_search;
