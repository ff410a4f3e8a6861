//! Which pairs of a scene are asked about, and how far apart they have to be.

use pyo3::prelude::*;

use super::class::{Names, Scene};

#[pymethods]
impl Scene {
    /// Allows two bodies to collide: the pair is not asked about. By names, which bodies may get
    /// later: until then, and with a name that is mistyped, more is asked and not less.
    fn allow(&self, a: &str, b: &str) {
        self.locked().allow(a, b);
    }

    /// Takes an allowance back. Raises ``SceneError`` if there is none, and no body of one of the
    /// names.
    fn forbid(&self, a: &str, b: &str) -> PyResult<()> {
        self.change(|scene| scene.forbid(a, b))
    }

    /// The pairs of names that are allowed to collide, ascending.
    #[getter]
    fn allowed(&self) -> Vec<Names> {
        self.locked().allowed().map(|[a, b]| (a.clone(), b.clone())).collect()
    }

    /// Is a pair of bodies asked about?
    fn is_checked(&self, a: &str, b: &str) -> PyResult<bool> {
        self.look(|scene| scene.is_checked(scene.id(a)?, scene.id(b)?))
    }

    /// Bodies at most so far apart count as colliding; 0 at first. Of pairs without a margin of
    /// their own.
    #[getter]
    fn margin(&self) -> f64 {
        self.locked().margin()
    }

    #[setter]
    fn set_margin(&self, margin: f64) -> PyResult<()> {
        self.change(|scene| scene.set_margin(margin))
    }

    /// Gives a pair of bodies a margin of its own; ``None`` takes it away. It belongs to the
    /// names, also if other bodies get them later. Raises ``SceneError`` for names of no bodies.
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
