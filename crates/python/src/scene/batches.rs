//! A scene queried at many places, or along many motions, over all cores. Answers are in order.

use numpy::PyArray1;
use obbtree::motion::Motion;
use obbtree::scene::{BodyId, Scene as EngineScene, SceneError as EngineError, SceneQuery};
use obbtree::{Pose, Query};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{Scene, names};
use crate::answers::{Names, Sweep};
use crate::errors::{SceneError, scene_error};
use crate::motion::Motions;
use crate::parameters::{not_nan, of_body, optional_whole, whole_u32};
use crate::pose_arrays::Poses;
use crate::run::{Controls, Run, run};
use crate::sweeps::options;

/// Questions that one clone of the scene answers: enough that making it does not count.
const AT_A_TIME: usize = 32;

#[pymethods]
impl Scene {
    /// ``collides`` with bodies at N places each: (N,) of bool.
    ///
    /// ``poses`` is ``{name: N poses}``, in the forms of ``collide_batch``, which says what
    /// ``progress`` and ``threads`` are. Other bodies are where they are in the scene, which is
    /// not changed.
    ///
    /// >>> import obbtree
    /// >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
    /// >>> scene.add("post", sphere); scene.add("flying", sphere, [-6, 0, 0, 0, 0, 0, 1])
    /// >>> scene.collides_batch({"flying": [[x, 0, 0, 0, 0, 0, 1] for x in (1, 2, 3)]})
    /// array([ True,  True, False])
    #[pyo3(signature = (poses, *, solid=false, progress=None, threads=None))]
    fn collides_batch<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyDict>,
        solid: bool,
        progress: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let batch = AtPlaces::new(self, poses, solid)?;
        let answers = batch.ask(py, progress, threads, |query, scene| query.collides(scene))?;
        Ok(PyArray1::from_vec(py, answers))
    }

    /// ``pairs`` with bodies at N places each: a list of N lists. Arguments as of
    /// ``collides_batch``.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.pairs_batch({"right": [[x, 0, 0, 0, 0, 0, 1] for x in (0, 5)]})
    /// [[('left', 'right')], []]
    #[pyo3(signature = (poses, *, solid=false, progress=None, threads=None))]
    fn pairs_batch(
        &self,
        py: Python<'_>,
        poses: &Bound<'_, PyDict>,
        solid: bool,
        progress: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Vec<Vec<Names>>> {
        let batch = AtPlaces::new(self, poses, solid)?;
        let answers = batch.ask(py, progress, threads, |query, scene| query.pairs(scene))?;
        let named = |pairs: Vec<[BodyId; 2]>| {
            pairs.into_iter().map(|pair| names(&batch.scene, pair)).collect::<PyResult<_>>()
        };
        answers.into_iter().map(named).collect()
    }

    /// ``sweep`` along N motions each: a list of N. ``motions`` is ``{name: N motions}``, in the
    /// forms of ``sweep_batch``; other arguments as of ``collides_batch`` and ``sweep``.
    ///
    /// >>> import obbtree
    /// >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
    /// >>> scene.add("post", sphere); scene.add("flying", sphere, [-6, 0, 0, 0, 0, 0, 1])
    /// >>> start, ends = [-6, 0, 0, 0, 0, 0, 1], [[-3, 0, 0, 0, 0, 0, 1], [6, 0, 0, 0, 0, 0, 1]]
    /// >>> [found.outcome for found in scene.sweep_batch({"flying": ([start] * 2, ends)})]
    /// ['free', 'contact']
    #[pyo3(signature = (
        motions, *, solid=false, time_tolerance=1e-3, distance_tolerance=0.0, effort=10_000,
        progress=None, threads=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn sweep_batch(
        &self,
        py: Python<'_>,
        motions: &Bound<'_, PyDict>,
        solid: bool,
        #[pyo3(from_py_with = not_nan::time_tolerance)] time_tolerance: f64,
        #[pyo3(from_py_with = not_nan::distance_tolerance)] distance_tolerance: f64,
        #[pyo3(from_py_with = whole_u32::effort)] effort: u32,
        progress: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Vec<Sweep>> {
        let scene = self.snapshot();
        let options = options(time_tolerance, distance_tolerance, effort);
        let (ids, along, total) =
            columns(&scene, "motions", motions, |each| Ok(each.extract::<Motions>()?.0))?;
        let how = Run { total, progress, threads };
        let ask = |query: &mut SceneQuery, at: usize| {
            let moves: Vec<(BodyId, &dyn Motion)> = ids
                .iter()
                .zip(&along)
                .map(|(id, along)| (*id, &*along[at] as &dyn Motion))
                .collect();
            query.sweep(&scene, &moves, &options)
        };
        let found = run(py, how, |run| in_lots(run, total, || query(solid), ask))?;
        let each = found.into_iter().enumerate().map(|(index, found)| match found {
            Ok(found) => {
                let pair = found.pair().map(|pair| names(&scene, pair.bodies)).transpose()?;
                Ok(Sweep::of_parts(found, pair))
            }
            Err(error) => Err(SceneError::new_err(format!("motion {index}: {error}"))),
        });
        each.collect()
    }
}

fn query(solid: bool) -> SceneQuery {
    SceneQuery::with_query(Query::new().solid(solid))
}

/// Some questions at a time, each lot with a new state.
fn in_lots<S, R: Send>(
    run: &Controls<'_>,
    total: usize,
    state: impl Fn() -> S + Sync,
    ask: impl Fn(&mut S, usize) -> R + Sync,
) -> Result<Vec<R>, obbtree::query::BatchError> {
    let answers = run.lots(total, AT_A_TIME, |lot| {
        let mut state = state();
        lot.map(|at| ask(&mut state, at)).collect::<Vec<R>>()
    })?;
    Ok(answers.into_iter().flatten().collect())
}

/// ``{name: N things}``: the bodies, their things, and N.
fn columns<T>(
    scene: &EngineScene,
    parameter: &str,
    given: &Bound<'_, PyDict>,
    extract: impl Fn(&Bound<'_, PyAny>) -> PyResult<Vec<T>>,
) -> PyResult<(Vec<BodyId>, Vec<Vec<T>>, usize)> {
    let wrong = |name: &str, error| of_body(given.py(), parameter, name, error);
    let (mut ids, mut columns) = (Vec::new(), Vec::<Vec<T>>::new());
    for (name, things) in given.iter() {
        let name: String = name.extract()?;
        ids.push(scene.id(&name).map_err(|error| scene_error(&error))?);
        let column = extract(&things).map_err(|error| wrong(&name, error))?;
        if let Some(first) = columns.first().filter(|first| first.len() != column.len()) {
            let (here, before) = (column.len(), first.len());
            let text = format!("{parameter}: {here} places of `{name}`, but {before} before");
            return Err(PyValueError::new_err(text));
        }
        columns.push(column);
    }
    let total = columns.first().map_or(0, Vec::len);
    Ok((ids, columns, total))
}

/// A scene, and N places for some of its bodies.
struct AtPlaces {
    scene: EngineScene,
    ids: Vec<BodyId>,
    poses: Vec<Vec<Pose>>,
    total: usize,
    solid: bool,
}

impl AtPlaces {
    fn new(scene: &Scene, poses: &Bound<'_, PyDict>, solid: bool) -> PyResult<Self> {
        let scene = scene.snapshot();
        let (ids, poses, total) =
            columns(&scene, "poses", poses, |each| Ok(each.extract::<Poses>()?.0))?;
        Ok(Self { scene, ids, poses, total, solid })
    }

    fn ask<R: Send>(
        &self,
        py: Python<'_>,
        progress: Option<Bound<'_, PyAny>>,
        threads: Option<usize>,
        ask: impl Fn(&mut SceneQuery, &EngineScene) -> R + Sync + Send,
    ) -> PyResult<Vec<R>> {
        let how = Run { total: self.total, progress, threads };
        let new = || (self.scene.clone(), query(self.solid));
        let one = |(scene, query): &mut (EngineScene, SceneQuery), at: usize| {
            let places = self.ids.iter().zip(&self.poses).map(|(id, poses)| (*id, poses[at]));
            scene.set_poses(places)?;
            Ok::<R, EngineError>(ask(query, scene))
        };
        let answers = run(py, how, |run| in_lots(run, self.total, new, one))?;
        let numbered = |(index, answer): (usize, Result<R, EngineError>)| {
            answer.map_err(|error| SceneError::new_err(format!("pose {index}: {error}")))
        };
        answers.into_iter().enumerate().map(numbered).collect()
    }
}
