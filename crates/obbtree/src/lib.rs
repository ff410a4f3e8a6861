//! Certain and fast collision, distance, motion and planning queries between triangle meshes,
//! shapes and robots, each under a rigid motion.
//!
//! ```
//! use obbtree::{Body, Mesh, Pose, Query, Shape};
//!
//! // A tetrahedron: 4 x 3 vertex coordinates, 4 x 3 vertex indices.
//! let mesh = Mesh::new(
//!     vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
//!     vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
//! )?;
//! let body = Body::new(mesh); // once a mesh; clones are cheap and shared by all threads
//! let sphere = Shape::sphere([0.0; 3], 0.25)?;
//!
//! let (origin, above) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 1.25])?);
//! let mut query = Query::new(); // one for each thread
//! assert!(query.collide(&body, &origin, &sphere, &above)); // touching is contact
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Answers are those of exact arithmetic on the numbers given: vertices and poses are `f64`, in
//! any one unit of length, and touching counts. Queries cannot fail; what can be wrong is found
//! when a mesh, a pose, a shape or a file is read.
//!
//! | module | what is in it |
//! |---|---|
//! | [`mesh`] | triangle meshes, and what is wrong with them |
//! | [`pose`] | rigid motions: conversions, composition |
//! | [`collider`] | a mesh with its tree, a shape, or either |
//! | [`query`] | two colliders at two poses: collide, distance, contacts; rays, points, batches |
//! | [`motion`] | how a collider moves; a proof that it meets nothing, or its first contact |
//! | [`scene`] | the world: many colliders by name (feature `scene`) |
//! | [`robot`] | robots from URDF: configurations, motions, paths (feature `robot`) |
//! | [`io`] | files of meshes, trees and poses (feature `io`) |
//!
//! What most programs name stands here at the root too. The crates below (`obbtree-builder`,
//! `obbtree-tree`, `obbtree-query`, `obbtree-predicates`, `obbtree-geom`) can be named as
//! dependencies of their own: the catalogue of pair tests, the engine of the 1996 paper, trees as
//! data. They may change with every version.
//!
//! # Features
//!
//! `io` (default): files. `dae`, `gltf`: meshes in COLLADA, and in glTF and GLB. `parallel`
//! (default): building and batches on several threads. `scene`, `robot`: the modules. `glam`,
//! `glam-0-33`, `glam-0-32`, `glam-0-30`, `mint`, `nalgebra-0-34`, `nalgebra-0-33`,
//! `nalgebra-0-32`, `nalgebra-0-30`: conversions of poses.

#[cfg(all(doctest, feature = "robot", feature = "scene"))]
mod book;
#[cfg(feature = "io")]
pub mod programs;

pub use nalgebra;

#[cfg(feature = "io")]
pub use collider::Unknown;
pub use collider::{Body, Collider, ColliderRef, PointCloud, Shape, Voxels};
pub use mesh::Mesh;
pub use pose::Pose;
pub use query::{Query, closer_than, collide, contacts, distance, pairs};

/// Triangle meshes, checked when they are made.
///
/// Vertices are finite and at most [`MAX_COORDINATE`](crate::pose::MAX_COORDINATE) in size,
/// indices are in range, and there is at least one triangle. A mesh may be open, cut itself, and
/// have degenerate triangles, which are the segments and points that they are.
///
/// ```
/// use obbtree::mesh::{Mesh, MeshError};
///
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let mesh = Mesh::new(corners.clone(), vec![[0, 1, 2]])?;
/// assert_eq!(mesh.triangles().len(), 1);
/// assert!(Mesh::new(corners, vec![[0, 1, 3]]).is_err()); // there is no vertex 3
/// # Ok::<(), MeshError>(())
/// ```
pub mod mesh {
    pub use obbtree_mesh::{InsideRule, Mesh, MeshError, MeshReport, OpenMesh};
}

/// Rigid motions from the frame of a collider to the world.
///
/// A pose is its 3 x 4 matrix `[R | t]`; `R` is within 1e-4 of a rotation, in the Frobenius norm of
/// `R^T R - I`. It is made from rows, from 4 x 4 matrices, from a translation and a quaternion
/// (`x y z qx qy qz qw`), and from the types of nalgebra, and by features of glam and mint.
///
/// ```
/// use obbtree::pose::{Pose, PoseError};
///
/// let turned: Pose = "0 0 1 0 0 0.6 0.8".parse()?; // x y z qx qy qz qw
/// let back = turned.compose(&turned.inverse()?)?;
/// assert!(back.skew() < 1e-12);
/// assert!("1 0 0 0 0 0 2".parse::<Pose>().is_err()); // the quaternion is not of length one
/// # Ok::<(), PoseError>(())
/// ```
pub mod pose {
    pub use obbtree_predicates::{MAX_COORDINATE, Pose, PoseError};
}

