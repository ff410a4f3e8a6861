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
//! | is a point inside? | [`within`] |
//! | when do moving bodies touch? | [`moving`] |
//! | how deep do boxes overlap, and along which axis? | [`depth`] |
//! | the same in the plane? | [`flat`] |
//! | which box is around this? | [`fit_obb`], [`fit_obb_to_points`], [`Obb`], [`Aabb`] |
//!
//! `docs/CATALOGUE.md` maps every section of the books to its function and its test.

mod aabb;
pub mod batch;
pub mod cast;
pub mod closest;
mod contact_outline;
pub mod depth;
mod exact;
pub mod flat;
pub mod moving;
mod near_rotation;
mod obb;
mod obb_corners;
mod obb_fit;
mod obb_obb;
pub mod overlap;
mod placement;
pub mod plane;
pub mod plane_cut;
mod pose;
mod range;
mod real;
mod shapes;
mod span;
mod tri_tri;
mod vectors;
pub mod within;

pub use aabb::Aabb;
pub use contact_outline::contact_outline;
pub use exact::{Contact, exact_contact, ray_crossing, triangles_coincide};
pub use obb::Obb;
pub use obb_corners::NotABox;
pub use obb_fit::{Moments, fit_obb, fit_obb_to_points, frame, unit_scale};
pub use obb_obb::{BoxInFrame, separating_axis};
pub use placement::{Placement, ROUNDOFF};
pub use pose::{Pose, PoseError};
pub use real::Real;
pub use shapes::{
    Capsule, Cone, ConvexPolyhedron, Cylinder, Line, Plane, Ray, Rectangle, Segment, Sphere,
};
pub use span::Span;
pub use tri_tri::{
    Certain, FramedTriangle, Rounded, Stages, TriangleTest, chang_kim, chang_kim_framed,
    classify_triangles, guigue_devillers, is_degenerate, moller, separating_axes, triangles_meet,
    triangles_meet_past_kernel,
};

/// The generation of nalgebra whose types stand in this API, for users who need the matching one.
#[doc(no_inline)]
pub use nalgebra;

/// Three components along x, y and z.
pub type Real3 = nalgebra::Vector3<f64>;

/// Three corners of a triangle, in one frame. Closed: its edges and corners belong to it. Corners
/// that coincide or lie on a line make it the segment or the point that it is.
pub type Triangle = [nalgebra::Point3<f64>; 3];

/// The largest coordinate and translation that the engine takes, 2^250 (about 1.8e75, in the
/// caller's unit). Below it no product of the predicates can overflow: squared normals have degree
/// four and stay under 2^1006. Meshes and poses beyond are refused where they are made.
pub const MAX_COORDINATE: f64 = f64::from_bits((1023 + 250) << 52);
