//! Many queries at once: many poses of one pair, or many pairs, over all cores.
//!
//! A batch gives the same answers in the same order as asking one by one, whatever the number of
//! threads.

mod batch;

pub use batch::{Batch, Cancelled, Placed};
