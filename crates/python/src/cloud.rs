//! The class `PointCloud`.

use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use numpy::{PyArray1, PyArray2, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use obbtree::PointCloud as EngineCloud;
use obbtree::collider::{Camera, CloudError, Coordinate, DepthValue, Radius};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays;
use crate::cells::{booleans, numbers_of};
use crate::coordinates::{Coordinates, Radii, points_of};
use crate::errors::{cloud_error, cloud_file_error};
use crate::interrupt::{LARGE_FILE, in_background};
use crate::message;
use crate::parameters::number;

/// Points, each with all that is within its radius: shared by threads, made once; ``insert`` and
/// ``remove`` change it in place.
///
/// ``PointCloud(points, radius)`` takes an (n, 3) array of ``float64`` or ``float32``, of any
/// strides; or what has one as its ``points``, as Open3D's clouds, or as its ``vertices``, as
/// those of trimesh. The radius, of at least 0, is a number for all points or (n,) of them: a
/// length in the world, and with 0 a point is a point. Numbers are used exactly as given.
///
/// With ``skip_nan`` points with a coordinate that is NaN are left out; else they are an error.
/// Numbers of points in answers are those of the array, whatever was left out. Of equal points
/// one is kept, which changes no answer. There may be no point: such a cloud meets nothing.
///
/// Raises ``CloudError``, which says which point and value.
///
/// >>> import numpy as np, obbtree
/// >>> seen = np.array([[0, 0, 1], [np.nan, 0, 0], [0.5, 0, 1]], dtype=np.float32)
/// >>> cloud = obbtree.PointCloud(seen, 0.25, skip_nan=True)
/// >>> cloud
/// PointCloud(2 points, radius 0.25, 1 of 3 left out)
/// >>> ground = obbtree.Shape.half_space()
/// >>> obbtree.collide(cloud, None, ground, None)
/// False
/// >>> obbtree.closer_than(cloud, None, ground, None, 0.75)
/// True
/// >>> found = obbtree.distance(cloud, None, obbtree.Shape.sphere([0.5, 0, 3], 1), None)
/// >>> found.lower <= 0.75 <= found.upper, found.cloud_points
/// (True, (2, None))
/// >>> cloud.radius, cloud.given, cloud.left_out, cloud.nbytes > 0
/// (0.25, 3, 1, True)
/// >>> cloud.bounds
/// array([[0. , 0. , 1. ],
///        [0.5, 0. , 1. ]])
/// >>> obbtree.PointCloud(seen, 0.25)
/// Traceback (most recent call last):
///     ...
/// obbtree.CloudError: point 1 has x = NaN, not a finite number
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct PointCloud(RwLock<EngineCloud>);

impl PointCloud {
    fn of(cloud: EngineCloud) -> Self {
        Self(RwLock::new(cloud))
    }

    /// What it is now: it stays so, whatever is changed.
    pub(crate) fn engine(&self) -> EngineCloud {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn change<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut EngineCloud) -> R + Send,
    ) -> R {
        py.detach(|| change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// What makes a cloud again, and from what: see Python's `pickle`.
type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

#[pymethods]
impl PointCloud {
    #[new]
    #[pyo3(signature = (points, radius, *, skip_nan=false))]
    fn new(
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        skip_nan: bool,
    ) -> PyResult<Self> {
        let points = Coordinates::of(&points_of(points)?, "points")?;
        Self::made(py, points, Radii::of(radius, "radius")?, skip_nan)
    }

    /// The points of a file: PCD, PLY, columns of text (XYZ, TXT, CSV), NPY or NPZ, told by the
    /// content first. Points with a coordinate that is NaN are left out.
    ///
    /// Raises ``ReadError`` (which file and where in it), ``FileNotFoundError`` or ``CloudError``.
    ///
    /// >>> import obbtree
    /// >>> obbtree.PointCloud.read("no/such/scan.pcd", 0.01)
    /// Traceback (most recent call last):
    ///     ...
    /// FileNotFoundError: no/such/scan.pcd: cannot be read: ...
    #[staticmethod]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        #[pyo3(from_py_with = number::radius)] radius: f64,
    ) -> PyResult<Self> {
        let is_long = path.metadata().is_ok_and(|file| file.len() > LARGE_FILE);
        let read = in_background(py, is_long, move |_| EngineCloud::read(path, radius))?;
        read.map(Self::of).map_err(|error| cloud_file_error(&error))
    }

    /// The points of a message like ``PointCloud2`` of ROS: its fields ``x``, ``y`` and ``z``, in
    /// the frame of the message. Numbers in answers count its points row by row.
    ///
    /// Read are ``fields`` (each with ``name``, ``offset``, ``datatype`` and ``count``),
    /// ``point_step``, ``row_step``, ``width``, ``height``, ``is_bigendian`` and ``data``; nothing
    /// of ROS is imported. Points with a coordinate that is NaN, as sensors send for what they do
    /// not see, are left out and counted (``left_out``); without ``skip_nan`` they are an error.
    ///
    /// >>> import types, numpy as np, obbtree
    /// >>> fields = [types.SimpleNamespace(name=name, offset=4 * n, datatype=7, count=1)
    /// ...     for n, name in enumerate("xyz")]
    /// >>> data = np.array([[0, 0, 1], [np.nan, 0, 0]], dtype="<f4").tobytes()
    /// >>> message = types.SimpleNamespace(fields=fields, point_step=12, row_step=24, width=2,
    /// ...     height=1, is_bigendian=False, data=data)
    /// >>> obbtree.PointCloud.from_pointcloud2(message, 0.01)
    /// PointCloud(1 points, radius 0.01, 1 of 2 left out)
    #[staticmethod]
    #[pyo3(signature = (message, radius, *, skip_nan=true))]
    fn from_pointcloud2(
        py: Python<'_>,
        message: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        skip_nan: bool,
    ) -> PyResult<Self> {
        Self::made(py, message::coordinates(message)?, Radii::of(radius, "radius")?, skip_nan)
    }

    /// The points that a pinhole camera sees, from an (h, w) depth image of ``uint16``,
    /// ``float32`` or ``float64``.
    ///
    /// The frame is that of the optics, as in ROS and OpenCV: x to the right, y down, z forward.
    /// Pixel (u, v), column u of row v, gives ``z = scale * depth``, ``x = (u - cx) / fx * z`` and
    /// ``y = (v - cy) / fy * z``, computed in ``float64`` (z with one rounding, x and y with four)
    /// and of ``uint16`` and ``float32`` then rounded to ``float32``. The radius is a number or an
    /// (h, w) array: the uncertainty of each pixel.
    ///
    /// Pixels whose depth is NaN, infinite, 0 or negative, or whose z is not from ``near`` to
    /// ``far``, are left out and counted (``left_out``). The number of a point is that of its
    /// pixel, ``v * w + u``.
    ///
    /// >>> import numpy as np, obbtree
    /// >>> depth = np.array([[2000, 0], [1000, 1000]], dtype=np.uint16)  # millimetres
    /// >>> cloud = obbtree.PointCloud.from_depth(depth, 2, 2, 0.5, 0.5, 0.01, scale=0.001)
    /// >>> cloud.points[0], cloud.numbers
    /// (array([-0.5, -0.5,  2. ]), array([0, 2, 3], dtype=uint32))
    #[staticmethod]
    #[pyo3(signature = (depth, fx, fy, cx, cy, radius, *, scale=1.0, near=0.0, far=f64::INFINITY))]
    #[expect(clippy::too_many_arguments, reason = "a camera has many numbers")]
    fn from_depth(
        py: Python<'_>,
        depth: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::fx)] fx: f64,
        #[pyo3(from_py_with = number::fy)] fy: f64,
        #[pyo3(from_py_with = number::cx)] cx: f64,
        #[pyo3(from_py_with = number::cy)] cy: f64,
        radius: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::scale)] scale: f64,
        #[pyo3(from_py_with = number::near)] near: f64,
        #[pyo3(from_py_with = number::far)] far: f64,
    ) -> PyResult<Self> {
        let camera = Camera::new([fx, fy], [cx, cy]).with_scale(scale).within(near, far);
        let radii = Radii::of(radius, "radius")?;
        // As numbers of a record need not be aligned.
        let depth = match arrays::is_of_numpy(depth) {
            true => py.import("numpy")?.call_method1("require", (depth, py.None(), "A"))?,
            false => depth.clone(),
        };
        if let Some(image) = arrays::as_it_is::<u16>(&depth) {
            return of_image(py, &image, camera, radii);
        }
        if let Some(image) = arrays::as_it_is::<f32>(&depth) {
            return of_image(py, &image, camera, radii);
        }
        of_image(py, &arrays::floats(&depth, "depth")?, camera, radii)
    }

    /// The points of a depth image in a file: PNG in grey of 16 bits, or TIFF of one channel of 16
    /// bits or float32. See ``from_depth``; ``scale`` is 0.001 where the world is in metres and the
    /// image in millimetres.
    ///
    /// >>> import obbtree
    /// >>> obbtree.PointCloud.read_depth("no/such.png", 525, 525, 320, 240, 0.01, scale=0.001)
    /// Traceback (most recent call last):
    ///     ...
    /// FileNotFoundError: no/such.png: cannot be read: ...
    #[staticmethod]
    #[pyo3(signature = (path, fx, fy, cx, cy, radius, *, scale, near=0.0, far=f64::INFINITY))]
    #[expect(clippy::too_many_arguments, reason = "a camera has many numbers")]
    fn read_depth(
        py: Python<'_>,
        path: PathBuf,
        #[pyo3(from_py_with = number::fx)] fx: f64,
        #[pyo3(from_py_with = number::fy)] fy: f64,
        #[pyo3(from_py_with = number::cx)] cx: f64,
        #[pyo3(from_py_with = number::cy)] cy: f64,
        #[pyo3(from_py_with = number::radius)] radius: f64,
        #[pyo3(from_py_with = number::scale)] scale: f64,
        #[pyo3(from_py_with = number::near)] near: f64,
        #[pyo3(from_py_with = number::far)] far: f64,
    ) -> PyResult<Self> {
        let camera = Camera::new([fx, fy], [cx, cy]).with_scale(scale).within(near, far);
        let read = in_background(py, true, move |_| EngineCloud::read_depth(path, &camera, radius));
        read?.map(Self::of).map_err(|error| cloud_file_error(&error))
    }

    /// Adds points in place: arguments are those of ``PointCloud``. They have the numbers from
    /// ``given`` on, and the others keep theirs; all answers are those of a cloud that is made of
    /// all these points, but which of several that meet something is named first. Of equal points
    /// one is kept; when it is taken out, one that was added later comes in its place. Nothing is
    /// changed by an error.
    ///
    /// A point takes about a microsecond. Copies of the cloud, scenes and checkers stay as they
    /// are: while one shares the points, they are copied first. A radius other than that of all,
    /// points that are no float32 numbers in a cloud of such, and more than an eighth of those
    /// there make it anew.
    ///
    /// >>> import obbtree
    /// >>> cloud = obbtree.PointCloud([[0, 0, 1], [0, 0, 2]], 0.01)
    /// >>> cloud.insert([[0, 0, 3]], 0.01)
    /// >>> cloud.remove([0, 1])
    /// 2
    /// >>> cloud.points, cloud.numbers
    /// (array([[0., 0., 3.]]), array([2], dtype=uint32))
    fn insert(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let points = Coordinates::of(&points_of(points)?, "points")?;
        let radii = Radii::of(radius, "radius")?;
        let changed = self.change(py, |cloud| points.insert_into(cloud, radii.radius()));
        changed.map_err(|error| cloud_error(&error))
    }

    /// Takes the points of some numbers, an (n,) array of integers, out in place, and says how many
    /// were there. The others keep their numbers; what is taken out counts as left out. Raises
    /// ``CloudError``, and changes nothing, if a number was never given. What else there is to say
    /// stands at ``insert``.
    ///
    /// >>> import obbtree
    /// >>> cloud = obbtree.PointCloud([[0, 0, 1], [0, 0, 2]], 0.01)
    /// >>> cloud.remove([0]), cloud.remove([0]), cloud.left_out
    /// (1, 0, 1)
    fn remove(&self, py: Python<'_>, numbers: &Bound<'_, PyAny>) -> PyResult<usize> {
        let numbers = numbers_of(numbers)?;
        self.change(py, |cloud| cloud.remove(&numbers)).map_err(|error| cloud_error(&error))
    }

    /// The cloud without some of its points: ``mask`` is an (n,) array of booleans, true for each
    /// of ``points`` that is taken out. The others keep their numbers and radii; what is taken out
    /// counts as left out. Raises ``CloudError`` if there are not as many entries as points.
    ///
    /// >>> import obbtree
    /// >>> cloud = obbtree.PointCloud([[0, 0, 1], [0, 0, 2], [0, 0, 3]], 0.01)
    /// >>> rest = cloud.without(cloud.points[:, 2] == 2)
    /// >>> rest, rest.numbers
    /// (PointCloud(2 points, radius 0.01, 1 of 3 left out), array([0, 2], dtype=uint32))
    fn without(&self, py: Python<'_>, mask: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (mask, [_]) = booleans(mask, "mask", "(n,)")?;
        let cloud = self.engine();
        let is_long = cloud.len() > MANY_POINTS;
        let rest = in_background(py, is_long, move |_| cloud.without(&mask))?;
        rest.map(Self::of).map_err(|error| cloud_error(&error))
    }

    /// Fewer points, with larger radii, which together contain all that this cloud does, wherever
    /// it is placed: proven. Those that stay are more than ``distance`` apart and keep their
    /// numbers; each other one is at most ``distance`` from one that stays, whose radius grows by
    /// no more than it has to. What is free of the thinned cloud is free of this one.
    ///
    /// Raises ``CloudError`` if the distance is negative or not finite.
    ///
    /// >>> import numpy as np, obbtree
    /// >>> row = np.arange(100)[:, None] * [0.25, 0, 0]
    /// >>> thinned = obbtree.PointCloud(row, 0.125).thinned(0.5)
    /// >>> thinned.numbers[:3], len(thinned), bool(0.625 <= thinned.radius.max() < 0.6251)
    /// (array([0, 3, 6], dtype=uint32), 34, True)
    fn thinned(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = number::distance)] distance: f64,
    ) -> PyResult<Self> {
        let cloud = self.engine();
        let is_long = cloud.len() > MANY_POINTS;
        let thinned = in_background(py, is_long, move |_| cloud.thinned(distance))?;
        thinned.map(Self::of).map_err(|error| cloud_error(&error))
    }

    /// The (n, 3) points that are kept, in the order of their numbers, a new array of ``float64``.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::table(py, &py.detach(|| self.engine().kept()).points)
    }

    /// The (n,) numbers of these points among those given, ascending, a new array of ``uint32``.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, py.detach(|| self.engine().kept()).numbers)
    }

    /// The radius of all points; or, of points that each have their own, the (n,) radii of
    /// ``points``, a new array.
    #[getter]
    fn radius<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.engine().common_radius() {
            Some(radius) => Ok(radius.into_pyobject(py)?.into_any()),
            None => {
                let radii = py.detach(|| self.engine().kept()).radii.unwrap_or_default();
                Ok(PyArray1::from_vec(py, radii).into_any())
            }
        }
    }

    /// (2, 3): the least and the largest coordinates of the points, without their radii, exactly; a
    /// new array. Zeros if there is none.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let cloud = self.engine();
        let bounds = cloud.aabb();
        arrays::table(py, &[bounds.min.into(), bounds.max.into()])
    }

    /// So many points were given, those left out and equal ones among them.
    #[getter]
    fn given(&self) -> usize {
        self.engine().given()
    }

    /// So many of those given are left out: they are nowhere, or taken out by ``without`` or
    /// ``thinned``.
    #[getter]
    fn left_out(&self) -> usize {
        self.engine().left_out()
    }

    /// Memory of the points and of their hierarchy of boxes, in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.engine().bytes()
    }

    fn __len__(&self) -> usize {
        self.engine().len()
    }

    fn __repr__(&self) -> String {
        let cloud = self.engine();
        let radius = match cloud.common_radius() {
            Some(radius) => format!("radius {radius:?}"),
            None => format!("radii up to {:?}", cloud.largest_radius()),
        };
        let left_out = match cloud.left_out() {
            0 => String::new(),
            count => format!(", {count} of {} left out", cloud.given()),
        };
        format!("PointCloud({} points, {radius}{left_out})", cloud.len())
    }

    fn __copy__(&self) -> Self {
        Self::of(self.engine())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Self::of(self.engine())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let cloud = &slf.get().engine();
        let kept = py.detach(|| cloud.kept());
        let points = match cloud.is_single() {
            true => {
                let points: Vec<_> = kept.points.iter().map(|p| p.map(|x| x as f32)).collect();
                arrays::table(py, &points)?.into_any()
            }
            false => arrays::table(py, &kept.points)?.into_any(),
        };
        let numbers = PyArray1::from_vec(py, kept.numbers);
        let fields = (points, slf.get().radius(py)?, numbers, cloud.given(), cloud.left_out());
        Ok((slf.get_type().getattr("_of")?, fields.into_pyobject(py)?))
    }

    /// What a pickle says.
    #[staticmethod]
    fn _of(
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        numbers: Vec<u32>,
        given: usize,
        left_out: usize,
    ) -> PyResult<Self> {
        let (points, radii) = (Coordinates::of(points, "points")?, Radii::of(radius, "radius")?);
        let cloud = Self::made(py, points, radii, false)?.engine();
        let cloud = cloud.with_numbers(&numbers, given, left_out);
        cloud.map(Self::of).map_err(|error| cloud_error(&error))
    }
}

