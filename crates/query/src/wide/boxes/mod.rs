//! Sixteen pairs of boxes at once: the separating-axis test in two phases.

mod box_test;
mod boxes_in_a;
mod face_axes;
mod kept;
mod lower_bounds;
mod separating_axes;
mod survivors;
mod visits;

pub(super) use box_test::{Meet, Within};
pub(super) use kept::FullVisit;
#[cfg(test)]
pub(super) use kept::Kept;
pub(super) use survivors::Buffer;
pub(super) use visits::{Bounds, BoxVisits, Overlapping};
