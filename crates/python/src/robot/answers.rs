//! What questions about a robot answer, as classes.

use numpy::PyArray1;
use obbtree::robot::MotionVerdict as EngineVerdict;
use pyo3::prelude::*;

use super::class::{Names, Robot};

/// The distance of the closest pair lies in ``lower .. upper``.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct LinkDistance {
    /// It is at least this; 0 if the pair collides.
    #[pyo3(get)]
    pub(super) lower: f64,
    /// It is at most this.
    #[pyo3(get)]
    pub(super) upper: f64,
    /// The names of a pair that is so close: links, or a link and an obstacle.
    #[pyo3(get)]
    pub(super) pair: Names,
}

#[pymethods]
impl LinkDistance {
    fn __repr__(&self) -> String {
        let Self { lower, upper, pair: (a, b) } = self;
        format!("LinkDistance({a:?}, {b:?}, lower={lower:?}, upper={upper:?})")
    }
}

/// Is a motion of a robot free: ``outcome`` is ``"free"``, ``"contact"`` or ``"undecided"``.
///
/// ``"free"``: it is proven that nothing collides at any real time. ``"contact"``: proven free until ``last_free``, and
/// the pair collides at ``until``. ``"undecided"``: until ``last_free`` proven free; until ``until`` nothing is proven.
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct MotionVerdict {
    /// ``"free"``, ``"contact"`` or ``"undecided"``.
    #[pyo3(get)]
    outcome: &'static str,
    /// The motion is proven free from 0 until this time; 1 if it is free.
    #[pyo3(get)]
    last_free: f64,
    /// The pair collides at this time, or nothing is proven until then; ``None`` if free.
    #[pyo3(get)]
    until: Option<f64>,
    /// The names of the pair; ``None`` if free.
    #[pyo3(get)]
    pair: Option<Names>,
    last_valid: Option<Vec<f64>>,
}

impl MotionVerdict {
    pub(super) fn new(robot: &Robot, found: EngineVerdict) -> Self {
        let outcome = found.name();
        match found {
            EngineVerdict::Contact(found) | EngineVerdict::Undecided(found) => Self {
                outcome,
                last_free: found.last_free,
                until: Some(found.until),
                pair: Some(robot.names_of(found.pair)),
                last_valid: Some(found.configuration),
            },
            _ => Self { outcome, last_free: 1.0, until: None, pair: None, last_valid: None },
        }
    }
}

#[pymethods]
impl MotionVerdict {
    /// Is the whole motion proven free?
    #[getter]
    fn is_free(&self) -> bool {
        self.outcome == "free"
    }

    /// (values,): the configuration at ``last_free``, what planners call the last valid one; ``None`` if free.
    #[getter]
    fn last_valid<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.last_valid.as_ref().map(|values| PyArray1::from_slice(py, values))
    }

    fn __repr__(&self) -> String {
        match &self.pair {
            None => "MotionVerdict(free)".to_owned(),
            Some((a, b)) => {
                let Self { outcome, last_free, .. } = self;
                format!("MotionVerdict({outcome}, {a:?}, {b:?}, last_free={last_free:?})")
            }
        }
    }
}