/// Making clouds of more points is worth another thread: it takes about 20 ms.
pub(crate) const MANY_POINTS: usize = 400_000;

impl PointCloud {
    fn made(py: Python<'_>, points: Coordinates, radii: Radii, skip_nan: bool) -> PyResult<Self> {
        let is_long = points.len() > MANY_POINTS;
        let made = in_background(py, is_long, move |_| match points {
            Coordinates::Single(points) => of_points(&points, radii.radius(), skip_nan),
            Coordinates::Double(points) => of_points(&points, radii.radius(), skip_nan),
        });
        made?.map(Self::of).map_err(|error| cloud_error(&error))
    }
}

fn of_points<T: Coordinate>(
    points: &[[T; 3]],
    radius: Radius<'_>,
    skip_nan: bool,
) -> Result<EngineCloud, CloudError> {
    match radius {
        _ if skip_nan => EngineCloud::without_nan(points, radius),
        Radius::One(radius) => EngineCloud::new(points, radius),
        Radius::Each(radii) => EngineCloud::with_radii(points, radii),
    }
}

fn of_image<T: DepthValue + numpy::Element>(
    py: Python<'_>,
    image: &PyReadonlyArrayDyn<'_, T>,
    camera: Camera,
    radii: Radii,
) -> PyResult<PointCloud> {
    let &[_, width] = image.shape() else {
        let text = format!("depth must be of shape (h, w), not {:?}", image.shape());
        return Err(PyValueError::new_err(text));
    };
    let depths: Vec<T> = image.as_array().iter().copied().collect();
    let is_long = depths.len() > MANY_POINTS;
    let made: Result<EngineCloud, CloudError> = in_background(py, is_long, move |_| {
        EngineCloud::from_depth(&depths, width, &camera, radii.radius())
    })?;
    made.map(PointCloud::of).map_err(|error| cloud_error(&error))
}
