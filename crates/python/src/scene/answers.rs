//! What questions about a scene answer, as classes.

use obbtree::motion::Sweep as EngineSweep;
use obbtree::scene::{
    BodyDistance as EngineDistance, PartContact as EngineContact, PartPair, Scene as EngineScene,
};
use pyo3::prelude::*;

use super::class::{Names, names};
use crate::answers::Point;

/// A place where two parts of two bodies meet.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct PartContact {
    /// The parts, by their places in their bodies.
    #[pyo3(get)]
    parts: (usize, usize),
    /// The triangles; ``None`` for a part that is a shape.
    #[pyo3(get)]
    triangles: (Option<u32>, Option<u32>),
    /// (3,): a point of both, in the world, rounded; of the mesh if one of them is a shape.
    #[pyo3(get)]
    point: Point,
    /// (3,): of two meshes, the shortest way out of each other of the two triangles alone, of length one.
    #[pyo3(get)]
    normal: Option<Point>,
    /// Of two meshes, how far these two triangles reach into each other.
    #[pyo3(get)]
    local_depth: Option<f64>,
}

impl From<EngineContact> for PartContact {
    fn from(found: EngineContact) -> Self {
        let EngineContact { parts, triangles, point, way_out, .. } = found;
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
        let Self { parts, triangles, .. } = self;
        format!("PartContact(parts={parts:?}, triangles={triangles:?})")
    }
}

/// The distance of two bodies of a scene lies in ``lower .. upper``. Margins do not change it.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct BodyDistance {
    /// The names of the bodies, in the order in which they were added.
    #[pyo3(get)]
    bodies: Names,
    /// The closest parts, by their places in their bodies.
    #[pyo3(get)]
    parts: (usize, usize),
    /// The distance is at least this; of the nearest pair, the distance of every pair is.
    #[pyo3(get)]
    lower: f64,
    /// The distance is at most this.
    #[pyo3(get)]
    upper: f64,
    /// The closest points, (3,) each, in the world, rounded.
    #[pyo3(get)]
    points: (Option<Point>, Option<Point>),
}

impl BodyDistance {
    pub(super) fn new(scene: &EngineScene, found: &EngineDistance) -> PyResult<Self> {
        let EngineDistance { bodies, parts, lower, upper, points, .. } = *found;
        let points = points.map(|point| Some(Point(point))).into();
        Ok(Self { bodies: names(scene, bodies)?, parts: parts.into(), lower, upper, points })
    }
}

#[pymethods]
impl BodyDistance {
    fn __repr__(&self) -> String {
        let Self { bodies: (a, b), lower, upper, .. } = self;
        format!("BodyDistance({a:?}, {b:?}, lower={lower:?}, upper={upper:?})")
    }
}

/// What is known of moving bodies: ``outcome`` is ``"free"``, ``"contact"`` or ``"undecided"``, as of ``Sweep``.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct SceneSweep {
    /// ``"free"``, ``"contact"`` or ``"undecided"``.
    #[pyo3(get)]
    outcome: &'static str,
    /// It is proven that no pair meets from 0 until this time; 1 if the motion is free.
    #[pyo3(get)]
    last_free: f64,
    /// When the pair meets; ``None`` if no contact was found.
    #[pyo3(get)]
    time: Option<f64>,
    /// The names of the pair that meets or comes close; ``None`` if free.
    #[pyo3(get)]
    bodies: Option<Names>,
    /// Their parts; ``None`` if free.
    #[pyo3(get)]
    parts: Option<(usize, usize)>,
    /// Free: pairs that come near each other are always farther apart than this; infinite if none do.
    #[pyo3(get)]
    clearance: Option<f64>,
}

impl SceneSweep {
    pub(super) fn new(scene: &EngineScene, found: &EngineSweep<PartPair>) -> PyResult<Self> {
        let last_free = found.last_free();
        let (time, clearance) = match found {
            EngineSweep::Contact(found) => (Some(found.first_contact), None),
            EngineSweep::Free { clearance } => (None, Some(*clearance)),
            _ => (None, None),
        };
        let bodies = found.pair().map(|pair| names(scene, pair.bodies)).transpose()?;
        let parts = found.pair().map(|pair| pair.parts.into());
        Ok(Self { outcome: found.name(), last_free, time, bodies, parts, clearance })
    }
}

#[pymethods]
impl SceneSweep {
    /// Is the whole motion proven free?
    #[getter]
    fn is_free(&self) -> bool {
        self.outcome == "free"
    }

    fn __repr__(&self) -> String {
        match &self.bodies {
            None => "SceneSweep(free)".to_owned(),
            Some((a, b)) => {
                format!(
                    "SceneSweep({}, {a:?}, {b:?}, last_free={:?})",
                    self.outcome, self.last_free
                )
            }
        }
    }
}
