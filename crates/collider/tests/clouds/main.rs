//! Point clouds and voxels beside meshes, shapes and each other, against all pairs in rational
//! arithmetic.

mod changed;
mod nothing;
mod pairs;
mod solids;
mod support;
mod tiny;
mod voxels;
mod within;
