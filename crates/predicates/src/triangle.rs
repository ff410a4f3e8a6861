//! Vectors and triangles.

use nalgebra::{Point3, Vector3};

/// Three components along x, y and z.
pub type Real3 = Vector3<f64>;

/// The three corners of a triangle, in one frame. The triangle is closed: its edges and corners
/// belong to it. If the corners coincide or lie on one line it is a point or a segment.
pub type Triangle = [Point3<f64>; 3];
