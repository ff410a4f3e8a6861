//! Four triangles of A against four of B: sixteen pairs in lanes.

#[cfg(test)]
mod bound_search;
mod bounds;
mod closer;
mod decided;
mod distance;
#[cfg(test)]
mod exact_number;
mod features;
mod meet;
mod packed;
mod place;
mod signs;
mod vector;

pub(super) use closer::decide_closer;
#[cfg(test)]
pub(super) use decided::Decided;
pub(super) use distance::{NearPairs, near_pairs};
pub(super) use meet::decide;
