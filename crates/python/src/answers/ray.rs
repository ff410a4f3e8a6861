//! Hits of rays, as classes.

use numpy::{PyArray1, PyArray2};
use obbtree::nalgebra::Point3;
use obbtree::query::RayHit as EngineHit;
use pyo3::prelude::*;

use super::pickled::pickled;
use super::points::Point;
use crate::arrays::point_table;

/// Where a ray or segment meets a triangle; its parameter lies in ``lower .. upper``.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct RayHit {
    /// The number of the triangle.
    #[pyo3(get)]
    triangle: u32,
    /// The parameter is at least this, in lengths of the direction.
    #[pyo3(get)]
    lower: f64,
    /// The parameter is at most this.
    #[pyo3(get)]
    upper: f64,
    /// (3,): the point in the world, rounded.
    #[pyo3(get)]
    point: Point,
}

pickled!(RayHit { triangle: u32, lower: f64, upper: f64, point: Point });

impl From<EngineHit> for RayHit {
    fn from(found: EngineHit) -> Self {
        let EngineHit { triangle, lower, upper, point, .. } = found;
        Self { triangle, lower, upper, point: Point(point) }
    }
}

#[pymethods]
impl RayHit {
    fn __repr__(&self) -> String {
        let Self { triangle, lower, upper, .. } = self;
        format!("RayHit(triangle={triangle}, lower={lower:?}, upper={upper:?})")
    }
}

/// The first hits of N rays, as arrays; a ray without a hit has triangle -1 and NaN else.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct RayHits(pub(crate) Vec<Option<EngineHit>>);

#[pymethods]
impl RayHits {
    /// (N,): the numbers of the triangles.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let number = |hit: &Option<EngineHit>| hit.map_or(-1, |hit| hit.triangle.into());
        PyArray1::from_vec(py, self.0.iter().map(number).collect())
    }

    /// (N,): the parameters, the middles of their intervals, in lengths of the directions.
    #[getter]
    fn t<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let parameter = |hit: &Option<EngineHit>| hit.map_or(f64::NAN, |hit| hit.t());
        PyArray1::from_vec(py, self.0.iter().map(parameter).collect())
    }

    /// (N, 3): the points in the world, rounded.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let none = Point3::new(f64::NAN, f64::NAN, f64::NAN);
        let points: Vec<Point3<f64>> =
            self.0.iter().map(|hit| hit.map_or(none, |hit| hit.point)).collect();
        point_table(py, &points)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("RayHits({})", self.0.len())
    }
}
