//! Closest points and squared distances.
//!
//! Method: Ericson, "Real-Time Collision Detection" (2005), section 5.1. Each formula was derived
//! again in a form that avoids cancellation: the products of a Gram determinant, of the book's
//! barycentric regions and of `ac.ac - e e / f` lose half of the digits for very thin triangles and
//! nearly parallel lines. They are replaced by orthogonal frames, cross products and a choice of
//! the closest of several candidates. Every candidate lies on its shape, whatever rounding did, so
//! the result is never a point outside the shape, and its distance is never smaller than the true
//! one by more than the rounding of one point.
//!
//! `point_x` returns the point of the closed shape `x` that is closest to the given point, in the
//! frame of the arguments; a point of the shape is returned unchanged. `dist_sq_point_x` returns
//! the square of the distance, in the square of the caller's unit: infinity if the square
//! overflows, zero if it underflows. Finite arguments of any size give numbers, never NaN: where
//! products could leave the range, all lengths are scaled by a power of two first.
//!
//! Accuracy is stated in units of `T::EPSILON` (2^-52 for `f64`, 2^-23 for `f32`) times the largest
//! absolute coordinate of the arguments, called the size. The tests check these values, also for
//! very thin triangles, parallel lines, distant points and touching shapes. In `f32` the distance
//! is compared with that in `f64`. In `f64` they check that no point is outside its shape, and that
//! the squared distance is within 384 `EPSILON` of the squared size of a lower bound: the squared
//! distance of two parallel planes that separate the shapes.

mod dist_sq;
mod frame;
mod line_line;
mod pair;
mod point_aabb;
mod point_line;
mod point_obb;
mod point_plane;
mod point_polyhedron;
mod point_ray;
mod point_rectangle;
mod point_segment;
mod point_tetrahedron;
mod point_triangle;
mod segment_segment;
mod segment_triangle;
mod triangle_triangle;

use dist_sq::dist_sq;
pub(crate) use frame::TriangleFrame;
pub use line_line::line_line;
pub use pair::{Nearest, NearestAlong};
pub use point_aabb::{dist_sq_point_aabb, point_aabb};
pub use point_line::{dist_sq_point_line, parameter_on_line, point_line};
pub use point_obb::{dist_sq_point_obb, point_obb};
pub use point_plane::{dist_sq_point_plane, point_plane, signed_dist_point_plane};
pub use point_polyhedron::{dist_sq_point_convex_polyhedron, point_convex_polyhedron};
pub use point_ray::{dist_sq_point_ray, parameter_on_ray, point_ray};
pub use point_rectangle::{
    dist_sq_point_rectangle, dist_sq_point_rectangle_by_edges, point_rectangle,
    point_rectangle_by_edges,
};
pub use point_segment::{dist_sq_point_segment, parameter_on_segment, point_segment};
pub(crate) use point_tetrahedron::outward_faces;
pub use point_tetrahedron::{dist_sq_point_tetrahedron, point_tetrahedron};
pub(crate) use point_triangle::WellShaped;
pub use point_triangle::{dist_sq_point_triangle, point_triangle};
pub use segment_segment::{dist_sq_segment_segment, segment_segment};
pub use segment_triangle::{dist_sq_segment_triangle, segment_triangle};
pub use triangle_triangle::{dist_sq_triangle_triangle, triangle_triangle};
