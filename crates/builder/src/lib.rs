//! From a mesh to a tree of oriented boxes.
//!
//! Builders know meshes and trees, nothing of queries. The same mesh and config give the same bytes.

pub mod classic;
mod hull;
pub mod wide;
