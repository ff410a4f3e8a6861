//! Certain tests of placed triangles and boxes: every decision of the engine is made by these.
//!
//! Vertices and poses are `f64` numbers, used exactly as given. Every test here is either exact, or
//! rounded with a proven error bound that the caller must respect. A [`Pose`] is a validated rigid
//! motion. A [`Placement`] relates two poses and bounds its own rounding error. [`triangles_meet`]
//! decides pairs of triangles with an `f64` filter and, where the filter cannot, with exact integer
//! arithmetic. [`box_separating_axis`] separates boxes by more than a given slack. The rounded
//! catalogue of shapes is in `obbtree-geom`.

pub use nalgebra; // The version whose types appear in public functions.

mod aabb;
mod bounds;
mod box_gap;
mod box_separation;
mod double_double;
mod exact;
mod face_and_box;
mod frustum;
mod length_sum;
mod limits;
mod near_rotation;
mod obb;
mod placed_aabbs;
mod placement;
mod plane_reach;
mod plane_side;
mod pose;
mod ray;
#[cfg(test)]
mod ray_campaign;
mod ray_filter;
mod ray_in_mesh;
mod ray_triangle;
mod real;
mod rounded_part;
mod rounding;
mod signs;
mod sizes;
mod tri_tri;
mod triangle;
mod unit_scale;

pub use aabb::Aabb;
pub use bounds::{LowerBound, UpperBound};
pub use box_gap::BoxGap;
pub use box_separation::{BoxInFrame, box_separating_axis};
pub use exact::{
    Contact, MovingContact, TranslatingContact, exact_closer, exact_closer_than_sum, exact_contact,
    exact_distance, moving_edges, moving_vertex_face, ray_crossing, translating_triangles,
    triangles_coincide,
};
pub use frustum::meets_frustum;
pub use length_sum::LengthSum;
pub use limits::MAX_COORDINATE;
pub use obb::Obb;
pub use placed_aabbs::placed_aabbs_apart;
pub use placement::Placement;
pub use plane_reach::parallel_planes;
pub use plane_side::plane_side;
pub use pose::{Pose, PoseError};
pub use ray::{Ray, RayError};
pub use ray_in_mesh::RayInMesh;
pub use ray_triangle::{order_along_ray, ray_hit};
pub use real::Real;
pub use rounded_part::RoundedPart;
pub use rounding::{ROUNDOFF, round_up_f32};
pub use sizes::{length_bound, unit_vector};
pub use tri_tri::{
    Certain, MAX_WIDTH_ULPS, Refiner, RoundedDistance, SharedSet, Stages, TriangleDistance,
    TrianglePairs, TriangleTest, classify_triangles, is_degenerate, meet_beyond_common_corners,
    shared_set, triangles_closer, triangles_distance, triangles_meet, triangles_surely_cross,
};
pub use triangle::{Real3, Triangle};
pub use unit_scale::unit_scale;
