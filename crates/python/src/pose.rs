//! The class `Pose`, a rigid motion that has been checked once; and arguments that are a pose, of
//! any form.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use obbtree::Pose as EnginePose;
use obbtree::pose::PoseError as EnginePoseError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arrays::{self, as_floats};
use crate::errors::{PoseError, pose_error};
use crate::parameters::{Named, Numbers, Other};

/// Where a body is: maps points ``p`` of its mesh to ``R p + t`` in the world.
///
/// Every query takes poses as such an object, as ``None`` (the identity), or as numbers:
/// ``(4, 4)`` and ``(3, 4)`` arrays ``[R | t]``, 12 numbers (its rows), or 7 numbers
/// ``x y z qx qy qz qw``; or as scipy's ``Rotation`` and ``RigidTransform`` or pinocchio's ``SE3``.
/// Numbers are used exactly as given; a quaternion is converted once. The 3 x 3 part must be a
/// rotation to within 1e-4 (Frobenius norm of ``R^T R - I``); lengths are in the unit of the
/// meshes.
///
/// Raises ``PoseError`` if the numbers are no rigid motion.
///
/// >>> import numpy as np, obbtree
/// >>> pose = obbtree.Pose([1, 2, 3, 0, 0, 0, 1])
/// >>> pose.translation
/// array([1., 2., 3.])
/// >>> (pose @ pose.inverse()).is_identity
/// True
/// >>> pose.translation_quaternion
/// array([1., 2., 3., 0., 0., 0., 1.])
/// >>> obbtree.Pose(np.diag([2.0, 1, 1, 1]))
/// Traceback (most recent call last):
///     ...
/// obbtree.PoseError: argument 'numbers': the 3 x 3 part of the pose is not a rotation: ...
#[pyclass(frozen, eq, from_py_object, module = "obbtree")]
#[derive(Clone, PartialEq)]
pub(crate) struct Pose(pub(crate) EnginePose);

impl Pose {
    pub(crate) fn checked(pose: Result<EnginePose, obbtree::pose::PoseError>) -> PyResult<Self> {
        pose.map(Self).map_err(|error| pose_error(&error))
    }
}

/// What makes a pose again, and from what: see Python's `pickle`.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyArray1<f64>>,));

#[pymethods]
impl Pose {
    #[new]
    #[pyo3(signature = (numbers=None))]
    fn new(numbers: Option<Named<PoseLike, Numbers>>) -> Self {
        Self(numbers.unwrap_or_default().0.0)
    }

    /// The pose that moves by three numbers and does not rotate.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Pose.from_translation([0, 0, 1]).matrix[2, 3]
    /// np.float64(1.0)
    #[staticmethod]
    fn from_translation(translation: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::checked(EnginePose::from_translation(arrays::point(translation, "translation")?))
    }

    /// The (4, 4) matrix, a new array.
    #[getter]
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = self.0.to_rows();
        let row = |k: usize| [rows[4 * k], rows[4 * k + 1], rows[4 * k + 2], rows[4 * k + 3]];
        arrays::table(py, &[row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]])
    }

    /// The (3,) translation, a new array.
    #[getter]
    fn translation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        arrays::vector(py, self.0.translation())
    }

    /// The (7,) numbers ``x y z qx qy qz qw``, rounded, a new array.
    #[getter]
    fn translation_quaternion<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.to_translation_quaternion())
    }

    /// Is it the identity, exactly?
    #[getter]
    fn is_identity(&self) -> bool {
        self.0.is_identity()
    }

    /// First ``other``, then this pose; or the (3,) point or (N, 3) points that it moves. Rounded
    /// to ``float64``.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Pose([1, 2, 3, 0, 0, 0, 1]) @ [[0, 0, 0], [0.5, 0, 0]]
    /// array([[1. , 2. , 3. ],
    ///        [1.5, 2. , 3. ]])
    fn __matmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<Self>() {
            let product = Self::checked(self.0.compose(&other.get().0))?;
            return Ok(Bound::new(py, product)?.into_any());
        }
        let place = |point: [f64; 3]| <[f64; 3]>::from(self.0.place(&point.into()));
        if let [3] = as_floats(other)?.shape() {
            let point = place(arrays::point(other, "other")?);
            return Ok(PyArray1::from_slice(py, &point).into_any());
        }
        let points: Vec<_> = arrays::points(other, "other")?.into_iter().map(place).collect();
        Ok(arrays::table(py, &points)?.into_any())
    }

    /// The inverse, rounded to ``float64``.
    ///
    /// >>> import obbtree
    /// >>> pose = obbtree.Pose([1, 2, 3, 0, 0, 0, 1])
    /// >>> pose.inverse().translation
    /// array([-1., -2., -3.])
    fn inverse(&self) -> PyResult<Self> {
        Self::checked(self.0.inverse())
    }

    /// This pose as seen from ``other``: ``Pose(other).inverse() @ self`` with fewer roundings.
    ///
    /// >>> import obbtree
    /// >>> camera = obbtree.Pose([0, 0, 2, 0, 0, 0, 1])
    /// >>> obbtree.Pose([1, 0, 5, 0, 0, 0, 1]).relative_to(camera).translation
    /// array([1., 0., 3.])
    fn relative_to(&self, other: Named<PoseLike, Other>) -> PyResult<Self> {
        Self::checked(self.0.relative_to(&other.0.0))
    }

    /// With the nearest rotation as its 3 x 3 part.
    ///
    /// >>> import obbtree
    /// >>> rows = [1, 1e-5, 0, 0, -1e-5, 1, 0, 0, 0, 0, 1, 0]
    /// >>> bool(obbtree.Pose(rows).renormalized().matrix[0, 0] < 1)
    /// True
    fn renormalized(&self) -> Self {
        Self(self.0.renormalized())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let rows = PyArray1::from_slice(py, &slf.get().0.to_rows());
        Ok((slf.get_type().into_any(), (rows,)))
    }

    fn __repr__(&self) -> String {
        format!("{self:?}")
    }
}

