//! Queries about a motion: a straight line of joint values.

use obbtree::robot::Checker as Engine;
use pyo3::prelude::*;

use super::answers::verdict;
use super::checker::Checker;
use super::configurations::configuration;
use crate::answers::Sweep;
use crate::errors::check_error;
use crate::interrupt::detached;
use crate::parameters::{not_nan, whole_u32};
use crate::sweeps::options;

impl Checker {
    fn is_motion(
        &self,
        py: Python<'_>,
        [start, end]: [&Bound<'_, PyAny>; 2],
        limits: bool,
        ask: fn(&mut Engine, &[f64], &[f64]) -> bool,
    ) -> PyResult<bool> {
        let start = configuration(&self.robot, start, "start")?;
        let end = configuration(&self.robot, end, "end")?;
        detached(py, || self.with_engine(limits, |checker| ask(checker, &start, &end)))
    }
}

#[pymethods]
impl Checker {
    /// Is every configuration on the straight line of joint values from ``start`` to ``end`` free?
    /// In proof, at all real times: what OMPL calls ``checkMotion``. One with an end that is not
    /// valid is not; with ``limits=False`` limits do not count.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> checker = obbtree.Checker(arm, obbtree.Scene())
    /// >>> checker.is_motion_valid([2.0, 0.3, 0.0, 0.05], [2.5, 0.5, 0.2, 0.05])
    /// True
    #[pyo3(signature = (start, end, *, limits=true))]
    fn is_motion_valid(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        limits: bool,
    ) -> PyResult<bool> {
        self.is_motion(py, [start, end], limits, Engine::is_motion_valid)
    }

    /// Does it show quickly that ``is_motion_valid``? ``True`` is proof; after ``False`` the motion
    /// may still be valid. For planners, which have other motions to try.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> checker = obbtree.Checker(arm, obbtree.Scene())
    /// >>> checker.is_motion_clear([2.0, 0.3, 0.0, 0.05], [2.5, 0.5, 0.2, 0.05])
    /// True
    #[pyo3(signature = (start, end, *, limits=true))]
    fn is_motion_clear(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        limits: bool,
    ) -> PyResult<bool> {
        self.is_motion(py, [start, end], limits, Engine::is_motion_clear)
    }

    /// ``is_motion_valid`` with times, the last valid configuration, and the pair that collides
    /// first: see ``Sweep``, and ``sweep`` for the options; ``effort`` counts intervals of time.
    /// A pair with a margin is in contact where it is at the margin. Raises ``RobotError`` for
    /// an end that has a value that is not finite or, unless ``limits=False``, beyond its limits,
    /// and for a quaternion that is too short between them, as half way from ``q`` to ``-q``.
    ///
    /// >>> import obbtree
    /// >>> world = obbtree.Scene()
    /// >>> world.add("lamp", obbtree.Shape.sphere([0, 0, 0], 0.4), [0, 1, 0.5, 0, 0, 0, 1])
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> found = checker.sweep([0, 0.3, 0, 0.05], [3, 0.3, 0, 0.05])
    /// >>> found.outcome, found.first_contact - found.last_free <= 1e-3
    /// ('contact', True)
    /// >>> checker.is_valid(found.last_valid)
    /// True
    #[pyo3(signature = (
        start, end, *, time_tolerance=1e-3, distance_tolerance=0.0, effort=10_000, limits=true
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn sweep(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = not_nan::time_tolerance)] time_tolerance: f64,
        #[pyo3(from_py_with = not_nan::distance_tolerance)] distance_tolerance: f64,
        #[pyo3(from_py_with = whole_u32::effort)] effort: u32,
        limits: bool,
    ) -> PyResult<Sweep> {
        let (start, end) =
            (configuration(&self.robot, start, "start")?, configuration(&self.robot, end, "end")?);
        let options = options(time_tolerance, distance_tolerance, effort);
        let find = || {
            self.with_engine(limits, |checker| {
                let found = checker.sweep(&start, &end, &options)?;
                Ok(verdict(checker, found, [&start, &end]))
            })
        };
        detached(py, find)?.map_err(|error| check_error(&error))
    }
}
