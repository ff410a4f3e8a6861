//! Slow reference answers to collision queries, in rational arithmetic.
//!
//! [`meet`] decides whether two triangles meet, [`pierce`] whether one goes through the other,
//! [`intersecting_pairs`] finds the pairs of two meshes, [`shared_corners`] what two triangles share;
//! [`squared_distance`] and [`mesh_squared_distance`] give distances. The methods have nothing in common
//! with the predicates of the engine; only the types of meshes, poses and triangles are shared.

mod boxes;
mod distance;
mod rational;
mod shared;
mod sweep;
mod triangles;

pub use num_rational::BigRational;

pub use distance::{closer, mesh_closer, mesh_squared_distance, squared_distance};
pub use shared::{placed, shared_corners};
pub use sweep::{collide, for_each_pair, intersecting_pairs};
pub use triangles::{meet, pierce};
