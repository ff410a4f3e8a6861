//! The classic builder: one box a node, fitted by covariance and split along one of its axes, down
//! to single triangles; Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996), section 4.

mod build;
mod config;
mod item;
mod split;

pub use build::build;
pub use config::{Config, Fit, Split};
