//! Questions about a scene.

use obbtree::motion::Motion;
use std::ops::ControlFlow;

use obbtree::scene::{BodyDistance as EngineDistance, Scene as EngineScene, Within};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{Scene, names};
use crate::answers::{BodyDistance, Names, PartContact, Sweep};
use crate::errors::scene_error;
use crate::motion::MotionLike;
use crate::parameters::{not_nan, of_body, optional_number, optional_whole, whole_u32};
use crate::sweeps::options;
use crate::warm::with_scene_query;

fn named(scene: &EngineScene, found: &EngineDistance) -> PyResult<BodyDistance> {
    Ok(BodyDistance::new(found, names(scene, found.bodies)?))
}

#[pymethods]
impl Scene {
    /// Does any pair collide? The first one that is found ends the search. Where no pair
    /// is tested none does: ``require_pairs`` tells.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.collides()
    /// True
    #[pyo3(signature = (*, solid=false))]
    fn collides(&self, py: Python<'_>, solid: bool) -> PyResult<bool> {
        let scene = self.snapshot();
        with_scene_query(py, solid, |query| query.collides(&scene))
    }

    /// Raises ``SceneError`` with the reason if no pair of bodies is tested: that none collides
    /// says nothing then.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Scene().require_pairs()
    /// Traceback (most recent call last):
    ///     ...
    /// obbtree.SceneError: there is no body in the scene
    fn require_pairs(&self) -> PyResult<()> {
        self.look(|scene| scene.require_pairs())
    }

    /// The pairs of names that collide.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.pairs()
    /// [('left', 'right')]
    #[pyo3(signature = (*, solid=false))]
    fn pairs(&self, py: Python<'_>, solid: bool) -> PyResult<Vec<Names>> {
        let scene = self.snapshot();
        let pairs = with_scene_query(py, solid, |query| query.pairs(&scene))?;
        pairs.into_iter().map(|pair| names(&scene, pair)).collect()
    }

    /// The pairs that collide and a body is in. Raises ``SceneError`` if it is not enabled.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.add("ground", obbtree.Shape.half_space())
    /// >>> scene.pairs_with("ground")
    /// [('left', 'ground'), ('right', 'ground')]
    #[pyo3(signature = (name, *, solid=false))]
    fn pairs_with(&self, py: Python<'_>, name: &str, solid: bool) -> PyResult<Vec<Names>> {
        let scene = self.snapshot();
        let id = scene.id(name).map_err(|error| scene_error(&error))?;
        let pairs = with_scene_query(py, solid, |query| query.pairs_with(&scene, id))?;
        let pairs = pairs.map_err(|error| scene_error(&error))?;
        pairs.into_iter().map(|pair| names(&scene, pair)).collect()
    }

    /// Does a body collide with any other? Raises ``SceneError`` if it is not enabled.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene.read("assets/workshop.json")
    /// >>> scene.collides_with("nut")
    /// True
    #[pyo3(signature = (name, *, solid=false))]
    fn collides_with(&self, py: Python<'_>, name: &str, solid: bool) -> PyResult<bool> {
        let scene = self.snapshot();
        let id = scene.id(name).map_err(|error| scene_error(&error))?;
        let found = with_scene_query(py, solid, |query| query.collides_with(&scene, id))?;
        found.map_err(|error| scene_error(&error))
    }

