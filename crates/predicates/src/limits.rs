//! How large numbers may be.

/// The largest coordinate and translation that the engine takes, 2^250 (about 1.8e75, in the
/// caller's unit). Below it no product of the predicates can overflow: squared normals have degree
/// four and stay under 2^1006. Meshes and poses beyond are refused where they are made.
pub const MAX_COORDINATE: f64 = f64::from_bits((1023 + 250) << 52);
