//! Continuous collision: when do moving bodies meet first, with proof?

mod memory;
mod options;
mod outcome;
mod pairs;
mod questions;
mod relative;
mod search;
mod translation;

pub(crate) use memory::SweepMemory;
pub use options::SweepOptions;
pub use outcome::{CloseApproach, FirstContact, Sweep};
