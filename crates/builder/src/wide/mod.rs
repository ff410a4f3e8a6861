//! The wide builder: four oriented boxes a node, up to four triangles a leaf.
//!
//! Top down, each cut judged by the area of the resulting boxes (the surface-area heuristic:
//! Goldsmith, Salmon 1987; MacDonald, Booth 1990), each box rotated from its principal axes
//! (Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996) until its surface area is small. It is fast
//! because cuts and frames are in vector lanes: one pass over a set's triangles serves sixteen.
//!
//! | file | content |
//! |---|---|
//! | `config`, `build`, `refit` | what users call |
//! | `soup`, `set`, `points`, `bins`, `bounds` | the working copy, a set, its corners, bins, bounds |
//! | `rows`, `frame`, `scalar` | sixteen numbers, frames, comparisons |
//! | `moments`, `eigen` | covariance and principal axes, sixteen at once |
//! | `split_fast`, `split_best`, `split_small` | three ways to cut a set |
//! | `fit` | rotating a box |
//! | `split_in_two`, `split_node`, `top_down`, `draft` | the nodes, unmeasured |
//! | `extent`, `layout`, `leaf_corners`, `leaf_ranges` | the tree but for its boxes |
//! | `corner_source`, `distinct`, `boxes` | exact half sides |
//! | `outliers` | the few triangles that reach far beyond all others |
//! | `threads` | one thread or many |

mod bins;
mod bounds;
mod boxes;
mod build;
mod config;
mod corner_source;
mod distinct;
mod draft;
mod eigen;
mod extent;
mod fit;
mod frame;
mod layout;
mod leaf_corners;
mod leaf_ranges;
mod moments;
mod outliers;
mod points;
mod refit;
mod rows;
mod scalar;
mod set;
mod soup;
mod split_best;
mod split_fast;
mod split_in_two;
mod split_node;
mod split_small;
mod threads;
mod top_down;

pub use self::build::{build, build_cancelled_by};
pub use self::config::{Config, Effort};
pub use self::refit::{RefitReport, TriangleCountMismatch, refit, refit_frames};
