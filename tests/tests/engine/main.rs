//! Trees and queries: each engine against brute force, the two against each other and against
//! parry3d, bodies and batches.

mod api;
mod classic;
mod closer;
mod contacts;
mod distance;
mod nearly_in_place;
mod outliers;
mod parry;
mod peers_distances;
mod peers_shapes;
mod points;
mod rays;
mod self_intersection;
mod shape_pairs;
mod shape_questions;
mod skewed;
mod solid;
mod sums_and_scales;
mod support;
mod underflow;
mod wide;
mod wide_build;
