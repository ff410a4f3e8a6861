//! The class `Shape`.

use obbtree::Shape as EngineShape;
use obbtree::collider::ShapeKind;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::{self, point, points};
use crate::errors::shape_error;
use crate::parameters::number;

/// A solid that is no mesh, in a frame of its own: made by the static methods, placed by a pose
/// in each query.
///
/// Lengths are in the caller's unit. Raises ``ShapeError`` for numbers that are no valid shape.
/// Shapes are compared by their numbers, and pickled as these.
///
/// >>> import obbtree
/// >>> wheel = obbtree.Body("assets/wheel.stl")
/// >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1.0)
/// >>> sphere
/// Shape.sphere([0.0, 0.0, 0.0], 1.0)
/// >>> obbtree.collide(wheel, None, sphere, [100, 0, 0, 0, 0, 0, 1])
/// False
#[pyclass(frozen, eq, module = "obbtree")]
pub(crate) struct Shape {
    pub(crate) engine: EngineShape,
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.engine.kind() == other.engine.kind()
    }
}

/// Three points of the plane `z = 0`, counterclockwise from above.
const GROUND: [[f64; 3]; 3] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

impl Shape {
    fn of(kind: ShapeKind) -> PyResult<Self> {
        let engine = EngineShape::new(kind).map_err(|error| shape_error(&error))?;
        Ok(Self { engine })
    }
}

/// What makes a shape again, and from what: see Python's `pickle`.
type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

#[pymethods]
impl Shape {
    /// All points within a radius of a center.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Shape.sphere([1, 0, 0], 0.5)
    /// Shape.sphere([1.0, 0.0, 0.0], 0.5)
    #[staticmethod]
    fn sphere(
        center: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::radius)] radius: f64,
    ) -> PyResult<Self> {
        Self::of(ShapeKind::Sphere { center: point(center, "center")?, radius })
    }

    /// All points within a radius of a segment.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Shape.capsule([0, 0, 0], [0, 0, 2], 0.5)
    /// Shape.capsule([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], 0.5)
    #[staticmethod]
    fn capsule(
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::radius)] radius: f64,
    ) -> PyResult<Self> {
        let (from, to) = (point(start, "start")?, point(end, "end")?);
        Self::of(ShapeKind::Capsule { from, to, radius })
    }

    /// The solid cylinder about a segment, with flat ends.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Shape.cylinder([0, 0, 0], [0, 0, 2], 0.5)
    /// Shape.cylinder([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], 0.5)
    #[staticmethod]
    fn cylinder(
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::radius)] radius: f64,
    ) -> PyResult<Self> {
        let (from, to) = (point(start, "start")?, point(end, "end")?);
        Self::of(ShapeKind::Cylinder { from, to, radius })
    }

    /// The solid cone from a disc of a radius about ``base`` to ``apex``.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Shape.cone([0, 0, 0], [0, 0, 2], 0.5)
    /// Shape.cone([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], 0.5)
    #[staticmethod]
    fn cone(
        base: &Bound<'_, PyAny>,
        apex: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::radius)] radius: f64,
    ) -> PyResult<Self> {
        let (base, apex) = (point(base, "base")?, point(apex, "apex")?);
        Self::of(ShapeKind::Cone { base, apex, radius })
    }

    /// The solid cone that is cut off: between discs of two radii about the ends of a segment.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Shape.frustum([0, 0, 0], [0, 0, 2], [0.5, 0.25])
    /// Shape.frustum([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [0.5, 0.25])
    #[staticmethod]
    fn frustum(
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        radii: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (from, to) = (point(start, "start")?, point(end, "end")?);
        let radii = arrays::floats(radii, "radii")?;
        match radii.as_array().iter().copied().collect::<Vec<_>>()[..] {
            [a, b] => Self::of(ShapeKind::Frustum { from, to, radii: [a, b] }),
            ref found => {
                let text = format!("radii are 2 numbers, not {}", found.len());
                Err(pyo3::exceptions::PyValueError::new_err(text))
            }
        }
    }

    /// The box around the origin with three half sides along the axes.
    ///
    /// >>> import obbtree
    /// >>> box = obbtree.Shape.cuboid([1, 2, 3])
    /// >>> obbtree.collide(box, None, box, [2, 0, 0, 0, 0, 0, 1])  # faces that touch
    /// True
    #[staticmethod]
    fn cuboid(half: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(ShapeKind::Cuboid { half: point(half, "half")?, radius: 0.0 })
    }

    /// The convex hull of (N, 3) points, with its inside, and all points within a radius of it.
    ///
    /// >>> import obbtree
    /// >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    /// >>> hull = obbtree.Shape.hull(corners)
    /// >>> obbtree.collide(hull, None, obbtree.Shape.sphere([1, 1, 1], 1), None)
    /// False
    #[staticmethod]
    #[pyo3(signature = (vertices, radius=0.0))]
    fn hull(
        vertices: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::radius)] radius: f64,
    ) -> PyResult<Self> {
        Self::of(ShapeKind::Hull { points: points(vertices, "vertices")?, radius })
    }

    /// All points with ``z <= 0``; or the side of the plane through (3, 3) points from which they
    /// are seen clockwise.
    ///
    /// >>> import obbtree
    /// >>> ground = obbtree.Shape.half_space()
    /// >>> obbtree.collide(ground, None, obbtree.Shape.sphere([0, 0, 2], 1), None)
    /// False
    #[staticmethod]
    #[pyo3(signature = (through=None))]
    fn half_space(through: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::of(ShapeKind::HalfSpace { points: three_points(through)? })
    }

    /// All points with ``z = 0``; or the plane through (3, 3) points.
    ///
    /// >>> import obbtree
    /// >>> plane = obbtree.Shape.plane([[0, 0, 1], [1, 0, 1], [0, 1, 1]])  # z = 1
    /// >>> obbtree.collide(plane, None, obbtree.Shape.sphere([0, 0, 2], 1), None)
    /// True
    #[staticmethod]
    #[pyo3(signature = (through=None))]
    fn plane(through: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::of(ShapeKind::Plane { points: three_points(through)? })
    }

    /// The shape and all points within a radius of it; planes, cylinders, cones and frusta stay
    /// as they are.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Shape.cuboid([1, 2, 3]).inflated(0.25)
    /// <Shape.hull of 8 points>
    fn inflated(&self, #[pyo3(from_py_with = number::by)] by: f64) -> PyResult<Self> {
        if let ShapeKind::Cuboid { half, .. } = self.engine.kind() {
            return Self::of(ShapeKind::Hull { points: corners(*half).to_vec(), radius: by });
        }
        let engine = self.engine.clone().inflated(by).map_err(|error| shape_error(&error))?;
        Ok(Self { engine })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let (name, arguments) = call(py, slf.get().engine.kind())?;
        Ok((slf.get_type().getattr(name)?, arguments))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let ShapeKind::Hull { points, .. } = self.engine.kind() {
            return Ok(format!("<Shape.hull of {} points>", points.len()));
        }
        let (name, arguments) = call(py, self.engine.kind())?;
        let words = arguments.iter().map(|each| each.call_method0("tolist").unwrap_or(each));
        let words: Vec<String> = words.map(|each| each.to_string()).collect();
        Ok(format!("Shape.{name}({})", words.join(", ")))
    }
}

