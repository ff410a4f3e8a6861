//! Grids on which placed corners are exact integers.

pub(crate) mod aligned_grid;
pub(crate) mod common;
pub(crate) mod frame;
pub(crate) mod grid_triangle;
pub(crate) mod narrowest;
pub(crate) mod placed;
pub(crate) mod wide_frame;
