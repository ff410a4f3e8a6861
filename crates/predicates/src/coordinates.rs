//! What coordinates are kept in, and how large they may be.

use nalgebra::{Point3, Vector3};

/// Three components along x, y and z.
pub type Real3 = Vector3<f64>;

/// The three corners of a triangle, in one frame. The triangle is closed: its edges and corners
/// belong to it. Corners that coincide or lie on one line make it a point or a segment.
pub type Triangle = [Point3<f64>; 3];

/// The largest absolute value of a coordinate or of a component of a translation, 2^250 (about
/// 1.8e75), in the caller's unit. Meshes and poses with larger values are rejected when they are
/// made. Below it no product in the predicates can overflow: squared normals have degree four and
/// stay under 2^1006.
pub const MAX_COORDINATE: f64 = f64::from_bits((1023 + 250) << 52);
