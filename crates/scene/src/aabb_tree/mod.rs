//! A dynamic tree of axis-aligned boxes: what may touch what, without testing all pairs.
//!
//! | file | content |
//! |---|---|
//! | `tree` | the tree, and how it changes |
//! | `search` | what is near a box; all pairs that meet |
//! | `boxes` | boxes around two, and how near two are |

mod boxes;
mod search;
mod tree;

pub(crate) use boxes::{are_near, distance_below, union};
pub(crate) use tree::AabbTree;
