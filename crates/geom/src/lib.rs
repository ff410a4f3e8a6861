//! The catalogue: shapes and rounded pair tests as pure functions over [`nalgebra`] types, without
//! memory, files or threads.
//!
//! The certain tests that the engine decides with are in `obbtree-predicates`; some are re-exported
//! here for comparison. No query uses the functions of the catalogue to decide. All lengths are in
//! one unit, the caller's; frames are right-handed and named in the documentation of each item.
//!
//! | question | where |
//! |---|---|
//! | which points are closest, and what is their distance? | [`closest`] |
//! | do two solids share a point? | [`overlap`]; for triangles, exactly, [`triangles_meet`] |
//! | on which side of a plane is a body? where do planes intersect? | [`plane`], [`plane_cut`] |
//! | where does a line enter a shape, and where does it leave it? | [`cast`] |
//! | the same for many rays, boxes, points or triangles? | [`batch`] |
//! | is a point inside a shape? | [`point_in`] |
//! | when do moving bodies touch? | [`moving`] |
//! | how deep do boxes penetrate, and along which axis? | [`depth`] |
//! | the same for segments and boxes in the plane? | [`planar`] |
//! | what is the bounding box? | [`fit_obb`], [`fit_obb_to_points`], [`Obb`], [`Aabb`] |
//!
//! `docs/lab/CATALOGUE.md` lists the function and the test for every section of the books.

pub mod batch;
mod box_gap;
pub mod cast;
pub mod closest;
mod contact_outline;
pub mod depth;
pub mod moving;
mod obb_corners;
mod obb_fit;
pub mod overlap;
pub mod planar;
pub mod plane;
pub mod plane_cut;
pub mod point_in;
mod polygon;
mod range;
mod shapes;
mod span;
mod tri_tri;
mod vectors;

pub use contact_outline::contact_outline;
pub use obb_corners::{NotABox, obb_from_corners};
pub use obb_fit::{Moments, fit_obb, fit_obb_to_points, frame};
pub use obbtree_predicates::{
    Aabb, BoxInFrame, Obb, Real, Real3, Triangle, box_separating_axis, triangles_meet, unit_scale,
};
pub use shapes::{
    Capsule, Cone, ConvexPolyhedron, Cylinder, Line, Plane, Ray, Rectangle, Segment, Sphere,
};
pub use span::Span;
pub use tri_tri::{
    FramedTriangle, chang_kim, chang_kim_framed, guigue_devillers, moller, triangle_separating_axes,
};
