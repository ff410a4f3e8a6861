//! Four triangles of A against four of B: sixteen pairs in lanes.

#[cfg(test)]
mod bound_search;
mod bounds;
mod closer;
mod common_corners;
mod decided;
mod distance;
#[cfg(test)]
mod exact_number;
mod features;
mod meet;
mod packed;
mod place;
mod signs;
mod swept;
mod vector;

pub(super) use closer::DecideCloser;
pub(super) use common_corners::common_corners;
#[cfg(test)]
pub(super) use decided::Decided;
pub(super) use distance::{FindNearPairs, NearPairs};
pub(super) use meet::{decide, decide_among};
pub(super) use place::triangle_pairs;
pub(super) use swept::FindSweptPairs;
