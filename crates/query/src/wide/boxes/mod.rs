//! Sixteen pairs of boxes at once: the separating-axis test in two phases.

mod box_test;
mod boxes_in_a;
mod face_axes;
mod lower_bounds;
mod separating_axes;
mod survivors;

#[cfg(test)]
pub(super) use box_test::BoxTest;
pub(super) use box_test::{Meet, Within};
pub(super) use lower_bounds::{bound_phase, bound_visit};
pub(super) use separating_axes::{cross_phase, face_phase, full_visit};
pub(super) use survivors::{Buffer, Survivors};
