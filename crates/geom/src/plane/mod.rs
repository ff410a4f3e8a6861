//! The side of a plane on which a body is.
//!
//! Planes are [`Plane`](crate::Plane)s, `normal . x = offset`, with normals of any length; their
//! half space is the negative side. A plane with a zero normal contains all points if its offset is
//! zero, and none otherwise. The formulas need no special case for it.
//!
//! Sources: C. Ericson, "Real-Time Collision Detection" (2005), 5.2.2 to 5.2.4, and section 9.2.4
//! of "Programmers' Computational Geometry", whose second method, as printed, answers "positive" on
//! both sides. ε is [`Real::EPSILON`](crate::Real::EPSILON): twice the relative error of one
//! rounding. Lengths must be between the cube roots of the smallest and the largest number; then no
//! product of three lengths overflows or underflows.

mod aabb;
mod cone;
mod obb;
mod side;
mod sphere;

pub use aabb::{aabb_side, aabb_side_by_reach};
pub use cone::{cone_meets_half_space, cone_meets_plane};
pub use obb::{obb_side, obb_side_by_corners};
pub use side::Side;
pub use sphere::{sphere_behind_plane, sphere_meets_half_space, sphere_meets_plane};
