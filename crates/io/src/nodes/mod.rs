//! The nodes of a scene: affine maps, and the mesh or the parts that placed geometry makes.

mod affine;
mod parts;
mod placed_mesh;

pub(crate) use affine::{Affine, Scaled};
pub use parts::AssemblyNode;
pub(crate) use parts::{Level, Parts};
pub(crate) use placed_mesh::PlacedMesh;
