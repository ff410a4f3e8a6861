//! Certain tests of pairs of triangles: a filter in `f64`, then exact arithmetic in steps.

#[cfg(test)]
mod campaign;
mod closer;
mod degenerate;
mod direction;
mod distance;
mod exact_stages;
mod filter;
mod in_one_plane;
mod meet;
mod meeting;
mod neighbours;
mod placed_edges;
mod planar;
mod prepared;
mod promising_axes;
mod refined;
mod shared;
mod side;
mod stages;
mod surely_cross;
mod world_pair;

pub use closer::triangles_closer;
pub use degenerate::is_degenerate;
pub use direction::triangles_direction;
pub use distance::{
    MAX_WIDTH_ULPS, Refiner, RoundedDistance, TriangleDistance, triangles_distance,
};
pub use in_one_plane::share_area_in_plane;
pub use meet::{classify_triangles, triangles_meet};
pub use meeting::{TriangleMeeting, meeting_of_pair, triangle_meeting};
pub use neighbours::meet_beyond_common_corners;
pub use prepared::TrianglePairs;
pub use shared::{SharedPoints, SharedSet, shared_points, shared_set};
pub use stages::Stages;
pub use surely_cross::triangles_surely_cross;
