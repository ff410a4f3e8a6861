//! The classic query: two binary trees descended together, in `f64`, as in Gottschalk, Lin,
//! Manocha, "OBBTree" (SIGGRAPH 1996).
//!
//! It is the reference that faster engines are held against, in answers and in time. Its answers
//! are certain: boxes are separated only by a margin that covers every rounding (`slack`), and
//! triangles that floating-point arithmetic cannot decide are decided exactly.

mod descent;
mod distance;
mod search;
mod slack;
#[cfg(test)]
mod slack_search;
mod workspace;

pub use search::visited_nodes;
pub use workspace::Workspace;