fn three_points(through: Option<&Bound<'_, PyAny>>) -> PyResult<[[f64; 3]; 3]> {
    let Some(through) = through else { return Ok(GROUND) };
    points(through, "through")?.try_into().map_err(|found: Vec<_>| {
        let text = format!("through: a plane goes through 3 points, not {}", found.len());
        pyo3::exceptions::PyValueError::new_err(text)
    })
}

fn corners(half: [f64; 3]) -> [[f64; 3]; 8] {
    let corner = |n: usize| [0, 1, 2].map(|k| if n >> k & 1 == 0 { -half[k] } else { half[k] });
    [0, 1, 2, 3, 4, 5, 6, 7].map(corner)
}

/// The static method that makes a shape, and its arguments.
fn call<'py>(py: Python<'py>, kind: &ShapeKind) -> PyResult<(&'static str, Bound<'py, PyTuple>)> {
    let array = |point: &[f64; 3]| numpy::PyArray1::from_slice(py, point);
    let rows = |points: &[[f64; 3]]| arrays::table(py, points);
    Ok(match kind {
        ShapeKind::Sphere { center, radius } => {
            ("sphere", (array(center), *radius).into_pyobject(py)?)
        }
        ShapeKind::Capsule { from, to, radius } => {
            ("capsule", (array(from), array(to), *radius).into_pyobject(py)?)
        }
        ShapeKind::Cylinder { from, to, radius } => {
            ("cylinder", (array(from), array(to), *radius).into_pyobject(py)?)
        }
        ShapeKind::Cone { base, apex, radius } => {
            ("cone", (array(base), array(apex), *radius).into_pyobject(py)?)
        }
        ShapeKind::Frustum { from, to, radii } => {
            ("frustum", (array(from), array(to), *radii).into_pyobject(py)?)
        }
        ShapeKind::Cuboid { half, .. } => ("cuboid", (array(half),).into_pyobject(py)?),
        ShapeKind::Hull { points, radius } => ("hull", (rows(points)?, *radius).into_pyobject(py)?),
        ShapeKind::HalfSpace { points } => ("half_space", (rows(points)?,).into_pyobject(py)?),
        ShapeKind::Plane { points } => ("plane", (rows(points)?,).into_pyobject(py)?),
        other => {
            let (points, radius) = other.sphere_swept_hull().unwrap_or_default();
            ("hull", (rows(&points)?, radius).into_pyobject(py)?)
        }
    })
}
