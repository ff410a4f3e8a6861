//! Exact arithmetic: the last stages of every predicate.
//!
//! Vertices and poses are `f64` numbers, so a placed vertex has dyadic rational coordinates, and
//! every predicate here is the sign of a polynomial in such numbers. Triangles that meet or nearly
//! meet are common where bodies rest on each other, so [`contact`] runs on integers of a fixed
//! width, as narrow as the coordinates allow: 64 to 256 bits ([`width`]), from corners in one frame
//! ([`decide`]) or placed on a common [`grid`] ([`aligned_grid`], [`frame`], [`wide_frame`]). Integers of any length take
//! what is left; there every number is exact without a condition ([`placed`]), and this is the only
//! part of the crate that may allocate.

mod aligned_grid;
mod closer;
mod coincide;
mod contact;
mod decide;
mod degenerate;
mod distance;
mod dyadic;
mod face_gap;
mod fixed;
mod folded;
mod frame;
mod frustum;
mod grid;
mod grid_triangle;
mod heights;
mod integer;
mod moving;
mod placed;
mod planar;
mod plane_reach;
mod plane_side;
mod quotient;
mod ray;
mod ray_on_grid;
mod ray_triangle;
mod scale;
mod shared;
mod shared_by_width;
mod shared_corners;
mod shared_planar;
mod translating;
mod wide_frame;
mod width;

pub(crate) use aligned_grid::AlignedGrid;
pub use closer::{exact_closer, exact_closer_than_sum};
pub use coincide::triangles_coincide;
pub use contact::Contact;
pub use decide::exact_contact;
pub(crate) use decide::{contact_in_frame, grid_contact, widest_contact};
pub(crate) use degenerate::has_no_area;
pub use distance::exact_distance;
pub(crate) use dyadic::Dyadic;
pub(crate) use face_gap::exact_face_gap;
pub(crate) use folded::is_folded;
pub(crate) use frame::Frame;
pub(crate) use frustum::exact_meets_frustum;
pub(crate) use grid::Grid;
pub(crate) use grid_triangle::GridTriangle;
pub use moving::{MovingContact, moving_edges, moving_vertex_face};
pub(crate) use plane_reach::{exact_parallel, exact_rounded_side};
pub(crate) use plane_side::exact_plane_side;
pub use ray::ray_crossing;
pub(crate) use ray_on_grid::RayOnGrid;
pub(crate) use ray_triangle::{exact_order_along_ray, exact_ray_parameter};
pub(crate) use shared::{Across, AcrossVector, Shared};
pub(crate) use shared_by_width::shared_by_width;
pub(crate) use shared_corners::{MOST_CORNERS, SharedCorner};
pub use translating::{TranslatingContact, translating_triangles};
pub(crate) use wide_frame::WideFrame;
