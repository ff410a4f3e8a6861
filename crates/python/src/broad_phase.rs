//! Boxes by number, for `obbtree.compat`: which of them meet or are nearest.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray3, PyUntypedArrayMethods};
use obbtree::scene::{BroadPhase as Engine, NearestPairs as EngineNearest};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Axis-aligned boxes by number. For the managers of ``obbtree.compat``; a ``Scene`` has its own.
#[pyclass(frozen, module = "obbtree._engine", name = "_BroadPhase")]
#[derive(Default)]
pub(crate) struct BroadPhase(Mutex<Engine>);

impl BroadPhase {
    fn locked(&self) -> MutexGuard<'_, Engine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl BroadPhase {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Puts N boxes, (N, 2, 3): the least and the largest corner of each.
    fn set(&self, numbers: Vec<u32>, boxes: PyReadonlyArray3<'_, f64>) -> PyResult<()> {
        if boxes.shape() != [numbers.len(), 2, 3] {
            return Err(PyValueError::new_err("boxes is not (N, 2, 3) with N numbers"));
        }
        let (boxes, mut engine) = (boxes.as_array(), self.locked());
        for (n, number) in numbers.into_iter().enumerate() {
            engine.set(number, [0, 1].map(|end| [0, 1, 2].map(|k| boxes[[n, end, k]])));
        }
        Ok(())
    }

    /// Removes a box, if it is there.
    fn remove(&self, number: u32) {
        self.locked().remove(number);
    }

    /// (N, 2): the pairs of numbers whose boxes meet, ascending; those whose first number is at
    /// least ``start`` and less than ``stop``.
    fn pairs<'py>(
        &self,
        py: Python<'py>,
        start: u32,
        stop: u32,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let pairs = self.locked().clone();
        let pairs = py.detach(|| pairs.pairs_of(start..stop));
        let rows = pairs.len();
        PyArray1::from_vec(py, pairs.into_iter().flatten().collect()).reshape([rows, 2])
    }

    /// The numbers whose boxes meet one, ascending.
    fn near(&self, min: [f64; 3], max: [f64; 3]) -> Vec<u32> {
        self.locked().near([min, max])
    }

    /// All pairs, the nearest first, of the boxes as they are now; with another broad phase pairs
    /// of a box of each.
    #[pyo3(signature = (other=None))]
    fn nearest_first(&self, other: Option<&Self>) -> NearestPairs {
        let others = other.map(|other| other.locked().clone());
        let boxes = self.locked();
        let pairs = match &others {
            Some(others) => boxes.nearest_first_to(others),
            None => boxes.nearest_first(),
        };
        NearestPairs(Mutex::new(pairs))
    }
}

/// Pairs of boxes, the nearest first.
#[pyclass(frozen, module = "obbtree._engine", name = "_NearestPairs")]
pub(crate) struct NearestPairs(Mutex<EngineNearest>);

#[pymethods]
impl NearestPairs {
    /// The numbers of the next pair; ``None`` if its boxes are farther apart than a limit.
    fn next_within(&self, limit: f64) -> Option<(u32, u32)> {
        let mut pairs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pairs.next_within(limit).map(|(pair, _)| pair.into())
    }
}
