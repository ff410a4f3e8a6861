//! Rays against triangles.

pub(crate) mod crossing;
pub(crate) mod on_grid;
pub(crate) mod parameter;
pub(crate) mod quotient;
