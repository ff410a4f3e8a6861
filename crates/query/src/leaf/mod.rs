//! Four triangles of A against four of B: sixteen pairs in lanes.

#[cfg(test)]
mod bound_search;
mod bounds;
mod closer;
mod common_corners;
mod decided;
mod distance;
mod features;
mod meet;
mod packed;
mod place;
mod signs;
mod swept;
mod vector;

pub(crate) use closer::DecideCloser;
pub(crate) use common_corners::common_corners;
#[cfg(test)]
pub(crate) use decided::Decided;
pub(crate) use distance::{FindNearPairs, NearPairs};
pub(crate) use meet::{decide, decide_among};
pub(crate) use place::triangle_pairs;
pub(crate) use swept::FindSweptPairs;
