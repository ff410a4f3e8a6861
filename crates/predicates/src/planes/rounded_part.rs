//! Points and discs with a radius: a convex shape with a radius is the convex hull of some of them.

use nalgebra::Point3;

use crate::numbers::length_sum::LengthSum;

/// All within a radius of a point, or of a disc around it, in the frame of a body.
///
/// The farthest part of a convex shape along any direction is one: of a capsule an end with its
/// radius, of a cone its base, and a tolerance adds to the radius of both.
#[derive(Clone, Copy, Debug)]
pub struct RoundedPart {
    /// The point.
    pub middle: Point3<f64>,
    /// A disc around it, perpendicular to the segment between two different points, and its radius.
    pub disc: Option<([Point3<f64>; 2], f64)>,
    /// The radius, a length in the world.
    pub radius: LengthSum,
}
