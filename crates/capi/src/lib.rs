//! The engine for C: opaque handles, a status from every function, flat arrays in and out.
//!
//! `include/obbtree.h` is made from these files by cbindgen; the test `header` checks that it is
//! fresh and makes it anew. `include/obbtree.hpp` wraps it for C++17, `include/obbtree/` has what
//! goes with Eigen, OMPL and programs written for FCL. `install` installs all into a prefix; the
//! manual is docs/book.
//!
//! The functions convert, check and call; answers are those of the crate `obbtree`, exact stages
//! included. `memory` is the only file with `unsafe` blocks, and says what callers promise.
#![allow(unsafe_code)]
// Names for the linker; blocks stand in `memory` alone, see the test `unsafe_is_in_one_file`.
// cbindgen looks for `pub`; modules are private so that no Rust code can call these functions.
#![allow(unreachable_pub)]
// C has many arguments where Rust has one struct.
#![allow(clippy::too_many_arguments)]

mod answers;
mod arrays;
mod batch;
mod broad_phase;
mod changes;
mod checker_batch;
mod checker_worlds;
mod checkers;
mod collider;
mod constants;
mod contacts;
mod depth;
mod distance;
mod memory;
mod motions;
mod placed;
mod pose;
mod query;
mod rays;
mod results;
mod robots;
mod scene_bodies;
mod scene_changes;
mod scene_distance;
mod scene_questions;
mod scenes;
mod shapes;
mod status;
mod version;
mod voxels;
mod watched;
