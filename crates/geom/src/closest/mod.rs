//! Closest points and squared distances.
//!
//! Method: Ericson, "Real-Time Collision Detection" (2005), section 5.1, each formula derived again
//! and brought into a form that does not cancel: the products of a Gram determinant, of the book's
//! barycentric regions and of `ac.ac - e e / f` lose half of the digits for slender triangles and
//! nearly parallel lines, and are replaced by orthogonal frames, cross products and a choice of the
//! nearest among candidates. A candidate lies on both shapes whatever rounding did to it, so the
//! answer is never a point outside, and never better than the truth by more than the rounding of
//! one point.
//!
//! `point_x` gives the point of the closed shape `x` that is closest to the given one, in the frame
//! of the arguments; a point of the shape is its own answer. `dist_sq_point_x` gives the square of
//! the distance, in the square of the caller's unit; it is infinite where that square is beyond the
//! numbers, and zero where it is below them. Finite arguments of any size give numbers, never NaN:
//! where products could leave the range, the unit is changed by a power of two first.
//!
//! Accuracy is stated in units of `T::EPSILON` (2^-52 for `f64`, 2^-23 for `f32`) times the largest
//! absolute coordinate among the arguments, called the size. The tests hold these figures, on needles,
//! parallels, points far off and touching shapes among others: in `f32` the distance against that in
//! `f64`, and in `f64` that no point is outside of its shape, and that the squared distance is within
//! 384 `EPSILON` of the squared size of what two planes across the pair leave room for.

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

use nalgebra::Point3;

use crate::Real;

/// The square of the distance of two points.
#[inline]
fn dist_sq<T: Real>(p: &Point3<T>, q: &Point3<T>) -> T {
    let apart = p - q;
    apart.dot(&apart)
}
