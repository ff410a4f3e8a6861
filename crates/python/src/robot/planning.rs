//! A path between two configurations, by the planner of the robot crate.

use std::sync::atomic::{AtomicBool, Ordering};

use numpy::PyArray2;
use obbtree::robot::{
    Checker as Engine, MotionValidity, PlanOptions, StateValidity, plan_path_to_any,
};
use pyo3::prelude::*;

use super::checker::Checker;
use super::configurations::{configuration, configuration_table, configurations};
use crate::errors::PlanError;
use crate::parameters::{above_zero, whole, whole_u64};
use crate::run::{Run, run};

/// A checker that ends the search once a flag is raised.
struct Stopping<'c> {
    checker: &'c mut Engine,
    stop: &'c AtomicBool,
}

impl StateValidity for Stopping<'_> {
    fn is_state_valid(&mut self, configuration: &[f64]) -> bool {
        self.checker.is_state_valid(configuration)
    }

    fn why_not_valid(&mut self, configuration: &[f64]) -> String {
        self.checker.why_not_valid(configuration)
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}

impl MotionValidity for Stopping<'_> {
    fn is_line_valid(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.checker.is_line_valid(from, to)
    }

    fn is_line_clear(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.checker.is_line_clear(from, to)
    }

    fn last_valid(&mut self, from: &[f64], to: &[f64]) -> Option<(Vec<f64>, f64)> {
        self.checker.last_valid(from, to)
    }
}

#[pymethods]
impl Checker {
    /// A path from ``start`` to ``goal`` by RRT-Connect, shortened: (M, dof), every line of it
    /// proven free. ``goal`` may be many, (N, dof): the path ends at one of these.
    ///
    /// Trees grow by lines of ``step`` at most, in the Euclidean norm of the values, until
    /// ``samples`` are spent; then corners are left out and cut in ``rounds``. The same seed gives
    /// the same path. The path stays within the limits; with ``limits=False`` its ends are taken as
    /// they are. ``KeyboardInterrupt`` ends the search.
    ///
    /// Raises ``PlanError`` if the start or every goal is not valid, and says why, or if the
    /// samples are spent, which proves nothing; ``ObbtreeError`` for a step that is not above 0.
    ///
    /// >>> import obbtree
    /// >>> robot = obbtree.Robot.from_text('''<robot name="r"><link name="a"/><link name="m"/>
    /// ...     <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision>
    /// ...     </link><joint name="x" type="prismatic"><parent link="a"/><child link="m"/>
    /// ...     <axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
    /// ...     <joint name="y" type="prismatic"><parent link="m"/><child link="b"/>
    /// ...     <axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
    /// ...     </robot>''')
    /// >>> world = obbtree.Scene()
    /// >>> world.add("block", obbtree.Shape.cuboid([1, 1, 1]))
    /// >>> checker = obbtree.Checker(robot, world)
    /// >>> path = checker.plan([-2, 0], [2, 0])
    /// >>> len(path) > 2 and bool(checker.is_motion_valid_batch(path[:-1], path[1:]).all())
    /// True
    /// >>> checker.plan([-2, 0], [0, 0])
    /// Traceback (most recent call last):
    ///     ...
    /// obbtree.PlanError: the goal: not free: 'b' collides with 'block'
    /// >>> checker.plan([-2, 0], [[0, 0], [2, 0]])[-1].tolist()
    /// [2.0, 0.0]
    #[pyo3(signature = (
        start, goal, *, seed=1, step=1.0, samples=100_000, rounds=2, limits=true
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn plan<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole_u64::seed)] seed: u64,
        #[pyo3(from_py_with = above_zero::step)] step: f64,
        #[pyo3(from_py_with = whole::samples)] samples: usize,
        #[pyo3(from_py_with = whole::rounds)] rounds: usize,
        limits: bool,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let start = configuration(&self.robot, start, "start")?;
        let is_one = py.import("numpy")?.call_method1("ndim", (goal,))?.extract::<usize>()? < 2;
        let goals = match is_one {
            true => vec![configuration(&self.robot, goal, "goal")?],
            false => configurations(&self.robot, goal, "goal")?,
        };
        let goals: Vec<&[f64]> = goals.iter().map(AsRef::as_ref).collect();
        let mut options = PlanOptions::default().seed(seed).step(step);
        (options.samples, options.rounds) = (samples, rounds);
        let how = Run { total: 0, progress: None, threads: None };
        let found = run(py, how, |run| {
            let search = |checker: &mut Engine| {
                let mut checker = Stopping { checker, stop: run.cancel };
                plan_path_to_any(self.robot.engine(), &mut checker, &start, &goals, &options)
            };
            Ok(self.with_engine(limits, search))
        })?;
        let path = found.map_err(|error| PlanError::new_err(error.to_string()))?;
        configuration_table(py, &self.robot, &path)
    }
}
