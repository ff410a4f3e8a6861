//! Hits of rays, as classes.

use numpy::PyArray1;
use obbtree::query::RayHit as EngineHit;
use pyo3::prelude::*;

use super::pickled::pickled;
use super::points::{NO_POINTS, Point, Points};

/// Where a ray or segment meets a triangle; its parameter lies in ``lower .. upper``.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> hit = obbtree.closest_hit(body, None, [0.25, 0.25, 2], [0, 0, -1])
/// >>> hit.triangle, hit.lower <= 2 <= hit.upper
/// (0, True)
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
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> hits = obbtree.closest_hits(body, None, [[0.25, 0.25, 2], [5, 5, 2]], [[0, 0, -1]] * 2)
/// >>> hits, hits.triangles
/// (RayHits(1 of 2 rays), array([ 0, -1]))
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct RayHits {
    triangles: Vec<i64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// (N, 3): the points in the world, rounded.
    #[pyo3(get)]
    points: Points,
}

pickled!(RayHits { triangles: Vec<i64>, lower: Vec<f64>, upper: Vec<f64>, points: Points });

impl From<Vec<Option<EngineHit>>> for RayHits {
    fn from(hits: Vec<Option<EngineHit>>) -> Self {
        let triangle = |hit: &Option<EngineHit>| hit.map_or(-1, |hit| hit.triangle.into());
        let lower = |hit: &Option<EngineHit>| hit.map_or(f64::NAN, |hit| hit.lower);
        let upper = |hit: &Option<EngineHit>| hit.map_or(f64::NAN, |hit| hit.upper);
        let point = |hit: &Option<EngineHit>| hit.map_or(NO_POINTS[0], |hit| hit.point);
        Self {
            triangles: hits.iter().map(triangle).collect(),
            lower: hits.iter().map(lower).collect(),
            upper: hits.iter().map(upper).collect(),
            points: Points(hits.iter().map(point).collect()),
        }
    }
}

#[pymethods]
impl RayHits {
    /// (N,): the numbers of the triangles.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_slice(py, &self.triangles)
    }

    /// (N,): the parameters are at least this, in lengths of the directions.
    #[getter]
    fn lower<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.lower)
    }

    /// (N,): the parameters are at most this.
    #[getter]
    fn upper<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.upper)
    }

    /// (N,): the middles of these intervals.
    #[getter]
    fn t<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let middle = |(lower, upper): (&f64, &f64)| 0.5 * lower + 0.5 * upper;
        PyArray1::from_vec(py, self.lower.iter().zip(&self.upper).map(middle).collect())
    }

    fn __len__(&self) -> usize {
        self.lower.len()
    }

    fn __repr__(&self) -> String {
        let hits = self.triangles.iter().filter(|&&triangle| triangle >= 0).count();
        format!("RayHits({hits} of {} rays)", self.lower.len())
    }
}
