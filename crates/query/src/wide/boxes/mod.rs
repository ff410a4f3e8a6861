//! Sixteen pairs of boxes at once: the separating-axis test in two phases.

mod boxes_in_a;
mod face_axes;
mod separating_axes;
mod survivors;

pub(super) use separating_axes::{cross_phase, face_phase, full_visit};
pub(super) use survivors::{Buffer, Survivors};
