//! Shapes and pair tests: pure functions over [`nalgebra`] types, without memory, files or threads.
//!
//! Everything the engine decides about two boxes or two triangles is decided here; trees and
//! traversal live in other rooms. All lengths share one unit, the caller's; frames are right-handed
//! and named in each item's documentation.
//!
//! | question | where |
//! |---|---|
//! | which points are closest, and how far apart? | [`closest`] |
//! | do two solids share a point? | [`overlap`]; of triangles, surely, [`triangles_meet`] |
//! | on which side of a plane? where do planes cut? | [`plane`], [`plane_cut`] |
//! | where does a line enter, and where does it leave? | [`cast`] |
//! | many rays or closest points at once? | [`batch`] |
//! | is a point inside? | [`point_in`] |
//! | when do moving bodies touch? | [`moving`] |
//! | how deep do boxes overlap, and along which axis? | [`depth`] |
//! | the same in the plane? | [`planar`] |
//! | which box is around this? | [`fit_obb`], [`fit_obb_to_points`], [`Obb`], [`Aabb`] |
//!
//! `docs/CATALOGUE.md` maps every section of the books to its function and its test.

pub mod batch;
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
    FramedTriangle, Rounded, chang_kim, chang_kim_framed, guigue_devillers, moller,
    triangle_separating_axes,
};
