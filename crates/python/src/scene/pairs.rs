//! Which pairs of a scene are asked about, and how far apart they have to be.

use pyo3::prelude::*;

use super::class::{Names, Scene};

#[pymethods]
impl Scene {
    /// Allows two bodies to collide: the pair is not asked about. By names, which bodies may get later.
    fn allow(&self, a: &str, b: &str) {
        self.locked().allow(a, b);
    }

    /// Takes an allowance back.
    fn forbid(&self, a: &str, b: &str) {
        self.locked().forbid(a, b);
    }

    /// The pairs of names that are allowed to collide, ascending.
    #[getter]
    fn allowed(&self) -> Vec<Names> {
        self.locked().allowed().map(|[a, b]| (a.clone(), b.clone())).collect()
    }

    /// Is a pair of bodies asked about?
    fn is_asked(&self, a: &str, b: &str) -> PyResult<bool> {
        self.look(|scene| Ok(scene.is_asked(scene.id(a)?, scene.id(b)?)))
    }

    /// Bodies at most so far apart count as colliding; 0 at first. Of pairs without a margin of their own.
    #[getter]
    fn margin(&self) -> f64 {
        self.locked().margin()
    }

    #[setter]
    fn set_margin(&self, margin: f64) -> PyResult<()> {
        self.change(|scene| scene.set_margin(margin))
    }

    /// Gives a pair of names a margin of its own; ``None`` takes it away.
    #[pyo3(signature = (a, b, margin))]
    fn set_pair_margin(&self, a: &str, b: &str, margin: Option<f64>) -> PyResult<()> {
        self.change(|scene| scene.set_pair_margin(a, b, margin))
    }

    /// The margins of pairs: ``{(name, name): margin}``.
    #[getter]
    fn pair_margins(&self) -> std::collections::BTreeMap<Names, f64> {
        let scene = self.locked();
        let margins = scene.pair_margins();
        margins.map(|([a, b], margin)| ((a.clone(), b.clone()), margin)).collect()
    }
}
