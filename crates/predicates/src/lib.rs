//! Certain tests of placed triangles and boxes: every decision of the engine is made by these.
//!
//! Vertices and poses are `f64` numbers, used exactly as given. Every test here is either exact, or
//! rounded with a proven error bound that the caller must respect. A [`Pose`] is a validated rigid
//! motion. A [`Placement`] relates two poses and bounds its own rounding error. [`triangles_meet`]
//! decides pairs of triangles with an `f64` filter and, where the filter cannot, with exact integer
//! arithmetic. [`box_separating_axis`] separates boxes by more than a given slack. The rounded
//! catalogue of shapes is in `obbtree-geom`.

pub use nalgebra; // The version whose types appear in public functions.

#[macro_use]
mod derived;

mod boxes;
mod exact;
mod numbers;
mod planes;
mod pose;
mod rays;
mod signs;
#[cfg(test)]
mod test_numbers;
mod tri_tri;
mod triangle;

pub use boxes::aabb::Aabb;
pub use boxes::box_gap::{BoxGap, placed_aabbs_apart};
pub use boxes::box_separation::{BoxInFrame, box_separating_axis};
pub use boxes::obb::Obb;
pub use exact::{
    Contact, MovingContact, TranslatingContact, exact_closer, exact_closer_than_sum, exact_contact,
    exact_distance, moving_edges, moving_vertex_face, ray_crossing, translating_triangles,
    triangles_coincide,
};
pub use numbers::bounds::{LowerBound, UpperBound};
pub use numbers::length_sum::LengthSum;
pub use numbers::limits::MAX_COORDINATE;
pub use numbers::real::Real;
pub use numbers::rounding::{ROUNDOFF, round_up_f32};
pub use numbers::sizes::{length_bound, unit_vector};
pub use numbers::unit_scale::unit_scale;
pub use planes::frustum::meets_frustum;
pub use planes::plane_reach::parallel_planes;
pub use planes::plane_side::{PlaneSides, plane_side};
pub use planes::rounded_part::RoundedPart;
pub use pose::placement::Placement;
pub use pose::{Pose, PoseError};
pub use rays::ray::{Ray, RayError};
pub use rays::ray_in_mesh::RayInMesh;
pub use rays::ray_triangle::{order_along_ray, ray_hit};
pub use tri_tri::{
    MAX_WIDTH_ULPS, Refiner, RoundedDistance, SharedPoints, SharedSet, Stages, TriangleDistance,
    TriangleMeeting, TrianglePairs, classify_triangles, is_degenerate, meet_beyond_common_corners,
    meeting_of_pair, share_area_in_plane, shared_points, shared_set, triangle_meeting,
    triangles_closer, triangles_direction, triangles_distance, triangles_meet,
    triangles_surely_cross,
};
pub use triangle::{Real3, Triangle};
