//! Continuous collision: when do moving bodies meet first, with proof?

mod advancement;
mod memory;
mod pairs;
mod questions;
mod relative;
mod search;
mod translation;

pub use advancement::MotionBound;
pub(crate) use memory::SweepMemory;
