//! Certain and fast collision queries between triangle meshes, each under a rigid motion.
//!
//! ```
//! use obbtree::{Mesh, Pose, Scratch, build, collide, intersecting_pairs};
//!
//! // A tetrahedron: 4 x 3 vertex coordinates, 4 x 3 vertex indices.
//! let mesh = Mesh::new(
//!     vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
//!     vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
//! )?;
//! let tree = build(&mesh, &Default::default()); // once a mesh, then shared by all threads
//!
//! let mut scratch = Scratch::new(); // once per thread
//! let here = Pose::identity();
//! let aside = Pose::from_translation([0.5, 0.25, 0.0])?;
//! assert!(collide(&tree, &here, &tree, &aside, &mut scratch));
//!
//! let pairs = intersecting_pairs(&tree, &here, &tree, &aside, &mut scratch);
//! assert!(pairs.contains(&[2, 3])); // triangle 2 of the first meets triangle 3 of the second
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The answers are the mathematical ones for the numbers given: see [`query`] for the question.

pub use obbtree_builder as builder;
pub use obbtree_geom as geom;
pub use obbtree_io as io;
pub use obbtree_mesh as mesh;
pub use obbtree_query as query;
pub use obbtree_scene as scene;
pub use obbtree_simd::SimdLevel;
pub use obbtree_tree as tree;

pub use obbtree_geom::{MAX_COORDINATE, Pose, PoseError};
pub use obbtree_mesh::{Mesh, MeshError, MeshReport};
pub use obbtree_query::{
    Body, Class, Counts, Engine, Witness, classify, collide, collide_solid, for_each_pair,
    intersecting_pairs, intersecting_pairs_into,
};

pub use obbtree_scene::{Batch, Cancelled, Placed};

pub use wide::{Config, Scratch, Tree, build};

/// The fast engine, which is the default: four boxes a node in `f32`, for vector units.
pub mod wide {
    pub use obbtree_builder::wide::{
        Config, Effort, OtherTriangles, RefitReport, build, refit, refit_frames,
    };
    pub use obbtree_query::wide::Scratch;
    pub use obbtree_tree::wide::{Leaf, Node, Packing, Tree};
}

/// The engine of the 1996 paper in `f64`, kept as the reference for answers and times.
pub mod classic {
    pub use obbtree_builder::classic::{Config, Fit, Split, build};
    pub use obbtree_query::classic::{Scratch, search_by, visited_nodes};
    pub use obbtree_query::{collide, for_each_pair, intersecting_pairs};
    pub use obbtree_tree::classic::{Node, Tree};
}

/// The examples of README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadmeExamples;
