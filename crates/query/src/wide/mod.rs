//! The fast query: two wide trees descended together, sixteen pairs at a time, in `f32` lanes.
//!
//! The descent of Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996), with four boxes a node, so
//! that a node against a node fills a vector register with box pairs, and a leaf against a leaf with
//! triangle pairs. `visit` tests boxes, `leaf` triangles, `next` says where a visit leads, `traverse`
//! drives. All are written once over the lanes of `obbtree-simd` and run on the best instruction set of the CPU.
//!
//! Answers are certain, and the same on every instruction set: boxes are parted only by more than a
//! proven slack (`motion`), triangles only on proven signs; what `f32` cannot decide goes to the
//! `f64` filter and to exact arithmetic of `obbtree-geom`.

mod columns;
#[cfg(test)]
mod kernel_tests;
mod leaf;
mod motion;
mod naive;
mod next;
mod query;
mod survivors;
mod tally;
mod traverse;
mod unpacked;
mod visit;

pub use query::{Scratch, for_each_pair_naive};
