//! Shapes that are not meshes, and the queries of a shape and a mesh or another shape.
//!
//! A shape with flat faces becomes a small body; one that is round is all points within a radius
//! of such a body. So the same descent of the tree and the same certain tests answer.
//!
//! | file | content |
//! |---|---|
//! | `kind`, `form` | the numbers of a shape; constructors, input validation, and what decides |
//! | `core` | the body within a rounded shape |
//! | `hull` | the convex hull of points, exact |
//! | `bounding_sphere` | a sphere around a shape |
//! | `heights` | heights over a placed plane |
//! | `convex`, `gjk` | convex shapes by their farthest points, and the bounds of their distance |
//! | `convex_pair`, `convex_depth` | how deep two convex colliders are in each other |
//! | `frustum_point` | the point of a frustum that is closest to another |
//! | `mesh_frustum`, `mesh_plane` | a mesh and a cylinder, cone or frustum; and a plane or half-space |
//! | `common_point` | a point of two shapes that meet |
//! | `fast_pairs` | two shapes in `f64`, where rounding leaves no doubt |
//! | `placed_plane` | a plane or half-space and where it is |
//! | `plane_pair` | a shape and a plane or half-space |
//! | `mesh_pair`, `shape_pair` | a mesh and a shape; two shapes: which of these decides |

mod bounding_sphere;
mod common_point;
mod convex;
mod convex_depth;
mod convex_pair;
mod core;
mod fast_pairs;
mod form;
mod frustum_point;
mod gjk;
mod heights;
mod hull;
mod kind;
mod mesh_contacts;
mod mesh_frustum;
mod mesh_pair;
mod mesh_plane;
mod placed_plane;
mod plane_pair;
mod shape_pair;

pub(crate) use convex_pair::{ConvexPart, depth_of_convex, depth_of_pieces};
pub(crate) use core::{BOX_TRIANGLES, box_corners};
pub(crate) use fast_pairs::{box_closer_than, closer_than as fast_closer_than};
pub use form::{Shape, ShapeError};
pub use gjk::has_parting_direction;
pub(crate) use heights::Heights;
pub use kind::ShapeKind;
pub(crate) use mesh_frustum::NearAxis;
pub(crate) use placed_plane::PlacedPlane;
