//! A validated ray or segment in the world.

use nalgebra::{Point3, Vector3};
use thiserror::Error;

use crate::numbers::limits::MAX_COORDINATE;

/// A ray from an origin along a direction, or a segment between two points, in world coordinates.
///
/// Its points are `origin + t direction`: of a ray for all `t >= 0`, of a segment for
/// `0 <= t <= 1`. The numbers given are used exactly; nothing is normalised. `t` counts lengths of
/// the direction.
///
/// ```
/// use obbtree_predicates::Ray;
/// let ray = Ray::new([0.0, 0.0, 5.0], [0.0, 0.0, -2.0])?;
/// assert_eq!(ray.at(1.5), nalgebra::Point3::new(0.0, 0.0, 2.0));
/// assert_eq!(Ray::segment([1.0; 3], [3.0; 3])?.at(0.5), nalgebra::Point3::new(2.0, 2.0, 2.0));
/// assert!(Ray::new([0.0; 3], [0.0; 3]).is_err()); // no direction
/// # Ok::<(), obbtree_predicates::RayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub(crate) origin: Point3<f64>,
    pub(crate) reach: RayEnd,
}

/// How far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RayEnd {
    /// To infinity along a direction.
    Along(Vector3<f64>),
    /// To a point.
    To(Point3<f64>),
}

/// Why numbers are no ray.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum RayError {
    /// A NaN, an infinity, or beyond [`MAX_COORDINATE`].
    #[error("a number of the ray is {0:e}, not a finite number up to {MAX_COORDINATE:e}")]
    OutOfRange(f64),
    /// The direction is zero, or the two ends of a segment are one point.
    #[error("the ray has no direction")]
    NoDirection,
}

impl Ray {
    /// A ray from a point along a direction of any length, both in the world.
    ///
    /// # Errors
    /// If a number is not finite or beyond [`MAX_COORDINATE`], or the direction is zero.
    pub fn new(origin: [f64; 3], direction: [f64; 3]) -> Result<Self, RayError> {
        check(origin, direction)?;
        if direction == [0.0; 3] {
            return Err(RayError::NoDirection);
        }
        Ok(Self { origin: origin.into(), reach: RayEnd::Along(direction.into()) })
    }

    /// The closed segment from one point to another, both in the world.
    ///
    /// # Errors
    /// If a number is not finite or beyond [`MAX_COORDINATE`], or the points are one.
    pub fn segment(from: [f64; 3], to: [f64; 3]) -> Result<Self, RayError> {
        check(from, to)?;
        if from == to {
            return Err(RayError::NoDirection);
        }
        Ok(Self { origin: from.into(), reach: RayEnd::To(to.into()) })
    }

    /// Where it begins.
    #[must_use]
    pub fn origin(&self) -> Point3<f64> {
        self.origin
    }

    /// Its direction; of a segment from end to end, rounded.
    #[must_use]
    pub fn direction(&self) -> Vector3<f64> {
        match self.reach {
            RayEnd::Along(direction) => direction,
            RayEnd::To(to) => to - self.origin,
        }
    }

    /// The end of a segment.
    #[must_use]
    pub fn end(&self) -> Option<Point3<f64>> {
        match self.reach {
            RayEnd::Along(_) => None,
            RayEnd::To(to) => Some(to),
        }
    }

    /// Does it end, at `t = 1`?
    #[must_use]
    pub fn is_segment(&self) -> bool {
        matches!(self.reach, RayEnd::To(_))
    }

    /// The point `origin + t direction`, rounded.
    #[must_use]
    pub fn at(&self, t: f64) -> Point3<f64> {
        self.origin + self.direction() * t
    }
}

fn check(one: [f64; 3], other: [f64; 3]) -> Result<(), RayError> {
    // Written so that NaN is out of range.
    match one.into_iter().chain(other).find(|x| !(x.abs() <= MAX_COORDINATE)) {
        Some(value) => Err(RayError::OutOfRange(value)),
        None => Ok(()),
    }
}
