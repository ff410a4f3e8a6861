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
mod fixed;
mod frame;
mod grid;
mod grid_triangle;
mod integer;
mod moving;
mod placed;
mod planar;
mod ray;
mod scale;
mod wide_frame;
mod width;

pub(crate) use aligned_grid::AlignedGrid;
pub use closer::exact_closer;
pub use coincide::triangles_coincide;
pub use contact::Contact;
pub use decide::exact_contact;
pub(crate) use decide::{contact_in_frame, grid_contact, widest_contact};
pub(crate) use degenerate::has_no_area;
pub use distance::exact_distance;
pub use moving::{MovingContact, moving_edges, moving_vertex_face};
pub(crate) use frame::Frame;
pub(crate) use grid::Grid;
pub(crate) use grid_triangle::GridTriangle;
pub use ray::ray_crossing;
pub(crate) use wide_frame::WideFrame;
