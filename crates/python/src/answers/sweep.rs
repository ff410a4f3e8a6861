//! What a sweep finds, as a class.

use numpy::PyArray2;
use obbtree::motion::Sweep as EngineSweep;
use pyo3::prelude::*;

use crate::arrays::point_table;
use crate::pose::Pose;

/// What a sweep finds: ``outcome`` is ``"free"``, ``"contact"`` or ``"undecided"``.
///
/// ``"free"``: it is proven that the bodies meet at no real time, and are always more than ``clearance`` apart.
/// ``"contact"``: free until ``last_free``, and at ``time`` they certainly meet. ``"undecided"``: free until
/// ``last_free``; at ``time`` they are ``clearance`` apart at most, and neither is proven.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Sweep(pub(crate) EngineSweep);

#[pymethods]
impl Sweep {
    /// ``"free"``, ``"contact"`` or ``"undecided"``.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.0.name()
    }

    /// Is the whole motion proven free?
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
            EngineSweep::Undecided(found) => Some(found.until),
            _ => None,
        }
    }

    /// Free: always more apart than this. Closer: not farther apart than this. Contact: ``None``.
    #[getter]
    fn clearance(&self) -> Option<f64> {
        match &self.0 {
            EngineSweep::Free { clearance } => Some(*clearance),
            EngineSweep::Undecided(found) => Some(found.distance),
            _ => None,
        }
    }

    /// The poses of A and of B at that time; ``None`` if free.
    #[getter]
    fn poses(&self) -> Option<[Pose; 2]> {
        match &self.0 {
            EngineSweep::Contact(found) => Some(found.poses.map(Pose)),
            EngineSweep::Undecided(found) => Some(found.poses.map(Pose)),
            _ => None,
        }
    }

    /// Do the bodies meet at these poses? ``False`` only for a contact of translations that touch in passing: the
    /// motion meets after ``last_free`` and not after ``time``, but no pose of rounded numbers was found that
    /// does. ``None`` if there is no contact.
    #[getter]
    fn poses_meet(&self) -> Option<bool> {
        match &self.0 {
            EngineSweep::Contact(found) => Some(found.poses_meet),
            _ => None,
        }
    }

    /// The triangles that meet or come close, of A and of B; ``None`` if free, or one is inside the other.
    #[getter]
    fn triangles(&self) -> Option<(u32, u32)> {
        match &self.0 {
            EngineSweep::Contact(found) => found.triangle_pair().map(Into::into),
            EngineSweep::Undecided(found) => found.triangle_pair().map(Into::into),
            _ => None,
        }
    }

    /// (2, 3): a point of each in the world.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let points = match &self.0 {
            EngineSweep::Contact(found) => found.points,
            EngineSweep::Undecided(found) => Some(found.points),
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
