//! The small models that ship with the project, as code: every file in `assets/` is written from
//! here, and nothing is a download.
//!
//! `cargo run --release -p obbtree-assets` writes the files, `-- --check` compares them. Meshes of
//! any size for tests and benchmarks are made by name, and not stored: see [`named`].
//!
//! The bytes are the same on every machine: only `+ - * /` and square roots, which IEEE 754 rounds
//! correctly, and the sine, cosine and arc tangent of the `libm` crate, which are Rust code and not
//! the system's. Coordinates are rounded to `f32`, so the mesh in memory is the mesh in the file.
//!
//! Frames are right-handed, triangles turn counter-clockwise seen from outside, and each model says
//! its unit. Closed models are closed by position, not only up to a tolerance.

#![forbid(unsafe_code)]

mod bolt;
mod building;
mod catalogue;
mod gear;
mod icosphere;
mod l_piece;
mod link;
mod motion;
mod noise;
mod nut;
mod scan;
mod simple;
mod surface;
mod terrain;
mod thread;
mod torus_knot;
mod vectors;
mod wall;
mod workshop;
mod write;

pub mod named;
mod octree;
pub mod poses;

pub use bolt::bolt;
pub use building::building;
pub use catalogue::{Model, PoseFile, files, models, pose_files};
pub use gear::{CENTRE_DISTANCE, Gear, PINION, WHEEL, gear};
pub use icosphere::icosphere;
pub use l_piece::{l_piece, section};
pub use link::link;
pub use motion::Motion;
pub use nut::nut;
pub use scan::scan;
pub use simple::{CUBOID_FACES, CUBOID_SIDES, TETRAHEDRON_FACES, cuboid, tetrahedron};
pub use terrain::terrain;
pub use thread::PITCH;
pub use torus_knot::torus_knot;
pub use wall::{HOLE_WIDTH, THICKNESS as WALL_THICKNESS, wall};
pub use write::{obj_text, stl_bytes};
