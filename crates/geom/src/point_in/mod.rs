//! Whether a point is in a polygon, a triangle, a tetrahedron or a polyhedron.
//!
//! All shapes are closed: a point on the boundary is inside. The answers are rounded: for a point
//! within the stated distance of the boundary either answer is possible; all other answers are
//! correct. Finite arguments of any size are allowed.

mod closed_surface;
mod polygon;
mod polyhedron;
mod tetrahedron;
mod triangle;

pub use closed_surface::point_in_closed_surface;
pub use polygon::{point_in_convex_polygon, point_in_polygon, point_in_polygon_3d};
pub use polyhedron::{point_in_convex_polyhedron, point_in_half_spaces};
pub use tetrahedron::point_in_tetrahedron;
pub use triangle::{point_in_triangle, point_in_triangle_2d};
