//! Certain and fast collision queries between triangle meshes, each under a rigid motion.
//!
//! ```
//! use obbtree::{Body, Mesh, Pose, collide, pairs};
//!
//! // A tetrahedron: 4 x 3 vertex coordinates, 4 x 3 vertex indices.
//! let mesh = Mesh::new(
//!     vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
//!     vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
//! )?;
//! let body = Body::new(mesh); // once a mesh; clones are cheap and shared by all threads
//!
//! let here = Pose::identity();
//! let aside = Pose::from_translation([0.5, 0.25, 0.0])?;
//! assert!(collide(&body, &here, &body, &aside));
//! assert!(pairs(&body, &here, &body, &aside).contains(&[2, 3])); // triangle 2 of A, 3 of B
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Body`] is a mesh with its tree; a [`Pose`] places it; a [`Query`] says what is asked and holds
//! the memory to answer in, one per thread; a [`Batch`] asks over all cores. The answers are the
//! mathematical ones for the numbers given: see [`query`] for the question, and `programs` for the ten
//! programs that users write most often.
//!
//! # The public API on one page
//!
//! | item | what it is |
//! |---|---|
//! | [`Mesh`], [`MeshError`], [`MeshReport`], [`OpenMesh`] | a validated triangle mesh from arrays; what is wrong with one; what is in one; where it is open |
//! | [`Body`], [`TreeMismatch`], [`Topology`] | a mesh with its tree: [`Body::new`], [`Body::build`], [`Body::from_parts`], `Body::read`; [`Body::mesh`], [`Body::tree`], [`Body::topology`], [`Body::contains`] |
//! | [`Pose`], [`PoseError`], [`MAX_COORDINATE`] | a validated rigid motion: its conversions, [`Pose::compose`], [`Pose::inverse`], [`Pose::relative_to`] |
//! | [`Query`], [`QueryOptions`] | what is asked, with its memory: [`Query::collide`], [`Query::pairs`], [`Query::closer_than`], [`Query::distance`], [`Query::distance_within`], [`Query::clearance`], [`Query::contacts`], [`Query::contact_summary`], [`Query::classify`], [`Query::first_pair`], [`Query::for_each_pair`], [`Query::ask`] |
//! | [`Answer`], [`Relation`], [`Counts`] | what is answered: pairs, how two bodies stand to each other, the work that was done |
//! | [`Distance`], [`DistanceOptions`], [`Interval`] | a certified distance with its two points; the errors and the largest distance asked for; bounds for a limited effort |
//! | [`Contact`], [`SharedSet`](predicates::SharedSet), [`ContactSummary`], [`ContactCurve`], [`DeepestPoint`] | where two colliders meet: what two triangles share, with normal and local depth; and a translation that parts two bodies |
//! | [`Ray`], [`RayError`], [`RayHit`] | rays and segments: [`Body::closest_hit`], [`Body::any_hit`], [`Body::all_hits`] |
//! | [`ClosestPoint`], [`PointSide`], [`SignedDistance`], [`PointError`] | a point and a body: [`Query::closest_point`], [`Query::point_side`], [`Query::signed_distance`] |
//! | [`Collider`], [`ColliderRef`], [`Shape`], [`ShapeKind`], [`ShapeError`] | what is asked about: a mesh or a shape; the numbers of a shape |
//! | [`Query::self_intersections`], [`Query::self_intersects`] | does one mesh cut itself |
//! | [`Motion`], [`Linear`], [`Screw`], [`Translation`], [`Carried`], [`Path`], [`Speed`], [`Rounding`], [`MotionError`] | how a body moves from time 0 to 1: between poses, about an axis, or by functions with bounds of the speed |
//! | [`Query::sweep`], [`Query::is_motion_free`], [`SweepOptions`], [`Sweep`], [`FirstContact`], [`CloseApproach`] | continuous collision: a proof that a motion is free, or its first contact |
//! | [`Batch`], [`BatchError`], [`Placed`] | a query over all cores, in order, cancellable, with progress |
//! | [`collide`], [`pairs`], [`contacts`], [`contact_curves`], [`closer_than`], [`distance`], [`classify`] | single calls |
//! | [`Config`], [`Effort`], [`Tree`] | how a tree is built |
//! | [`wide`], [`classic`] | the two engines: building, refitting, what comparisons need |
//! | [`SimdLevel`] | the instruction set |
//! | `scene` | many placed bodies by name: scenes, which pairs count, all pairs and nearest pair, motions, scene files; with the feature `scene` |
//! | `robot` | robots from URDF and SRDF: is a configuration free, is a motion; with the feature `robot` |
//! | `io` | readers of meshes and poses, tree files, drawings; with the feature `io` |
//! | [`geom`], [`predicates`] | the catalogue of rounded pair tests; the certain ones |
//! | [`mesh`], [`tree`], [`builder`], [`query`], [`nalgebra`] | the crates below, and the mathematics crate whose types stand in public functions |
//!
//! # Features
//!
//! `io` (default): mesh, tree and pose files. `parallel` (default): building and batches on several
//! threads. `scene`: scenes of many bodies. `robot`: robots from URDF. `glam`, `glam-0-33`, `glam-0-32`,
//! `glam-0-30`, `mint`, `nalgebra-0-34`, `nalgebra-0-33`,
//! `nalgebra-0-32`, `nalgebra-0-30`: conversions of poses.

pub use nalgebra;
pub use obbtree_builder as builder;
pub use obbtree_geom as geom;
#[cfg(feature = "io")]
pub use obbtree_io as io;
pub use obbtree_mesh as mesh;
pub use obbtree_predicates as predicates;
pub use obbtree_query as query;
#[cfg(feature = "robot")]
pub use obbtree_robot as robot;
#[cfg(feature = "scene")]
pub use obbtree_scene as scene;
pub use obbtree_simd::SimdLevel;
pub use obbtree_tree as tree;

#[cfg(all(doctest, feature = "robot", feature = "scene"))]
mod book;
#[cfg(feature = "io")]
pub mod programs;

pub use obbtree_collider::{
    Answer, Batch, BatchError, Body, Carried, CloseApproach, ClosestPoint, Collider, ColliderRef,
    Contact, ContactCurve, ContactSummary, DeepestPoint, Distance, DistanceOptions, FirstContact,
    Interval, Linear, Motion, MotionError, Path, Placed, PointError, PointSide, Query,
    QueryOptions, Ray, RayError, RayHit, Relation, Rounding, Screw, Shape, ShapeError, ShapeKind,
    SignedDistance, Speed, Sweep, SweepOptions, Topology, Translation, TreeMismatch, classify,
    closer_than, collide, contact_curves, contacts, distance, pairs,
};
pub use obbtree_mesh::{Mesh, MeshError, MeshReport, OpenMesh};
pub use obbtree_predicates::{MAX_COORDINATE, Pose, PoseError};
pub use obbtree_query::Counts;
pub use wide::{Config, Effort, Tree};

/// The fast engine, which is the default: four boxes a node in `f32`, for vector units.
pub mod wide {
    pub use obbtree_builder::wide::{
        Config, Effort, RefitReport, TriangleCountMismatch, build, refit, refit_frames,
    };
    pub use obbtree_query::wide::{Workspace, for_each_pair_reference};
    pub use obbtree_tree::wide::{Leaf, Node, Tree};
}

/// The engine of the 1996 paper in `f64`, kept as the reference for answers and times.
pub mod classic {
    pub use obbtree_builder::classic::{Config, Fit, Split, build};
    pub use obbtree_query::classic::{Workspace, search_by, visited_nodes};
    pub use obbtree_tree::classic::{Node, Tree};
}
