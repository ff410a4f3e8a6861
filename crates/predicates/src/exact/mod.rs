//! The last stage of every predicate: exact arithmetic on the given numbers.
//!
//! Vertices and poses are `f64` numbers, so a placed vertex has dyadic rational coordinates, and every
//! predicate here is the sign of a polynomial in such numbers. [`placed`] converts them to integers;
//! [`contact`] and [`ray`] compute the signs. This stage is rarely reached: the filters decide all but
//! touching and nearly touching pairs. It is the only part of the crate that may allocate.

mod closer;
mod coincide;
mod contact;
mod decide;
mod degenerate;
mod distance;
mod fixed;
mod frame;
mod integer;
mod placed;
mod planar;
mod ray;
mod width;

pub use closer::exact_closer;
pub use coincide::triangles_coincide;
pub use contact::Contact;
pub use decide::exact_contact;
pub(crate) use decide::{middle_contact, narrow_contact, wide_contact};
pub(crate) use degenerate::has_no_area;
pub use distance::exact_distance;
pub(crate) use frame::{Frame, GridTriangle};
pub use ray::ray_crossing;
