//! When do two bodies first touch, of which one moves straight ahead?
//!
//! Time goes from 0 to 1, in which a body moves by the vector that is given; where both move, only
//! the difference counts. Bodies that touch at the start meet at time 0. Functions answer the time
//! of the first contact, or with a [`Span`](crate::Span) also that of the last within the motion;
//! `None` if they never touch.
//!
//! Accuracy is stated for the gap at the time that is found: so far the exact distance there can be
//! from zero. Contact or none is right unless the bodies pass each other closer than that, or start
//! or end closer. ε is [`Real::EPSILON`](crate::Real::EPSILON), "the largest length" that of any
//! coordinate, side, radius or motion. Lengths are taken to be zero or between the cube roots of
//! the smallest and the largest number; beyond, nothing panics and nothing is NaN.
//!
//! Source: C. Ericson, "Real-Time Collision Detection" (2005), 5.5.

mod aabb_aabb;
mod aabb_plane;
mod interval_halving;
mod obb_obb;
mod polyhedron_polyhedron;
mod sphere_aabb;
mod sphere_obb;
mod sphere_plane;
mod sphere_polygon;
mod sphere_sphere;
mod sphere_triangle;

pub use aabb_aabb::aabb_aabb;
pub use aabb_plane::aabb_plane;
pub use interval_halving::interval_halving;
pub use obb_obb::obb_obb;
pub use polyhedron_polyhedron::polyhedron_polyhedron;
pub use sphere_aabb::sphere_aabb;
pub use sphere_obb::sphere_obb;
pub use sphere_plane::sphere_plane;
pub use sphere_polygon::sphere_polygon;
pub use sphere_sphere::sphere_sphere;
pub use sphere_triangle::sphere_triangle;
