//! What queries answer, as classes: plain data, arrays made when asked for.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use obbtree::nalgebra::Point3;
use obbtree::{
    ClosestPoint as EngineClosest, ContactSummary as EngineSummary, DeepestPoint as EngineDeepest,
    Distance as EngineDistance, PairContact, RayHit as EngineHit, ShapeDistance,
    SignedDistance as EngineSigned, Sweep as EngineSweep,
};
use pyo3::prelude::*;

use crate::arrays::{point_table, table, vector};
use crate::pose::Pose;

/// The distance of two surfaces lies in ``lower .. upper``, both 0 if and only if they meet.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Distance(pub(crate) EngineDistance);

#[pymethods]
impl Distance {
    /// The distance is at least this.
    #[getter]
    fn lower(&self) -> f64 {
        self.0.lower
    }

    /// The distance is at most this: so far apart are two points of the surfaces.
    #[getter]
    fn upper(&self) -> f64 {
        self.0.upper
    }

    /// The triangles that are closest, of A and of B.
    #[getter]
    fn triangles(&self) -> (u32, u32) {
        self.0.triangles.into()
    }

    /// Of solids: one body is inside the other, so the distance is 0.
    #[getter]
    fn one_inside(&self) -> bool {
        self.0.one_inside
    }

    /// (2, 3): the closest points, of A's and of B's surface, in the world, rounded.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        point_table(py, &self.0.points)
    }

    fn __repr__(&self) -> String {
        let EngineDistance { lower, upper, triangles, .. } = self.0;
        format!("Distance(lower={lower:?}, upper={upper:?}, triangles={triangles:?})")
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
        let numbers = |found: &EngineDistance| found.triangles.map(i64::from);
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

/// A pair of triangles that meet, and the point, segment or polygon that they share, in the world.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Contact(pub(crate) PairContact);

#[pymethods]
impl Contact {
    /// The numbers of the triangles, in A's and in B's mesh.
    #[getter]
    fn triangles(&self) -> (u32, u32) {
        self.0.triangles.into()
    }

    /// (K, 3): one point, the two ends of a segment, or the corners of a polygon in order.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        point_table(py, self.0.shared.points())
    }

    /// (3,): of length one, from A to B: B moved along it by ``local_depth`` no more than touches A's triangle.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector(py, &self.0.shared.normal)
    }

    /// How far these two triangles reach into each other. Of the triangles, not of the bodies.
    #[getter]
    fn local_depth(&self) -> f64 {
        self.0.shared.local_depth
    }

    fn __repr__(&self) -> String {
        let (count, depth) = (self.0.shared.points().len(), self.0.shared.local_depth);
        format!("Contact(triangles={:?}, {count} points, local_depth={depth:?})", self.triangles())
    }
}

/// A vertex of one body that is inside the other, and how deep: ``lower .. upper``.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct DeepestPoint(EngineDeepest);

#[pymethods]
impl DeepestPoint {
    /// The number of the vertex.
    #[getter]
    fn vertex(&self) -> u32 {
        self.0.vertex
    }

    /// It is at least so deep.
    #[getter]
    fn lower(&self) -> f64 {
        self.0.lower
    }

    /// It is at most so deep.
    #[getter]
    fn upper(&self) -> f64 {
        self.0.upper
    }

    /// (3,): where it is in the world.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector(py, &self.0.point.coords)
    }

    /// (3,): the closest point of the other surface.
    #[getter]
    fn on_surface<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector(py, &self.0.on_surface.coords)
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
        self.0.deepest_points.each_ref().map(|point| point.map(DeepestPoint))
    }

    fn __repr__(&self) -> String {
        let (contacts, curves) = (self.0.contacts.len(), self.0.curves.len());
        format!("ContactSummary({contacts} pairs, {curves} curves)")
    }
}

/// The point of a surface that is closest to a point or a shape: the distance lies in ``lower .. upper``.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct ClosestPoint {
    /// The distance is at least this; 0 on the surface.
    #[pyo3(get)]
    lower: f64,
    /// The distance is at most this.
    #[pyo3(get)]
    upper: f64,
    /// The number of the triangle.
    #[pyo3(get)]
    triangle: u32,
    point: Point3<f64>,
}

impl From<EngineClosest> for ClosestPoint {
    fn from(found: EngineClosest) -> Self {
        let EngineClosest { lower, upper, point, triangle, .. } = found;
        Self { lower, upper, triangle, point }
    }
}

impl From<ShapeDistance> for ClosestPoint {
    fn from(found: ShapeDistance) -> Self {
        let ShapeDistance { lower, upper, point, triangle, .. } = found;
        Self { lower, upper, triangle, point }
    }
}

#[pymethods]
impl ClosestPoint {
    /// (3,): the point of the body's surface, in the world, rounded.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector(py, &self.point.coords)
    }

    fn __repr__(&self) -> String {
        let Self { lower, upper, triangle, .. } = self;
        format!("ClosestPoint(lower={lower:?}, upper={upper:?}, triangle={triangle})")
    }
}

/// The distance of a point and a closed surface, negative inside: in ``lower .. upper``.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct SignedDistance(pub(crate) EngineSigned);

