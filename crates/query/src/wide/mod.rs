//! The fast query: two wide trees descended together, sixteen pairs at a time, in `f32` lanes.
//!
//! The descent of Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996), with four boxes a node, so
//! that a node against a node fills a vector register with box pairs, and a leaf against a leaf with
//! triangle pairs. A `question` says what boxes and triangles mean, `boxes` and `triangles` hold the
//! kernels, `child_pairs` says where a visit leads, `traverse` drives. All are written once over the
//! lanes of `obbtree-simd` and run on the best instruction set of the CPU.
//!
//! Answers are certain, and the same on every instruction set: boxes are separated only by more than a
//! proven slack (`frame`), triangles only on proven signs; what `f32` cannot decide goes to the `f64`
//! filter and to exact arithmetic of `obbtree-predicates`.

mod boxes;
mod child_pairs;
mod distance_search;
mod frame;
#[cfg(test)]
mod kernel_tests;
mod node_copies;
mod opened_leaf;
mod pair_masks;
mod question;
mod questions;
mod ray_cast;
mod recent;
mod reference;
mod relevance_sphere;
mod root_boxes;
mod search;
mod sides;
mod sphere_descent;
mod stack;
mod swept_frame;
mod swept_search;
mod tally;
mod tolerance;
mod traverse;
mod triangles;
#[cfg(test)]
mod underflow_tests;
mod walk;

pub use search::{Workspace, for_each_pair_reference};
