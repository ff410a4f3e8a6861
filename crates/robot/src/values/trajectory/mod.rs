//! Trajectories: joint values over time.
//!
//! | file | content |
//! |---|---|
//! | `curve` | piecewise polynomials, and bounds of their values in parts of the time |
//! | `build` | the control points of tables, splines and B-splines |
//! | `timed` | lines, round their corners, with limited velocity, acceleration and jerk |
//! | `ramp` | along a line from one speed to another |
//! | `error` | what is wrong with the numbers |

mod build;
mod curve;
mod error;
mod ramp;
mod timed;

pub use curve::Trajectory;
pub use error::TrajectoryError;
pub(crate) use timed::{Limits, Rounded};
