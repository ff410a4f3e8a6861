//! Contacts, as classes.

use numpy::{PyArray1, PyArray2};
use obbtree::query::{
    Contact as EngineContact, ContactSummary as EngineSummary, DeepestPoint as EngineDeepest,
};
use pyo3::prelude::*;

use super::points::Point;
use crate::arrays::{point_table, vector};

/// A pair of triangles that meet, and the point, segment or polygon that they share, in the world.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Contact(pub(crate) EngineContact);

#[pymethods]
impl Contact {
    /// The numbers of the triangles, in A's and in B's mesh.
    #[getter]
    fn triangles(&self) -> (u32, u32) {
        self.0.triangles.map(Option::unwrap_or_default).into()
    }

    /// (K, 3): one point, the two ends of a segment, or the corners of a polygon in order.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        point_table(py, self.0.points())
    }

    /// (3,): of length one, from A to B: B moved along it by ``local_depth`` no more than touches A's triangle.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector(py, &self.0.normal().unwrap_or_default())
    }

    /// How far these two triangles reach into each other. Of the triangles, not of the bodies.
    #[getter]
    fn local_depth(&self) -> f64 {
        self.0.local_depth().unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        let (count, depth) = (self.0.points().len(), self.local_depth());
        format!("Contact(triangles={:?}, {count} points, local_depth={depth:?})", self.triangles())
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
        self.0.contacts.iter().map(|contact| Contact(*contact)).collect()
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

    /// (2, 3): the box around all of these, its least and its largest corner; ``None`` without contact.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        self.0.bounds.map(|bounds| point_table(py, &[bounds.min, bounds.max])).transpose()
    }

    /// (3,): added to B's translation it parts the bodies, which is proven; short, not always the shortest.
    /// ``None`` if none was found.
    #[getter]
    fn separating_translation<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.0.separating_translation.map(|way| vector(py, &way))
    }

    /// Of A's vertices the deepest inside B, and of B's the deepest inside A; ``None`` where none is inside.
    #[getter]
    fn deepest_points(&self) -> [Option<DeepestPoint>; 2] {
        self.0.deepest_points.each_ref().map(|point| point.map(Into::into))
    }

    fn __repr__(&self) -> String {
        let (contacts, curves) = (self.0.contacts.len(), self.0.curves.len());
        format!("ContactSummary({contacts} pairs, {curves} curves)")
    }
}
