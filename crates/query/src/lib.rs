//! Two trees and two poses in, an answer out.
//!
//! The question, for every query here: vertices and poses are `f64` numbers as given, and a pose is
//! its 3 x 4 matrix. Do the closed triangles of both placed surfaces (the segments and points that
//! degenerate ones are) share a point, in exact arithmetic on these numbers? Touching is yes. A body
//! wholly inside another without surface contact is no.
//!
//! Queries read shared trees through `&` and keep what they need in a scratch of the caller's, so
//! any number of threads can ask at once, and a warm scratch allocates nothing. Nothing here opens a
//! file, prints, reads a clock, or starts a thread.

pub mod classic;
mod counts;
mod engine;
mod line;
mod solid;
pub mod wide;
mod witness;

pub use counts::Counts;
pub use engine::{
    Aim, Engine, collide, for_each_pair, intersecting_pairs, intersecting_pairs_into,
};
pub use line::Line;
pub use solid::{Body, Class, classify, collide_solid};
pub use witness::Witness;
