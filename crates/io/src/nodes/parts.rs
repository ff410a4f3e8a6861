//! The geometry of a scene's nodes as parts: each geometry once for each scale, each node with its
//! path and its pose.
//!
//! A node's map is kept apart in a rigid map and a scale (`Scaled`). The scale goes into the mesh,
//! each coordinate rounded once; the rigid map is the pose. So instances share a mesh wherever
//! they are and however they are turned.

use std::collections::{HashMap, HashSet};

use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;

use super::affine::{Affine, Scaled};
use super::placed_mesh::{PlacedMesh, check_limit};
use crate::error::Problem;
use crate::face::RawMesh;
use crate::options::ReadOptions;
use crate::report::ReadReport;

/// Bytes that the names of all nodes may have whatever the size of the file, and for each byte of
/// it: a name has the names of all nodes above, and a hostile file could make them as long as it
/// is, for each of its nodes.
const NAMES: (usize, usize) = (64 << 20, 16);

/// Vertices may be read this many times the number that a scene may have: meshes that use a few
/// vertices each of one long list are read at the length of the list.
const READINGS: usize = 64;

/// A part of an [`Assembly`](crate::Assembly).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AssemblyNode {
    /// The names of the nodes from the root to this one with `/` between them, as `car/door/hinge`:
    /// a `/` in a name becomes `|`, a node without a name has that of its mesh or `node` and its
    /// number, and the second part of one path gets `#2` behind it.
    pub name: String,
    /// The mesh, as an index.
    pub mesh: usize,
    /// From the mesh to the frame of the file: the product of the transforms of the node and of
    /// those above, without their scale, in double precision.
    pub pose: Pose,
}

/// The place of a node, while the nodes below it are visited.
#[derive(Clone)]
pub(crate) struct Level {
    /// `Err` has the length of the path of the node whose map cannot be a rigid one and a scale.
    to_scene: Result<Scaled, usize>,
    /// The bytes of the path to the node.
    path: usize,
}

/// Names of siblings tell them apart: `#2` is added to the second of a name.
#[derive(Default)]
struct Names {
    /// The number that the next node of a name gets.
    next: HashMap<String, usize>,
    used: HashSet<String>,
    bytes: usize,
}

/// The parts of a scene, while its nodes are visited.
pub(crate) struct Parts<'o> {
    options: &'o ReadOptions,
    path: String,
    meshes: Vec<Mesh>,
    nodes: Vec<AssemblyNode>,
    /// The mesh of a geometry at a scale.
    of_geometry: HashMap<(usize, [u64; 3]), usize>,
    /// Geometries without triangles.
    empty: HashSet<usize>,
    names: Names,
    nodes_entered: usize,
    vertices: usize,
    triangles: usize,
    vertices_read: usize,
    limit: usize,
    names_limit: usize,
    pub(crate) report: ReadReport,
}

impl<'o> Parts<'o> {
    /// For a file of so many bytes.
    pub(crate) fn new(bytes: usize, options: &'o ReadOptions) -> Self {
        Self {
            options,
            path: String::new(),
            meshes: Vec::new(),
            nodes: Vec::new(),
            of_geometry: HashMap::new(),
            empty: HashSet::new(),
            names: Names::default(),
            nodes_entered: 0,
            vertices: 0,
            triangles: 0,
            vertices_read: 0,
            limit: PlacedMesh::limit_of(bytes),
            names_limit: NAMES.0.max(bytes.saturating_mul(NAMES.1)),
            report: ReadReport::default(),
        }
    }

    /// Above all nodes: the scale of the options, after one that the file has.
    pub(crate) fn top(&self, unit: f64) -> Result<Level, Problem> {
        let factors = self.options.factors().map(|factor| factor * unit);
        if let Some(&factor) = factors.iter().find(|factor| !factor.is_normal()) {
            return Err(Problem::Scale(factor));
        }
        Ok(Level { to_scene: Ok(Scaled::of_scale(factors)), path: 0 })
    }

    /// The place of a node with this name, whose map to its parent is `to_parent`; `None` if that
    /// is no rigid map after a scale.
    pub(crate) fn enter(
        &mut self,
        parent: &Level,
        name: &str,
        to_parent: Option<Scaled>,
    ) -> Result<Level, Problem> {
        check_limit(self.limit, "nodes", self.nodes_entered, 1)?;
        self.nodes_entered += 1;
        self.path.truncate(parent.path);
        if !self.path.is_empty() {
            self.path.push('/');
        }
        // In a path, `/` is between names.
        self.path.extend(name.trim().chars().map(|c| if c == '/' { '|' } else { c }));
        let path = self.path.len();
        if path > self.names_limit {
            let (what, limit) = ("bytes of names", self.names_limit);
            return Err(Problem::TooManyCopies { what, limit });
        }
        let to_scene = match &parent.to_scene {
            Ok(above) => to_parent.and_then(|map| above.after(&map)).ok_or(path),
            Err(sheared) => Err(*sheared),
        };
        Ok(Level { to_scene, path })
    }

    /// A level with another map between it and its geometry.
    pub(crate) fn within(&self, level: &Level, map: &Affine) -> Level {
        let to_scene = match &level.to_scene {
            Ok(above) => Scaled::of(map).and_then(|map| above.after(&map)).ok_or(level.path),
            Err(sheared) => Err(*sheared),
        };
        Level { to_scene, path: level.path }
    }

