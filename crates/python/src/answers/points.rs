//! Points in answers: arrays made when asked for.

use obbtree::nalgebra::Point3;
use pyo3::prelude::*;

use crate::arrays::{point_table, vector};

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

/// A (2, 3) array: a point of A, and one of B.
#[derive(Clone, Copy)]
pub(crate) struct TwoPoints(pub(crate) [Point3<f64>; 2]);

impl<'py> IntoPyObject<'py> for TwoPoints {
    type Target = numpy::PyArray2<f64>;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        point_table(py, &self.0)
    }
}
