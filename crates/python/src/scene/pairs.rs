//! Which pairs of a scene are tested, and how far apart they have to be.

use pyo3::prelude::*;

use super::class::Scene;
use crate::answers::Names;
use crate::parameters::{number, optional_number};

#[pymethods]
impl Scene {
    /// Allows two bodies to collide: the pair is not tested. By names, which bodies may get later:
    /// until then, and with a name that is mistyped, more is tested and not less.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.allow("left", "right")
    /// >>> scene.pairs()
    /// []
    fn allow(&self, a: &str, b: &str) {
        self.locked().allow(a, b);
    }

    /// Takes an allowance back. Raises ``SceneError`` if there is none, and no body of one of the
    /// names.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.allow("left", "right")
    /// >>> scene.forbid("left", "right")
    /// >>> scene.pairs()
    /// [('left', 'right')]
    fn forbid(&self, a: &str, b: &str) -> PyResult<()> {
        self.change(|scene| scene.forbid(a, b))
    }

    /// The pairs of names that are allowed to collide, ascending.
    #[getter]
    fn allowed(&self) -> Vec<Names> {
        self.locked().allowed().map(|[a, b]| (a.clone(), b.clone())).collect()
    }

    /// Is a pair of bodies tested? Not if it is allowed to collide, one of them carries the other
    /// or is not enabled, or their groups say so.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.allow("left", "right")
    /// >>> scene.is_tested("left", "right"), scene.allowed
    /// (False, [('left', 'right')])
    fn is_tested(&self, a: &str, b: &str) -> PyResult<bool> {
        self.look(|scene| scene.is_checked(scene.id(a)?, scene.id(b)?))
    }

    /// Bodies at most so far apart count as colliding; 0 at first. Of pairs without a margin of
    /// their own.
    #[getter]
    fn margin(&self) -> f64 {
        self.locked().margin()
    }

    #[setter]
    fn set_margin(&self, #[pyo3(from_py_with = number::margin)] margin: f64) -> PyResult<()> {
        self.change(|scene| scene.set_margin(margin))
    }

    /// Gives a pair of bodies a margin of its own; ``None`` takes it away. It belongs to the
    /// names, also if other bodies get them later. Raises ``SceneError`` for names of no bodies.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.set_pose("right", [1, 0, 0, 0, 0, 0, 1])
    /// >>> scene.pairs()
    /// []
    /// >>> scene.set_pair_margin("left", "right", 0.5)
    /// >>> scene.pairs(), scene.pair_margins
    /// ([('left', 'right')], {('left', 'right'): 0.5})
    #[pyo3(signature = (a, b, margin))]
    fn set_pair_margin(
        &self,
        a: &str,
        b: &str,
        #[pyo3(from_py_with = optional_number::margin)] margin: Option<f64>,
    ) -> PyResult<()> {
        self.change(|scene| scene.set_pair_margin(a, b, margin))
    }

    /// Gives a body a thickness on all sides: a pair collides if its distance is at most its margin
    /// and both paddings. 0 at first. Raises ``SceneError`` if it is negative or not finite.
    ///
    /// >>> import obbtree
    /// >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
    /// >>> scene.add("a", sphere); scene.add("b", sphere, [3, 0, 0, 0, 0, 0, 1])
    /// >>> scene.margin = 0.5
    /// >>> scene.set_padding("b", 0.5)
    /// >>> scene.pairs()
    /// [('a', 'b')]
    fn set_padding(
        &self,
        name: &str,
        #[pyo3(from_py_with = number::padding)] padding: f64,
    ) -> PyResult<()> {
        self.change(|scene| scene.set_padding(scene.id(name)?, padding))
    }

    /// The padding of a body.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.set_padding("left", 0.25)
    /// >>> scene.padding("left")
    /// 0.25
    fn padding(&self, name: &str) -> PyResult<f64> {
        self.look(|scene| scene.padding(scene.id(name)?))
    }

    /// The margins of pairs: ``{(name, name): margin}``.
    #[getter]
    fn pair_margins(&self) -> std::collections::BTreeMap<Names, f64> {
        let scene = self.locked();
        let margins = scene.pair_margins();
        margins.map(|([a, b], margin)| ((a.clone(), b.clone()), margin)).collect()
    }
}
