//! Many configurations or motions over all cores. Answers are in order, and those of single calls.

use numpy::{PyArray1, PyArray2};
use obbtree::query::BatchError;
use obbtree::robot::{CheckBatch, Checker as Engine};
use pyo3::prelude::*;

use super::answers::{distance, names, verdict};
use super::checker::Checker;
use super::configurations::{configurations, motions};
use crate::answers::{BodyDistance, Names, PartContact, Sweep};
use crate::arrays::table;
use crate::errors::RobotError;
use crate::parameters::{not_nan, number, optional_whole, whole_u32};
use crate::run::{Run, run};
use crate::sweeps::options;

/// All answers, or the first question that has none, by its number.
fn answers<R, E: std::fmt::Display>(what: &str, found: Vec<Result<R, E>>) -> PyResult<Vec<R>> {
    let refused = |n, error| RobotError::new_err(format!("{what} {n}: {error}"));
    let numbered = found.into_iter().enumerate();
    numbered.map(|(n, one)| one.map_err(|error| refused(n, error))).collect()
}

/// A question about each of many motions.
type AskAll = fn(&CheckBatch<'_>, &[[Vec<f64>; 2]]) -> Result<Vec<bool>, BatchError>;

impl Checker {
    /// Asks about each of many configurations; with the checker that answered.
    fn ask_all<R: Send>(
        &self,
        py: Python<'_>,
        configurations: &Bound<'_, PyAny>,
        limits: bool,
        progress: Option<Bound<'_, PyAny>>,
        threads: Option<usize>,
        question: impl FnOnce(&CheckBatch<'_>, &[Vec<f64>]) -> Result<R, BatchError> + Send,
    ) -> PyResult<(Engine, R)> {
        let all = self::configurations(&self.robot, configurations, "configurations")?;
        let how = Run { total: all.len(), progress, threads };
        let checker = self.for_batch(limits);
        let answers = run(py, how, |run| question(&run.check_batch(&checker), &all))?;
        Ok((checker, answers))
    }

    fn are_motions<'py>(
        &self,
        py: Python<'py>,
        motions: &[[Vec<f64>; 2]],
        limits: bool,
        how: Run<'_>,
        ask: AskAll,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let checker = self.for_batch(limits);
        let answers = run(py, how, |run| ask(&run.check_batch(&checker), motions))?;
        Ok(PyArray1::from_vec(py, answers))
    }
}

/// The names of a pair, and where it meets.
type Meeting = (Names, Vec<PartContact>);

#[pymethods]
impl Checker {
    /// ``is_valid`` of N configurations, an (N, dof) array: (N,) of bool. For ``progress`` and
    /// ``threads`` see ``collide_batch``.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> checker, samples = obbtree.Checker(arm, obbtree.Scene()), arm.random(1000)
    /// >>> bool(checker.is_valid_batch(samples)[17]) == checker.is_valid(samples[17])
    /// True
    #[pyo3(signature = (configurations, *, limits=true, progress=None, threads=None))]
    fn is_valid_batch<'py>(
        &self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
        limits: bool,
        progress: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (_, valid) =
            self.ask_all(py, configurations, limits, progress, threads, |batch, all| {
                batch.is_valid(all)
            })?;
        Ok(PyArray1::from_vec(py, valid))
    }

    /// ``colliding_pairs`` of N configurations: a list of N lists. Arguments as of
    /// ``is_valid_batch``. Raises ``RobotError`` with the number of the first that has no answer.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> checker.colliding_pairs_batch([[2.0, 0.3, 0.0, 0.05], [0.0, 1.5, 0.0, 0.05]])
    /// [[], [('base', 'hand')]]
    #[pyo3(signature = (configurations, *, limits=true, progress=None, threads=None))]
    fn colliding_pairs_batch(
        &self,
        py: Python<'_>,
        configurations: &Bound<'_, PyAny>,
        limits: bool,
        progress: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Vec<Vec<Names>>> {
        let (checker, found) =
            self.ask_all(py, configurations, limits, progress, threads, |batch, all| {
                batch.colliding_pairs(all)
            })?;
        let named = |pairs: Vec<_>| pairs.into_iter().map(|pair| names(&checker, pair)).collect();
        Ok(answers("configuration", found)?.into_iter().map(named).collect())
    }

    /// ``contacts`` of N configurations: a list of N lists. Arguments as of ``is_valid_batch`` and
    /// ``contacts``. Raises ``RobotError`` with the number of the first that has no answer.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> found = checker.contacts_batch([[2.0, 0.3, 0.0, 0.05], [0.0, 1.5, 0.0, 0.05]], limit=2)
    /// >>> [len(of_one) for of_one in found]
    /// [0, 1]
    #[pyo3(signature = (configurations, *, limit=None, limits=true, progress=None, threads=None))]
    fn contacts_batch(
        &self,
        py: Python<'_>,
        configurations: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = optional_whole::limit)] limit: Option<usize>,
        limits: bool,
        progress: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Vec<Vec<Meeting>>> {
        let (checker, found) =
            self.ask_all(py, configurations, limits, progress, threads, |batch, all| {
                batch.contacts(all, limit.unwrap_or(usize::MAX))
            })?;
        let named = |pairs: Vec<obbtree::scene::PairContacts>| {
            let pair = |pair: obbtree::scene::PairContacts| {
                let contacts = pair.contacts.into_iter().map(Into::into).collect();
                (names(&checker, pair.bodies), contacts)
            };
            pairs.into_iter().map(pair).collect()
        };
        Ok(answers("configuration", found)?.into_iter().map(named).collect())
    }

    /// ``distance`` of N configurations: (N, 2), the lower and the upper end. Arguments as of
    /// ``is_valid_batch``. Raises ``RobotError`` with the number of the first that has no answer.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> found = checker.distance_batch([[2.0, 0.3, 0.0, 0.05], [2.1, 0.3, 0.0, 0.05]])
    /// >>> found.shape, bool((found[:, 0] <= found[:, 1]).all())
    /// ((2, 2), True)
    #[pyo3(signature = (configurations, *, limits=true, progress=None, threads=None))]
    fn distance_batch<'py>(
        &self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
        limits: bool,
        progress: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (_, found) =
            self.ask_all(py, configurations, limits, progress, threads, |batch, all| {
                batch.distance(all)
            })?;
        let ends = answers("configuration", found)?.into_iter().map(|one| [one.lower, one.upper]);
        table(py, &ends.collect::<Vec<_>>())
    }

    /// ``distances_within`` of N configurations: a list of N lists. Arguments as of
    /// ``is_valid_batch``. Raises ``RobotError`` with the number of the first that has no answer.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> found = checker.distances_within_batch([[2.0, 0.3, 0.0, 0.05]], 0.1)
    /// >>> [len(of_one) > 0 for of_one in found]
    /// [True]
    #[pyo3(signature = (configurations, threshold, *, limits=true, progress=None, threads=None))]
    fn distances_within_batch(
        &self,
        py: Python<'_>,
        configurations: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::threshold)] threshold: f64,
        limits: bool,
        progress: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Vec<Vec<BodyDistance>>> {
        let (checker, found) =
            self.ask_all(py, configurations, limits, progress, threads, |batch, all| {
                batch.distances_within(all, threshold)
            })?;
        let named = |near: Vec<_>| near.iter().map(|found| distance(&checker, found)).collect();
        Ok(answers("configuration", found)?.into_iter().map(named).collect())
    }

    /// ``is_motion_valid`` of N motions: (N,) of bool. ``starts`` and ``ends`` are (N, dof) arrays.
    /// Other arguments as of ``is_valid_batch``.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> checker, q = obbtree.Checker(arm, obbtree.Scene()), arm.random(20)
    /// >>> valid = checker.is_motion_valid_batch(q[:-1], q[1:])
    /// >>> valid.tolist() == [checker.is_motion_valid(a, b) for a, b in zip(q[:-1], q[1:])]
    /// True
    #[pyo3(signature = (starts, ends, *, limits=true, progress=None, threads=None))]
    fn is_motion_valid_batch<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        limits: bool,
        progress: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let motions = motions(&self.robot, starts, ends)?;
        let how = Run { total: motions.len(), progress, threads };
        self.are_motions(py, &motions, limits, how, |batch, all| batch.is_motion_valid(all))
    }

    /// ``is_motion_clear`` of N motions: (N,) of bool. Arguments as of ``is_motion_valid_batch``.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> checker, q = obbtree.Checker(arm, obbtree.Scene()), arm.random(20)
    /// >>> clear = checker.is_motion_clear_batch(q[:-1], q[1:])
    /// >>> bool((clear <= checker.is_motion_valid_batch(q[:-1], q[1:])).all())
    /// True
    #[pyo3(signature = (starts, ends, *, limits=true, progress=None, threads=None))]
    fn is_motion_clear_batch<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        limits: bool,
        progress: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let motions = motions(&self.robot, starts, ends)?;
        let how = Run { total: motions.len(), progress, threads };
        self.are_motions(py, &motions, limits, how, |batch, all| batch.is_motion_clear(all))
    }

    /// ``sweep`` of N motions: a list of N. Arguments as of ``is_motion_valid_batch`` and
    /// ``sweep``. Raises ``RobotError`` with the number of the first that has no answer.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> found = checker.sweep_batch([[2.0, 0.3, 0.0, 0.05]], [[2.1, 0.3, 0.0, 0.05]])
    /// >>> [verdict.outcome for verdict in found]
    /// ['free']
    #[pyo3(signature = (
        starts, ends, *, time_tolerance=1e-3, distance_tolerance=0.0, effort=10_000, limits=true,
        progress=None, threads=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn sweep_batch(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = not_nan::time_tolerance)] time_tolerance: f64,
        #[pyo3(from_py_with = not_nan::distance_tolerance)] distance_tolerance: f64,
        #[pyo3(from_py_with = whole_u32::effort)] effort: u32,
        limits: bool,
        progress: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Vec<Sweep>> {
        let motions = motions(&self.robot, starts, ends)?;
        let options = options(time_tolerance, distance_tolerance, effort);
        let how = Run { total: motions.len(), progress, threads };
        let checker = self.for_batch(limits);
        let found = run(py, how, |run| run.check_batch(&checker).sweep(&motions, &options))?;
        let found = answers("motion", found)?.into_iter().zip(&motions);
        Ok(found.map(|(found, [from, to])| verdict(&checker, found, [from, to])).collect())
    }
}
