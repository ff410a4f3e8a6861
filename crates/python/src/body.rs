//! The class `Body`.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use numpy::{PyArray2, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use obbtree::collider::{Camera, Config, Effort, Unseen};
use obbtree::{Body as EngineBody, Mesh, io};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString, PyType};

use crate::arrays;
use crate::errors::{CloudError, mesh_error, open_mesh, read_error};
use crate::interrupt::{LARGE_FILE, MANY_TRIANGLES, in_background, know_insides};
use crate::page::notebook_html;
use crate::parameters::{number, optional_number, whole};

/// A triangle mesh with its tree: immutable, shared by threads, built once.
///
/// ``Body(vertices, triangles)`` takes an (n, 3) array of ``float64`` or ``float32``, of any
/// strides, and an (m, 3) array of any integers, vertices counted from 0. ``Body(soup)`` takes an
/// (m, 3, 3) array of corners. ``Body(mesh)`` takes a ``trimesh.Trimesh``. ``Body(path)`` reads
/// STL, OBJ, PLY, OFF, COLLADA, glTF or a tree file. Coordinates are in the frame and unit of the
/// caller; triangle numbers in answers are those of the arrays.
///
/// Raises ``MeshError`` (which vertex, triangle and value), ``ReadError`` (which file and where
/// in it) or ``FileNotFoundError``. Copies share one mesh and one tree; pickles hold the tree,
/// which is not built again.
///
/// >>> import numpy as np, obbtree
/// >>> corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float32)
/// >>> body = obbtree.Body(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
/// >>> body
/// Body(4 vertices, 4 triangles, closed)
/// >>> obbtree.Body("assets/nut.stl").triangles.shape
/// (2408, 3)
/// >>> body.is_closed, body.vertices.shape, body.nbytes > 0
/// (True, (4, 3), True)
/// >>> obbtree.Body(corners, [[0, 1, 4]])
/// Traceback (most recent call last):
///     ...
/// obbtree.MeshError: triangle 0 refers to vertex 4, but there are 4 vertices (0 to 3)
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Body(pub(crate) EngineBody);

/// What makes a body again, and from what: see Python's `pickle`.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, &'static str));

#[pymethods]
impl Body {
    #[new]
    #[pyo3(signature = (vertices, triangles=None, *, fast_build=false))]
    fn new(
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        triangles: Option<&Bound<'_, PyAny>>,
        fast_build: bool,
    ) -> PyResult<Self> {
        let is_path = vertices.is_instance_of::<PyString>() || vertices.hasattr("__fspath__")?;
        let config = config(fast_build);
        if triangles.is_none() && is_trimesh(vertices)? {
            return Self::of_trimesh(vertices, &config);
        }
        if is_path {
            if triangles.is_some() {
                return Err(PyTypeError::new_err(
                    "argument 'triangles': a file has triangles of its own",
                ));
            }
            let path: PathBuf = vertices.extract()?;
            let is_long = path.metadata().is_ok_and(|file| file.len() > LARGE_FILE);
            let read = in_background(py, is_long, move |cancel| read(&path, &config, cancel))?;
            return read.map(waited_for).map_err(|error| read_error(&error));
        }
        if let Some(triangles) = triangles {
            return Self::of_arrays(py, vertices, triangles, &config);
        }
        let soup = soup(vertices)?;
        let built = in_background(py, soup.len() > MANY_TRIANGLES, move |cancel| {
            Mesh::from_soup(&soup).map(|mesh| build(mesh, &config, cancel))
        })?;
        built.map(waited_for).map_err(|error| mesh_error(&error))
    }