#[pymethods]
impl SignedDistance {
    /// It is at least this.
    #[getter]
    fn lower(&self) -> f64 {
        self.0.lower
    }

    /// It is at most this.
    #[getter]
    fn upper(&self) -> f64 {
        self.0.upper
    }

    /// The closest point of the surface.
    #[getter]
    fn closest(&self) -> ClosestPoint {
        self.0.closest.into()
    }

    fn __repr__(&self) -> String {
        format!("SignedDistance(lower={:?}, upper={:?})", self.0.lower, self.0.upper)
    }
}

/// Where a ray or segment meets a triangle; its parameter lies in ``lower .. upper``.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct RayHit(pub(crate) EngineHit);

#[pymethods]
impl RayHit {
    /// The number of the triangle.
    #[getter]
    fn triangle(&self) -> u32 {
        self.0.triangle
    }

    /// The parameter is at least this, in lengths of the direction.
    #[getter]
    fn lower(&self) -> f64 {
        self.0.lower
    }

    /// The parameter is at most this.
    #[getter]
    fn upper(&self) -> f64 {
        self.0.upper
    }

    /// (3,): the point in the world, rounded.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector(py, &self.0.point.coords)
    }

    fn __repr__(&self) -> String {
        let EngineHit { triangle, lower, upper, .. } = self.0;
        format!("RayHit(triangle={triangle}, lower={lower:?}, upper={upper:?})")
    }
}

/// The first hits of N rays, as arrays; a ray without a hit has triangle -1 and NaN else.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct RayHits(pub(crate) Vec<Option<EngineHit>>);

#[pymethods]
impl RayHits {
    /// (N,): the numbers of the triangles.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let number = |hit: &Option<EngineHit>| hit.map_or(-1, |hit| hit.triangle.into());
        PyArray1::from_vec(py, self.0.iter().map(number).collect())
    }

    /// (N,): the parameters, the middles of their intervals, in lengths of the directions.
    #[getter]
    fn t<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let parameter = |hit: &Option<EngineHit>| hit.map_or(f64::NAN, |hit| hit.t());
        PyArray1::from_vec(py, self.0.iter().map(parameter).collect())
    }

    /// (N, 3): the points in the world, rounded.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let none = Point3::new(f64::NAN, f64::NAN, f64::NAN);
        let points: Vec<Point3<f64>> =
            self.0.iter().map(|hit| hit.map_or(none, |hit| hit.point)).collect();
        point_table(py, &points)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// What a sweep finds: ``outcome`` is ``"free"``, ``"contact"`` or ``"closer"``.
///
/// ``"free"``: the bodies meet at no real time, in proof, and are always more than ``clearance`` apart.
/// ``"contact"``: free until ``last_free``, and at ``time`` they certainly meet. ``"closer"``: free until
/// ``last_free``; at ``time`` they are ``clearance`` apart at most, and neither is proven.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Sweep(pub(crate) EngineSweep);

#[pymethods]
impl Sweep {
    /// ``"free"``, ``"contact"`` or ``"closer"``.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.0.name()
    }

    /// Is the whole motion free, in proof?
    #[getter]
    fn is_free(&self) -> bool {
        self.0.is_free()
    }

    /// The motion is proven free from 0 until this time; 1 if it is free.
    #[getter]
    fn last_free(&self) -> f64 {
        self.0.last_free()
    }

    /// When the contact is, or the approach; ``None`` if free.
    #[getter]
    fn time(&self) -> Option<f64> {
        match &self.0 {
            EngineSweep::Contact(found) => Some(found.first_contact),
            EngineSweep::Closer(found) => Some(found.until),
            _ => None,
        }
    }

    /// Free: always more apart than this. Closer: not farther apart than this. Contact: ``None``.
    #[getter]
    fn clearance(&self) -> Option<f64> {
        match &self.0 {
            EngineSweep::Free { clearance } => Some(*clearance),
            EngineSweep::Closer(found) => Some(found.distance),
            _ => None,
        }
    }

    /// The poses of A and of B at that time; ``None`` if free.
    #[getter]
    fn poses(&self) -> Option<[Pose; 2]> {
        match &self.0 {
            EngineSweep::Contact(found) => Some(found.poses.map(Pose)),
            EngineSweep::Closer(found) => Some(found.poses.map(Pose)),
            _ => None,
        }
    }

    /// The triangles that meet or come close, of A and of B; ``None`` if free, or one is inside the other.
    #[getter]
    fn triangles(&self) -> Option<(u32, u32)> {
        match &self.0 {
            EngineSweep::Contact(found) => found.triangles.map(Into::into),
            EngineSweep::Closer(found) => Some(found.triangles.into()),
            _ => None,
        }
    }

    /// (2, 3): a point of each in the world.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let points = match &self.0 {
            EngineSweep::Contact(found) => found.points,
            EngineSweep::Closer(found) => Some(found.points),
            _ => None,
        };
        points.map(|points| point_table(py, &points)).transpose()
    }

    fn __repr__(&self) -> String {
        match self.time() {
            None => format!("Sweep(free, clearance={:?})", self.clearance().unwrap_or_default()),
            Some(time) => format!(
                "Sweep({}, last_free={:?}, time={time:?})",
                self.outcome(),
                self.last_free()
            ),
        }
    }
}