/// What a query is about: a mesh with its tree ([`Body`]), a [`Shape`], a [`PointCloud`],
/// [`Voxels`], or any of them ([`Collider`]).
///
/// Colliders are immutable and `Send + Sync`; clones share their memory. Functions take any of
/// them by reference, as `impl Into<ColliderRef>`.
///
/// ```
/// use obbtree::collider::{Body, Collider, Shape};
/// use obbtree::{Mesh, Pose, collide};
///
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let triangle = Body::new(Mesh::new(corners, vec![[0, 1, 2]])?);
/// let parts = [Collider::from(triangle), Collider::from(Shape::cuboid([0.1, 0.1, 0.1])?)];
/// let origin = Pose::identity();
/// assert!(collide(&parts[0], &origin, &parts[1], &origin));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Config`](collider::Config) says how a tree is built: effort, threads, instruction set. Where
/// the vertices of a mesh move and its triangles stay, [`refit`](collider::refit) keeps the tree,
/// in less than a tenth of the time:
///
/// ```
/// use obbtree::collider::{Body, Config, Effort, refit};
/// use obbtree::Mesh;
///
/// let at = |z: f64| {
///     let corners = vec![[0.0, 0.0, z], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
///     Mesh::new(corners, vec![[0, 1, 2]])
/// };
/// let config = Config::default().with_effort(Effort::Fast).with_parallel(false);
/// let (_, mut tree) = Body::build(at(0.0)?, &config).into_parts();
/// let moved = at(0.1)?;
/// let report = refit(&mut tree, &moved, &config)?;
/// let body = Body::from_parts(moved, tree)?;
/// println!("{} triangles, build again: {}", body.mesh().triangles().len(), report.rebuild);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod collider {
    pub use obbtree_builder::wide::{
        Config, Effort, RefitReport, TriangleCountMismatch, refit, refit_frames,
    };
    pub use obbtree_collider::{
        Body, Camera, CloudError, Collider, ColliderRef, Coordinate, DepthValue, Kept, KeptCubes,
        KeptVoxels, PointCloud, PointMask, Radius, Shape, ShapeError, ShapeKind, Topology,
        TreeMismatch, Unseen, UnseenError, VoxelError, Voxels,
    };
    #[cfg(feature = "io")]
    pub use obbtree_collider::{CloudFileError, Unknown, VoxelFileError};
    pub use obbtree_tree::wide::Tree;
}

/// Queries about two colliders, about one, and batches over all cores.
///
/// A [`Query`] keeps options and the memory that answers need; use one for each thread. All
/// lengths are in the unit of the meshes, all places in the world. A tie counts as contact:
/// touching collides, and a distance of exactly the tolerance is within it. A miss is `false`,
/// `None` or an empty list. [`interrupt`](query::interrupt) lets a caller look in on long
/// searches, and `pool` (feature `parallel`) lends the threads of batches.
///
/// ```
/// use obbtree::query::Query;
/// use obbtree::{Pose, Shape};
///
/// let sphere = Shape::sphere([0.0; 3], 1.0)?;
/// let (origin, aside) = (Pose::identity(), Pose::from_translation([5.0, 0.0, 0.0])?);
/// let mut query = Query::new();
/// assert!(!query.collide(&sphere, &origin, &sphere, &aside));
/// assert!(query.closer_than(&sphere, &origin, &sphere, &aside, 3.0)); // exactly 3 apart
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod query {
    #[cfg(feature = "parallel")]
    pub use obbtree_builder::pool;
    pub use obbtree_collider::{
        Answer, Batch, BatchError, ClosestPoint, Contact, ContactCurve, ContactSummary,
        DeepestPoint, Depth, DepthError, Distance, DistanceOptions, Feature, Interval, Manifold,
        ManifoldOptions, ManifoldPoint, Overlap, Placed, PointError, PointSide, Query,
        QueryOptions, Ray, RayError, RayHit, Relation, SignedDistance, SurfaceKind, Unclear,
        VolumeError, classify, closer_than, collide, contact_curves, contacts, distance, interrupt,
        pairs,
    };
    pub use obbtree_predicates::SharedSet;
    pub use obbtree_query::Counts;
    pub use obbtree_simd::SimdLevel;
}

