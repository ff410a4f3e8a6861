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
//! mathematical ones for the numbers given: see [`query`] for the question, and [`programs`] for the
//! ten programs that users write most often.
//!
//! # Features
//!
//! `io` (default): mesh, tree and pose files. `parallel` (default): building and batches on several
//! threads.

pub use nalgebra;
pub use obbtree_builder as builder;
pub use obbtree_geom as geom;
#[cfg(feature = "io")]
pub use obbtree_io as io;
pub use obbtree_mesh as mesh;
pub use obbtree_predicates as predicates;
pub use obbtree_query as query;
pub use obbtree_simd::SimdLevel;
pub use obbtree_tree as tree;

pub use obbtree_body::{
    Answer, Batch, BatchError, Body, BuildEngine, Placed, Query, QueryOptions, Relation, Topology,
    TreeMismatch, classify, closer_than, collide, pairs,
};
pub use obbtree_mesh::{Mesh, MeshError, MeshReport, OpenMesh};
pub use obbtree_predicates::{MAX_COORDINATE, Pose, PoseError};
pub use obbtree_query::{Counts, Engine};
pub use wide::{Config, Effort, Packing, Tree};

/// The fast engine, which is the default: four boxes a node in `f32`, for vector units.
pub mod wide {
    pub use obbtree_builder::wide::{
        Config, Effort, RefitReport, TriangleCountMismatch, build, refit, refit_frames,
    };
    pub use obbtree_query::wide::{Workspace, for_each_pair_reference};
    pub use obbtree_tree::wide::{Leaf, Node, Packing, Tree};
}

/// The engine of the 1996 paper in `f64`, kept as the reference for answers and times.
pub mod classic {
    pub use obbtree_builder::classic::{Config, Fit, Split, build};
    pub use obbtree_query::classic::{Workspace, search_by, visited_nodes};
    pub use obbtree_tree::classic::{Node, Tree};
}

/// The examples of README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadmeExamples;
