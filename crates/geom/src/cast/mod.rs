//! Where does a line, a ray or a segment enter a shape, and where does it leave?
//!
//! Parameters count in lengths of the direction, whatever it is; a segment goes from 0 to 1. Solids
//! answer a [`Span`], whose `enter` is 0 if the ray or segment starts inside. A
//! direction of zero stands still: inside a solid a ray spans 0 to infinity, outside it misses.
//! Grazing counts as a hit, up to rounding.
//!
//! Accuracy is stated for the places, not for the parameters: at a parameter that is found, the
//! exact point of the line is within that of the shape's surface, and hit or miss is right unless
//! the line passes the surface closer than that. A parameter itself can err by this over the sine
//! of the angle under which the line meets the surface, over the length of the direction. ε is
//! [`Real::EPSILON`], "the largest length" that of any coordinate, radius or
//! way to the place. Lengths are taken to be zero or between the cube roots of the smallest and the
//! largest number; beyond, nothing panics and nothing is NaN.
//!
//! Source, where none is named: C. Ericson, "Real-Time Collision Detection" (2005), 5.3. Slanted
//! slabs after "Programmers' Computational Geometry", 9.2.2, whose two lines with `s -+ l / r` lack
//! brackets.

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

pub(crate) use ray_aabb::{box_part, slabs, stands_still};
pub(crate) use ray_capsule::capsule_part;
pub(crate) use ray_obb::seen_from;

use crate::{Ray, Real, Segment, Span};

/// The parameters of a ray.
#[inline]
pub(crate) fn half_line<T: Real>() -> Span<T> {
    Span { enter: T::zero(), exit: T::INFINITY }
}

/// A segment as a ray whose parameters end at 1.
#[inline]
fn as_ray<T: Real>(segment: &Segment<T>) -> Ray<T> {
    Ray { origin: segment.start, direction: segment.along() }
}
