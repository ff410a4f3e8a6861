//! Colliders of the C interface: meshes from arrays, files and bytes, shapes, and point clouds.
//! Voxels are in `voxels`, depth images in `depth`.

use std::ffi::c_char;

use obbtree::collider::{Config, Effort};
use obbtree::io::{self, Loaded, ReadOptions};
use obbtree::scene::Part;
use obbtree::{Body, Mesh, PointCloud};

use crate::answers::{answered_handle, answered_in, answered_list, freed, rows, shown};
use crate::arrays::Array;
use crate::memory;
use crate::pose::{self, CPose};
use crate::shapes;
use crate::status::{Failure, Status, answered};

/// What can be checked: a triangle mesh with its tree, a shape, such as a box or a half-space, a
/// point cloud, or voxels. A mesh is a surface, unless a query asks about solids; shapes and voxels
/// are solid. Immutable: any number of threads may use one at once, without a lock. Owned by the
/// caller, who frees it with `obbtree_collider_free` after all use. Motions and queries keep no
/// collider. `obbtree_collider_share` gives a second handle of the same one at no cost, to be freed
/// by itself.
///
/// A point cloud may have no point, as a frame in which a sensor saw nothing, and voxels may all be
/// free: they meet nothing, and distances to them are infinite.
///
/// What only meshes have (triangles, rays, points, files) is `OBBTREE_STATUS_NOT_A_MESH` of a
/// shape, of a point cloud and of voxels.
pub struct Collider {
    /// In its own frame; it knows a box around itself.
    pub(crate) part: Part,
}

impl Collider {
    pub(crate) fn new(collider: impl Into<obbtree::Collider>) -> Self {
        Self { part: Part::new(collider) }
    }
}

/// The collider of an argument.
#[inline]
pub(crate) fn get<'call>(
    collider: *const Collider,
    what: &str,
) -> Result<&'call obbtree::Collider, Failure> {
    Ok(memory::get(collider, what)?.part.collider())
}

/// The mesh of an argument.
pub(crate) fn mesh<'call>(collider: *const Collider, what: &str) -> Result<&'call Body, Failure> {
    of_mesh(get(collider, what)?, what)
}

/// The mesh that a collider is.
#[inline]
pub(crate) fn of_mesh<'call>(
    collider: &'call obbtree::Collider,
    what: &str,
) -> Result<&'call Body, Failure> {
    let other = || {
        let kind = match () {
            () if collider.cloud().is_some() => "a point cloud has",
            () if collider.voxels().is_some() => "voxels have",
            () => "a shape has",
        };
        Failure::new(Status::NotAMesh, format!("{what}: {kind} no triangles"))
    };
    collider.body().ok_or_else(other)
}

/// How a tree is built. All zeros is the default.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions {
    /// Not 0: two thirds of the time to build, up to 30 % more time to query.
    pub fast: u32,
    /// Not 0: build on one thread, the caller's.
    pub one_thread: u32,
}

/// How a mesh file is read. All zeros is the default.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct FileOptions {
    /// Coordinates are multiplied by this; 0 counts as 1.
    pub scale: f64,
    /// And along x, y and z by these, 0 counts as 1. A mirror image has its triangles flipped.
    pub axis_scale: [f64; 3],
    /// Not 0: vertices with equal coordinates are joined.
    pub weld: u32,
    /// Not 0: triangles without area are removed.
    pub drop_degenerate: u32,
    /// Larger meshes are refused; 0 for the most that is supported.
    pub max_triangles: usize,
}

pub(crate) fn config(options: *const BuildOptions) -> Result<Config, Failure> {
    let Some(options) = memory::given(options, "options")? else { return Ok(Config::default()) };
    let effort = if options.fast != 0 { Effort::Fast } else { Effort::Best };
    Ok(Config::default().with_effort(effort).with_parallel(options.one_thread == 0))
}

