//! Exact arithmetic: the last stages of every predicate.
//!
//! Vertices and poses are `f64` numbers, so a placed vertex has dyadic rational coordinates, and
//! every predicate here is the sign of a polynomial in such numbers. Triangles that meet or nearly
//! meet are common where bodies stand on each other, so [`contact`] runs on integers of a fixed
//! width, as narrow as the coordinates allow: 64 to 256 bits ([`numbers::width`]), from corners in
//! one frame ([`contact::decide`]) or placed on a common [`grid`] ([`grid::aligned_grid`],
//! [`grid::frame`], [`grid::wide_frame`]). Integers of any length take what is left; there every
//! number is exact without a condition ([`grid::placed`]), and this is the only part of the crate
//! that may allocate.

mod contact;
mod distance;
mod grid;
mod moving;
mod numbers;
mod planes;
mod rays;
mod shared;

pub use contact::coincide::triangles_coincide;
pub use contact::decide::exact_contact;
pub(crate) use contact::decide::{contact_in_frame, grid_contact, widest_contact};
pub(crate) use contact::degenerate::has_no_area;
pub(crate) use contact::folded::is_folded;
pub use contact::tri_tri::Contact;
pub use distance::closer::{exact_closer, exact_closer_than_sum};
pub(crate) use distance::face_gap::exact_face_gap;
pub use distance::interval::exact_distance;
pub(crate) use grid::aligned_grid::AlignedGrid;
pub(crate) use grid::common::Grid;
pub(crate) use grid::frame::Frame;
pub(crate) use grid::grid_triangle::GridTriangle;
pub(crate) use grid::wide_frame::WideFrame;
pub use moving::translating::{TranslatingContact, translating_triangles};
pub use moving::{MovingContact, moving_edges, moving_vertex_face};
pub(crate) use numbers::dyadic::Dyadic;
pub(crate) use planes::frustum::exact_meets_frustum;
pub(crate) use planes::reach::{exact_parallel, exact_rounded_side};
pub(crate) use planes::side::exact_plane_side;
pub use rays::crossing::ray_crossing;
pub(crate) use rays::on_grid::RayOnGrid;
pub(crate) use rays::parameter::{exact_order_along_ray, exact_ray_parameter};
pub(crate) use shared::by_width::{
    corners_by_width, crossing_by_width, meeting_by_width, shared_by_width, shares_area_by_width,
};
pub(crate) use shared::corners::{MOST_CORNERS, SharedCorner, SharedCorners};
pub(crate) use shared::shared_set::{SeparatingVector, Separation, crossing};
