//! The classic tree: binary, `f64`, one oriented box a node, as in Gottschalk, Lin, Manocha,
//! "OBBTree" (SIGGRAPH 1996).

mod node;
mod tree;
mod validate;

pub use node::{MAX_AXES_SKEW, Node};
pub use tree::{Tree, TreeParts};
