//! Sixteen pairs of boxes at once: the separating-axis test in two phases.

mod box_test;
mod boxes_in_a;
mod face_axes;
mod kept;
mod lower_bounds;
mod reach;
mod separating_axes;
mod survivors;
mod swept;
mod visits;

pub(super) use box_test::{Meet, Within};
pub(super) use face_axes::project;
pub(super) use kept::FullVisit;
#[cfg(test)]
pub(super) use kept::Kept;
pub(super) use survivors::Buffer;
pub(super) use swept::{SweptVisit, swept_visit};
pub(super) use visits::{Bounds, BoxVisits, Overlapping};
