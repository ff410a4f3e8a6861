//! Motion studies: all parts of an assembly move as given, and each pair is looked at over time.
//!
//! | file | content |
//! |---|---|
//! | `moving` | the parts of a scene that move, and boxes that they stay in |
//! | `along` | one pair over all times: contacts, closest approach |
//! | `run` | all pairs |
//! | `report` | what is found, as JSON and as a table |

mod along;
mod moving;
mod report;
mod run;

pub use report::{Approach, ContactTimes, MotionClash, MotionReport, read_motion_report};
