//! How two solids, or surfaces, stand to each other: apart, touching, cutting, one in the other.

pub(crate) mod boundary;
mod labels;
mod overlap;
mod wedges;

pub use boundary::{SurfaceKind, Unclear};
pub use overlap::Overlap;
