//! Numbers and points in answers: arrays made when they are read.

use obbtree::nalgebra::Point3;
use pyo3::prelude::*;

use crate::arrays::{point, point_table, points, vector};

/// A (N,) array.
#[derive(Clone)]
pub(crate) struct Column<T>(pub(crate) Vec<T>);

impl<'py, T: numpy::Element> IntoPyObject<'py> for Column<T> {
    type Target = numpy::PyArray1<T>;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        Ok(numpy::PyArray1::from_vec(py, self.0))
    }
}

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Column<T>
where
    Vec<T>: FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self)
    }
}

/// A (3,) array.
#[derive(Clone, Copy)]
pub(crate) struct Point(pub(crate) Point3<f64>);

impl<'py> IntoPyObject<'py> for Point {
    type Target = numpy::PyArray1<f64>;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        Ok(vector(py, &self.0.coords))
    }
}

impl<'py> FromPyObject<'_, 'py> for Point {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(point(&object, "a point")?.into()))
    }
}

/// A (N, 3) array.
#[derive(Clone)]
pub(crate) struct Points(pub(crate) Vec<Point3<f64>>);

impl<'py> IntoPyObject<'py> for Points {
    type Target = numpy::PyArray2<f64>;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        point_table(py, &self.0)
    }
}

impl<'py> FromPyObject<'_, 'py> for Points {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(points(&object, "points")?.into_iter().map(Into::into).collect()))
    }
}

/// A (2, 3) array: a point of A, and one of B.
#[derive(Clone, Copy)]
pub(crate) struct TwoPoints(pub(crate) [Point3<f64>; 2]);

/// Where there are none.
pub(crate) const NO_POINTS: [Point3<f64>; 2] = [Point3::new(f64::NAN, f64::NAN, f64::NAN); 2];

impl<'py> IntoPyObject<'py> for TwoPoints {
    type Target = numpy::PyArray2<f64>;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        point_table(py, &self.0)
    }
}

impl<'py> FromPyObject<'_, 'py> for TwoPoints {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let rows = points(&object, "two points")?.into_iter().map(Into::into);
        let two = <[Point3<f64>; 2]>::try_from(rows.collect::<Vec<_>>());
        let wrong = || pyo3::exceptions::PyValueError::new_err("two points are of shape (2, 3)");
        two.map(Self).map_err(|_| wrong())
    }
}
