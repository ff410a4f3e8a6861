//! Continuous collision: when do moving bodies meet first, with proof?

mod memory;
mod pairs;
mod questions;
mod relative;
mod search;
mod translation;

pub(crate) use memory::SweepMemory;
