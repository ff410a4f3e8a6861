//! Where a line, a ray or a segment enters a shape, and where it leaves.
//!
//! Parameters are in lengths of the direction, which may have any length; a segment ends at 1. For
//! solids the answer is a [`Span`](crate::Span), whose `enter` is 0 if the ray or segment
//! starts inside. A zero direction is a fixed point: inside a solid a ray has the span from 0 to
//! infinity, outside it misses. Touching counts as a hit, up to rounding.
//!
//! Accuracy is stated for the points, not for the parameters: the exact point of the line at the
//! parameter found is within the stated distance from the surface of the shape, and hit and miss
//! are decided correctly unless the line passes the surface within that distance. The error of a
//! parameter itself can be this distance, divided by the sine of the angle between line and surface
//! and by the length of the direction. ε is [`Real::EPSILON`](crate::Real::EPSILON). "The largest
//! length" is that of all coordinates, radii and distances to the points found. Lengths must be
//! zero or between the cube roots of the smallest and the largest number; outside this range
//! answers can be wrong, but nothing panics and nothing is NaN.
//!
//! Source, if no other is named: C. Ericson, "Real-Time Collision Detection" (2005), 5.3. Slabs of
//! oriented boxes after "Programmers' Computational Geometry", 9.2.2, where two lines with `s -+ l
//! / r` lack brackets.

mod line_quad;
mod line_triangle;
mod ray_aabb;
mod ray_capsule;
mod ray_cylinder;
mod ray_obb;
mod ray_polyhedron;
mod ray_sphere;
mod segment_plane;

pub use line_quad::{QuadHit, line_quad};
pub use line_triangle::{TriangleHit, line_triangle, ray_triangle, segment_triangle};
pub use ray_aabb::{ray_aabb, segment_aabb};
pub use ray_capsule::{ray_capsule, segment_capsule};
pub use ray_cylinder::{ray_cylinder, segment_cylinder};
pub use ray_obb::{ray_obb, segment_obb};
pub use ray_polyhedron::{ray_polyhedron, segment_polyhedron};
pub use ray_sphere::{ray_sphere, segment_sphere};
pub use segment_plane::{SegmentPlane, segment_plane};

pub(crate) use ray_aabb::{clip_to_box, clip_to_slabs, has_zero_component};
pub(crate) use ray_capsule::clip_to_capsule;
pub(crate) use ray_obb::ray_in_box_frame;
