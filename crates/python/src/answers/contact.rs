//! Contacts, as classes.

use numpy::{PyArray1, PyArray2};
use obbtree::query::{
    Contact as EngineContact, ContactSummary as EngineSummary, DeepestPoint as EngineDeepest,
};
use obbtree::scene::PartContact as EnginePart;
use pyo3::prelude::*;

use super::distance::Triangles;
use super::pickled::pickled;
use super::points::{Point, Points};
use crate::arrays::{point_table, vector};

/// A place where two colliders meet, in the world: of two meshes, a pair of triangles and the
/// point, segment or polygon that they share; where one is a shape, one point.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Contact {
    /// The numbers of the triangles, in A's and in B's mesh; ``None`` of a shape.
    #[pyo3(get)]
    triangles: Triangles,
    /// (K, 3): one point, the two ends of a segment, or the corners of a polygon in order.
    #[pyo3(get)]
    points: Points,
    /// (3,): of two meshes, of length one, from A to B: B moved along it by ``local_depth`` no more
    /// than touches A's triangle. ``None`` where one is a shape.
    #[pyo3(get)]
    normal: Option<Point>,
    /// Of two meshes, how far these two triangles reach into each other: the triangles, not the
    /// bodies. ``None`` where one is a shape.
    #[pyo3(get)]
    local_depth: Option<f64>,
}

pickled!(Contact {
    triangles: Triangles,
    points: Points,
    normal: Option<Point>,
    local_depth: Option<f64>,
});

impl From<EngineContact> for Contact {
    fn from(found: EngineContact) -> Self {
        Self {
            triangles: found.triangles.into(),
            points: Points(found.points().to_vec()),
            normal: found.normal().map(|normal| Point(normal.into())),
            local_depth: found.local_depth(),
        }
    }
}

#[pymethods]
impl Contact {
    fn __repr__(&self) -> String {
        let (triangles, count) = (of_triangles(self.triangles), self.points.0.len());
        format!("Contact({triangles}{count} points{})", of_depth(self.local_depth))
    }
}

fn of_triangles((a, b): Triangles) -> String {
    match (a, b) {
        (None, None) => String::new(),
        (a, b) => {
            let [a, b] = [a, b].map(|id| id.map_or("None".to_owned(), |id| id.to_string()));
            format!("triangles=({a}, {b}), ")
        }
    }
}

fn of_depth(depth: Option<f64>) -> String {
    depth.map_or_else(String::new, |depth| format!(", local_depth={depth:?}"))
}

/// A place where two parts of two bodies of a scene, or of a robot's world, meet.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct PartContact {
    /// The parts, by their places in their bodies.
    #[pyo3(get)]
    parts: (usize, usize),
    /// The triangles; ``None`` for a part that is a shape.
    #[pyo3(get)]
    triangles: Triangles,
    /// (3,): a point of both, in the world, rounded; of the mesh if one of them is a shape.
    #[pyo3(get)]
    point: Point,
    /// (3,): of two meshes, the shortest way out of each other of the two triangles alone, of
    /// length one, from the first body to the second.
    #[pyo3(get)]
    normal: Option<Point>,
    /// Of two meshes, how far these two triangles reach into each other.
    #[pyo3(get)]
    local_depth: Option<f64>,
}

pickled!(PartContact {
    parts: (usize, usize),
    triangles: Triangles,
    point: Point,
    normal: Option<Point>,
    local_depth: Option<f64>,
});

impl From<EnginePart> for PartContact {
    fn from(found: EnginePart) -> Self {
        let EnginePart { parts, triangles, point, way_out, .. } = found;
        Self {
            parts: parts.into(),
            triangles: triangles.into(),
            point: Point(point),
            normal: way_out.map(|(normal, _)| Point(normal.into())),
            local_depth: way_out.map(|(_, depth)| depth),
        }
    }
}

#[pymethods]
impl PartContact {
    fn __repr__(&self) -> String {
        let Self { parts, triangles, local_depth, .. } = self;
        let triangles = of_triangles(*triangles);
        let triangles = triangles.trim_end_matches(", ");
        let comma = if triangles.is_empty() { "" } else { ", " };
        format!("PartContact(parts={parts:?}{comma}{triangles}{})", of_depth(*local_depth))
    }
}

/// A vertex of one body that is inside the other, and how deep: ``lower .. upper``.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct DeepestPoint {
    /// The number of the vertex.
    #[pyo3(get)]
    vertex: u32,
    /// It is at least so deep.
    #[pyo3(get)]
    lower: f64,
    /// It is at most so deep.
    #[pyo3(get)]
    upper: f64,
    /// (3,): where it is in the world.
    #[pyo3(get)]
    point: Point,
    /// (3,): the closest point of the other surface.
    #[pyo3(get)]
    on_surface: Point,
}

pickled!(DeepestPoint { vertex: u32, lower: f64, upper: f64, point: Point, on_surface: Point });

impl From<EngineDeepest> for DeepestPoint {
    fn from(found: EngineDeepest) -> Self {
        let EngineDeepest { vertex, lower, upper, point, on_surface, .. } = found;
        Self { vertex, lower, upper, point: Point(point), on_surface: Point(on_surface) }
    }
}

#[pymethods]
impl DeepestPoint {
    fn __repr__(&self) -> String {
        let Self { vertex, lower, upper, .. } = self;
        format!("DeepestPoint(vertex={vertex}, lower={lower:?}, upper={upper:?})")
    }
}

/// The contact of two bodies as a whole, in the world and the unit of the meshes.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct ContactSummary(pub(crate) EngineSummary);

#[pymethods]
impl ContactSummary {
    /// The pairs of triangles that meet.
    #[getter]
    fn contacts(&self) -> Vec<Contact> {
        self.0.contacts.iter().copied().map(Into::into).collect()
    }

    /// Where the surfaces cross: for each curve its (K, 3) points, and whether it is closed.
    #[getter]
    fn curves<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyArray2<f64>>, bool)>> {
        let curves = self.0.curves.iter();
        curves.map(|curve| Ok((point_table(py, &curve.points)?, curve.is_closed))).collect()
    }

    /// Where triangles overlap in one plane: convex polygons of (K, 3) points.
    #[getter]
    fn patches<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyArray2<f64>>>> {
        self.0.patches.iter().map(|patch| point_table(py, patch)).collect()
    }

    /// (2, 3): the box around all of these, its least and its largest corner; ``None`` without
    /// contact.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        self.0.bounds.map(|bounds| point_table(py, &[bounds.min, bounds.max])).transpose()
    }

    /// (3,): added to B's translation it parts the bodies, which is proven; short, not always the
    /// shortest. ``None`` if none was found.
    #[getter]
    fn separating_translation<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.0.separating_translation.map(|translation| vector(py, &translation))
    }

    /// Of A's vertices the deepest inside B, and of B's the deepest inside A; ``None`` where none
    /// is inside.
    #[getter]
    fn deepest_points(&self) -> [Option<DeepestPoint>; 2] {
        self.0.deepest_points.each_ref().map(|point| point.map(Into::into))
    }

    fn __repr__(&self) -> String {
        let (contacts, curves) = (self.0.contacts.len(), self.0.curves.len());
        format!("ContactSummary({contacts} pairs, {curves} curves)")
    }
}
