//! The project's own cases, generated, with committed answers of the exact referee.

mod files;
mod pose_sets;
mod touching;
mod triangles;
