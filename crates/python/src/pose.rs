//! The class `Pose`, a rigid motion that has been checked once; and arguments that are a pose, of
//! any form.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use obbtree::Pose as EnginePose;
use obbtree::pose::PoseError as EnginePoseError;
use pyo3::prelude::*;

use crate::arrays::{self, floats};
use crate::errors::{PoseError, pose_error};

/// Where a body is: maps points ``p`` of its mesh to ``R p + t`` in the world.
///
/// Every query takes poses as such an object, as ``None`` (the identity), or as numbers:
/// ``(4, 4)`` and ``(3, 4)`` arrays ``[R | t]``, 12 numbers (its rows), or 7 numbers
/// ``x y z qx qy qz qw``. Numbers are used exactly as given; a quaternion is converted once. The
/// 3 x 3 part must be a rotation to within 1e-4 (Frobenius norm of ``R^T R - I``); lengths are in
/// the unit of the meshes.
///
/// Raises ``PoseError`` if the numbers are no rigid motion.
///
/// >>> import numpy as np, obbtree
/// >>> pose = obbtree.Pose([1, 2, 3, 0, 0, 0, 1])
/// >>> pose.translation
/// array([1., 2., 3.])
/// >>> (pose @ pose.inverse()).is_identity
/// True
/// >>> obbtree.Pose(np.diag([2.0, 1, 1, 1]))
/// Traceback (most recent call last):
///     ...
/// obbtree.PoseError: the 3 x 3 part of the pose is not a rotation: |R^T R - I| is 3.000e0, ...
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
    fn new(numbers: Option<PoseLike>) -> Self {
        Self(numbers.unwrap_or_default().0)
    }

    /// The pose that moves by three numbers and does not rotate.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Pose.from_translation([0, 0, 1]).matrix[2, 3]
    /// np.float64(1.0)
    #[staticmethod]
    fn from_translation(translation: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::checked(EnginePose::from_translation(arrays::point(translation, "a translation")?))
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

    /// First ``other``, then this pose, rounded to ``float64``.
    fn __matmul__(&self, other: &Self) -> PyResult<Self> {
        Self::checked(self.0.compose(&other.0))
    }

    /// The inverse, rounded to ``float64``.
    fn inverse(&self) -> PyResult<Self> {
        Self::checked(self.0.inverse())
    }

    /// This pose as seen from ``other``: ``other.inverse() @ self`` with fewer roundings.
    fn relative_to(&self, other: &Self) -> PyResult<Self> {
        Self::checked(self.0.relative_to(&other.0))
    }

    /// With the nearest rotation as its 3 x 3 part.
    fn renormalized(&self) -> Self {
        Self(self.0.renormalized())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let rows = PyArray1::from_slice(py, &slf.get().0.to_rows());
        Ok((slf.get_type().into_any(), (rows,)))
    }

    fn __repr__(&self) -> String {
        let numbers = self.0.to_rows().map(|number| format!("{number:?}"));
        format!("Pose([{}])", numbers.join(", "))
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
        if let Ok(matrix) = object.cast::<PyArray2<f64>>()
            && let Some(pose) = from_matrix(&matrix)
        {
            return pose.map(Self).map_err(|error| pose_error(&error));
        }
        let array = floats(&object)?;
        let numbers: Vec<f64> = array.as_array().iter().copied().collect();
        let pose = match array.shape() {
            [4, 4] | [3, 4] | [7] | [12] | [16] => from_numbers(&numbers),
            shape => return Err(no_pose(&format!("{shape:?}"))),
        };
        pose.map(Self).map_err(|error| pose_error(&error))
    }
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
    let is_readable = arrays::is_aligned(matrix.data() as usize, matrix.strides());
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
