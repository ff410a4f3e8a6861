//! Queries about a body and a shape, and about two shapes.

use obbtree::Query;
use pyo3::prelude::*;

use crate::answers::{ClosestPoint, ShapesDistance};
use crate::body::Body;
use crate::interrupt::know_insides;
use crate::pose::PoseLike;
use crate::shape::Shape;
use crate::warm::asked;

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
) -> PyResult<bool> {
    if solid {
        know_insides(py, &[&body.0])?;
    }
    asked(py, solid, |q| q.collide(&body.0, &pose.0, &shape.engine, &pose_shape.0))
}

/// Is the distance of a body and a shape at most ``tolerance``? Certain but for cylinders and cones, where yes may
/// be said of a body that is farther away, by the width of the interval of ``distance_to_shape``.
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
) -> PyResult<bool> {
    if solid {
        know_insides(py, &[&body.0])?;
    }
    asked(py, solid, |query| {
        query.closer_than(&body.0, &pose.0, &shape.engine, &pose_shape.0, tolerance)
    })
}

/// The distance of a body and a shape lies in ``lower .. upper`` of the answer, which has the body's closest point.
/// For cylinders and cones the interval is at most 1e-7 of the sizes wide, and mostly 1e-12.
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
) -> PyResult<ClosestPoint> {
    let ask = |q: &mut Query| q.distance(&body.0, &pose.0, &shape.engine, &pose_shape.0);
    asked(py, false, ask).map(Into::into)
}

/// Do two solid shapes share a point? *No* is certain; so is *yes*, but where a cylinder, cone or frustum meets another
/// of them or a round shape: these may be apart, by less than 1e-7 of their sizes.
///
/// >>> import obbtree
/// >>> ball, box = obbtree.Shape.sphere([0, 0, 0], 1), obbtree.Shape.cuboid([1, 2, 3])
/// >>> [obbtree.collide_shapes(ball, [0, 0, z, 0, 0, 0, 1], box, None) for z in (4.0, 4.000000000000001)]
/// [True, False]
#[pyfunction]
pub(crate) fn collide_shapes(
    py: Python<'_>,
    a: &Shape,
    pose_a: PoseLike,
    b: &Shape,
    pose_b: PoseLike,
) -> PyResult<bool> {
    asked(py, false, |q| q.collide(&a.engine, &pose_a.0, &b.engine, &pose_b.0))
}

/// Is the distance of two solid shapes at most ``tolerance``? Certain as ``collide_shapes`` is.
///
/// A tolerance that is negative or NaN gives false.
///
/// >>> import obbtree
/// >>> ball, floor = obbtree.Shape.sphere([0, 0, 5], 1), obbtree.Shape.half_space()
/// >>> [obbtree.closer_than_shapes(ball, None, floor, None, d) for d in (3.999, 4.0)]
/// [False, True]
#[pyfunction]
pub(crate) fn closer_than_shapes(
    py: Python<'_>,
    a: &Shape,
    pose_a: PoseLike,
    b: &Shape,
    pose_b: PoseLike,
    tolerance: f64,
) -> PyResult<bool> {
    let (a, b) = (&a.engine, &b.engine);
    asked(py, false, |q| q.closer_than(a, &pose_a.0, b, &pose_b.0, tolerance))
}

/// The distance of two solid shapes lies in ``lower .. upper`` of the answer, which has the closest points.
///
/// The interval is some units in the last place wide; for cylinders, cones and frusta at most 1e-7 of the sizes, and
/// mostly 1e-12.
///
/// >>> import obbtree
/// >>> can = obbtree.Shape.cylinder([0, 0, 0], [0, 0, 2], 0.5)
/// >>> found = obbtree.distance_of_shapes(can, None, can, [3, 0, 0, 0, 0, 0, 1])
/// >>> found.lower <= 2.0 <= found.upper < found.lower + 1e-9
/// True
#[pyfunction]
pub(crate) fn distance_of_shapes(
    py: Python<'_>,
    a: &Shape,
    pose_a: PoseLike,
    b: &Shape,
    pose_b: PoseLike,
) -> PyResult<ShapesDistance> {
    let (a, b) = (&a.engine, &b.engine);
    asked(py, false, |q| q.distance(a, &pose_a.0, b, &pose_b.0)).map(Into::into)
}
