//! Trajectories: joint values over time.
//!
//! | file | content |
//! |---|---|
//! | `curve` | piecewise polynomials, and bounds of their values in parts of the time |
//! | `build` | the control points of tables, splines, B-splines, and of lines with limited velocity |
//! | `error` | what is wrong with the numbers |

mod build;
mod curve;
mod error;

pub use curve::Trajectory;
pub use error::TrajectoryError;
