//! A mesh and its tree, owned together.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use nalgebra::Point3;
use obbtree_builder::wide::{self, Config};
use obbtree_mesh::{Mesh, OpenMesh};
use obbtree_predicates::{Pose, Triangle};
use obbtree_query::{Engine, is_inside};
use obbtree_tree::wide::Tree;
use thiserror::Error;

use crate::adjacency::Adjacency;
use crate::convexity::is_convex;
use crate::solids::boundary::Boundary;
use crate::solids::faces::Faces;
use crate::topology::Topology;

/// A mesh with its tree: immutable, shared, cheap to clone, and safe to use from any number of
/// threads.
///
/// Build it once a mesh. Clones share one mesh and one tree, so the same part in many places
/// costs its memory once. Triangle numbers in answers are those of the mesh.
///
/// ```
/// use obbtree_collider::Body;
/// use obbtree_mesh::Mesh;
/// // A tetrahedron: 4 x 3 vertex coordinates, 4 x 3 vertex indices.
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
/// let body = Body::new(mesh);
/// assert_eq!(body.mesh().triangles().len(), 4);
/// assert!(body.require_closed().is_ok());
/// # Ok::<(), obbtree_mesh::MeshError>(())
/// ```
#[derive(Debug)]
pub struct Body {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    mesh: Mesh,
    /// That of a shape's core is built when first needed: a scene of boxes needs few of theirs.
    tree: OnceLock<Tree>,
    /// Computed when first needed: surface queries need none of it.
    topology: OnceLock<Topology>,
    /// Computed when first needed.
    is_convex: OnceLock<bool>,
    /// Computed when first needed, by manifolds.
    adjacency: OnceLock<Adjacency>,
    /// Computed when first needed.
    boundary: OnceLock<Boundary>,
    /// Computed when first needed, by questions about solids.
    faces: OnceLock<Option<Faces>>,
}

/// The tree of [`Body::new`].
#[cold]
fn build_default(mesh: &Mesh) -> Tree {
    wide::build(mesh, &Config::default())
}

/// A tree was given with a mesh that it does not belong to.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeMismatch {
    /// Other counts of triangles.
    #[error("the tree holds {tree} triangles, the mesh {mesh}")]
    Count {
        /// Triangles in the tree.
        tree: usize,
        /// Triangles in the mesh.
        mesh: usize,
    },
    /// A triangle with other corners.
    #[error("triangle {triangle} of the tree has other corners than that of the mesh")]
    Triangle {
        /// Its number, counted from 0.
        triangle: usize,
    },
}

impl Clone for Body {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl Body {
    /// The body of a mesh, with the tree that queries are fastest on.
    #[must_use]
    pub fn new(mesh: Mesh) -> Self {
        Self::build(mesh, &Config::default())
    }

    /// The body of a mesh, with a tree built as told.
    #[must_use]
    pub fn build(mesh: Mesh, config: &Config) -> Self {
        let tree = wide::build(&mesh, config);
        Self::from_own_parts(mesh, tree)
    }

    /// [`Body::build`], but `None` soon after the flag is raised.
    #[must_use]
    pub fn build_cancelled_by(mesh: Mesh, config: &Config, cancel: &AtomicBool) -> Option<Self> {
        let tree = wide::build_cancelled_by(&mesh, config, cancel)?;
        Some(Self::from_own_parts(mesh, tree))
    }

    /// Reads a mesh file and builds its tree, or reads a tree file.
    ///
    /// What a reader did to the file on the way, and reading from memory or with options: see
    /// `obbtree_io::read_mesh_with`, and [`Body::from_parts`] for its result.
    ///
    /// # Errors
    /// If the file cannot be read as a mesh: which file, and where in it.
    ///
    /// ```no_run
    /// let nut = obbtree_collider::Body::read("assets/nut.stl")?;
    /// # Ok::<(), obbtree_io::ReadError>(())
    /// ```
    #[cfg(feature = "io")]
    pub fn read(path: impl AsRef<std::path::Path>) -> Result<Self, obbtree_io::ReadError> {
        let loaded = obbtree_io::read_mesh(path)?;
        Ok(match loaded.tree {
            // The reader has built the tree from this very mesh.
            Some(tree) => Self::from_own_parts(loaded.mesh, tree),
            None => Self::new(loaded.mesh),
        })
    }

    /// The body of a mesh and the tree that was built from it.
    ///
    /// # Errors
    /// If the tree holds other triangles than the mesh. Checking takes about a hundredth of the
    /// time of building.
    pub fn from_parts(mesh: Mesh, tree: Tree) -> Result<Self, TreeMismatch> {
        let (mut held, mut wrong) = (0, None);
        tree.for_each_triangle(|id, triangle| {
            held += 1;
            let id = id as usize;
            if id >= mesh.triangles().len() || mesh.triangle(id) != *triangle {
                wrong = Some(wrong.map_or(id, |first: usize| first.min(id)));
            }
        });
        if held != mesh.triangles().len() {
            return Err(TreeMismatch::Count { tree: held, mesh: mesh.triangles().len() });
        }
        match wrong {
            Some(triangle) => Err(TreeMismatch::Triangle { triangle }),
            None => Ok(Self::from_own_parts(mesh, tree)),
        }
    }