    /// The surface of heights over a grid, an (nx, ny) array: the point (i, j) is at
    /// ``origin + (i * dx, j * dy, heights[i, j])``, each number rounded once, with the spacing
    /// (dx, dy) or one number for both; the origin is zero by default. A cell is two triangles with
    /// the diagonal from (i, j) to (i + 1, j + 1), first that with the corner (i + 1, j); they are
    /// numbered along the grid, j first.
    ///
    /// A height that is NaN is a hole: triangles with this corner are left out, and not numbered.
    /// It is a surface as any mesh: what is under it does not meet it. Raises ``MeshError``.
    ///
    /// >>> import numpy as np, obbtree
    /// >>> heights = np.array([[0, 0.5, 0], [0.25, np.nan, 0]])
    /// >>> ground = obbtree.Body.height_map(heights, [0.1, 0.2], [0, 0, 1])
    /// >>> ground  # the other triangles have the hole as a corner
    /// Body(3 vertices, 1 triangles, open)
    /// >>> ground.vertices
    /// array([[0. , 0.2, 1.5],
    ///        [0. , 0.4, 1. ],
    ///        [0.1, 0.4, 1. ]])
    #[staticmethod]
    #[pyo3(signature = (heights, spacing, origin=None, *, fast_build=false))]
    fn height_map(
        py: Python<'_>,
        heights: &Bound<'_, PyAny>,
        spacing: &Bound<'_, PyAny>,
        origin: Option<&Bound<'_, PyAny>>,
        fast_build: bool,
    ) -> PyResult<Self> {
        let array = arrays::floats(heights, "heights")?;
        let &[nx, ny] = array.shape() else {
            let text = format!("heights must be of shape (nx, ny), not {:?}", array.shape());
            return Err(PyValueError::new_err(text));
        };
        let heights: Vec<f64> = array.as_array().iter().copied().collect();
        let spacing = arrays::pair(spacing, "spacing")?;
        let origin = origin.map_or(Ok([0.0; 3]), |origin| arrays::point(origin, "origin"))?;
        let (config, is_long) = (config(fast_build), 2 * heights.len() > MANY_TRIANGLES);
        let built = in_background(py, is_long, move |cancel| {
            Mesh::height_map(&heights, [nx, ny], origin, spacing)
                .map(|mesh| build(mesh, &config, cancel))
        })?;
        built.map(waited_for).map_err(|error| mesh_error(&error))
    }