    /// The pairs that collide, each with its contacts:
    /// ``[((name, name), [PartContact, ...]), ...]``. With ``limit`` the first so many of each pair
    /// that are found, the same ones in every run.
    ///
    /// None are given for bodies that are only within their margin, or one inside the other.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene.read("assets/workshop.json")
    /// >>> [(pair, len(contacts)) for pair, contacts in scene.contacts(limit=3)]
    /// [(('bolt', 'nut'), 3)]
    #[pyo3(signature = (*, limit=None, solid=false))]
    fn contacts(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = optional_whole::limit)] limit: Option<usize>,
        solid: bool,
    ) -> PyResult<Vec<(Names, Vec<PartContact>)>> {
        let (scene, limit) = (self.snapshot(), limit.unwrap_or(usize::MAX));
        let found = with_scene_query(py, solid, |query| query.contacts(&scene, limit))?;
        let contacts = found.into_iter().map(|pair| {
            let contacts = pair.contacts.into_iter().map(Into::into).collect();
            Ok((names(&scene, pair.bodies)?, contacts))
        });
        contacts.collect()
    }

    /// The nearest pair of those that are tested, and its certified distance.
    ///
    /// Raises ``SceneError`` with the reason if no pair is tested.
    ///
    /// >>> import obbtree
    /// >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
    /// >>> for name, x in (("a", 0), ("b", 3), ("c", 9)):
    /// ...     scene.add(name, sphere, [x, 0, 0, 0, 0, 0, 1])
    /// >>> found = scene.distance()
    /// >>> found.pair, found.lower <= 1.0 <= found.upper < found.lower + 1e-14
    /// (('a', 'b'), True)
    #[pyo3(signature = (*, solid=false))]
    fn distance(&self, py: Python<'_>, solid: bool) -> PyResult<BodyDistance> {
        let scene = self.snapshot();
        let found = with_scene_query(py, solid, |query| query.distance(&scene))?;
        named(&scene, &found.map_err(|error| scene_error(&error))?)
    }

    /// The pairs that are at most ``threshold`` apart, with their certified distances, the closest
    /// points of both and the direction; without a threshold those within their margins and
    /// paddings. Of all pairs or of those that one body is in, in the order in which bodies were
    /// added, all or the first ``limit``. Raises ``SceneError`` for a threshold that is negative or
    /// NaN, and an unknown body.
    ///
    /// >>> import obbtree
    /// >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
    /// >>> for name, x in (("a", 0), ("b", 2.5), ("c", 5.5)):
    /// ...     scene.add(name, sphere, [x, 0, 0, 0, 0, 0, 1])
    /// >>> [(found.pair, found.normal) for found in scene.clearances(0.5)]
    /// [(('a', 'b'), array([1., 0., 0.]))]
    /// >>> [found.pair for found in scene.clearances(9, body="c", limit=1)]
    /// [('a', 'c')]
    /// >>> scene.clearances()
    /// []
    #[pyo3(signature = (threshold=None, *, body=None, limit=None, solid=false))]
    fn clearances(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = optional_number::threshold)] threshold: Option<f64>,
        body: Option<&str>,
        #[pyo3(from_py_with = optional_whole::limit)] limit: Option<usize>,
        solid: bool,
    ) -> PyResult<Vec<BodyDistance>> {
        let scene = self.snapshot();
        let body = body.map(|name| scene.id(name)).transpose();
        let body = body.map_err(|error| scene_error(&error))?;
        let limit = limit.unwrap_or(usize::MAX);
        let mut near = Vec::new();
        let keep = |found: &EngineDistance| {
            if near.len() < limit {
                near.push(*found);
            }
            if near.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = with_scene_query(py, solid, |query| {
            let within = threshold.map_or(Within::Margins, Within::Threshold);
            match body {
                Some(body) => query.for_each_near_pair_with(&scene, body, within, keep),
                None => query.for_each_near_pair(&scene, within, keep),
            }
        })?
        .map_err(|error| scene_error(&error))?;
        near.iter().map(|found| named(&scene, found)).collect()
    }

    /// When do moving bodies first meet others, or each other? ``motions`` is ``{name: motion}``;
    /// see ``sweep`` for motions and options. Others rest; what a moving body carries moves with
    /// it. Margins do not count. Raises ``SceneError`` if no body is given, or one that is not
    /// enabled and carries none that is.
    ///
    /// >>> import obbtree
    /// >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
    /// >>> scene.add("post", sphere); scene.add("flying", sphere, [-6, 0, 0, 0, 0, 0, 1])
    /// >>> found = scene.sweep({"flying": obbtree.Translation(scene.pose("flying"), [6, 0, 0])})
    /// >>> found.pair, found.last_free < 4 / 12 <= found.first_contact
    /// (('post', 'flying'), True)
    #[pyo3(signature = (
        motions, *, solid=false, time_tolerance=1e-3, distance_tolerance=0.0, effort=10_000
    ))]
    fn sweep(
        &self,
        py: Python<'_>,
        motions: &Bound<'_, PyDict>,
        solid: bool,
        #[pyo3(from_py_with = not_nan::time_tolerance)] time_tolerance: f64,
        #[pyo3(from_py_with = not_nan::distance_tolerance)] distance_tolerance: f64,
        #[pyo3(from_py_with = whole_u32::effort)] effort: u32,
    ) -> PyResult<Sweep> {
        let scene = self.snapshot();
        let options = options(time_tolerance, distance_tolerance, effort);
        let moves = motions.iter().map(|(name, motion)| {
            let name: String = name.extract()?;
            let id = scene.id(&name).map_err(|error| scene_error(&error))?;
            let motion = motion.extract::<MotionLike>();
            Ok((id, motion.map_err(|error| of_body(py, "motions", &name, error))?.0))
        });
        let moves = moves.collect::<PyResult<Vec<_>>>()?;
        let found = with_scene_query(py, solid, |query| {
            let moves: Vec<_> =
                moves.iter().map(|(id, motion)| (*id, &**motion as &dyn Motion)).collect();
            query.sweep(&scene, &moves, &options)
        })?;
        let found = found.map_err(|error| scene_error(&error))?;
        let pair = found.pair().map(|pair| names(&scene, pair.bodies)).transpose()?;
        Ok(Sweep::of_parts(found, pair))
    }
}
