//! Numpy arrays in and out: any strides, `float32` and `float64`, any integers.

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use obbtree::nalgebra::{Point3, Vector3};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;
use pyo3::types::{IntoPyDict, PyList};

use crate::errors::MeshError;
use crate::exact::{number, require_exact};
use crate::parameters::{argument, named};

/// Numbers of a parameter as an array of `f64`: see `as_floats`.
pub(crate) fn floats<'py>(
    numbers: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    as_floats(numbers).map_err(|error| named(numbers.py(), &argument(name), error))
}

/// Numbers as an array of `f64`: as it is, or converted by numpy. Complex numbers, texts, masked
/// arrays and what would be rounded are refused.
pub(crate) fn as_floats<'py>(
    numbers: &Bound<'py, PyAny>,
) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    if let Some(array) = as_it_is(numbers) {
        return Ok(array);
    }
    let is_known = require_exact(numbers)?;
    let numpy = numbers.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (numbers,))?;
    if let Some(array) = as_it_is(&array) {
        return Ok(array);
    }
    if !is_known {
        require_exact(&array)?;
    }
    let keywords = [("casting", "same_kind"), ("order", "C")].into_py_dict(numbers.py())?;
    array.call_method("astype", ("float64",), Some(&keywords))?.extract()
}

/// An array of numbers of a type, of numpy's own class.
pub(crate) fn as_it_is<'py, T: numpy::Element>(
    array: &Bound<'py, PyAny>,
) -> Option<PyReadonlyArrayDyn<'py, T>> {
    let array =
        is_of_numpy(array).then(|| array.extract::<PyReadonlyArrayDyn<'py, T>>().ok())??;
    is_aligned::<T>(array.data() as usize, array.strides()).then_some(array)
}

/// Can numbers be read where they are? In a record of numpy's they may lie anywhere.
pub(crate) fn is_aligned<T>(address: usize, strides: &[isize]) -> bool {
    address.is_multiple_of(align_of::<T>())
        && strides.iter().all(|stride| stride % size_of::<T>() as isize == 0)
}

