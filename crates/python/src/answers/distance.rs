//! Distances, as classes.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use obbtree::nalgebra::Point3;
use obbtree::query::Distance as EngineDistance;
use pyo3::prelude::*;

use super::points::TwoPoints;
use crate::arrays::{point_table, table};

/// The distance of two surfaces lies in ``lower .. upper``, both 0 if and only if they meet.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Distance {
    /// The distance is at least this.
    #[pyo3(get)]
    lower: f64,
    /// The distance is at most this: so far apart are two points of the surfaces.
    #[pyo3(get)]
    upper: f64,
    /// The triangles that are closest, of A and of B.
    #[pyo3(get)]
    triangles: (u32, u32),
    /// Of solids: one body is inside the other, so the distance is 0.
    #[pyo3(get)]
    one_inside: bool,
    /// (2, 3): the closest points, of A's and of B's surface, in the world, rounded.
    #[pyo3(get)]
    points: TwoPoints,
}

impl From<EngineDistance> for Distance {
    fn from(found: EngineDistance) -> Self {
        let EngineDistance { lower, upper, triangles, one_inside, points, .. } = found;
        let triangles = triangles.map(Option::unwrap_or_default).into();
        Self { lower, upper, triangles, one_inside, points: TwoPoints(points) }
    }
}

#[pymethods]
impl Distance {
    fn __repr__(&self) -> String {
        let Self { lower, upper, triangles, .. } = self;
        format!("Distance(lower={lower:?}, upper={upper:?}, triangles={triangles:?})")
    }
}

/// The distance of two shapes lies in ``lower .. upper``; ``lower`` is 0 if and only if ``collide_shapes`` says yes.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct ShapesDistance {
    /// The distance is at least this.
    #[pyo3(get)]
    lower: f64,
    /// The distance is at most this; 0 only where the shapes certainly meet.
    #[pyo3(get)]
    upper: f64,
    /// (2, 3): the closest points, of A and of B, in the world, rounded; of shapes that meet, some points of the two.
    #[pyo3(get)]
    points: TwoPoints,
}

impl From<EngineDistance> for ShapesDistance {
    fn from(found: EngineDistance) -> Self {
        let EngineDistance { lower, upper, points, .. } = found;
        Self { lower, upper, points: TwoPoints(points) }
    }
}

#[pymethods]
impl ShapesDistance {
    fn __repr__(&self) -> String {
        let Self { lower, upper, .. } = self;
        format!("ShapesDistance(lower={lower:?}, upper={upper:?})")
    }
}

/// The distances at N poses, as arrays. Beyond ``at_most`` they are infinite, and triangles are -1.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Distances(pub(crate) Vec<Option<EngineDistance>>);

impl Distances {
    fn bound<'py>(
        &self,
        py: Python<'py>,
        bound: impl Fn(&EngineDistance) -> f64,
    ) -> Bound<'py, PyArray1<f64>> {
        let bounds = self.0.iter().map(|found| found.as_ref().map_or(f64::INFINITY, &bound));
        PyArray1::from_vec(py, bounds.collect())
    }
}

#[pymethods]
impl Distances {
    /// (N,): the distances are at least this.
    #[getter]
    fn lower<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.bound(py, |found| found.lower)
    }

    /// (N,): the distances are at most this.
    #[getter]
    fn upper<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.bound(py, |found| found.upper)
    }

    /// (N, 2): the closest triangles, of A and of B.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let numbers = |found: &EngineDistance| found.triangles.map(|id| id.map_or(-1, i64::from));
        let rows: Vec<[i64; 2]> =
            self.0.iter().map(|found| found.as_ref().map_or([-1; 2], numbers)).collect();
        table(py, &rows)
    }

    /// (N, 2, 3): the closest points, of A and of B, in the world, rounded; NaN beyond ``at_most``.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let none = [Point3::new(f64::NAN, f64::NAN, f64::NAN); 2];
        let points: Vec<Point3<f64>> =
            self.0.iter().flat_map(|found| found.as_ref().map_or(none, |f| f.points)).collect();
        point_table(py, &points)?.reshape([self.0.len(), 2, 3])
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("Distances({})", self.0.len())
    }
}
