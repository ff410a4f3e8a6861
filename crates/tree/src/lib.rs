//! Trees of oriented boxes as plain data: nodes, their order, their bytes, and what makes a tree
//! valid.
//!
//! Two layouts: [`classic`], the binary `f64` tree of the 1996 paper, and [`wide`], four children a
//! node in `f32` for vector units. This crate knows no builder and no query.

mod boxes;
pub mod classic;
mod invalid;
pub mod wide;

pub use invalid::Invalid;
