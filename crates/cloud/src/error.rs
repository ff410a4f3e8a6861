//! Why numbers are no cloud.

use obbtree_predicates::MAX_COORDINATE;
use thiserror::Error;

/// Why numbers are no cloud. Points count from 0.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CloudError {
    /// There is no point.
    #[error("the cloud has no points")]
    NoPoints,
    /// More points than 32-bit numbers allow.
    #[error("the cloud has {count} points, more than {limit} are not supported")]
    TooMany {
        /// The number given.
        count: usize,
        /// The largest number allowed.
        limit: usize,
    },
    /// A coordinate is NaN, infinite, or beyond [`MAX_COORDINATE`].
    #[error("point {point} has {axis} = {value:?}{}", beyond(*.value))]
    BadCoordinate {
        /// The point.
        point: usize,
        /// Which coordinate.
        axis: char,
        /// Its value.
        value: f64,
    },
    /// A radius that is negative, not finite, or beyond [`MAX_COORDINATE`].
    #[error("the radius{} is {value:?}, not a number from 0 to {MAX_COORDINATE:e}", of(*.point))]
    Radius {
        /// The point, if each has a radius of its own.
        point: Option<usize>,
        /// The radius.
        value: f64,
    },
    /// There are not as many radii as points.
    #[error("there are {points} points and {radii} radii")]
    Count {
        /// Points.
        points: usize,
        /// Radii.
        radii: usize,
    },
}

fn beyond(value: f64) -> String {
    if value.is_finite() {
        format!(", beyond {MAX_COORDINATE:e}, the largest coordinate that is supported")
    } else {
        ", not a finite number".to_owned()
    }
}

fn of(point: Option<usize>) -> String {
    point.map_or(String::new(), |point| format!(" of point {point}"))
}
