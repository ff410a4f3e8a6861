//! The range of the numbers that the engine accepts.

/// The largest absolute value of a coordinate, or of a component of a translation: 2^250 (about
/// 1.8e75), in the caller's unit. Meshes and poses with larger values are rejected when they are
/// made. Within this limit no product in the predicates can overflow: squared normals have degree
/// four and stay under 2^1006.
pub const MAX_COORDINATE: f64 = f64::from_bits((1023 + 250) << 52);
