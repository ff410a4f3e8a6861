//! Certain answers about placed triangles and boxes: what the engine decides by.
//!
//! Vertices and poses are `f64` numbers as given. Every test here is either exact, or rounded with a
//! proven bound that its caller must heed. The chain is short: a [`Pose`] is a checked rigid motion;
//! a [`Placement`] relates two poses and knows its own rounding; `tri_tri` decides pairs of triangles
//! by an `f64` filter and, where that cannot, by `exact` integer arithmetic; `obb_obb` separates
//! boxes by more than a given slack. The rounded catalogue of shapes is `obbtree-geom`.

pub use nalgebra; // The generation whose types stand in public functions.

mod aabb;
mod box_separation;
mod exact;
mod limits;
mod near_rotation;
mod obb;
mod placement;
mod pose;
mod real;
mod rounding;
mod signs;
mod sizes;
mod tri_tri;
mod triangle;

pub use aabb::Aabb;
pub use box_separation::{BoxInFrame, box_separating_axis};
pub use exact::{
    Contact, exact_closer, exact_contact, exact_distance, ray_crossing, triangles_coincide,
};
pub use limits::MAX_COORDINATE;
pub use obb::Obb;
pub use placement::Placement;
pub use pose::{Pose, PoseError};
pub use real::Real;
pub use rounding::{ROUNDOFF, round_up_f32};
pub use sizes::{length_bound, unit_scale};
pub use tri_tri::{
    Certain, Stages, TriangleTest, classify_triangles, is_degenerate, triangles_closer,
    triangles_meet, triangles_meet_past_kernel,
};
pub use triangle::{Real3, Triangle};
