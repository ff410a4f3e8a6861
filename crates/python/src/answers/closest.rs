//! Closest points, as classes.

use obbtree::query::{ClosestPoint as EngineClosest, SignedDistance as EngineSigned};
use pyo3::prelude::*;

use super::answer::answer;
use super::points::Point;

answer! {
/// The point of a surface that is closest to a point: the distance lies in ``lower .. upper``.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> found = obbtree.closest_point(body, None, [0.25, 0.25, 2])
/// >>> found.triangle, found.point, found.lower <= 2 <= found.upper
/// (0, array([0.25, 0.25, 0.  ]), True)
#[pyclass(frozen, from_py_object, module = "obbtree")]
#[derive(Clone)]
pub(crate) struct ClosestPoint {
    /// The distance is at least this; 0 on the surface.
    lower: f64,
    /// The distance is at most this.
    upper: f64,
    /// The number of the triangle.
    triangle: u32,
    /// (3,): the point of the body's surface, in the world, rounded.
    point: Point,
}
}

impl From<EngineClosest> for ClosestPoint {
    fn from(found: EngineClosest) -> Self {
        let EngineClosest { lower, upper, point, triangle, .. } = found;
        Self { lower, upper, triangle, point: Point(point) }
    }
}

#[pymethods]
impl ClosestPoint {
    fn __repr__(&self) -> String {
        let Self { lower, upper, triangle, .. } = self;
        format!("ClosestPoint(lower={lower:?}, upper={upper:?}, triangle={triangle})")
    }
}

answer! {
/// The distance of a point and a closed surface, negative inside: in ``lower .. upper``.
///
/// >>> import obbtree
/// >>> nut = obbtree.Body("assets/nut.stl")
/// >>> found = obbtree.signed_distance(nut, None, [0, 0, 100])
/// >>> 0 < found.lower <= found.upper, found.closest.triangle < len(nut)
/// (True, True)
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct SignedDistance {
    /// It is at least this.
    lower: f64,
    /// It is at most this.
    upper: f64,
    /// The closest point of the surface.
    closest: ClosestPoint,
}
}

impl From<EngineSigned> for SignedDistance {
    fn from(found: EngineSigned) -> Self {
        let EngineSigned { lower, upper, closest, .. } = found;
        Self { lower, upper, closest: closest.into() }
    }
}

#[pymethods]
impl SignedDistance {
    fn __repr__(&self) -> String {
        let Self { lower, upper, .. } = self;
        format!("SignedDistance(lower={lower:?}, upper={upper:?})")
    }
}
