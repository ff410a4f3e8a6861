//! What a planner holds: a [`Collider`] for each mesh or shape, a [`Query`] for each thread.
//!
//! A [`Body`] is a mesh with its tree, a [`Shape`] a box, sphere, cylinder, half-space or the
//! like; a collider is either. All are immutable, shared and cheap to clone. A query holds its
//! options (surfaces or solids, how many pairs, with counts or without) and the memory to
//! answer in. A [`Batch`] puts one query to many poses or pairs of bodies, over all cores. All
//! answers are certain; the kernels are `obbtree-query`.

mod adjacency;
mod answer;
mod any_two;
mod ask;
mod batch;
mod body;
mod closer;
mod cloud;
mod collider;
mod contact_cache;
mod contact_curves;
mod contact_summary;
mod contacts;
mod convexity;
mod corner_planes;
mod deepest_point;
mod depth;
mod distance;
mod inner_hull;
mod inner_spheres;
mod manifold;
mod near_pairs;
mod one_call;
mod options;
mod overlap_volume;
mod pairs;
mod placed_solid;
mod points;
mod polygon;
mod query;
mod rays;
mod relation;
mod self_intersection;
mod separation;
mod shape;
mod solids;
mod surface_distance;
mod sweep;
mod topology;
mod unseen;

pub use answer::Answer;
pub use batch::{Batch, BatchError, Placed};
pub use body::{Body, TreeMismatch};
pub use collider::{Collider, ColliderRef};
pub use contact_curves::{ContactCurve, contact_curves};
pub use contact_summary::ContactSummary;
pub use contacts::Contact;
pub use deepest_point::DeepestPoint;
pub use depth::{Depth, DepthError};
pub use distance::Distance;
pub use manifold::{Feature, Manifold, ManifoldOptions, ManifoldPoint};
pub use obbtree_ccd::{
    Carried, CloseApproach, FirstContact, Linear, Motion, MotionError, Path, Rounding, Screw,
    Speed, Sweep, SweepOptions, Translation,
};
pub use obbtree_cloud::{
    Camera, CloudError, Coordinate, DepthValue, Kept, KeptCubes, KeptVoxels, PointCloud, PointMask,
    Radius, VoxelError, Voxels,
};
#[cfg(feature = "io")]
pub use obbtree_cloud::{CloudFileError, Unknown, VoxelFileError};
pub use obbtree_predicates::{Ray, RayError};
pub use obbtree_query::{DistanceOptions, Interval, RayHit, interrupt};
pub use one_call::{classify, closer_than, collide, contacts, distance, pairs};
pub use options::QueryOptions;
pub use overlap_volume::VolumeError;
pub use points::{ClosestPoint, PointError, PointSide, SignedDistance};
pub use query::Query;
pub use relation::Relation;
pub use shape::{Shape, ShapeError, ShapeKind, has_parting_direction};
pub use solids::{Overlap, SurfaceKind, Unclear};
pub use sweep::MotionBound;
pub use topology::Topology;
pub use unseen::{Unseen, UnseenError};
