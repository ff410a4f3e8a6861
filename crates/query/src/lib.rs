//! Two trees and a relative placement in, an answer out: the kernels and traversals behind `Query`.
//!
//! The question, for every query here: vertices and poses are `f64` numbers as given, and a pose
//! is its 3 x 4 matrix. Do the closed triangles of both placed surfaces (the segments and points
//! that degenerate ones are) share a point, or come within a tolerance of each other, in exact
//! arithmetic on these numbers? Touching is yes. A body wholly inside another without surface
//! contact is no.
//!
//! Queries read shared trees through `&` and keep what they need in a workspace of the caller's,
//! so any number of threads can ask at once, and a warm workspace allocates nothing. Nothing here
//! opens a file, prints, reads a clock, or starts a thread. Users hold a `Body` and a `Query` of
//! `obbtree-collider`, which call this crate.

mod boxes;
pub mod classic;
mod counts;
mod decide;
mod distance;
mod engine;
pub mod interrupt;
mod leaf;
mod nearest;
mod one_tree;
mod questions;
#[cfg(obbtree_rounded)]
mod rounded;
mod sides;
mod time;
mod traverse;
pub mod wide;

pub use counts::Counts;
pub use distance::{Distance, DistanceOptions, Interval};
pub use engine::{Engine, SearchMode};
pub use one_tree::inside::{for_each_crossing, is_inside};
pub use one_tree::inside_ray::InsideRay;
pub use one_tree::ray_frame::RayFrame;
pub use one_tree::ray_hits::{RayHit, all_ray_hits, any_ray_hit, closest_ray_hit};
pub use one_tree::walk::KeepsBox;
pub use time::extent::{Axis, Extent};
pub use time::swept::{DeferredPairs, Displacement, SweptPlacement};
