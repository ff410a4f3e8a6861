//! The nodes of a scene: affine maps, and the mesh or the parts that placed geometry makes.

mod affine;
mod parts;
mod placed_mesh;

pub(crate) use affine::{Affine, Scaled};
pub(crate) use parts::{Level, Parts};
pub(crate) use placed_mesh::{PlacedMesh, RawMesh};
