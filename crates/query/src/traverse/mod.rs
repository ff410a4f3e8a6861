//! The traversal of two trees, for any question: its stack, its visits, and what it descends.
//!
//! `question` says what a question is, `traversal` drives, `child_pairs` says where a visit leads.

pub(crate) mod child_pairs;
pub(crate) mod node_copies;
pub(crate) mod opened_leaf;
pub(crate) mod pair_masks;
pub(crate) mod question;
mod recent;
pub(crate) mod relevance_sphere;
mod sphere_descent;
pub(crate) mod stack;
pub(crate) mod tally;
pub(crate) mod traversal;
