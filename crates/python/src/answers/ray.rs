//! Hits of rays, as classes.

use obbtree::query::RayHit as EngineHit;
use pyo3::prelude::*;

use super::answer::answer;
use super::points::{Column, NO_POINTS, Point, Points};

answer! {
/// Where a ray or segment meets a triangle; its parameter lies in ``lower .. upper``.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> hit = obbtree.closest_hit(body, None, [0.25, 0.25, 2], [0, 0, -1])
/// >>> hit.triangle, hit.lower <= 2 <= hit.upper
/// (0, True)
/// >>> hit.point
/// array([0.25, 0.25, 0.  ])
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct RayHit {
    /// The number of the triangle.
    triangle: u32,
    /// The parameter is at least this, in lengths of the direction.
    lower: f64,
    /// The parameter is at most this.
    upper: f64,
    /// (3,): the point in the world, rounded.
    point: Point,
}
}

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

answer! {
/// The first hits of N rays, as arrays; a ray without a hit has triangle -1 and NaN else.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> hits = obbtree.closest_hits(body, None, [[0.25, 0.25, 2], [5, 5, 2]], [[0, 0, -1]] * 2)
/// >>> hits, hits.triangles
/// (RayHits(1 of 2 rays), array([ 0, -1]))
/// >>> hits.t[0], hits.points[0]
/// (np.float64(2.0), array([0.25, 0.25, 0.  ]))
/// >>> bool(hits.lower[0] <= 2 <= hits.upper[0])
/// True
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct RayHits {
    /// (N,): the numbers of the triangles.
    triangles: Column<i64>,
    /// (N,): the parameters are at least this, in lengths of the directions.
    lower: Column<f64>,
    /// (N,): the parameters are at most this.
    upper: Column<f64>,
    /// (N, 3): the points in the world, rounded.
    points: Points,
}
}

impl From<Vec<Option<EngineHit>>> for RayHits {
    fn from(hits: Vec<Option<EngineHit>>) -> Self {
        let triangle = |hit: &Option<EngineHit>| hit.map_or(-1, |hit| hit.triangle.into());
        let lower = |hit: &Option<EngineHit>| hit.map_or(f64::NAN, |hit| hit.lower);
        let upper = |hit: &Option<EngineHit>| hit.map_or(f64::NAN, |hit| hit.upper);
        let point = |hit: &Option<EngineHit>| hit.map_or(NO_POINTS[0], |hit| hit.point);
        Self {
            triangles: Column(hits.iter().map(triangle).collect()),
            lower: Column(hits.iter().map(lower).collect()),
            upper: Column(hits.iter().map(upper).collect()),
            points: Points(hits.iter().map(point).collect()),
        }
    }
}

#[pymethods]
impl RayHits {
    /// (N,): the middles of these intervals.
    #[getter]
    fn t(&self) -> Column<f64> {
        let middle = |(lower, upper): (&f64, &f64)| 0.5 * lower + 0.5 * upper;
        Column(self.lower.0.iter().zip(&self.upper.0).map(middle).collect())
    }

    fn __len__(&self) -> usize {
        self.lower.0.len()
    }

    fn __repr__(&self) -> String {
        let hits = self.triangles.0.iter().filter(|&&triangle| triangle >= 0).count();
        format!("RayHits({hits} of {} rays)", self.lower.0.len())
    }
}