fn read_options(options: *const FileOptions) -> Result<ReadOptions, Failure> {
    let Some(given) = memory::given(options, "options")? else { return Ok(ReadOptions::default()) };
    let factor = |x: f64| if x == 0.0 { 1.0 } else { x };
    let mut options = ReadOptions::default()
        .with_scale(factor(given.scale))
        .with_axis_scale(given.axis_scale.map(factor))
        .with_weld(given.weld != 0)
        .with_drop_degenerate(given.drop_degenerate != 0);
    if given.max_triangles != 0 {
        options = options.with_max_triangles(given.max_triangles);
    }
    Ok(options)
}

fn mesh_of(loaded: Loaded) -> Result<Collider, Failure> {
    let body = match loaded.tree {
        Some(tree) => Body::from_parts(loaded.mesh, tree)
            .map_err(|error| Failure::new(Status::File, error.to_string()))?,
        None => Body::new(loaded.mesh),
    };
    Ok(Collider::new(body))
}

/// A mesh from arrays, which are copied: `vertices` has three `double` or `float` each,
/// `triangles` three vertex indices each, counted from 0. `options` may be null. In `*collider` a
/// handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_create(
    vertices: Array,
    triangles: Array,
    options: *const BuildOptions,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let config = config(options)?;
        let mesh = Mesh::new(vertices.reals("vertices")?, triangles.indices("triangles")?)?;
        Ok(Collider::new(Body::build(mesh, &config)))
    })
}

/// The surface of heights over a grid, which are copied: `counts` has the two numbers nx and ny,
/// `spacing` has dx and dy. Height `i ny + j` is at `origin + (i dx, j dy, height)`, each number
/// rounded once, where `origin` has three numbers. A cell is two triangles with the diagonal from
/// (i, j) to (i + 1, j + 1); triangles with a corner whose height is NaN, a hole, are left out.
/// `options` may be null. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_height_map(
    heights: *const f64,
    counts: *const usize,
    origin: *const f64,
    spacing: *const f64,
    options: *const BuildOptions,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let config = config(options)?;
        let &[nx, ny] = memory::slice(counts, 2, "counts")? else {
            return Err(Failure::bad("counts are two"));
        };
        let count = nx.checked_mul(ny).ok_or_else(|| Failure::bad("counts: too many heights"))?;
        let heights = memory::slice(heights, count, "heights")?;
        let origin = memory::numbers(origin, "origin")?;
        let spacing = memory::numbers(spacing, "spacing")?;
        let mesh = Mesh::height_map(heights, [nx, ny], origin, spacing)?;
        Ok(Collider::new(Body::build(mesh, &config)))
    })
}

/// The mesh of a file (STL, OBJ, PLY, OFF, COLLADA, glTF, GLB), or of a tree file, which is not
/// built anew. `path` is in UTF-8; `options` may be null. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_read(
    path: *const c_char,
    options: *const FileOptions,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let path = memory::text(path, "path")?;
        mesh_of(io::read_mesh_with(path, &read_options(options)?)?)
    })
}

/// The mesh of a file that is in memory. `name` stands for the file in errors, and its ending
/// tells the format where the bytes do not. `options` may be null. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_read_bytes(
    bytes: *const u8,
    count: usize,
    name: *const c_char,
    options: *const FileOptions,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let bytes = memory::slice(bytes, count, "bytes")?;
        let name = memory::text(name, "name")?;
        let loaded = io::read_mesh_from_with(bytes, name, &read_options(options)?)?;
        mesh_of(loaded)
    })
}

/// Writes mesh and tree into a tree file, which `obbtree_collider_read` reads without building.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_write(collider: *const Collider, path: *const c_char) -> Status {
    answered(|| {
        let body = mesh(collider, "collider")?;
        let path = memory::text(path, "path")?;
        let file_error = |text: String| Failure::new(Status::File, format!("{path}: {text}"));
        let bytes = io::tree_bytes(body.mesh(), body.tree());
        let bytes = bytes.map_err(|error| file_error(error.to_string()))?;
        std::fs::write(path, bytes).map_err(|error| file_error(error.to_string()))
    })
}