    /// The surface of heights in an image: PNG in grey of 16 bits; TIFF of one channel of 16 bits,
    /// with or without a sign, or of float32, as it is or compressed by PackBits, LZW or deflate.
    ///
    /// The image is seen from above, x to the right and y up: the number in column u of row v, the
    /// top row first, is over ``(origin[0] + u * dx, origin[1] + (rows - 1 - v) * dy)``, at
    /// ``origin[2] + scale * number``, with the spacing (dx, dy) or one number for both; the origin
    /// is zero by default. Around a pixel whose number is ``hole``, NaN, or what a TIFF's tag
    /// ``GDAL_NODATA`` says, triangles are left out. What else there is to say of such a surface
    /// stands at ``height_map``. Raises ``ReadError`` with the file.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Body.read_height_map("no/such.tif", 0.05, scale=0.001, hole=0)
    /// Traceback (most recent call last):
    ///     ...
    /// FileNotFoundError: no/such.tif: cannot be read: ...
    #[staticmethod]
    #[pyo3(signature = (path, spacing, origin=None, *, scale=1.0, hole=None, fast_build=false))]
    fn read_height_map(
        py: Python<'_>,
        path: PathBuf,
        spacing: &Bound<'_, PyAny>,
        origin: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = number::scale)] scale: f64,
        #[pyo3(from_py_with = optional_number::hole)] hole: Option<f64>,
        fast_build: bool,
    ) -> PyResult<Self> {
        let heights = io::Heights::new(arrays::pair(spacing, "spacing")?)
            .at(origin.map_or(Ok([0.0; 3]), |origin| arrays::point(origin, "origin"))?)
            .with_scale(scale);
        let heights = hole.map_or(heights, |number| heights.with_hole(number));
        let config = config(fast_build);
        let built = in_background(py, true, move |cancel| {
            io::read_height_map(path, &heights).map(|mesh| build(mesh, &config, cancel))
        })?;
        built.map(waited_for).map_err(|error| read_error(&error))
    }

    /// The space behind what a depth camera sees, in its frame, as a closed mesh: a careful planner
    /// takes as solid what it has not seen, with ``solid=True``.
    ///
    /// ``depth`` is an (h, w) image, and the camera as for ``PointCloud.from_depth``. Let a ray be
    /// the points ``(a * z, b * z, z)``. Pixel (u, v) has those with a from ``(u - 1/2 - cx) / fx``
    /// to ``(u + 1/2 - cx) / fx``, and b likewise. The solid is all points of its rays from ``z =
    /// scale * depth`` to ``far``, for every pixel, both included. With ``tile`` so many pixels a
    /// side, at least 1, are taken together, from the least z of them: fewer triangles, and more
    /// that is solid.
    ///
    /// A pixel shows nothing if its depth is NaN, infinite, 0 or negative, or its z below ``near``:
    /// it is free, or with ``nothing="solid"`` solid from ``near`` on. A pixel whose z is at least
    /// ``far`` is free. Answers are certain about the mesh, whose corners are rounded to
    /// ``float64``. Raises ``CloudError``.
    ///
    /// >>> import numpy as np, obbtree
    /// >>> depth = np.array([[1.0, 0.0]])  # nothing is seen to the right
    /// >>> behind = obbtree.Body.behind_depth(depth, 1, 1, 0.5, 0, near=0.1, far=4)
    /// >>> behind
    /// Body(8 vertices, 12 triangles, closed)
    /// >>> sphere = obbtree.Shape.sphere([0, 0, 0], 0.125)
    /// >>> [obbtree.collide(behind, None, sphere, [x, 0, 3, 0, 0, 0, 1], solid=True)
    /// ...     for x in (-1.5, 1.5)]
    /// [True, False]
    #[staticmethod]
    #[pyo3(signature = (
        depth, fx, fy, cx, cy, *, scale=1.0, near=0.0, far, tile=1, nothing="free",
        fast_build=false
    ))]
    #[expect(clippy::too_many_arguments, reason = "a camera has many numbers")]
    fn behind_depth(
        py: Python<'_>,
        depth: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::fx)] fx: f64,
        #[pyo3(from_py_with = number::fy)] fy: f64,
        #[pyo3(from_py_with = number::cx)] cx: f64,
        #[pyo3(from_py_with = number::cy)] cy: f64,
        #[pyo3(from_py_with = number::scale)] scale: f64,
        #[pyo3(from_py_with = number::near)] near: f64,
        #[pyo3(from_py_with = number::far)] far: f64,
        #[pyo3(from_py_with = whole::tile)] tile: usize,
        nothing: &str,
        fast_build: bool,
    ) -> PyResult<Self> {
        let is_solid = match nothing {
            "free" => false,
            "solid" => true,
            other => {
                let text = format!("argument 'nothing': 'free' or 'solid', not '{other}'");
                return Err(PyValueError::new_err(text));
            }
        };
        if tile == 0 {
            return Err(PyValueError::new_err("argument 'tile': 0 is not a number of at least 1"));
        }
        let camera = Camera::new([fx, fy], [cx, cy]).with_scale(scale).within(near, far);
        let array = arrays::floats(depth, "depth")?;
        let &[_, width] = array.shape() else {
            let text = format!("depth must be of shape (h, w), not {:?}", array.shape());
            return Err(PyValueError::new_err(text));
        };
        let depths: Vec<f64> = array.as_array().iter().copied().collect();
        let unseen = Unseen::default().with_tile(tile).with_nothing_solid(is_solid);
        let config = config(fast_build);
        let built = in_background(py, true, move |cancel| {
            unseen.mesh(&depths, width, &camera).map(|mesh| build(mesh, &config, cancel))
        })?;
        built.map(waited_for).map_err(|error| CloudError::new_err(error.to_string()))
    }

    /// The body of the bytes of a mesh or tree file; its format is told by the content.
    ///
    /// >>> import obbtree
    /// >>> nut = obbtree.Body("assets/nut.stl")
    /// >>> obbtree.Body.from_bytes(nut.to_bytes())
    /// Body(1204 vertices, 2408 triangles, closed)
    #[staticmethod]
    #[pyo3(signature = (data, name="bytes"))]
    fn from_bytes(py: Python<'_>, data: PyBackedBytes, name: &str) -> PyResult<Self> {
        let (name, is_long) = (name.to_owned(), data.len() as u64 > LARGE_FILE);
        let read = in_background(py, is_long, move |cancel| {
            of_loaded(io::read_mesh_from(&data, &name, None)?, &Config::default(), cancel)
        });
        read?.map(waited_for).map_err(|error| read_error(&error))
    }

    /// The tree file: mesh and tree, which ``from_bytes`` and ``Body(path)`` read without building.
    ///
    /// >>> import obbtree
    /// >>> nut = obbtree.Body("assets/nut.stl")
    /// >>> obbtree.Body.from_bytes(nut.to_bytes())
    /// Body(1204 vertices, 2408 triangles, closed)
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (body, is_long) = (self.0.clone(), self.is_large());
        let bytes = in_background(py, is_long, move |_| io::tree_bytes(body.mesh(), body.tree()))?;
        let bytes = bytes.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The (n, 3) vertices, a new array of ``float64``.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::table(py, self.0.mesh().vertices())
    }

    /// The (m, 3) vertex numbers of the triangles, a new array of ``uint32``.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        arrays::table(py, self.0.mesh().triangles())
    }

    /// (2, 3): the least and the largest coordinates of the vertices, exactly; a new array.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 2, 0]], [[0, 1, 2]]).bounds
    /// array([[0., 0., 0.],
    ///        [1., 2., 0.]])
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let ends = |choose: fn(f64, f64) -> f64| {
            let least = |a: [f64; 3], b: &[f64; 3]| [0, 1, 2].map(|k| choose(a[k], b[k]));
            self.0.mesh().vertices().iter().skip(1).fold(self.0.mesh().vertices()[0], least)
        };
        arrays::table(py, &[ends(f64::min), ends(f64::max)])
    }

    /// Is the mesh closed, so that it has an inside?
    #[getter]
    fn is_closed(&self, py: Python<'_>) -> PyResult<bool> {
        know_insides(py, &[&self.0])?;
        Ok(self.0.require_closed().is_ok())
    }

    /// Raises ``OpenMeshError``, which says where, if the mesh is open.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).require_closed()
    /// Traceback (most recent call last):
    ///     ...
    /// obbtree.OpenMeshError: ...
    fn require_closed(&self, py: Python<'_>) -> PyResult<()> {
        know_insides(py, &[&self.0])?;
        self.0.require_closed().map_err(|error| open_mesh(&error))
    }

    /// What a notebook shows: the page, if there is one and ``obbtree-page`` is installed.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        notebook_html(slf.as_any())
    }

    /// Memory of the mesh and of its tree, in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.0.mesh().bytes() + self.0.tree().bytes()
    }

    fn __len__(&self) -> usize {
        self.0.mesh().triangles().len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mesh = self.0.mesh();
        let (vertices, triangles) = (mesh.vertices().len(), mesh.triangles().len());
        let kind = if self.is_closed(py)? { "closed" } else { "open" };
        Ok(format!("Body({vertices} vertices, {triangles} triangles, {kind})"))
    }

    fn __copy__(&self) -> Self {
        Self(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Self(self.0.clone())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class: Bound<'py, PyType> = slf.get_type();
        Ok((class.getattr("from_bytes")?, (slf.get().to_bytes(py)?, "pickle")))
    }
}

