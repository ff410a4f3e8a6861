//! Many configurations or motions over all cores. Answers are in order, and those of single calls.

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods};
use obbtree::robot::{CheckError, Kinematics, MotionVerdict, allowed_pairs};
use pyo3::prelude::*;

use super::answers::verdict;
use super::class::Robot;
use super::configurations::{configurations, motions};
use super::motions::options;
use super::questions::{refused_at, square};
use crate::answers::{Names, Sweep};
use crate::arrays::table;
use crate::run::{Run, run};

/// All answers, or the first question that has none, by its number.
fn answers<R>(what: &str, found: Vec<Result<R, CheckError>>) -> PyResult<Vec<R>> {
    let numbered = found.into_iter().enumerate();
    numbered.map(|(n, one)| one.map_err(|error| refused_at(what, n, &error))).collect()
}

/// Configurations that one thread places at a time.
const AT_A_TIME: usize = 128;

#[pymethods]
impl Robot {
    /// ``is_valid`` of N configurations, an (N, values) array: (N,) of bool. For ``progress`` and ``threads`` see
    /// ``collide_batch``.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> samples = arm.random(1000)
    /// >>> bool(arm.is_valid_batch(samples)[17]) == arm.is_valid(samples[17])
    /// True
    #[pyo3(signature = (configurations, *, limits=true, progress=None, threads=None))]
    fn is_valid_batch<'py>(
        &self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
        limits: bool,
        progress: Option<Bound<'py, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let asked = self::configurations(self, configurations)?;
        let how = Run { total: asked.len(), progress, threads };
        let checker = self.batch_checker(limits);
        let valid = run(py, how, |run| run.check_batch(&checker).is_valid(&asked))?;
        Ok(PyArray1::from_vec(py, valid))
    }

    /// ``colliding_pairs`` of N configurations: a list of N lists. Arguments as of
    /// ``is_valid_batch``. Raises ``RobotError`` with the number of the first that has no answer.
    #[pyo3(signature = (configurations, *, limits=true, progress=None, threads=None))]
    fn colliding_pairs_batch(
        &self,
        py: Python<'_>,
        configurations: &Bound<'_, PyAny>,
        limits: bool,
        progress: Option<Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Vec<Vec<Names>>> {
        let asked = self::configurations(self, configurations)?;
        let how = Run { total: asked.len(), progress, threads };
        let checker = self.batch_checker(limits);
        let found = run(py, how, |run| run.check_batch(&checker).colliding_pairs(&asked))?;
        let named = |pairs: Vec<_>| pairs.into_iter().map(|pair| self.names_of(pair)).collect();
        Ok(answers("configuration", found)?.into_iter().map(named).collect())
    }

    /// ``distance`` of N configurations: (N, 2), the lower and the upper end. Arguments as of
    /// ``is_valid_batch``. Raises ``RobotError`` with the number of the first that has no answer.
    #[pyo3(signature = (configurations, *, limits=true, progress=None, threads=None))]
    fn distance_batch<'py>(
        &self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
        limits: bool,
        progress: Option<Bound<'py, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let asked = self::configurations(self, configurations)?;
        let how = Run { total: asked.len(), progress, threads };
        let checker = self.batch_checker(limits);
        let found = run(py, how, |run| run.check_batch(&checker).distance(&asked))?;
        let ends = answers("configuration", found)?.into_iter().map(|one| [one.lower, one.upper]);
        table(py, &ends.collect::<Vec<_>>())
    }

    /// ``fk`` of N configurations: (N, links, 4, 4). Arguments as of ``is_valid_batch``.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> arm.fk_batch(arm.random(10)).shape
    /// (10, 7, 4, 4)
    #[pyo3(signature = (configurations, *, progress=None, threads=None))]
    fn fk_batch<'py>(
        &self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
        progress: Option<Bound<'py, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray4<f64>>> {
        let asked = self::configurations(self, configurations)?;
        let how = Run { total: asked.len(), progress, threads };
        let lots = run(py, how, |run| {
            run.lots(asked.len(), AT_A_TIME, |lot| {
                let mut kinematics = Kinematics::default();
                let placed = asked[lot].iter().flat_map(|values| {
                    kinematics
                        .link_poses(self.engine(), values)
                        .iter()
                        .map(square)
                        .collect::<Vec<_>>()
                });
                placed.collect::<Vec<_>>()
            })
        })?;
        let links = self.engine().links().len();
        table(py, &lots.concat())?.reshape([asked.len(), links, 4, 4])
    }

    /// ``is_motion_valid`` of N motions: (N,) of bool. ``starts`` and ``ends`` are (N, values) arrays. Other arguments
    /// as of ``is_valid_batch``.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> q = arm.random(20)
    /// >>> valid = arm.is_motion_valid_batch(q[:-1], q[1:])
    /// >>> valid.tolist() == [arm.is_motion_valid(a, b) for a, b in zip(q[:-1], q[1:])]
    /// True
    #[pyo3(signature = (starts, ends, *, limits=true, progress=None, threads=None))]
    fn is_motion_valid_batch<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        limits: bool,
        progress: Option<Bound<'py, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let motions = motions(self, starts, ends)?;
        let how = Run { total: motions.len(), progress, threads };
        let any_time = options(1.0, obbtree::robot::MotionOptions::default().effort);
        let checker = self.batch_checker(limits);
        let found =
            run(py, how, |run| run.check_batch(&checker).check_motions(&motions, &any_time))?;
        let is_free =
            |verdict: &Result<MotionVerdict, _>| verdict.as_ref().is_ok_and(MotionVerdict::is_free);
        Ok(PyArray1::from_vec(py, found.iter().map(is_free).collect()))
    }

    /// ``check_motion`` of N motions: a list of N. Arguments as of ``is_motion_valid_batch`` and
    /// ``check_motion``. Raises ``RobotError`` with the number of the first that has no answer.
    #[pyo3(signature = (
        starts, ends, *, time_tolerance=1e-3, effort=20_000, limits=true, progress=None, threads=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn check_motion_batch(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        time_tolerance: f64,
        effort: u32,
        limits: bool,
        progress: Option<Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Vec<Sweep>> {
        let motions = motions(self, starts, ends)?;
        let options = options(time_tolerance, effort);
        let how = Run { total: motions.len(), progress, threads };
        let checker = self.batch_checker(limits);
        let found =
            run(py, how, |run| run.check_batch(&checker).check_motions(&motions, &options))?;
        let found = answers("motion", found)?.into_iter();
        Ok(found.map(|found| verdict(self, found)).collect())
    }

    /// Pairs of links that need no check, found by samples, as MoveIt's setup assistant does: ``(link, link, why)``,
    /// where why is ``"Adjacent"``, ``"Default"`` (they collide at rest), ``"Always"`` or ``"Never"``. The last is a
    /// guess. Arguments as of ``is_valid_batch``.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> why = {(a, b): reason for a, b, reason in arm.allowed_pairs(samples=1000)}
    /// >>> why["base", "upper"], why["finger_a", "finger_b"]
    /// ('Adjacent', 'Default')
    /// >>> checked = arm.with_pairs([pair for pair in arm.pairs if pair not in why])
    #[pyo3(signature = (*, samples=10_000, seed=1, progress=None, threads=None))]
    fn allowed_pairs(
        &self,
        py: Python<'_>,
        samples: usize,
        seed: u64,
        progress: Option<Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Vec<(String, String, &'static str)>> {
        let how = Run { total: samples, progress, threads };
        let found = run(py, how, |run| {
            allowed_pairs(&self.checker, samples, seed, &run.check_batch(&self.checker))
        })?;
        let named = |([a, b], reason): ([usize; 2], obbtree::robot::Reason)| {
            let (a, b) = self.link_names_of([a, b]);
            (a, b, reason.name())
        };
        Ok(found.pairs.into_iter().map(named).collect())
    }
}
