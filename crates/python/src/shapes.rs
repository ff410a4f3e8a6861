//! Queries about a body and a shape.

use pyo3::prelude::*;

use crate::answers::ClosestPoint;
use crate::body::Body;
use crate::pose::PoseLike;
use crate::shape::Shape;
use crate::warm::with_query;

/// Do a body and a shape share a point? Certain. A body inside the shape does; with ``solid`` also a shape
/// inside a closed body.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> obbtree.collide_shape(body, None, obbtree.Shape.sphere([0.25, 0.25, 2], 2), None)
/// True
#[pyfunction]
#[pyo3(signature = (body, pose, shape, pose_shape, *, solid=false))]
pub(crate) fn collide_shape(
    py: Python<'_>,
    body: &Body,
    pose: PoseLike,
    shape: &Shape,
    pose_shape: PoseLike,
    solid: bool,
) -> bool {
    let ask = || with_query(solid, |q| q.collide_shape(&body.0, &pose.0, &shape.0, &pose_shape.0));
    py.detach(ask)
}

/// Is the distance of a body and a shape at most ``tolerance``? Certain but for cylinders and cones, where yes may
/// be said of a body that is farther away, by a radius at most.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> ball = obbtree.Shape.sphere([0.25, 0.25, 5], 2)
/// >>> [obbtree.closer_than_shape(body, None, ball, None, d) for d in (2.999, 3.0)]
/// [False, True]
#[pyfunction]
#[pyo3(signature = (body, pose, shape, pose_shape, tolerance, *, solid=false))]
pub(crate) fn closer_than_shape(
    py: Python<'_>,
    body: &Body,
    pose: PoseLike,
    shape: &Shape,
    pose_shape: PoseLike,
    tolerance: f64,
    solid: bool,
) -> bool {
    let ask = || {
        with_query(solid, |query| {
            query.closer_than_shape(&body.0, &pose.0, &shape.0, &pose_shape.0, tolerance)
        })
    };
    py.detach(ask)
}

/// The distance of a body and a shape lies in ``lower .. upper`` of the answer, which has the body's closest point.
/// For cylinders and cones the interval is as wide as the larger radius.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> found = obbtree.distance_to_shape(body, None, obbtree.Shape.sphere([0.25, 0.25, 5], 2), None)
/// >>> found.lower <= 3.0 <= found.upper
/// True
#[pyfunction]
pub(crate) fn distance_to_shape(
    py: Python<'_>,
    body: &Body,
    pose: PoseLike,
    shape: &Shape,
    pose_shape: PoseLike,
) -> ClosestPoint {
    let ask =
        || with_query(false, |q| q.distance_to_shape(&body.0, &pose.0, &shape.0, &pose_shape.0));
    py.detach(ask).into()
}
