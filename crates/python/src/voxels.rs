//! The class `Voxels`.

use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use obbtree::Voxels as EngineVoxels;
use obbtree::collider::{KeptCubes, Unknown, VoxelError, VoxelFileError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyTuple;

use crate::arrays;
use crate::cells::{self, Grid};
use crate::cloud::MANY_POINTS;
use crate::coordinates::{Coordinates, Radii};
use crate::errors::{voxel_error, voxel_file_error};
use crate::interrupt::{LARGE_FILE, in_background};
use crate::message::{MESSAGE, Octomap};
use crate::parameters::{argument, number};

/// Solid cubes along the axes of a frame, as an occupancy grid or an octree has: shared by threads,
/// made once; ``set`` changes cells in place.
///
/// ``Voxels(cells, side, origin)`` takes an (n, 3) array of integers of any type: the occupied
/// cells of a grid by their numbers along x, y and z, of 32 bits. Cell (i, j, k) is the box from
/// ``origin + side * (i, j, k)`` to ``origin + side * (i + 1, j + 1, k + 1)``, each number rounded
/// once to the nearest ``float64``: neighbours share their numbers, and no gap is between them. The
/// origin is zero by default. With ``sizes``, (n,) integers, each voxel has so many cells a side,
/// and its cell is that of the lowest corner.
///
/// All answers are about these boxes, their boundary included. Numbers of voxels in answers stand
/// in ``cloud_points``, and are those of the array. Of equal cells one is kept.
///
/// Raises ``VoxelError``, which says which cell and value.
///
/// >>> import obbtree
/// >>> voxels = obbtree.Voxels([[0, 0, 0], [1, 0, 0], [1, 0, 2]], 0.25, [0, 0, 1])
/// >>> voxels
/// Voxels(3 voxels, cells of 0.25)
/// >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
/// >>> [obbtree.collide(voxels, None, sphere, [0, 0, z, 0, 0, 0, 1]) for z in (0, -1e-16)]
/// [True, False]
/// >>> found = obbtree.distance(voxels, None, sphere, [0.375, 0.125, 3, 0, 0, 0, 1])
/// >>> found.lower <= 0.25 <= found.upper, found.cloud_points
/// (True, (2, None))
/// >>> voxels.boxes[2]
/// array([[0.25, 0.  , 1.5 ],
///        [0.5 , 0.25, 1.75]])
/// >>> voxels.bounds
/// array([[0.  , 0.  , 1.  ],
///        [0.5 , 0.25, 1.75]])
/// >>> voxels.cells.tolist(), voxels.origin.tolist(), voxels.side, voxels.nbytes > 0
/// ([[0, 0, 0], [1, 0, 0], [1, 0, 2]], [0.0, 0.0, 1.0], 0.25, True)
/// >>> large = obbtree.Voxels([[0, 0, 0], [-4, 0, 0]], 0.25, sizes=[1, 4])
/// >>> large.sizes, large.bounds[0].tolist()
/// (array([1, 4], dtype=uint32), [-1.0, 0.0, 0.0])
/// >>> obbtree.Voxels([[0, 0, 0]], 0)
/// Traceback (most recent call last):
///     ...
/// obbtree.VoxelError: the side of cells is 0.0, not a number from 2.3661043723335494e-271 to ...
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Voxels(RwLock<EngineVoxels>);

impl Voxels {
    fn of(voxels: EngineVoxels) -> Self {
        Self(RwLock::new(voxels))
    }

    /// What they are now: that stays so, whatever is changed.
    pub(crate) fn engine(&self) -> EngineVoxels {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What makes voxels again, and from what: see Python's `pickle`.
type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

#[pymethods]
impl Voxels {
    #[new]
    #[pyo3(signature = (cells, side, origin=None, *, sizes=None))]
    fn new(
        py: Python<'_>,
        cells: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::side)] side: f64,
        origin: Option<&Bound<'_, PyAny>>,
        sizes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let cells = cells::cells(cells)?;
        let (origin, sizes) = (origin_of(origin)?, sizes.map(cells::sizes).transpose()?);
        Self::made(py, cells.len(), move || match sizes {
            Some(sizes) => EngineVoxels::with_sizes(&cells, &sizes, origin, side),
            None => EngineVoxels::from_cells(&cells, origin, side),
        })
    }

    /// The occupied cells of a dense array of booleans, (nx, ny, nz): entry ``[i, j, k]`` is that
    /// of cell (i, j, k), see ``Voxels``. The number of a voxel is that of its entry in the order
    /// of the array, ``(i * ny + j) * nz + k``; those that are free are counted (``left_out``).
    ///
    /// >>> import numpy as np, obbtree
    /// >>> occupied = np.zeros((1, 2, 3), dtype=bool)
    /// >>> occupied[0, 0, 0] = occupied[0, 1, 2] = True
    /// >>> voxels = obbtree.Voxels.from_array(occupied, 0.5)
    /// >>> voxels
    /// Voxels(2 voxels, cells of 0.5, 4 of 6 free)
    /// >>> voxels.numbers, voxels.given, voxels.left_out
    /// (array([0, 5], dtype=uint32), 6, 4)
    #[staticmethod]
    #[pyo3(signature = (occupied, side, origin=None))]
    fn from_array(
        py: Python<'_>,
        occupied: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::side)] side: f64,
        origin: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let ((entries, counts), origin) = (cells::occupied(occupied)?, origin_of(origin)?);
        Self::made(py, entries.len(), move || {
            EngineVoxels::from_array(&entries, counts, origin, side)
        })
    }

    /// Leaves by their centres, an (n, 3) array of ``float64`` or ``float32``, and half their
    /// sides, a number for all or (n,) of them. A leaf is the box from ``center - half`` to
    /// ``center + half``, each number rounded once. Of leaves with one centre the largest is kept.
    ///
    /// >>> import obbtree
    /// >>> leaves = obbtree.Voxels.from_leaves([[0, 0, 0], [1, 0, 0]], [0.25, 0.5])
    /// >>> leaves, leaves.half
    /// (Voxels(2 voxels, leaves), array([0.25, 0.5 ]))
    /// >>> leaves.centers
    /// array([[0., 0., 0.],
    ///        [1., 0., 0.]])
    #[staticmethod]
    fn from_leaves(
        py: Python<'_>,
        centers: &Bound<'_, PyAny>,
        half: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (centers, halves) = (Coordinates::of(centers, "centers")?, Radii::of(half, "half")?);
        Self::made(py, centers.len(), move || match centers {
            Coordinates::Single(centers) => EngineVoxels::from_leaves(&centers, halves.radius()),
            Coordinates::Double(centers) => EngineVoxels::from_leaves(&centers, halves.radius()),
        })
    }

    /// The grid of another package: a ``VoxelGrid`` of trimesh, which may be moved and scaled
    /// equally along all axes, but not turned, or one of Open3D. The lowest corner of trimesh's
    /// cells is half a side from the centre that its transform gives, rounded once.
    ///
    /// >>> import types, numpy as np, obbtree
    /// >>> transform = [[0.5, 0, 0, 1], [0, 0.5, 0, 2], [0, 0, 0.5, 3], [0, 0, 0, 1]]
    /// >>> grid = types.SimpleNamespace(sparse_indices=[[0, 0, 0], [4, 0, 0]], transform=transform)
    /// >>> voxels = obbtree.Voxels.from_grid(grid)  # as trimesh.creation.box().voxelized(0.5)
    /// >>> voxels, voxels.origin.tolist()
    /// (Voxels(2 voxels, cells of 0.5), [0.75, 1.75, 2.75])
    #[staticmethod]
    fn from_grid(py: Python<'_>, grid: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Grid { cells, origin, side } = Grid::of(grid)?;
        Self::made(py, cells.len(), move || EngineVoxels::from_cells(&cells, origin, side))
    }

    /// The octree of a file of OctoMap: of a ``.bt`` the leaves that are occupied, of a ``.ot``
    /// those whose log odds are at least 0. What is neither occupied nor free is ``unknown``, and
    /// counts as ``"free"``, or as ``"occupied"`` up to the octree's cube of 2^16 cells a side:
    /// what a robot must not enter that goes only where it has seen. Numbers in answers are those
    /// of leaves in the order of the file, the occupied first.
    ///
    /// Raises ``ReadError`` (which file and where in it), ``FileNotFoundError`` or ``VoxelError``.
    ///
    /// >>> import obbtree
    /// >>> wall = obbtree.Voxels.read("assets/wall.bt")
    /// >>> wall.side, wall.bounds.tolist()
    /// (0.05, [[-0.1, -1.0, -1.0], [0.1, 1.0, 1.0]])
    /// >>> obbtree.Voxels.read("assets/wall.bt", unknown="occupied").bounds[1].tolist()
    /// [1638.4, 1638.4, 1638.4]
    #[staticmethod]
    #[pyo3(signature = (path, *, unknown="free"))]
    fn read(py: Python<'_>, path: PathBuf, unknown: &str) -> PyResult<Self> {
        let unknown = unknown_of(unknown)?;
        let is_long = path.metadata().is_ok_and(|file| file.len() > LARGE_FILE);
        Self::read_by(py, is_long, move || EngineVoxels::read(path, unknown))
    }

    /// The octree of the bytes of such a file; ``name`` stands for it in errors. See ``read``.
    ///
    /// >>> import obbtree
    /// >>> head = b"# Octomap OcTree binary file\nid OcTree\nsize 3\nres 0.5\ndata\n"
    /// >>> obbtree.Voxels.from_bytes(head + bytes([0b0110, 0]))
    /// Voxels(1 voxels, cells of 0.5)
    /// >>> obbtree.Voxels.from_bytes(head, "map.bt")
    /// Traceback (most recent call last):
    ///     ...
    /// obbtree.ReadError: map.bt: byte 59: the file ends inside its tree, after 1 of 3 nodes
    #[staticmethod]
    #[pyo3(signature = (data, name="bytes", *, unknown="free"))]
    fn from_bytes(
        py: Python<'_>,
        data: PyBackedBytes,
        name: &str,
        unknown: &str,
    ) -> PyResult<Self> {
        let (name, unknown) = (name.to_owned(), unknown_of(unknown)?);
        let is_long = data.len() as u64 > LARGE_FILE;
        Self::read_by(py, is_long, move || EngineVoxels::read_from(&data, &name, unknown))
    }

    /// The octree of a message like ``Octomap`` of ROS (``octomap_msgs``), in the frame of the
    /// message: its ``binary``, ``id``, ``resolution`` and ``data``; nothing of ROS is imported.
    /// See ``read`` for what is taken as occupied and for numbers in answers.
    ///
    /// >>> import types, obbtree
    /// >>> message = types.SimpleNamespace(binary=True, id="OcTree", resolution=0.5,
    /// ...     data=bytes([0b0110, 0]))
    /// >>> obbtree.Voxels.from_octomap(message)
    /// Voxels(1 voxels, cells of 0.5)
    /// >>> len(obbtree.Voxels.from_octomap(message, unknown="occupied"))
    /// 7
    #[staticmethod]
    #[pyo3(signature = (message, *, unknown="free"))]
    fn from_octomap(py: Python<'_>, message: &Bound<'_, PyAny>, unknown: &str) -> PyResult<Self> {
        let (octomap, unknown) = (Octomap::of(message)?, unknown_of(unknown)?);
        Self::read_by(py, octomap.is_long(), move || {
            EngineVoxels::of_octree(&octomap.read()?, MESSAGE, unknown)
        })
    }

    /// Makes cells, an (n, 3) array of integers, occupied or free in place, and says how many were
    /// not so before. All answers are those of voxels that are made of the cells that are occupied
    /// then. Of an array (``from_array``) the number of a cell is that of its entry; else a cell
    /// that becomes occupied has the number ``given``, and the others keep theirs.
    ///
    /// Of voxels of several sizes, as of an octree, one that a cell becomes free of counts as left
    /// out. It is halved along each axis, and the half with the cell again, down to the cell: the
    /// other halves are given, each in about a microsecond. A cell that becomes occupied is one of
    /// one cell; none are joined.
    ///
    /// A cell takes less than a microsecond. Copies of the voxels, scenes and checkers stay as they
    /// are: while one shares the voxels, they are copied first. All cells may be free: such voxels
    /// meet nothing. Raises ``VoxelError``, and changes nothing, of leaves, and where a cell
    /// becomes free of a voxel whose side is no power of two.
    ///
    /// >>> import obbtree
    /// >>> voxels = obbtree.Voxels([[0, 0, 0], [1, 0, 0]], 0.5)
    /// >>> voxels.set([[0, 0, 0], [0, 0, 7]], True), voxels.set([[0, 0, 0], [1, 0, 0]], False)
    /// (1, 2)
    /// >>> voxels.cells.tolist(), voxels.numbers
    /// ([[0, 0, 7]], array([2], dtype=uint32))
    /// >>> octree = obbtree.Voxels([[0, 0, 0]], 0.5, sizes=[4])
    /// >>> octree.set([[3, 0, 1]], False), len(octree)
    /// (1, 14)
    fn set(&self, py: Python<'_>, cells: &Bound<'_, PyAny>, occupied: bool) -> PyResult<usize> {
        let cells = cells::cells(cells)?;
        let changed = py.detach(|| {
            let mut voxels = self.0.write().unwrap_or_else(PoisonError::into_inner);
            voxels.set(&cells, occupied)
        });
        changed.map_err(|error| voxel_error(&error))
    }

    /// The voxels without some of them: ``mask`` is an (n,) array of booleans, true for each of
    /// ``boxes`` that is taken out. The others keep their numbers; what is taken out counts as left
    /// out. Raises ``VoxelError`` if there are not as many entries as voxels.
    ///
    /// >>> import obbtree
    /// >>> voxels = obbtree.Voxels([[0, 0, 0], [1, 0, 0]], 0.5)
    /// >>> sphere = obbtree.Shape.sphere([0, 0, 0], 0.25)
    /// >>> voxels.without(obbtree.points_within(voxels, None, sphere, None, 0)).cells.tolist()
    /// [[1, 0, 0]]
    fn without(&self, py: Python<'_>, mask: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (mask, [_]) = cells::booleans(mask, "mask", "(n,)")?;
        let voxels = self.engine();
        let rest = py.detach(|| voxels.without(&mask));
        rest.map(Self::of).map_err(|error| voxel_error(&error))
    }

    /// (n, 2, 3): the lowest and the highest corner of each voxel that is kept, in the order of
    /// their numbers, exactly; a new array.
    #[getter]
    fn boxes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let boxes = py.detach(|| self.engine().boxes());
        let numbers = boxes.as_flattened().as_flattened();
        PyArray1::from_slice(py, numbers).reshape([boxes.len(), 2, 3])
    }

    /// The (n,) numbers of these voxels among those given, ascending, a new array of ``uint32``.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, py.detach(|| self.engine().kept()).numbers)
    }

    /// The (n, 3) cells of the lowest corners of these voxels, a new array of ``int32``; ``None``
    /// of leaves.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<i32>>>> {
        match py.detach(|| self.engine().kept()).cubes {
            KeptCubes::Cells { cells, .. } => arrays::table(py, &cells).map(Some),
            KeptCubes::Leaves { .. } => Ok(None),
        }
    }

    /// So many cells they have a side, (n,), a new array of ``uint32``; ``None`` where all have
    /// one, and of leaves.
    #[getter]
    fn sizes<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<u32>>> {
        match py.detach(|| self.engine().kept()).cubes {
            KeptCubes::Cells { sizes, .. } => sizes.map(|sizes| PyArray1::from_vec(py, sizes)),
            KeptCubes::Leaves { .. } => None,
        }
    }

    /// (3,): the lowest corner of cell (0, 0, 0), a new array; ``None`` of leaves.
    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.engine().grid().map(|(origin, _)| PyArray1::from_slice(py, &origin))
    }

    /// The side of a cell; ``None`` of leaves.
    #[getter]
    fn side(&self) -> Option<f64> {
        self.engine().grid().map(|(_, side)| side)
    }

    /// The (n, 3) centres of leaves, a new array of ``float64``; ``None`` of cells.
    #[getter]
    fn centers<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        match py.detach(|| self.engine().kept()).cubes {
            KeptCubes::Leaves { centers, .. } => arrays::table(py, &centers).map(Some),
            KeptCubes::Cells { .. } => Ok(None),
        }
    }

    /// Half the sides of leaves, (n,), a new array; ``None`` of cells.
    #[getter]
    fn half<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        match py.detach(|| self.engine().kept()).cubes {
            KeptCubes::Leaves { halves, .. } => Some(PyArray1::from_vec(py, halves)),
            KeptCubes::Cells { .. } => None,
        }
    }

    /// (2, 3): the least and the largest coordinates of the voxels, exactly; a new array. Zeros if
    /// there is none.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let voxels = self.engine();
        let bounds = voxels.aabb();
        arrays::table(py, &[bounds.min.into(), bounds.max.into()])
    }

    /// So many cells or leaves were given, those that are free and equal ones among them.
    #[getter]
    fn given(&self) -> usize {
        self.engine().given()
    }

    /// So many of those given are free.
    #[getter]
    fn left_out(&self) -> usize {
        self.engine().left_out()
    }

    /// Memory of the voxels and of their hierarchy of boxes, in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.engine().bytes()
    }

    fn __len__(&self) -> usize {
        self.engine().len()
    }

    fn __repr__(&self) -> String {
        let voxels = self.engine();
        let kind = match voxels.grid() {
            Some((_, side)) => format!("cells of {side:?}"),
            None => "leaves".to_owned(),
        };
        let free = match voxels.left_out() {
            0 => String::new(),
            count => format!(", {count} of {} free", voxels.given()),
        };
        format!("Voxels({} voxels, {kind}{free})", voxels.len())
    }

    fn __copy__(&self) -> Self {
        Self::of(self.engine())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Self::of(self.engine())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let voxels = &slf.get().engine();
        let kept = py.detach(|| voxels.kept());
        let mut of_array = None;
        let (places, sizes) = match kept.cubes {
            KeptCubes::Cells { cells, sizes, array, .. } => {
                of_array = array;
                let sizes = sizes.map(|sizes| PyArray1::from_vec(py, sizes).into_any());
                (arrays::table(py, &cells)?.into_any(), sizes)
            }
            KeptCubes::Leaves { centers, halves } => {
                let halves = PyArray1::from_vec(py, halves).into_any();
                (arrays::table(py, &centers)?.into_any(), Some(halves))
            }
        };
        let numbers = PyArray1::from_vec(py, kept.numbers);
        let counts = (voxels.given(), voxels.left_out());
        let fields = (voxels.grid(), places, sizes, numbers, counts, of_array);
        Ok((slf.get_type().getattr("_of")?, fields.into_pyobject(py)?))
    }

    /// What a pickle says: the grid of cells, or none of leaves.
    #[staticmethod]
    fn _of(
        py: Python<'_>,
        grid: Option<([f64; 3], f64)>,
        places: &Bound<'_, PyAny>,
        sizes: Option<&Bound<'_, PyAny>>,
        numbers: Vec<u32>,
        counts: (usize, usize),
        array: Option<[u32; 3]>,
    ) -> PyResult<Self> {
        let cubes = match grid {
            Some((origin, side)) => {
                let sizes = sizes.map(cells::sizes).transpose()?;
                KeptCubes::Cells { cells: cells::cells(places)?, sizes, origin, side, array }
            }
            None => {
                let halves = sizes.map(|halves| halves.extract()).transpose()?.unwrap_or_default();
                KeptCubes::Leaves { centers: arrays::points(places, "centers")?, halves }
            }
        };
        let (given, left_out) = counts;
        Self::made(py, numbers.len(), move || {
            EngineVoxels::of_cubes(&cubes)?.with_numbers(&numbers, given, left_out)
        })
    }
}