    /// The mesh and the tree; copied if other clones of the body are in use.
    #[must_use]
    pub fn into_parts(self) -> (Mesh, Tree) {
        match Arc::try_unwrap(self.shared) {
            Ok(Shared { mesh, tree, .. }) => {
                let tree = tree.into_inner().unwrap_or_else(|| build_default(&mesh));
                (mesh, tree)
            }
            Err(shared) => (shared.mesh.clone(), Self { shared }.tree().clone()),
        }
    }

    /// Is a point inside the body? The point is in the frame of another body, placed by
    /// `pose_point`, and must not lie on this one's surface. Nothing is inside an open body.
    #[must_use]
    pub fn contains(&self, pose: &Pose, point: &Point3<f64>, pose_point: &Pose) -> bool {
        let topology = self.topology();
        match topology.inside_rule() {
            Ok(_) if topology.is_outside(pose, point, pose_point) => false,
            Ok(rule) => is_inside(self.tree(), rule, pose, point, pose_point),
            Err(_) => false,
        }
    }

    /// Is a component of another body inside this one, given that the surfaces do not meet?
    pub(crate) fn contains_component(&self, pose: &Pose, other: &Self, pose_other: &Pose) -> bool {
        let points = other.topology().component_points();
        points.iter().any(|point| self.contains(pose, point, pose_other))
    }

    fn from_own_parts(mesh: Mesh, tree: Tree) -> Self {
        Self {
            shared: Arc::new(Shared {
                mesh,
                tree: tree.into(),
                topology: OnceLock::new(),
                is_convex: OnceLock::new(),
                adjacency: OnceLock::new(),
                boundary: OnceLock::new(),
                faces: OnceLock::new(),
            }),
        }
    }

    /// The body of a small mesh, whose tree is built when it is first needed.
    pub(crate) fn with_tree_later(mesh: Mesh) -> Self {
        let shared = Shared {
            mesh,
            tree: OnceLock::new(),
            topology: OnceLock::new(),
            is_convex: OnceLock::new(),
            adjacency: OnceLock::new(),
            boundary: OnceLock::new(),
            faces: OnceLock::new(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.shared.mesh
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        let shared = &self.shared;
        shared.tree.get_or_init(|| build_default(&shared.mesh))
    }

    /// A triangle of the mesh by its number, in mesh coordinates.
    pub(crate) fn triangle(&self, id: u32) -> Triangle {
        self.mesh().triangle(id as usize)
    }

    /// Components and inside; computed when first needed.
    pub fn topology(&self) -> &Topology {
        self.shared.topology.get_or_init(|| Topology::of(&self.shared.mesh))
    }

    /// Has [`Body::topology`] been computed, so that asking for it costs nothing?
    #[must_use]
    pub fn knows_topology(&self) -> bool {
        self.shared.topology.get().is_some()
    }

    pub(crate) fn adjacency(&self) -> &Adjacency {
        let outward = self.topology().outward();
        self.shared.adjacency.get_or_init(|| Adjacency::of(self.mesh(), outward))
    }

    /// What the surface bounds; computed when first needed.
    pub(crate) fn boundary(&self) -> &Boundary {
        self.shared.boundary.get_or_init(|| Boundary::of(self.mesh(), self.tree()))
    }

    /// The faces of a small solid; computed when first needed.
    pub(crate) fn faces(&self) -> Option<&Faces> {
        let of = || Faces::of(self.mesh(), || self.boundary(), || self.is_convex());
        self.shared.faces.get_or_init(of).as_ref()
    }

    /// Is it all points of the hull of its vertices, proven? Large meshes are not looked at.
    pub(crate) fn is_convex(&self) -> bool {
        *self.shared.is_convex.get_or_init(|| {
            let here = Pose::identity();
            self.require_closed().is_ok()
                && is_convex(self.mesh(), |point| self.contains(&here, point, &here))
        })
    }

    /// Is the mesh closed, so that it has an inside?
    ///
    /// # Errors
    /// If it is open, saying where.
    pub fn require_closed(&self) -> Result<(), OpenMesh> {
        self.topology().inside_rule().map(|_| ()).map_err(Clone::clone)
    }

    /// Do two bodies share one mesh and one tree?
    #[must_use]
    pub fn is_clone_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// A number that clones share, and that no two living bodies of one kind share otherwise.
    pub(crate) fn key(&self) -> usize {
        Arc::as_ptr(&self.shared).addr()
    }
}

/// Is a component of one body inside the other, given that the surfaces do not meet?
pub(crate) fn one_inside(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> bool {
    a.contains_component(pose_a, b, pose_b) || b.contains_component(pose_b, a, pose_a)
}
