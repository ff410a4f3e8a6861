//! Queries about a motion: a straight line of joint values.

use obbtree::robot::MotionOptions;
use pyo3::prelude::*;

use super::answers::verdict;
use super::checker::Checker;
use super::class::refused;
use super::configurations::configuration;
use crate::answers::Sweep;
use crate::interrupt::detached;

pub(super) fn options(time_tolerance: f64, effort: u32) -> MotionOptions {
    MotionOptions::default().time_tolerance(time_tolerance).effort(effort)
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
        let (start, end) = (configuration(&self.robot, start)?, configuration(&self.robot, end)?);
        detached(py, || self.with_engine(limits, |checker| checker.is_motion_valid(&start, &end)))
    }

    /// The same with the last valid configuration, and the pair that collides first: see
    /// ``Sweep``. A contact is known to within ``time_tolerance``, of a motion that takes time 1;
    /// ``effort`` limits the search. Raises ``RobotError`` for an end that has a value that is
    /// not finite or, unless ``limits=False``, beyond its limits.
    ///
    /// >>> import obbtree
    /// >>> world = obbtree.Scene()
    /// >>> world.add("lamp", obbtree.Shape.sphere([0, 0, 0], 0.4), [0, 1, 0.5, 0, 0, 0, 1])
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> found = checker.check_motion([0, 0.3, 0, 0.05], [3, 0.3, 0, 0.05])
    /// >>> found.outcome, found.first_contact - found.last_free <= 1e-3
    /// ('contact', True)
    /// >>> checker.is_valid(found.last_valid)
    /// True
    #[pyo3(signature = (start, end, *, time_tolerance=1e-3, effort=20_000, limits=true))]
    fn check_motion(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        time_tolerance: f64,
        effort: u32,
        limits: bool,
    ) -> PyResult<Sweep> {
        let (start, end) = (configuration(&self.robot, start)?, configuration(&self.robot, end)?);
        let options = options(time_tolerance, effort);
        let find = || {
            self.with_engine(limits, |checker| {
                let found = checker.check_motion(&start, &end, &options)?;
                Ok(verdict(checker, found))
            })
        };
        detached(py, find)?.map_err(|error| refused(&error))
    }
}