impl Voxels {
    /// Of so many cells or leaves.
    fn made(
        py: Python<'_>,
        count: usize,
        make: impl FnOnce() -> Result<EngineVoxels, VoxelError> + Send + 'static,
    ) -> PyResult<Self> {
        let made = in_background(py, count > MANY_POINTS, move |_| make())?;
        made.map(Self::of).map_err(|error| voxel_error(&error))
    }

    fn read_by(
        py: Python<'_>,
        is_long: bool,
        read: impl FnOnce() -> Result<EngineVoxels, VoxelFileError> + Send + 'static,
    ) -> PyResult<Self> {
        let read = in_background(py, is_long, move |_| read())?;
        read.map(Self::of).map_err(|error| voxel_file_error(&error))
    }
}

fn origin_of(origin: Option<&Bound<'_, PyAny>>) -> PyResult<[f64; 3]> {
    origin.map_or(Ok([0.0; 3]), |origin| arrays::point(origin, "origin"))
}

fn unknown_of(unknown: &str) -> PyResult<Unknown> {
    match unknown {
        "free" => Ok(Unknown::Free),
        "occupied" => Ok(Unknown::Occupied),
        other => {
            let text = format!("'free' or 'occupied', not '{other}'");
            Err(PyValueError::new_err(format!("{}: {text}", argument("unknown"))))
        }
    }
}
