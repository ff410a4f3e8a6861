//! Poses: checked rigid motions, their products and inverses, and the other forms they are written in.

mod checked;
mod convert;
mod group;
#[cfg(test)]
mod group_tests;

pub use checked::{Pose, PoseError};
