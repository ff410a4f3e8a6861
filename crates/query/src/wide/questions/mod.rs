//! The questions: one file each, all on the one traversal.

mod clearance;
mod close_pairs;
mod closer;
mod distance;
mod meeting;
mod self_meeting;

pub(super) use clearance::Clearance;
pub(super) use close_pairs::ClosePairs;
pub(super) use closer::Closer;
pub(super) use distance::Distance;
pub(super) use meeting::{HardPairs, Meeting};
pub(super) use self_meeting::SelfMeeting;
