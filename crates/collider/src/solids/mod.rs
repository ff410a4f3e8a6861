//! How two solids, or surfaces, stand to each other: apart, touching, cutting, one in the other.

pub(crate) mod boundary;
#[cfg(test)]
mod campaign;
pub(crate) mod faces;
mod labels;
mod overlap;
mod parting_face;
mod wedges;

pub use boundary::{SurfaceKind, Unclear};
pub use overlap::Overlap;
