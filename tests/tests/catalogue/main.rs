//! The catalogue of `crates/geom`, function by function, and its table in `docs/lab/CATALOGUE.md`.

mod batch;
mod boxes;
mod cast;
mod closest;
mod depth;
mod moving;
mod overlap;
mod planar;
mod plane;
mod point_in;
mod table;
mod tri_tri;
