//! Joint values over time: straight lines between two configurations, and trajectories.

mod line;
mod trajectory;

pub use line::configuration_at;
pub(crate) use line::{StraightLine, ValuePath, distance_sq, on_line};
pub(crate) use trajectory::{Limits, Rounded};
pub use trajectory::{Trajectory, TrajectoryError};
