//! Sixteen pairs of boxes at once: the separating-axis test in two phases.

pub(crate) mod box_test;
pub(crate) mod boxes_in_a;
pub(crate) mod face_axes;
pub(crate) mod frame;
mod kept;
pub(crate) mod key;
mod lower_bounds;
pub(crate) mod reach;
pub(crate) mod root_boxes;
pub(crate) mod scalar_box;
pub(crate) mod separating_axes;
mod survivors;
pub(crate) mod tolerance;
mod visits;

pub(crate) use box_test::{Meet, Within};
pub(crate) use face_axes::project;
pub(crate) use kept::FullVisit;
#[cfg(test)]
pub(crate) use kept::Kept;
pub(crate) use survivors::Buffer;
pub(crate) use visits::{Bounds, BoxVisits, Overlapping};
