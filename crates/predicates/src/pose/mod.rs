//! Poses: validated rigid motions, their products and inverses, and conversions.

mod checked;
mod convert;
mod group;
#[cfg(test)]
mod group_tests;
pub(crate) mod near_rotation;
pub(crate) mod placement;

pub use checked::{Pose, PoseError};
