//! Many poses, of any form: matrices, rows, translations with quaternions, sequences.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use numpy::{PyArray3, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use obbtree::pose::PoseError as EnginePoseError;
use obbtree::query::pool;
use obbtree::{Pose as EnginePose, io};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::{as_floats, floats, table};
use crate::errors::{PoseError, read_error};
use crate::exact::number;
use crate::parameters::named;
use crate::pose::PoseLike;

/// N poses as an (N, 3, 4) array.
pub(crate) type PoseTable<'py> = Bound<'py, PyArray3<f64>>;

/// An argument that is many poses: see ``poses``.
pub(crate) struct Poses(pub(crate) Vec<EnginePose>);

impl<'py> FromPyObject<'_, 'py> for Poses {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        poses(&object).map(Self)
    }
}

/// Many poses: an array of shape (N, 4, 4), (N, 3, 4), (N, 16), (N, 12) or (N, 7), or a sequence
/// of single poses.
///
/// Or scipy's rotations or transforms: their matrices, (N, 3, 3) or (N, 4, 4).
pub(crate) fn poses(object: &Bound<'_, PyAny>) -> PyResult<Vec<EnginePose>> {
    let as_matrix = object.getattr_opt(intern!(object.py(), "as_matrix"))?;
    let matrices = as_matrix.map(|as_matrix| as_matrix.call0()).transpose()?;
    let object = matrices.as_ref().unwrap_or(object);
    let is_array = object.cast::<PyArrayDyn<f64>>().is_ok() || object.hasattr("__array__")?;
    if !is_array {
        let one = |(index, pose): (usize, PyResult<Bound<'_, PyAny>>)| {
            let pose: PyResult<PoseLike> = pose?.extract();
            pose.map(|pose| pose.0)
                .map_err(|error| named(object.py(), &format!("pose {index}"), error))
        };
        let each = object.try_iter().map_err(|_| {
            let kind =
                object.get_type().name().map_or_else(|_| "it".into(), |name| name.to_string());
            PyTypeError::new_err(format!("{kind} is no array or sequence of poses"))
        })?;
        return each.enumerate().map(one).collect();
    }
    let array = as_floats(object)?;
    let size = match *array.shape() {
        [_, 4, 4] | [_, 16] => 16,
        [_, 3, 4] | [_, 12] => 12,
        [_, 7] => 7,
        [_, 3, 3] if matrices.is_some() => 9,
        ref shape => {
            return Err(PoseError::new_err(format!(
                "poses are of shape (N, 4, 4), (N, 3, 4), (N, 16), (N, 12) or (N, 7), not {shape:?}"
            )));
        }
    };
    let copied;
    // A slice of columns is contiguous too.
    let flat = match array.as_slice() {
        Ok(flat) if array.is_c_contiguous() => flat,
        _ => {
            copied = array.as_array().iter().copied().collect::<Vec<f64>>();
            &copied
        }
    };
    match size {
        7 => each(flat, EnginePose::from_translation_quaternion),
        9 => each(flat, |[a, b, c, d, e, f, g, h, i]| {
            EnginePose::from_rows([a, b, c, 0.0, d, e, f, 0.0, g, h, i, 0.0])
        }),
        12 => each(flat, EnginePose::from_rows),
        _ => each(flat, EnginePose::from_rows4),
    }
}

/// A pose of every `N` numbers, over all cores where there are many.
fn each<const N: usize>(
    flat: &[f64],
    pose: impl Fn([f64; N]) -> Result<EnginePose, EnginePoseError> + Sync,
) -> PyResult<Vec<EnginePose>> {
    let (rows, _) = flat.as_chunks::<N>();
    let first_bad = AtomicUsize::new(usize::MAX);
    let checked = |(index, numbers): (usize, &[f64; N])| {
        pose(*numbers).unwrap_or_else(|_| {
            first_bad.fetch_min(index, Ordering::Relaxed);
            EnginePose::identity()
        })
    };
    let check = || {
        let mut poses = Vec::new();
        let rows = rows.par_iter().with_min_len(AT_A_TIME).enumerate();
        rows.map(checked).collect_into_vec(&mut poses);
        poses
    };
    // A few are checked on this thread alone.
    let poses = match rows.len() < 2 * AT_A_TIME {
        true => rows.iter().enumerate().map(checked).collect(),
        false => pool::install(check).map_err(|e| PyRuntimeError::new_err(e.to_string()))?,
    };
    let index = first_bad.into_inner();
    match rows.get(index).map(|numbers| pose(*numbers)) {
        Some(Err(error)) => Err(PoseError::new_err(format!("pose {index}: {error}"))),
        _ => Ok(poses),
    }
}

/// Fewer poses are not worth another thread.
const AT_A_TIME: usize = 1024;

/// The poses of a file as an (N, 3, 4) array: 7, 12 or 16 numbers a line.
///
/// Raises ``ReadError`` with the file and the line, or ``FileNotFoundError``.
///
/// >>> import obbtree
/// >>> obbtree.read_poses("assets/nut_turning.poses").shape
/// (60, 3, 4)
#[pyfunction]
pub(crate) fn read_poses(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyArray3<f64>>> {
    let poses = io::read_poses(path).map_err(|error| read_error(&error))?;
    pose_table(py, &poses)
}

/// The motions of a file, as their poses at the start and at the end: two (N, 3, 4) arrays.
///
/// Raises ``ReadError`` with the file and the line, or ``FileNotFoundError``.
///
/// >>> import obbtree
/// >>> obbtree.read_motions("assets/nut_turning.poses")
/// Traceback (most recent call last):
///     ...
/// obbtree.ReadError: assets/nut_turning.poses: line ...
#[pyfunction]
pub(crate) fn read_motions(
    py: Python<'_>,
    path: PathBuf,
) -> PyResult<(PoseTable<'_>, PoseTable<'_>)> {
    let motions = io::read_motions(path).map_err(|error| read_error(&error))?;
    let ends = |k: usize| motions.iter().map(|ends| ends[k]).collect::<Vec<_>>();
    Ok((pose_table(py, &ends(0))?, pose_table(py, &ends(1))?))
}

/// An (N, 3, 4) array.
pub(crate) fn pose_table<'py>(py: Python<'py>, poses: &[EnginePose]) -> PyResult<PoseTable<'py>> {
    let rows: Vec<[f64; 12]> = poses.iter().map(EnginePose::to_rows).collect();
    table(py, &rows)?.reshape([poses.len(), 3, 4])
}

/// As many tolerances as there are poses: one number for all, or one each.
pub(crate) fn tolerances(object: &Bound<'_, PyAny>, poses: usize) -> PyResult<Vec<f64>> {
    // Of an array, even of one number, each is for a pose.
    let is_array = object.cast::<PyUntypedArray>().is_ok_and(|array| array.ndim() > 0);
    if !is_array && let Ok(all) = number(object) {
        return Ok(vec![all; poses]);
    }
    let each = floats(object, "tolerance")?;
    if each.shape().len() != 1 {
        let text = format!("tolerance must be a number or of shape (N,), not {:?}", each.shape());
        return Err(PyValueError::new_err(text));
    }
    let each: Vec<f64> = each.as_array().iter().copied().collect();
    if each.len() != poses {
        let text = format!("{} tolerances for {poses} poses", each.len());
        return Err(PyValueError::new_err(text));
    }
    Ok(each)
}