/// Trees that are built faster answer more slowly.
fn config(fast_build: bool) -> Config {
    match fast_build {
        true => Config::default().with_effort(Effort::Fast),
        false => Config::default(),
    }
}

/// Does an object have `vertices` and `faces`, as trimesh's `Trimesh` has?
pub(crate) fn is_trimesh(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("faces")? && object.hasattr("vertices")?)
}

impl Body {
    pub(crate) fn of_trimesh(mesh: &Bound<'_, PyAny>, config: &Config) -> PyResult<Self> {
        let (vertices, triangles) = (mesh.getattr("vertices")?, mesh.getattr("faces")?);
        Self::of_arrays(mesh.py(), &vertices, &triangles, config)
    }

    fn of_arrays(
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        triangles: &Bound<'_, PyAny>,
        config: &Config,
    ) -> PyResult<Self> {
        let (vertices, triangles) =
            (arrays::points(vertices, "vertices")?, arrays::triangles(triangles)?);
        let (config, is_long) = (*config, triangles.len() > MANY_TRIANGLES);
        let built = in_background(py, is_long, move |cancel| {
            Mesh::new(vertices, triangles).map(|mesh| build(mesh, &config, cancel))
        })?;
        built.map(waited_for).map_err(|error| mesh_error(&error))
    }

    fn is_large(&self) -> bool {
        self.0.mesh().triangles().len() > MANY_TRIANGLES
    }
}

/// `None` if it was cancelled.
fn build(mesh: Mesh, config: &Config, cancel: &AtomicBool) -> Option<Body> {
    EngineBody::build_cancelled_by(mesh, config, cancel).map(Body)
}

/// Only what nobody waits for any more is cancelled.
fn waited_for(built: Option<Body>) -> Body {
    built.expect("nobody has cancelled it")
}

fn read(
    path: &std::path::Path,
    config: &Config,
    cancel: &AtomicBool,
) -> Result<Option<Body>, io::ReadError> {
    of_loaded(io::read_mesh(path)?, config, cancel)
}

fn of_loaded(
    loaded: io::Loaded,
    config: &Config,
    cancel: &AtomicBool,
) -> Result<Option<Body>, io::ReadError> {
    Ok(match loaded.tree {
        Some(tree) => {
            let body = EngineBody::from_parts(loaded.mesh, tree);
            Some(Body(body.expect("the reader checked tree and mesh")))
        }
        None => build(loaded.mesh, config, cancel),
    })
}

/// M triangles by their corners.
fn soup(corners: &Bound<'_, PyAny>) -> PyResult<Vec<[[f64; 3]; 3]>> {
    let array: PyReadonlyArrayDyn<'_, f64> = arrays::floats(corners, "vertices")?;
    let shape = array.shape();
    if shape.len() != 3 || shape[1..] != [3, 3] {
        let text = format!("vertices without triangles must be of shape (M, 3, 3), not {shape:?}");
        return Err(PyValueError::new_err(text));
    }
    let corners = |flat: &[f64]| flat.as_chunks::<3>().0.as_chunks::<3>().0.to_vec();
    // A slice of columns is contiguous too.
    if let (Ok(flat), true) = (array.as_slice(), array.is_c_contiguous()) {
        return Ok(corners(flat));
    }
    Ok(corners(&array.as_array().iter().copied().collect::<Vec<f64>>()))
}
