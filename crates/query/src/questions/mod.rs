//! The questions: one file each, all on the one traversal.

mod clearance;
mod close_pairs;
mod closer;
mod distance;
mod meeting;
mod self_meeting;

pub(crate) use clearance::Clearance;
pub(crate) use close_pairs::ClosePairs;
pub(crate) use closer::Closer;
pub(crate) use distance::Distance;
pub(crate) use meeting::{HardPairs, Meeting, later_stages};
pub(crate) use self_meeting::SelfMeeting;
