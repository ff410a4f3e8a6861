//! What is known of the distance of a body and a shape.

use nalgebra::Point3;

use super::planes::NearestVertex;

/// The distance of a body and a shape, certified.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShapeDistance {
    /// The distance is at least this, in the caller's unit.
    pub lower: f64,
    /// The distance is at most this: 0 if and only if body and shape meet.
    pub upper: f64,
    /// The point of the body's surface that is closest, in the world, rounded. Where a component of the body
    /// is inside the shape it is the closest to the shape's surface, or to its core.
    pub point: Point3<f64>,
    /// The triangle that the point is on, by its number in the mesh.
    pub triangle: u32,
}

impl From<NearestVertex> for ShapeDistance {
    fn from(nearest: NearestVertex) -> Self {
        let NearestVertex { lower, upper, point, triangle } = nearest;
        Self { lower, upper, point, triangle }
    }
}
