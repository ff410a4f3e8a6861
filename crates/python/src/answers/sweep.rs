//! The verdict of a motion, as a class: of two colliders, of a scene, of a robot.

use numpy::PyArray1;
use obbtree::motion::Sweep as EngineSweep;
use obbtree::scene::PartPair;
use pyo3::prelude::*;

use super::answer::answer;
use super::distance::{Names, Triangles};
use super::points::TwoPoints;
use crate::pose::Pose;

answer! {
/// The verdict of a motion, which takes time 1: ``outcome`` is ``"free"``, ``"contact"`` or
/// ``"undecided"``.
///
/// ``"free"``: it is proven that nothing meets at any real time. ``"contact"``: free until
/// ``last_free``, and not after ``first_contact`` there is certainly a contact. ``"undecided"``:
/// free until ``last_free``; from there to ``until`` neither a contact nor that there is none is
/// proven.
///
/// >>> import obbtree
/// >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
/// >>> through = ([-6, 0, 0, 0, 0, 0, 1], [6, 0, 0, 0, 0, 0, 1])
/// >>> found = obbtree.sweep(sphere, None, sphere, through)
/// >>> found.outcome, found.last_free <= 1 / 3 <= found.first_contact
/// ('contact', True)
/// >>> found.is_free, found.poses_meet, found.points.shape, found.triangles
/// (False, True, (2, 3), (None, None))
/// >>> found.pair, found.parts, found.until, found.clearance, found.distance
/// (None, None, None, None, None)
/// >>> [pose.translation.shape for pose in found.poses], found.last_valid
/// ([(3,), (3,)], None)
#[pyclass(frozen, module = "obbtree")]
#[derive(Default)]
pub(crate) struct Sweep {
    /// ``"free"``, ``"contact"`` or ``"undecided"``.
    pub(crate) outcome: String,
    /// The motion is proven free from 0 until this time; 1 if it is free.
    pub(crate) last_free: f64,
    /// When the contact is; ``None`` without one.
    pub(crate) first_contact: Option<f64>,
    /// Undecided: nothing is proven from ``last_free`` until this time; else ``None``.
    pub(crate) until: Option<f64>,
    /// The names of the bodies that meet or come close, of a scene or of a robot's world;
    /// ``None`` if free, and of two colliders.
    pub(crate) pair: Option<Names>,
    /// Of a scene or a robot's world: their parts; else ``None``.
    pub(crate) parts: Option<(usize, usize)>,
    /// Free: what moves is always farther apart than this; infinite if nothing comes near. Of a
    /// robot no more than the least margin.
    pub(crate) clearance: Option<f64>,
    /// Undecided: they come at least this close; else ``None``.
    pub(crate) distance: Option<f64>,
    /// The poses of A and of B, or of the two parts, at ``first_contact``, or where they come so
    /// close; ``None`` if free.
    pub(crate) poses: Option<[Pose; 2]>,
    /// Do the two meet at these poses? ``False`` for a contact of translations that touch in
    /// passing: the motion meets after ``last_free`` and not after ``first_contact``, but no pose
    /// of rounded numbers was found that does; and of a robot's link so far away that it has no
    /// pose. ``None`` if there is no contact.
    pub(crate) poses_meet: Option<bool>,
    ;
    pub(crate) place: Option<(Triangles, TwoPoints)>,
    pub(crate) configuration: Option<Vec<f64>>,
}
}

impl<P> From<EngineSweep<P>> for Sweep {
    /// Without the names of the pair.
    fn from(found: EngineSweep<P>) -> Self {
        let of = Self {
            outcome: found.name().to_owned(),
            last_free: found.last_free(),
            ..Self::default()
        };
        match found {
            EngineSweep::Contact(found) => Self {
                first_contact: Some(found.first_contact),
                poses: Some(found.poses.map(Pose)),
                poses_meet: Some(found.poses_meet),
                place: found.points.map(|points| (found.triangles.into(), TwoPoints(points))),
                ..of
            },
            EngineSweep::Undecided(found) => Self {
                until: Some(found.until),
                distance: Some(found.distance),
                poses: Some(found.poses.map(Pose)),
                place: Some((found.triangles.into(), TwoPoints(found.points))),
                ..of
            },
            EngineSweep::Free { clearance } => Self { clearance: Some(clearance), ..of },
            _ => of,
        }
    }
}

impl Sweep {
    /// Of a scene or a robot's world, with the names of the pair.
    pub(crate) fn of_parts(found: EngineSweep<PartPair>, pair: Option<Names>) -> Self {
        let parts = found.pair().map(|pair| pair.parts.into());
        Self { pair, parts, ..found.into() }
    }
}

#[pymethods]
impl Sweep {
    /// Is the whole motion proven free?
    #[getter]
    fn is_free(&self) -> bool {
        self.outcome == "free"
    }

    /// The triangles that meet or come close, of A and of B, each ``None`` of a shape; ``None`` if
    /// free, and if one solid is inside the other.
    #[getter]
    fn triangles(&self) -> Option<Triangles> {
        self.place.map(|(triangles, _)| triangles)
    }

    /// (2, 3): a point of each in the world; ``None`` if free, and if one solid is inside the
    /// other.
    #[getter]
    fn points(&self) -> Option<TwoPoints> {
        self.place.map(|(_, points)| points)
    }

    /// Of a robot: (dof,), the configuration at ``last_free``, what planners call the last valid
    /// one; ``None`` if free, and of bodies.
    #[getter]
    fn last_valid<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.configuration.as_ref().map(|values| PyArray1::from_slice(py, values))
    }

    fn __repr__(&self) -> String {
        let Self { outcome, last_free, first_contact, pair, clearance, .. } = self;
        let mut text = format!("Sweep({outcome}");
        if let Some((a, b)) = pair {
            text += &format!(", {a:?}, {b:?}");
        }
        if !self.is_free() {
            text += &format!(", last_free={last_free:?}");
        }
        if let Some(time) = first_contact {
            text += &format!(", first_contact={time:?}");
        }
        if let Some(clearance) = clearance {
            text += &format!(", clearance={clearance:?}");
        }
        text + ")"
    }
}
