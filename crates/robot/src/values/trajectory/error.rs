//! What is wrong with the numbers of a trajectory.

use thiserror::Error;

/// Why numbers are no trajectory. Rows, values and knots are counted from 0.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum TrajectoryError {
    /// Too few rows.
    #[error("{given} rows; this trajectory needs at least {least}")]
    TooFew {
        /// How many there are.
        given: usize,
        /// How many there have to be.
        least: usize,
    },
    /// No row differs from the first, so that limits give no time between them.
    #[error(
        "all {given} rows of positions are equal: this trajectory needs at least two that differ; \
         one of times that are given may stay"
    )]
    NoWay {
        /// How many there are.
        given: usize,
    },
    /// As many rows of one kind are needed as there are of another.
    #[error("{given} rows of {what}; there have to be {needed}")]
    Rows {
        /// `times`, `velocities`, `accelerations`, `knots`.
        what: &'static str,
        /// How many there are.
        given: usize,
        /// How many there have to be.
        needed: usize,
    },
    /// A row has another number of values than the first row of positions.
    #[error("row {row} of {what} has {given} values, not {dof} as row 0 of positions")]
    Length {
        /// `positions`, `velocities`, `accelerations` or `limits`.
        what: &'static str,
        /// The row.
        row: usize,
        /// How many values it has.
        given: usize,
        /// How many the first row has.
        dof: usize,
    },
    /// A number is not finite.
    #[error("row {row} of {what}, value {value}: {number} is not finite")]
    NotFinite {
        /// `times`, `positions`, `velocities`, `accelerations`, `knots` or `limits`.
        what: &'static str,
        /// The row.
        row: usize,
        /// The value; 0 of times and knots.
        value: usize,
        /// The number.
        number: f64,
    },
    /// A time is not after the one before, or a knot before it.
    #[error("row {row} of {what}: {time} does not come after {before}, that of row {}", .row - 1)]
    Order {
        /// `times` or `knots`.
        what: &'static str,
        /// The row.
        row: usize,
        /// Its time.
        time: f64,
        /// The time of the row before.
        before: f64,
    },
    /// As many knots are equal as leave the curve with a gap.
    #[error("knots {first} to {last} are all {knot}: the curve has a gap there")]
    Gap {
        /// The first of these knots.
        first: usize,
        /// The last.
        last: usize,
        /// What they are.
        knot: f64,
    },
    /// The values between two rows are beyond all numbers.
    #[error("after row {row}, value {value}: the curve is beyond what numbers hold")]
    TooLarge {
        /// The row, or the knot, at which the segment begins.
        row: usize,
        /// The value.
        value: usize,
    },
    /// A degree that is not supported.
    #[error("a spline of degree {0}: it has to be from 1 to 7")]
    Degree(usize),
    /// A limit of a velocity, acceleration or jerk is not above 0, or not finite.
    #[error(
        "the limit of {what} of value {value}{} is {limit}: it has to be a finite number above 0",
        .joint.as_ref().map_or(String::new(), |joint| format!(", joint '{joint}',"))
    )]
    Limit {
        /// `velocity`, `acceleration` or `jerk`.
        what: &'static str,
        /// The value.
        value: usize,
        /// The joint that has the value, if the limits are those of a robot.
        joint: Option<String>,
        /// The limit.
        limit: f64,
    },
}
