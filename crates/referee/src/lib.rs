//! Slow reference answers to collision queries, in rational arithmetic.
//!
//! [`meet`] decides two triangles, [`intersecting_pairs`] two meshes. The method has nothing in common
//! with the predicates of the engine; only the types of meshes, poses and triangles are shared.

mod sweep;
mod triangles;

pub use sweep::{collide, for_each_pair, intersecting_pairs};
pub use triangles::meet;
