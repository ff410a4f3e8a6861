//! The nodes of a scene: affine maps, and the mesh that placed geometry makes.

mod affine;
mod placed_mesh;

pub(crate) use affine::Affine;
pub(crate) use placed_mesh::PlacedMesh;
