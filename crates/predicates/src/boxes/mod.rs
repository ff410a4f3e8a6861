//! Boxes, alone and in pairs.

pub(crate) mod aabb;
pub(crate) mod box_gap;
pub(crate) mod box_separation;
pub(crate) mod face_and_box;
pub(crate) mod obb;
