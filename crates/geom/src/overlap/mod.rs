//! Whether two solids at rest share a point.
//!
//! All shapes are closed: touching counts. Shapes with a radius compare squared distances, whose
//! relative error is a few roundings. Separating-axis tests enlarge the box by a few roundings of
//! the coordinates. So `false` is certain in spite of rounding, and `true` is answered for bodies
//! whose gap is smaller than that (Ericson, "Real-Time Collision Detection", 2005, 5.2.1.1, prefers
//! this error too). Cross products of edges need no special case for parallel edges, because every
//! corner is projected onto the axis as it was rounded: any vector is a valid axis, and a zero
//! vector separates nothing.
//!
//! ε is [`Real::EPSILON`](crate::Real::EPSILON). Lengths must be zero or between the cube roots of
//! the smallest and the largest number; then no product of three lengths overflows or underflows.
//! Outside this range the answers can be wrong, but nothing panics.

mod aabb_aabb;
mod capsule_capsule;
mod obb_obb;
mod segment_aabb;
mod segment_obb;
mod sphere_aabb;
mod sphere_capsule;
mod sphere_obb;
mod sphere_polygon;
mod sphere_sphere;
mod sphere_triangle;
mod triangle_aabb;
mod triangle_obb;

pub use aabb_aabb::aabb_aabb;
pub use capsule_capsule::capsule_capsule;
pub use obb_obb::{bounding_spheres_meet, obb_obb, obb_obb_past_spheres};
pub use segment_aabb::segment_aabb;
pub use segment_obb::segment_obb;
pub use sphere_aabb::sphere_aabb;
pub use sphere_capsule::sphere_capsule;
pub use sphere_obb::sphere_obb;
pub use sphere_polygon::sphere_polygon;
pub use sphere_sphere::sphere_sphere;
pub use sphere_triangle::sphere_triangle;
pub use triangle_aabb::triangle_aabb;
pub use triangle_obb::triangle_obb;
