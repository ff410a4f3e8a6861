//! From a mesh to a tree of oriented boxes.
//!
//! Builders know meshes and trees, and no query. The same mesh and config give the same tree, bit
//! for bit.

pub mod classic;
mod hull;
#[cfg(feature = "parallel")]
pub mod pool;
pub mod wide;