/// N numbers from an (N,) array; another shape raises `E`.
pub(crate) fn numbers<E: PyTypeInfo>(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<f64>> {
    let array = floats(array, name)?;
    match array.shape() {
        [_] => Ok(array.as_array().iter().copied().collect()),
        shape => Err(PyErr::new::<E, _>(format!("{name} are of shape (N,), not {shape:?}"))),
    }
}

/// N points from an (N, 3) array.
pub(crate) fn points(numbers: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<[f64; 3]>> {
    rows_of_three(&floats(numbers, name)?, name)
}

/// Is it an array of numpy's own class, which means no more than its numbers?
pub(crate) fn is_of_numpy(object: &Bound<'_, PyAny>) -> bool {
    object.is_exact_instance_of::<PyUntypedArray>()
}

/// The rows of an (N, 3) array.
pub(crate) fn rows_of_three<T: numpy::Element + Copy>(
    array: &PyReadonlyArrayDyn<'_, T>,
    name: &str,
) -> PyResult<Vec<[T; 3]>> {
    let shape = array.shape();
    if shape.len() != 2 || shape[1] != 3 {
        return Err(PyValueError::new_err(format!(
            "{name} must be of shape (N, 3), not {shape:?}"
        )));
    }
    // A slice of columns is contiguous too.
    if let (Ok(flat), true) = (array.as_slice(), array.is_c_contiguous()) {
        return Ok(flat.as_chunks().0.to_vec());
    }
    let view = array.as_array();
    Ok(view.outer_iter().map(|row| [row[0], row[1], row[2]]).collect())
}

/// One point from three numbers.
pub(crate) fn point(numbers: &Bound<'_, PyAny>, name: &str) -> PyResult<[f64; 3]> {
    // The quickest way for so few.
    if let Ok(list) = numbers.cast::<PyList>()
        && let Ok([x, y, z]) = <[_; 3]>::try_from(list.iter().collect::<Vec<_>>())
        && let (Ok(x), Ok(y), Ok(z)) = (number(&x), number(&y), number(&z))
    {
        return Ok([x, y, z]);
    }
    let array = floats(numbers, name)?;
    match array.as_array().iter().copied().collect::<Vec<_>>()[..] {
        [x, y, z] if array.shape().len() == 1 => Ok([x, y, z]),
        _ => {
            let shape = array.shape();
            Err(PyValueError::new_err(format!("{name} must be of shape (3,), not {shape:?}")))
        }
    }
}

/// Two numbers, or one for both.
pub(crate) fn pair(numbers: &Bound<'_, PyAny>, name: &str) -> PyResult<[f64; 2]> {
    let array = floats(numbers, name)?;
    let (found, shape): (Vec<f64>, _) = (array.as_array().iter().copied().collect(), array.shape());
    match found[..] {
        [both] if shape.is_empty() => Ok([both; 2]),
        [first, second] if shape.len() == 1 => Ok([first, second]),
        _ => {
            let text = format!("{name} must be a number or of shape (2,), not {shape:?}");
            Err(PyValueError::new_err(text))
        }
    }
}

/// M triangles from an (M, 3) array of integers of any type.
pub(crate) fn triangles(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; 3]>> {
    let (flat, shape) = integers(numbers, "triangles", &|corner| {
        MeshError::new_err(format!("{corner} is not a vertex index"))
    })?;
    match shape[..] {
        _ if flat.is_empty() => Ok(Vec::new()),
        [_, 3] => Ok(flat.as_chunks().0.to_vec()),
        _ => {
            let text = format!("triangles must be of shape (M, 3), not {shape:?}");
            Err(PyValueError::new_err(text))
        }
    }
}

/// Integers of any type, row by row, and the shape of their array. One that `T` does not have is
/// `refused`.
pub(crate) fn integers<T>(
    numbers: &Bound<'_, PyAny>,
    name: &str,
    refused: &dyn Fn(String) -> PyErr,
) -> PyResult<(Vec<T>, Vec<usize>)>
where
    T: numpy::Element + Copy + TryFrom<u64> + TryFrom<i64>,
{
    require_exact(numbers).map_err(|error| named(numbers.py(), &argument(name), error))?;
    let numpy = numbers.py().import("numpy")?;
    // Aligned, as integers of a record need not be.
    let array = numpy.call_method1("require", (numbers, numbers.py().None(), "A"))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
    if !is_empty && !["i", "u"].contains(&kind.as_str()) {
        let dtype = array.getattr("dtype")?;
        return Err(PyTypeError::new_err(format!("{name} must be integers, not {dtype}")));
    }
    if let Ok(array) = array.extract::<PyReadonlyArrayDyn<'_, T>>() {
        return flat(&array, Ok);
    }
    // A number beyond int64 would wrap around, so such numbers are refused here.
    if let Ok(array) = array.extract::<PyReadonlyArrayDyn<'_, u64>>() {
        return flat(&array, |n| T::try_from(n).map_err(|_| refused(n.to_string())));
    }
    let array: PyReadonlyArrayDyn<'_, i64> = array.call_method1("astype", ("int64",))?.extract()?;
    flat(&array, |n| T::try_from(n).map_err(|_| refused(n.to_string())))
}

fn flat<S: numpy::Element + Copy, T>(
    array: &PyReadonlyArrayDyn<'_, S>,
    convert: impl Fn(S) -> PyResult<T>,
) -> PyResult<(Vec<T>, Vec<usize>)> {
    let numbers = array.as_array().iter().map(|&number| convert(number)).collect::<PyResult<_>>();
    Ok((numbers?, array.shape().to_vec()))
}

/// An (N, W) array.
pub(crate) fn table<'py, T: numpy::Element + Copy, const W: usize>(
    py: Python<'py>,
    rows: &[[T; W]],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    PyArray1::from_slice(py, rows.as_flattened()).reshape([rows.len(), W])
}

/// An (N, 3) array.
pub(crate) fn point_table<'py>(
    py: Python<'py>,
    points: &[Point3<f64>],
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let rows: Vec<[f64; 3]> = points.iter().map(|point| (*point).into()).collect();
    table(py, &rows)
}

/// A (3,) array.
pub(crate) fn vector<'py>(py: Python<'py>, vector: &Vector3<f64>) -> Bound<'py, PyArray1<f64>> {
    PyArray1::from_slice(py, vector.as_slice())
}
