//! Paths between configurations.
//!
//! | file | content |
//! |---|---|
//! | `validity` | what a planner needs to know, as traits |
//! | `planning` | a path that is free, searched, shortened and proven |
//! | `rrt`, `halton` | two trees that grow towards each other; where they grow to |
//! | `shorten` | shorter and smoother paths |

mod halton;
mod planning;
mod rrt;
mod shorten;
mod validity;

pub use planning::{PlanOptions, plan_path, plan_path_to_any};
pub use validity::{MotionValidity, NoPath, StateClearance, StateValidity};
