//! The words for a vector and a triangle.

/// Three components along x, y and z.
pub type Real3 = nalgebra::Vector3<f64>;

/// Three corners of a triangle, in one frame. Closed: its edges and corners belong to it. Corners
/// that coincide or lie on a line make it the segment or the point that it is.
pub type Triangle = [nalgebra::Point3<f64>; 3];
