//! The options of a distance, and its answer.

use nalgebra::Point3;

/// The options of a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DistanceOptions {
    /// `upper - lower` may be this times `lower`; 0 for the narrowest interval.
    pub relative_error: f64,
    /// Or this, in the caller's unit, and both add up; 0 for the narrowest interval.
    pub absolute_error: f64,
    /// Distances above this need not be told; infinity by default.
    pub at_most: f64,
}

impl DistanceOptions {
    /// `upper - lower` may be this times `lower`. What is negative or NaN counts as 0.
    #[must_use]
    pub fn relative_error(mut self, error: f64) -> Self {
        self.relative_error = error;
        self
    }

    /// `upper - lower` may be this, in the caller's unit. What is negative or NaN counts as 0.
    #[must_use]
    pub fn absolute_error(mut self, error: f64) -> Self {
        self.absolute_error = error;
        self
    }

    /// Distances above this need not be told: none is with a number below 0 or NaN.
    #[must_use]
    pub fn at_most(mut self, distance: f64) -> Self {
        self.at_most = distance;
        self
    }
}

impl Default for DistanceOptions {
    fn default() -> Self {
        Self { relative_error: 0.0, absolute_error: 0.0, at_most: f64::INFINITY }
    }
}

/// The distance of two surfaces, certified.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Distance {
    /// The distance is at least this, in the caller's unit. 0 where the surfaces meet; above 0
    /// where they do not, but for an error allowed that is larger than the distance, and
    /// distances below 2^-1074, which no number above 0 is below.
    pub lower: f64,
    /// The distance is at most this: so far apart are two points that lie on the placed
    /// triangles. 0 if and only if the surfaces meet.
    pub upper: f64,
    /// These points, of A's and of B's surface, in the world, rounded.
    pub points: [Point3<f64>; 2],
    /// The triangles that the points are on, by their numbers in A's and B's mesh.
    pub triangles: [u32; 2],
}

impl Distance {
    /// Between two bounds, at these points of these triangles.
    #[must_use]
    pub fn new([lower, upper]: [f64; 2], points: [Point3<f64>; 2], triangles: [u32; 2]) -> Self {
        Self { lower, upper, points, triangles }
    }
}

/// Certain bounds of a length, in the caller's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Interval {
    /// It is at least this.
    pub lower: f64,
    /// It is at most this.
    pub upper: f64,
}

impl Interval {
    /// Between two bounds.
    #[must_use]
    pub fn new(lower: f64, upper: f64) -> Self {
        Self { lower, upper }
    }
}
