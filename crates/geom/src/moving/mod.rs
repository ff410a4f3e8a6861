//! When two bodies in translational motion first touch.
//!
//! Time goes from 0 to 1. In this time a body moves along the given vector, in a straight line and
//! without rotation; if both move, only the difference of their motions counts. Bodies that touch
//! at the start have their first contact at time 0. Functions return the time of the first contact,
//! or a [`Span`](crate::Span) with the times of the first and the last contact within the motion;
//! `None` if there is no contact.
//!
//! Accuracy is stated for the gap at the time found: the exact distance of the bodies at that time
//! is at most the stated value. Contact and no contact are decided correctly unless the bodies pass
//! each other within that distance, or start or end within it. ε is
//! [`Real::EPSILON`](crate::Real::EPSILON). "The largest length" is that of all coordinates, sides,
//! radii and motions. Lengths must be zero or between the cube roots of the smallest and the
//! largest number; outside this range answers can be wrong, but nothing panics and nothing is NaN.
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
