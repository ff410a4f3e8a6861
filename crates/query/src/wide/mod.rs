//! The fast query: two wide trees descended together, sixteen pairs at a time, in `f32` lanes.
//!
//! The descent of Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996), with four boxes a node, so
//! that a node against a node fills a vector register with box pairs, and a leaf against a leaf
//! with triangle pairs. Each of the `questions` says what boxes and triangles mean, `boxes` and
//! `leaf` hold the kernels, `traverse` drives, `time` does the same for an interval of a motion,
//! and `one_tree` has the queries of one tree. All are written once over the lanes of
//! `obbtree-simd` and run on the best instruction set of the CPU.
//!
//! Answers are certain, and the same on every instruction set: boxes are separated only by more
//! than a proven slack (`boxes/frame`), triangles only on proven signs; what `f32` cannot decide
//! goes to the `f64` filter and to exact arithmetic of `obbtree-predicates`.

mod distance_search;
#[cfg(test)]
pub(crate) mod kernel_tests;
mod nearly_in_place;
mod outliers;
pub(crate) mod reference;
mod search;
#[cfg(test)]
mod underflow_tests;

pub use search::{
    Workspace, bounds_disjoint, close_pairs, extent, for_each_pair_reference, swept_pairs,
};