impl std::fmt::Debug for Pose {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pose({:?})", self.0.to_rows())
    }
}

/// An argument that is a pose.
#[derive(Clone)]
pub(crate) struct PoseLike(pub(crate) EnginePose);

impl Default for PoseLike {
    fn default() -> Self {
        Self(EnginePose::identity())
    }
}

impl<'py> FromPyObject<'_, 'py> for PoseLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(pose) = object.cast::<Pose>() {
            return Ok(Self(pose.get().0));
        }
        if object.is_none() {
            return Ok(Self::default());
        }
        if object.is_exact_instance_of::<PyUntypedArray>()
            && let Ok(matrix) = object.cast::<PyArray2<f64>>()
            && let Some(pose) = from_matrix(&matrix)
        {
            return pose.map(Self).map_err(|error| pose_error(&error));
        }
        let is_plain = object.is_exact_instance_of::<PyUntypedArray>()
            || object.is_exact_instance_of::<PyList>();
        if !is_plain
            && let Some(as_matrix) = object.getattr_opt(intern!(object.py(), "as_matrix"))?
        {
            return from_scipy(&as_matrix.call0()?);
        }
        let array = as_floats(&object)?;
        let numbers: Vec<f64> = array.as_array().iter().copied().collect();
        let pose = match array.shape() {
            [4, 4] | [3, 4] | [7] | [12] | [16] => from_numbers(&numbers),
            shape => return Err(no_pose(&format!("{shape:?}"))),
        };
        pose.map(Self).map_err(|error| pose_error(&error))
    }
}

/// What `as_matrix` of scipy's `Rotation` and `RigidTransform` gives.
fn from_scipy(matrix: &Bound<'_, PyAny>) -> PyResult<PoseLike> {
    let matrix = as_floats(matrix)?;
    let rows = matrix.as_array();
    let pose = match *rows.shape() {
        [3, 3] => {
            let rows = [0, 1, 2].map(|k| [rows[[k, 0]], rows[[k, 1]], rows[[k, 2]], 0.0]);
            from_numbers(rows.as_flattened())
        }
        [4, 4] => from_numbers(&rows.iter().copied().collect::<Vec<_>>()),
        ref shape => {
            let text = format!("one rotation or transform is a pose, not many of shape {shape:?}");
            return Err(PoseError::new_err(text));
        }
    };
    pose.map(PoseLike).map_err(|error| pose_error(&error))
}

fn no_pose(shape: &str) -> PyErr {
    PoseError::new_err(format!(
        "a pose is of shape (4, 4), (3, 4), (16,), (12,) or (7,) for x y z qx qy qz qw, not {shape}"
    ))
}

/// A 4 x 4 or 3 x 4 matrix, read number by number: the quickest way for so few, whatever its
/// strides.
fn from_matrix(matrix: &Bound<'_, PyArray2<f64>>) -> Option<Result<EnginePose, EnginePoseError>> {
    let at = |row: usize, column: usize| matrix.get_owned([row, column]);
    let (rows, columns) = (matrix.shape()[0], matrix.shape()[1]);
    let is_readable = arrays::is_aligned::<f64>(matrix.data() as usize, matrix.strides());
    if columns != 4 || !(rows == 3 || rows == 4) || !is_readable {
        return None;
    }
    let mut numbers = [0.0; 16];
    for row in 0..rows {
        for column in 0..4 {
            numbers[4 * row + column] = at(row, column)?;
        }
    }
    Some(from_numbers(&numbers[..4 * rows]))
}

/// 7, 12 or 16 numbers.
fn from_numbers(numbers: &[f64]) -> Result<EnginePose, EnginePoseError> {
    if let Ok(values) = numbers.try_into() {
        return EnginePose::from_translation_quaternion(values);
    }
    if let Ok(rows) = numbers.try_into() {
        return EnginePose::from_rows(rows);
    }
    EnginePose::from_rows4(numbers.try_into().expect("7, 12 or 16 numbers"))
}
