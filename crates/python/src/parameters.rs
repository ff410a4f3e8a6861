//! Names of parameters: what is wrong with an argument is said with its name, as pyo3 says of an
//! argument of the wrong type.

use std::marker::PhantomData;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{MotionError, ObbtreeError};

/// A type that stands for the name of a parameter.
pub(crate) trait Parameter {
    const NAME: &str;
}

macro_rules! parameters {
    ($($parameter:ident: $name:literal),+) => {$(
        pub(crate) struct $parameter;

        impl Parameter for $parameter {
            const NAME: &str = $name;
        }
    )+};
}

parameters!(
    A: "a", B: "b", Cloud: "cloud", End: "end", MotionA: "motion_a", MotionB: "motion_b", MotionsB: "motions_b",
    Numbers: "numbers", Other: "other", PoseA: "pose_a", PoseB: "pose_b", PosesB: "poses_b", ThePose: "pose",
    Start: "start"
);

/// An argument of a parameter.
pub(crate) struct Named<T, P>(pub(crate) T, PhantomData<P>);

impl<T: Default, P> Default for Named<T, P> {
    fn default() -> Self {
        Self(T::default(), PhantomData)
    }
}

impl<'a, 'py, T: FromPyObject<'a, 'py, Error = PyErr>, P: Parameter> FromPyObject<'a, 'py>
    for Named<T, P>
{
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract() {
            Ok(argument) => Ok(Self(argument, PhantomData)),
            Err(error) => Err(named(object.py(), &argument(P::NAME), error)),
        }
    }
}

/// What takes a number: for `from_py_with`, by the name of the parameter.
macro_rules! numbers {
    ($module:ident, $take:expr, $kind:ty: $($parameter:ident),+) => {
        pub(crate) mod $module {
            use pyo3::prelude::*;
            $(pub(crate) fn $parameter(object: &Bound<'_, PyAny>) -> PyResult<$kind> {
                let taken = $take(object);
                let what = || super::argument(stringify!($parameter));
                taken.map_err(|error| super::named(object.py(), &what(), error))
            })+
        }
    };
}

numbers!(
    number, crate::exact::number, f64: advance, angle, by, cx, cy, distance, end, far, fx, fy,
    margin, metres, moved, near, padding, radius, scale, side, start, threshold, tolerance
);

numbers!(
    not_nan, super::not_nan, f64: absolute_error, at_most, distance_tolerance, relative_error,
    time, time_tolerance
);

numbers!(at_least_zero, super::at_least_zero, f64: margin);

numbers!(above_zero, super::above_zero, f64: step);

numbers!(finite, super::finite, f64: time);

numbers!(
    optional_number, crate::exact::number_or_none, Option<f64>: cluster, hole, margin, threshold
);

numbers!(
    whole, super::whole, usize: count, degree, part, parts, points, rounds, samples, slices, tile
);

numbers!(whole_u32, super::whole, u32: effort, member, others);

numbers!(whole_u64, super::whole, u64: box_tests, seed);

numbers!(optional_whole, super::whole_or_none, Option<usize>: effort, limit, threads);

/// An integer that the type has.
fn whole<'py, T>(object: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    object.extract::<T>().map_err(|error| {
        match error.is_instance_of::<PyOverflowError>(object.py()) {
            true => {
                let largest = u64::MAX >> (u64::BITS as usize - 8 * size_of::<T>());
                ObbtreeError::new_err(format!("{object} is not an integer from 0 to {largest}"))
            }
            false => error,
        }
    })
}

fn whole_or_none(object: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    (!object.is_none()).then(|| whole(object)).transpose()
}

fn not_nan(object: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number = crate::exact::number(object)?;
    if number.is_nan() { Err(ObbtreeError::new_err("NaN is not a number")) } else { Ok(number) }
}

fn at_least_zero(object: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number = crate::exact::number(object)?;
    match number >= 0.0 {
        true => Ok(number),
        false => Err(ObbtreeError::new_err(format!("{number} is not a number of at least 0"))),
    }
}

fn above_zero(object: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number = crate::exact::number(object)?;
    match number > 0.0 {
        true => Ok(number),
        false => Err(ObbtreeError::new_err(format!("{number} is not a number above 0"))),
    }
}

/// The time of a motion.
fn finite(object: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number = crate::exact::number(object)?;
    match number.is_finite() {
        true => Ok(number),
        false => Err(MotionError::new_err(format!("{number} is not a finite number"))),
    }
}

/// As Python says it.
pub(crate) fn argument(name: &str) -> String {
    format!("argument '{name}'")
}

/// The same exception, if it is about a value or a type, with what it is about.
pub(crate) fn named(py: Python<'_>, what: &str, error: PyErr) -> PyErr {
    let text = format!("{what}: {}", error.value(py));
    match () {
        () if error.is_instance_of::<ObbtreeError>(py) => {
            PyErr::from_type(error.get_type(py), text)
        }
        () if error.is_instance_of::<PyTypeError>(py) => PyTypeError::new_err(text),
        () if error.is_instance_of::<PyValueError>(py) => PyValueError::new_err(text),
        () => error,
    }
}

/// With the parameter that is a dictionary, and the body.
pub(crate) fn of_body(py: Python<'_>, parameter: &str, body: &str, error: PyErr) -> PyErr {
    named(py, &format!("{}, body `{body}`", argument(parameter)), error)
}