    /// Adds a geometry at the place of the node that was entered last; `read` reads it, in its own
    /// coordinates, if it was not read before.
    pub(crate) fn place<E: From<Problem>>(
        &mut self,
        level: &Level,
        geometry: usize,
        read: impl FnOnce(&mut ReadReport) -> Result<RawMesh, E>,
    ) -> Result<(), E> {
        if self.empty.contains(&geometry) {
            self.report.nodes_without_triangles += 1;
            return Ok(());
        }
        self.path.truncate(level.path);
        let Scaled { rigid, scale } = level.to_scene.map_err(|sheared| {
            let node = crate::text::shown(&self.path.as_bytes()[..sheared]);
            Problem::Sheared { node }
        })?;
        let pose = Pose::from_rows(rigid.rows()).map_err(|reason| {
            let node = crate::text::shown(self.path.as_bytes());
            Problem::NodePose { node, reason: reason.into() }
        })?;
        let key = (geometry, scale.map(f64::to_bits));
        let mesh = match self.of_geometry.get(&key) {
            Some(&mesh) => mesh,
            None => {
                let (vertices, triangles) = read(&mut self.report)?;
                let Some(mesh) = self.mesh(vertices, triangles, scale)? else {
                    self.empty.insert(geometry);
                    self.report.nodes_without_triangles += 1;
                    return Ok(());
                };
                self.meshes.push(mesh);
                self.of_geometry.insert(key, self.meshes.len() - 1);
                self.meshes.len() - 1
            }
        };
        let name = self.names.unique(&self.path, self.names_limit)?;
        self.nodes.push(AssemblyNode { name, mesh, pose });
        Ok(())
    }

    /// A mesh with the vertices that are used alone, scaled and changed as the options say; `None`
    /// without triangles.
    fn mesh(
        &mut self,
        vertices: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
        scale: [f64; 3],
    ) -> Result<Option<Mesh>, Problem> {
        let (what, limit) = ("vertices in total", self.limit.saturating_mul(READINGS));
        self.vertices_read = self.vertices_read.saturating_add(vertices.len());
        if self.vertices_read > limit {
            return Err(Problem::TooManyCopies { what, limit });
        }
        if triangles.is_empty() {
            return Ok(None);
        }
        let (vertices, triangles) = used(vertices, triangles);
        check_limit(self.limit, "vertices", self.vertices, vertices.len())?;
        check_limit(self.limit, "triangles", self.triangles, triangles.len())?;
        let mut report = ReadReport::default();
        let options = self.options.with_scale(1.0).with_axis_scale(scale);
        let mesh = Mesh::new(vertices, triangles).map_err(Problem::Mesh)?;
        let mesh = options.apply(mesh, &mut report)?;
        self.vertices += mesh.vertices().len();
        self.triangles += mesh.triangles().len();
        if self.triangles > self.options.max_triangles {
            let (triangles, limit) = (self.triangles, self.options.max_triangles);
            return Err(Problem::OverLimit { triangles, limit });
        }
        self.report.welded += report.welded;
        self.report.dropped_degenerate += report.dropped_degenerate;
        Ok(Some(mesh))
    }

    /// Raises the limit after further files were read.
    pub(crate) fn raise_limit(&mut self, bytes: usize) {
        self.limit = self.limit.max(PlacedMesh::limit_of(bytes));
        self.names_limit = self.names_limit.max(bytes.saturating_mul(NAMES.1));
    }

    /// The meshes and the nodes that have one, at least one.
    pub(crate) fn finish(self) -> Result<(Vec<Mesh>, Vec<AssemblyNode>, ReadReport), Problem> {
        if self.nodes.is_empty() {
            return Err(Problem::Mesh(obbtree_mesh::MeshError::NoTriangles));
        }
        let mut report = self.report;
        report.mirrored = self.options.mirrors();
        Ok((self.meshes, self.nodes, report))
    }
}

impl Names {
    fn unique(&mut self, name: &str, limit: usize) -> Result<String, Problem> {
        let mut unique = name.to_owned();
        if self.used.contains(name) {
            let next = self.next.entry(name.to_owned()).or_insert(2);
            while self.used.contains(&unique) {
                unique = format!("{name}#{next}");
                *next += 1;
            }
        }
        self.bytes = self.bytes.saturating_add(unique.len());
        if self.bytes > limit {
            return Err(Problem::TooManyCopies { what: "bytes of names", limit });
        }
        self.used.insert(unique.clone());
        Ok(unique)
    }
}

/// Without the vertices that no triangle has; the others keep their order.
fn used(mut vertices: Vec<[f64; 3]>, mut triangles: Vec<[u32; 3]>) -> RawMesh {
    const NONE: u32 = u32::MAX;
    let mut number_of = vec![NONE; vertices.len()];
    for &vertex in triangles.as_flattened() {
        number_of[vertex as usize] = 0;
    }
    if !number_of.contains(&NONE) {
        return (vertices, triangles);
    }
    let (mut at, mut kept) = (0, 0);
    vertices.retain(|_| {
        let is_used = number_of[at] != NONE;
        if is_used {
            number_of[at] = kept;
            kept += 1;
        }
        at += 1;
        is_used
    });
    for vertex in triangles.as_flattened_mut() {
        *vertex = number_of[*vertex as usize];
    }
    (vertices, triangles)
}
