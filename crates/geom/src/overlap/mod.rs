//! Do two solids share a point? Yes or no, for shapes that stand still.
//!
//! All shapes are closed: touching counts. Those with a radius compare squared distances, which err
//! by a few roundings of the distance itself. Those by separating axes test a box that is larger by
//! a few roundings of the coordinates: an answer "apart" then holds in spite of rounding, and
//! bodies whose gap is smaller than that are said to meet (Ericson, "Real-Time Collision
//! Detection", 2005, 5.2.1.1, prefers this error too). Cross products of edges need no guard
//! against parallel edges, because every corner is projected onto the axis as it was rounded:
//! whatever its direction, it is an axis, and a zero one separates nothing.
//!
//! ε is [`Real::EPSILON`](crate::Real::EPSILON). Lengths are taken to be zero or between the cube
//! roots of the smallest and the largest number, where no product of three over- or underflows.
//! Nothing panics beyond.

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
pub(crate) use sphere_polygon::{edges, inside, normal};
pub use sphere_sphere::sphere_sphere;
pub use sphere_triangle::sphere_triangle;
pub use triangle_aabb::triangle_aabb;
pub use triangle_obb::triangle_obb;
