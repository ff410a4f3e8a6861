//! Why numbers are no cloud.

use obbtree_predicates::MAX_COORDINATE;
use thiserror::Error;

/// Why numbers are no cloud. Points count from 0.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CloudError {
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
    /// A number of a camera, or of how its depths are read, that is of no use.
    #[error("the camera has {what} = {value:?}, {wanted}")]
    Camera {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What it has to be.
        wanted: &'static str,
    },
    /// Not as many depths as rows of an image need.
    #[error("{depths} depths do not fill rows of {width}")]
    Rows {
        /// Depths.
        depths: usize,
        /// Pixels of a row.
        width: usize,
    },
    /// Numbers of points that are not ascending, or not below the number given.
    #[error("point {place} of those kept has the number {number}, which is no number of its own")]
    Number {
        /// Which point.
        place: usize,
        /// Its number.
        number: u32,
    },
    /// A number of a point that there is not.
    #[error("entry {place} is the number {number}, and {given} points were given")]
    NoPoint {
        /// Which of the numbers.
        place: usize,
        /// The number.
        number: u32,
        /// Points given.
        given: usize,
    },
    /// A distance that is negative, not finite, or beyond [`MAX_COORDINATE`].
    #[error("the distance is {value:?}, not a number from 0 to {MAX_COORDINATE:e}")]
    Distance {
        /// The distance.
        value: f64,
    },
    /// A mask that has not as many entries as there are points.
    #[error("there are {points} points and {entries} entries of their mask")]
    Mask {
        /// Points.
        points: usize,
        /// Entries.
        entries: usize,
    },
    /// There are not as many numbers as points.
    #[error("there are {points} points and {numbers} numbers of them")]
    Numbers {
        /// Points.
        points: usize,
        /// Numbers.
        numbers: usize,
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

impl CloudError {
    /// With the number that a point has elsewhere.
    pub(crate) fn of_number(self, number: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::BadCoordinate { point, axis, value } => {
                Self::BadCoordinate { point: number(point), axis, value }
            }
            Self::Radius { point, value } => Self::Radius { point: point.map(number), value },
            other => other,
        }
    }
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
