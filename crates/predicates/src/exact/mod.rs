//! The last stage of every predicate: exact arithmetic on the numbers as they stand.
//!
//! Vertices and poses are `f64` numbers, so what a pose does to a vertex is a dyadic rational, and
//! every question here is the sign of a polynomial in such numbers. [`placed`] turns them into
//! integers, [`contact`] and [`ray`] ask the questions. Rare by design: the filters in front of it
//! decide all but touching and nearly touching pairs. This is the one part of the crate that may
//! allocate.

mod closer;
mod coincide;
mod contact;
mod decide;
mod degenerate;
mod distance;
mod integer;
mod placed;
mod ray;

pub use closer::exact_closer;
pub use coincide::triangles_coincide;
pub use contact::Contact;
pub use decide::exact_contact;
pub(crate) use degenerate::has_no_area;
pub use distance::exact_distance;
pub use ray::ray_crossing;