/// A second handle of the same collider, to be freed by itself. No copy is made.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_share(
    collider: *const Collider,
    shared: *mut *mut Collider,
) -> Status {
    answered_handle(shared, "shared", || {
        Ok(Collider { part: memory::get(collider, "collider")?.part.clone() })
    })
}

/// Frees a handle; the collider goes with its last one. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_free(collider: *mut Collider) -> Status {
    freed(collider)
}

/// The vertices, three numbers each, as long as the collider is there; and how many vertices.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_vertices(
    collider: *const Collider,
    vertices: *mut *const f64,
    count: *mut usize,
) -> Status {
    answered_list(vertices, count, ["vertices", "count"], || {
        Ok(rows(shown(mesh(collider, "collider")?.mesh().vertices())))
    })
}

/// The triangles, three vertex indices each, as long as the collider is there; and how many
/// triangles.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_triangles(
    collider: *const Collider,
    triangles: *mut *const u32,
    count: *mut usize,
) -> Status {
    answered_list(triangles, count, ["triangles", "count"], || {
        Ok(rows(shown(mesh(collider, "collider")?.mesh().triangles())))
    })
}

/// Is the mesh closed, so that it has an inside? `OBBTREE_STATUS_OPEN_MESH` if not, and
/// `obbtree_last_error` says where it is open.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_require_closed(collider: *const Collider) -> Status {
    answered(|| Ok(mesh(collider, "collider")?.require_closed()?))
}

/// Is it a mesh, or something else?
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_is_mesh(
    collider: *const Collider,
    is_mesh: *mut bool,
) -> Status {
    answered_in(is_mesh, "is_mesh", || Ok(get(collider, "collider")?.body().is_some()))
}

/// A shape of a kind from its numbers, see `obbtree_shape_kind`. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_shape(
    kind: u32,
    numbers: *const f64,
    count: usize,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let numbers = memory::slice(numbers, count, "numbers")?;
        let shape = obbtree::Shape::new(shapes::of(kind, numbers)?)?;
        Ok(Collider::new(shape))
    })
}

/// A point cloud from arrays, which are copied: `points` has three `double` or `float` each. Each
/// is all that is within its radius, a length in the world of at least 0, which is its own of as
/// many `radii`, or `radius` where these are null. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_cloud(
    points: Array,
    radius: f64,
    radii: *const f64,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let points = points.reals("points")?;
        Ok(Collider::new(match memory::given(radii, "radii")? {
            None => PointCloud::new(&points, radius)?,
            Some(_) => {
                PointCloud::with_radii(&points, memory::slice(radii, points.len(), "radii")?)?
            }
        }))
    })
}

/// The points of a file (PCD, PLY, columns of text, NPY), all of one radius. Points with a
/// coordinate that is NaN are left out; numbers in answers are those of the file. `path` is in
/// UTF-8. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_read_cloud(
    path: *const c_char,
    radius: f64,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        Ok(Collider::new(PointCloud::read(memory::text(path, "path")?, radius)?))
    })
}

/// A box with its sides along the axes of the world that certainly contains the placed collider: in
/// `bounds` six numbers, the least x, y and z, then the greatest. Planes and half-spaces are
/// unbounded: their numbers are infinite. Of point clouds and voxels without any it is around the
/// origin of their frame.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_bounds(
    collider: *const Collider,
    pose: *const CPose,
    bounds: *mut f64,
) -> Status {
    answered(|| {
        let places = memory::places(bounds, 6, 0, "bounds")?;
        let part = &memory::get(collider, "collider")?.part;
        let found = part.bounds(&pose::checked(pose, "pose")?);
        let unbounded = [[f64::NEG_INFINITY; 3], [f64::INFINITY; 3]];
        let corners = found.map_or(unbounded, |found| [found.min.into(), found.max.into()]);
        places.write(corners.into_iter().flatten());
        Ok(())
    })
}
