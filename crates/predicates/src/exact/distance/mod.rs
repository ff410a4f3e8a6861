//! Distances, and comparisons of distances with a tolerance.

pub(crate) mod closer;
pub(crate) mod face_gap;
pub(crate) mod interval;
