//! What is refused because taking it would change it: masked arrays, long doubles, and integers
//! beyond those that `f64` has.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple, PyType};

/// An argument that is one number.
pub(crate) fn number(object: &Bound<'_, PyAny>) -> PyResult<f64> {
    if object.is_exact_instance_of::<PyFloat>() {
        return object.extract();
    }
    require_exact(object)?;
    let number: f64 = object.extract()?;
    // A fraction, or a decimal.
    match number.is_nan() || object.eq(number)? {
        true => Ok(number),
        false => Err(refused(object, "no float64 is equal to it")),
    }
}

/// An argument that is one number or `None`.
pub(crate) fn number_or_none(object: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    (!object.is_none()).then(|| number(object)).transpose()
}

/// Refuses numbers, and lists of them, that would be rounded, and what is masked. `false` if there
/// is something of which only numpy knows what it holds.
pub(crate) fn require_exact(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    each(object, 0)
}

/// Lists are no deeper than numpy's arrays have dimensions.
const DEEPEST: usize = 64;

/// `f64` has all integers up to here.
const LARGEST: u64 = 1 << 53;

fn each(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<bool> {
    if object.is_exact_instance_of::<PyFloat>() || depth > DEEPEST {
        return Ok(true);
    }
    let both = |known, item: Bound<'_, PyAny>| Ok(each(&item, depth + 1)? && known);
    if let Ok(list) = object.cast::<PyList>() {
        return list.iter().try_fold(true, both);
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return tuple.iter().try_fold(true, both);
    }
    if object.cast::<PyInt>().is_ok() {
        return integer(object).map(|()| true);
    }
    match object.getattr("dtype").and_then(|dtype| {
        let (kind, size) = (dtype.getattr("kind")?, dtype.getattr("itemsize")?);
        Ok((kind.extract::<char>()?, size.extract::<usize>()?))
    }) {
        Ok((kind, size)) => of_numpy(object, kind, size).map(|()| true),
        Err(_) => Ok(false), // numpy says what it thinks of it
    }
}

fn of_numpy(object: &Bound<'_, PyAny>, kind: char, size: usize) -> PyResult<()> {
    static MASKED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if object.is_instance(MASKED.import(object.py(), "numpy.ma", "MaskedArray")?)? {
        let text = "masked arrays are refused: use filled() or compressed()";
        return Err(PyTypeError::new_err(text));
    }
    match kind {
        'f' if size > size_of::<f64>() => {
            let text = "long doubles are refused, as they would be rounded to float64";
            Err(PyTypeError::new_err(text))
        }
        'i' | 'u' if size == size_of::<f64>() && object.getattr("size")?.extract::<u64>()? > 0 => {
            integer(&object.call_method0("max")?)?;
            integer(&object.call_method0("min")?)
        }
        _ => Ok(()),
    }
}

fn integer(number: &Bound<'_, PyAny>) -> PyResult<()> {
    match number.extract::<i64>() {
        Ok(integer) if integer.unsigned_abs() <= LARGEST => Ok(()),
        _ => Err(refused(number, "it is beyond 2^53, where float64 does not have all integers")),
    }
}

fn refused(number: &Bound<'_, PyAny>, why: &str) -> PyErr {
    PyTypeError::new_err(format!("{number} is refused: {why}"))
}
