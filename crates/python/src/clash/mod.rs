//! Clash detection: studies, and what they find.
//!
//! | file | content |
//! |---|---|
//! | `study` | the class `Study`, from fields of Python, a text or a file |
//! | `run` | the function `clash`: a study of a scene |
//! | `found` | the classes `Clash` and `ClashCluster` |
//! | `report`, `difference` | the classes `ClashReport` and `ClashDifference`, and files |
//! | `motion`, `motion_report` | the function `clash_motion`, of bodies that move; what it finds |
//! | `slices` | what `obbtree.cluster` does on each machine |

mod difference;
mod found;
mod motion;
mod motion_report;
mod report;
mod run;
mod slices;
mod study;

pub(crate) use difference::ClashDifference;
pub(crate) use found::{Clash, ClashCluster};
pub(crate) use motion::clash_motion;
pub(crate) use motion_report::{Approach, ContactTimes, MotionClash, MotionClashReport};
pub(crate) use report::ClashReport;
pub(crate) use run::clash;
pub(crate) use slices::{_clash_moves, _clash_question, _clash_slice};
pub(crate) use study::Study;
