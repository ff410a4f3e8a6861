//! What is known of the distance of two shapes.

use nalgebra::Point3;

/// The distance of two shapes, certified.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShapesDistance {
    /// The distance is at least this, in the caller's unit; 0 where
    /// [`collide_shapes`](crate::Query::collide_shapes) says yes, and where no larger number is proven.
    pub lower: f64,
    /// The distance is at most this; 0 only where the shapes certainly meet, never where
    /// [`collide_shapes`](crate::Query::collide_shapes) says no.
    pub upper: f64,
    /// The closest points of A and B, in the world, rounded. Of shapes that meet, some points of the two.
    pub points: [Point3<f64>; 2],
}
