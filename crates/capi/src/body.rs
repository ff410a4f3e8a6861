//! Bodies of the C interface: from arrays, files and bytes.

use std::ffi::c_char;

use obbtree::Mesh;
use obbtree::collider::{Config, Effort};
use obbtree::io::{self, Loaded, ReadOptions};

use crate::arrays::Array;
use crate::memory;
use crate::status::{Failure, Status, answered};

/// A triangle mesh with its tree. Immutable: any number of threads may use one at once, without a lock.
/// Owned by the caller, who frees it with `obbtree_collider_free` after all use. Motions and queries keep no
/// body. `obbtree_collider_share` gives a second handle of the same body at no cost, to be freed by itself.
pub struct Body {
    pub(crate) body: obbtree::Body,
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

fn config(options: *const BuildOptions) -> Result<Config, Failure> {
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

fn body_of(loaded: Loaded) -> Result<Body, Failure> {
    let body = match loaded.tree {
        Some(tree) => obbtree::Body::from_parts(loaded.mesh, tree)
            .map_err(|error| Failure::new(Status::File, error.to_string()))?,
        None => obbtree::Body::new(loaded.mesh),
    };
    Ok(Body { body })
}

/// The body of a mesh from arrays, which are copied: `vertices` has three `double` or `float` each,
/// `triangles` three vertex indices each, counted from 0. `options` may be null. In `*body` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_create(
    vertices: Array,
    triangles: Array,
    options: *const BuildOptions,
    body: *mut *mut Body,
) -> Status {
    answered(|| {
        let place = memory::place(body, "body")?;
        let config = config(options)?;
        let mesh = Mesh::new(vertices.reals("vertices")?, triangles.indices("triangles")?)?;
        memory::hand_over(Body { body: obbtree::Body::build(mesh, &config) }, place);
        Ok(())
    })
}

/// The body of a mesh file (STL, OBJ, PLY, OFF, COLLADA, glTF, GLB), or of a tree file, which is not built
/// anew. `path` is in UTF-8; `options` may be null. In `*body` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_read(
    path: *const c_char,
    options: *const FileOptions,
    body: *mut *mut Body,
) -> Status {
    answered(|| {
        let place = memory::place(body, "body")?;
        let path = memory::text(path, "path")?;
        memory::hand_over(body_of(io::read_mesh_with(path, &read_options(options)?)?)?, place);
        Ok(())
    })
}

/// The body of a file that is in memory. `name` stands for the file in errors, and its ending tells the
/// format where the bytes do not. `options` may be null. In `*body` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_read_bytes(
    bytes: *const u8,
    count: usize,
    name: *const c_char,
    options: *const FileOptions,
    body: *mut *mut Body,
) -> Status {
    answered(|| {
        let place = memory::place(body, "body")?;
        let bytes = memory::slice(bytes, count, "bytes")?;
        let name = memory::text(name, "name")?;
        let loaded = io::read_mesh_from_with(bytes, name, &read_options(options)?)?;
        memory::hand_over(body_of(loaded)?, place);
        Ok(())
    })
}

/// Writes mesh and tree into a tree file, which `obbtree_collider_read` reads without building.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_write(body: *const Body, path: *const c_char) -> Status {
    answered(|| {
        let body = &memory::get(body, "body")?.body;
        let path = memory::text(path, "path")?;
        let file_error = |text: String| Failure::new(Status::File, format!("{path}: {text}"));
        let bytes = io::tree_bytes(body.mesh(), body.tree());
        let bytes = bytes.map_err(|error| file_error(error.to_string()))?;
        std::fs::write(path, bytes).map_err(|error| file_error(error.to_string()))
    })
}

/// A second handle of the same body, to be freed by itself. No copy is made.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_share(body: *const Body, shared: *mut *mut Body) -> Status {
    answered(|| {
        let place = memory::place(shared, "shared")?;
        memory::hand_over(Body { body: memory::get(body, "body")?.body.clone() }, place);
        Ok(())
    })
}

/// Frees a handle; the body goes with its last one. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_free(body: *mut Body) -> Status {
    answered(|| {
        memory::take_back(body);
        Ok(())
    })
}

/// The vertices, three numbers each, as long as the body is there; and how many vertices.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_vertices(
    body: *const Body,
    vertices: *mut *const f64,
    count: *mut usize,
) -> Status {
    answered(|| {
        let found = memory::get(body, "body")?.body.mesh().vertices();
        let (vertices, count) =
            (memory::place(vertices, "vertices")?, memory::place(count, "count")?);
        vertices.write(found.as_flattened().as_ptr());
        count.write(found.len());
        Ok(())
    })
}

/// The triangles, three vertex indices each, as long as the body is there; and how many triangles.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_triangles(
    body: *const Body,
    triangles: *mut *const u32,
    count: *mut usize,
) -> Status {
    answered(|| {
        let found = memory::get(body, "body")?.body.mesh().triangles();
        let (triangles, count) =
            (memory::place(triangles, "triangles")?, memory::place(count, "count")?);
        triangles.write(found.as_flattened().as_ptr());
        count.write(found.len());
        Ok(())
    })
}

/// Is the mesh closed, so that it has an inside? `OBBTREE_STATUS_OPEN_MESH` if not, and
/// `obbtree_last_error` says where it is open.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_require_closed(body: *const Body) -> Status {
    answered(|| Ok(memory::get(body, "body")?.body.require_closed()?))
}