/// Motions from time 0 to time 1, and continuous collision.
///
/// [`Query::sweep`](crate::Query::sweep) proves a motion free at every real time, or gives the
/// first contact to within a tolerance of time. "Undecided" means that colliders come closer than
/// the tolerance or the rounding of poses, without a contact that is found.
///
/// ```
/// use obbtree::motion::{Linear, Sweep, SweepOptions};
/// use obbtree::{Body, Mesh, Pose, Query};
///
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let sheet = Body::new(Mesh::new(corners, vec![[0, 1, 2]])?);
/// let at = |z: f64| Pose::from_translation([0.0, 0.0, z]);
/// let fall = Linear::new(&at(3.0)?, &at(-1.0)?)?;
/// let options = SweepOptions::default();
/// let found = Query::new().sweep(&sheet, &Pose::identity(), &sheet, &fall, &options);
/// assert!(matches!(found, Sweep::Contact(first) if first.last_free <= 0.75));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod motion {
    pub use obbtree_collider::{
        Carried, CloseApproach, FirstContact, Linear, Motion, MotionError, Path, Rounding, Screw,
        Speed, Sweep, SweepOptions, Translation,
    };
}

/// The world: colliders with names, poses, groups, allowed pairs, margins, padding and attachments.
///
/// ```
/// use obbtree::scene::{Scene, SceneQuery};
/// use obbtree::{Pose, Shape};
///
/// let mut scene = Scene::new();
/// let sphere = Shape::sphere([0.0; 3], 1.0)?;
/// scene.add("here", sphere.clone(), Pose::identity())?;
/// scene.add("there", sphere, Pose::from_translation([2.0, 0.0, 0.0])?)?;
/// assert!(SceneQuery::new().collides(&scene)); // they touch
/// scene.allow("here", "there");
/// assert!(!SceneQuery::new().collides(&scene)); // a pair that may
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "scene")]
pub mod scene {
    pub use obbtree_scene::*;
}

/// Clash detection: what of a scene cuts, touches, holds or comes near what, by the rules of a
/// study; reports as JSON, CSV and BCF, and what changed between two.
///
/// ```
/// use obbtree::clash::{Class, Rule, Study};
/// use obbtree::scene::Scene;
/// use obbtree::{Pose, Shape};
///
/// let mut scene = Scene::new();
/// let cuboid = Shape::cuboid([1.0, 1.0, 1.0])?;
/// scene.add("one", cuboid.clone(), Pose::identity())?;
/// scene.add("two", cuboid, Pose::from_translation([1.5, 0.0, 0.0])?)?;
/// let mut study = Study { depth: true, ..Study::default() };
/// study.rules.push(Rule { name: "all".to_owned(), ..Rule::default() });
/// let report = study.run(&scene, &Default::default())?;
/// let [lower, upper] = report.clashes[0].depth.expect("closed");
/// assert_eq!(report.clashes[0].class, Class::Cutting);
/// assert!(lower <= 0.5 && 0.5 <= upper);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "clash")]
pub mod clash {
    pub use obbtree_clash::*;
}

/// Robots from URDF and SRDF in a world of obstacles: configurations, motions, paths.
///
/// A configuration is the values of the joints that move and mimic none, in radians and in the
/// unit of the URDF. A configuration beyond the limits of a joint is not valid.
///
/// ```
/// use obbtree::robot::Robot;
///
/// let urdf = r#"<robot name="slider"><link name="rail"/><link name="cart"/>
///     <joint name="slide" type="prismatic"><parent link="rail"/><child link="cart"/>
///     <axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>"#;
/// let robot = Robot::from_urdf_str(urdf, "slider.urdf", &[])?;
/// assert!(robot.is_within_limits(&[0.5]) && !robot.is_within_limits(&[1.5]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "robot")]
pub mod robot {
    pub use obbtree_robot::*;
}

/// Files: meshes (STL, OBJ, PLY, OFF, COLLADA, glTF, GLB), points (PCD, PLY, text, NPY, NPZ, depth
/// images), trees, poses, motions; drawings.
///
/// An error names the file, the line or byte, the triangle, the vertex and the value.
///
/// ```
/// use obbtree::io::{Format, read_mesh_from};
///
/// let text = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
/// let loaded = read_mesh_from(text.as_bytes(), "triangle.off", Some(Format::Off))?;
/// assert_eq!(loaded.mesh.triangles().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "io")]
pub mod io {
    pub use obbtree_io::*;
}
