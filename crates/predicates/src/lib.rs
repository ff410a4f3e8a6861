//! Certain answers about placed triangles and boxes: what the engine decides by.
//!
//! Vertices and poses are `f64` numbers as given. Every test here is either exact, or rounded with a
//! proven bound that its caller must heed. The chain is short: a [`Pose`] is a checked rigid motion;
//! a [`Placement`] relates two poses and knows its own rounding; `tri_tri` decides pairs of triangles
//! by an `f64` filter and, where that cannot, by `exact` integer arithmetic; `obb_obb` separates
//! boxes by more than a given slack. The rounded catalogue of shapes is `obbtree-geom`.

mod aabb;
mod box_separation;
mod exact;
mod obb;
mod placement;
mod pose;
mod real;
mod rounding;
mod signs;
mod sizes;
mod tri_tri;

pub use aabb::Aabb;
pub use box_separation::{BoxInFrame, box_separating_axis};
pub use exact::{
    Contact, exact_closer, exact_contact, exact_distance, ray_crossing, triangles_coincide,
};
pub use obb::Obb;
pub use placement::Placement;
pub use pose::{Pose, PoseError};
pub use real::Real;
pub use rounding::ROUNDOFF;
pub use sizes::{length_bound, unit_scale};
pub use tri_tri::{
    Certain, Stages, TriangleTest, classify_triangles, is_degenerate, triangles_closer,
    triangles_meet, triangles_meet_past_kernel,
};

/// Three components along x, y and z.
pub type Real3 = nalgebra::Vector3<f64>;

/// Three corners of a triangle, in one frame. Closed: its edges and corners belong to it. Corners
/// that coincide or lie on a line make it the segment or the point that it is.
pub type Triangle = [nalgebra::Point3<f64>; 3];

/// The largest coordinate and translation that the engine takes, 2^250 (about 1.8e75, in the
/// caller's unit). Below it no product of the predicates can overflow: squared normals have degree
/// four and stay under 2^1006. Meshes and poses beyond are refused where they are made.
pub const MAX_COORDINATE: f64 = f64::from_bits((1023 + 250) << 52);
