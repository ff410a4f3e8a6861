//! Points and discs grown by a radius: what convex shapes with a radius are the hulls of.

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
    /// A disc around it: across the segment between two points, which differ, and its radius.
    pub disc: Option<([Point3<f64>; 2], f64)>,
    /// The radius, a length in the world.
    pub radius: LengthSum,
}
