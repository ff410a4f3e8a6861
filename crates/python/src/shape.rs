//! The class `Shape`.

use obbtree::Shape as EngineShape;
use pyo3::prelude::*;

use crate::arrays::{point, points};
use crate::errors::shape_error;

/// A solid that is no mesh, in a frame of its own: made by the static methods, placed by a pose in each query.
///
/// Raises ``ShapeError`` for numbers that are no valid shape.
///
/// >>> import obbtree
/// >>> wheel = obbtree.Body("assets/wheel.stl")
/// >>> ball = obbtree.Shape.sphere([0, 0, 0], 1.0)
/// >>> obbtree.collide_shape(wheel, None, ball, [100, 0, 0, 0, 0, 0, 1])
/// False
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Shape(pub(crate) EngineShape);

fn checked(shape: Result<EngineShape, obbtree::ShapeError>) -> PyResult<Shape> {
    shape.map(Shape).map_err(|error| shape_error(&error))
}

#[pymethods]
impl Shape {
    /// The ball around a point.
    #[staticmethod]
    fn sphere(center: &Bound<'_, PyAny>, radius: f64) -> PyResult<Self> {
        checked(EngineShape::sphere(point(center, "a center")?, radius))
    }

    /// All points within a radius of a segment.
    #[staticmethod]
    fn capsule(start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>, radius: f64) -> PyResult<Self> {
        checked(EngineShape::capsule(point(start, "an end")?, point(end, "an end")?, radius))
    }

    /// The solid cylinder about a segment, with flat ends.
    #[staticmethod]
    fn cylinder(start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>, radius: f64) -> PyResult<Self> {
        checked(EngineShape::cylinder(point(start, "an end")?, point(end, "an end")?, radius))
    }

    /// The solid cone from a disc of a radius about ``base`` to ``apex``.
    #[staticmethod]
    fn cone(base: &Bound<'_, PyAny>, apex: &Bound<'_, PyAny>, radius: f64) -> PyResult<Self> {
        checked(EngineShape::cone(point(base, "a base")?, point(apex, "an apex")?, radius))
    }

    /// The box around the origin with three half sides along the axes.
    #[staticmethod]
    fn cuboid(half: &Bound<'_, PyAny>) -> PyResult<Self> {
        checked(EngineShape::cuboid(point(half, "half sides")?))
    }

    /// The convex hull of (N, 3) points, with its inside.
    #[staticmethod]
    fn hull(vertices: &Bound<'_, PyAny>) -> PyResult<Self> {
        checked(EngineShape::hull(&points(vertices, "points")?))
    }

    /// All points with ``z <= 0``.
    #[staticmethod]
    fn half_space() -> Self {
        Self(EngineShape::half_space())
    }

    /// All points with ``z = 0``.
    #[staticmethod]
    fn plane() -> Self {
        Self(EngineShape::plane())
    }

    /// The shape and all points within a radius of it; planes, cylinders and cones stay as they are.
    fn grown(&self, by: f64) -> PyResult<Self> {
        checked(self.0.clone().grown(by))
    }
}
