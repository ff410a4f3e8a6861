//! Vertices that move on straight lines at constant speed: do a vertex and a face, or two edges,
//! meet at any time? Exactly, by the signs of polynomials in time.

mod condition;
mod pairs;
mod polynomial;
mod time;
pub(crate) mod translating;
mod vector;

pub use pairs::{MovingContact, moving_edges, moving_vertex_face};
