//! Slow reference answers to collision queries, in rational arithmetic.
//!
//! [`meet`] decides whether two triangles meet, [`pierce`] whether one goes through the other,
//! [`intersecting_pairs`] finds the pairs of two meshes, [`self_intersections`] those of one mesh,
//! [`relation`] gives the relation of two bodies, [`shared_corners`] what two triangles share,
//! [`first_meeting`] when two that move begin to meet; [`squared_distance`] and
//! [`mesh_squared_distance`] give distances. The methods have nothing in common with the predicates
//! of the engine; only the types of meshes, poses and triangles are shared.

mod boxes;
mod convex;
mod distance;
pub mod dyadic;
mod frustum;
pub mod half_spaces;
mod rational;
mod rays;
mod self_intersection;
mod shared;
mod solids;
mod sweep;
mod translating;
mod triangles;

pub use num_rational::BigRational;

pub use convex::meets_hull;
pub use distance::{closer, mesh_closer, mesh_squared_distance, squared_distance};
pub use frustum::meets_upright_frustum;
pub use rays::ray_parameter;
pub use self_intersection::{self_intersections, share_beyond_common_corners};
pub use shared::{placed, shared_corners};
pub use solids::{has_part_inside, relation};
pub use sweep::{collide, for_each_pair, intersecting_pairs};
pub use translating::first_meeting;
pub use triangles::{meet, pierce};
