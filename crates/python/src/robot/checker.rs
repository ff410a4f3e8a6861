//! The class `Checker`: a robot in its world.

use std::sync::{Mutex, MutexGuard, PoisonError};

use obbtree::robot::Checker as Engine;
use pyo3::prelude::*;

use super::answers::names;
use super::class::Robot;
use crate::answers::Names;
use crate::errors::world_error;
use crate::scene::Scene;

/// A robot in its world: is a configuration free, is a motion, what collides, how far apart are
/// things?
///
/// The world is a ``Scene`` in the frame of the root link; an empty one says that there is
/// nothing else. The links become bodies of it under their names, which kinematics places; so
/// pairs that may collide, margins and paddings of links are set as those of other bodies, by
/// ``change``. Checked are two links, a link and another body, and what a link carries and a link
/// or another body. Pairs of links that one joint joins, or that the SRDF disables, are allowed
/// to collide.
///
/// Meshes are surfaces, shapes are solid, touching is colliding, as is what is within the margin
/// of the pair. The answer is the certain one for the poses that forward kinematics gives, as
/// rounded.
///
/// A configuration is valid if nothing collides and every value is within its joint's limits;
/// questions that give more than yes or no raise ``RobotError`` about one that is beyond them, or
/// has a value that is not finite. With ``limits=False`` limits do not count. Those of joints
/// that mimic another never do. Threads may share a checker, and change it: a query is about the
/// world as it was at the call.
///
/// Raises ``RobotError`` if a body of the world has the name of a link.
///
/// >>> import obbtree
/// >>> folder = "crates/robot/tests/data/"
/// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
/// >>> world = obbtree.Scene()
/// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
/// >>> checker = obbtree.Checker(arm, world)
/// >>> checker
/// Checker('arm', 4 dof, 8 bodies)
/// >>> checker.is_valid([2.0, 0.3, 0.0, 0.05])
/// True
/// >>> checker.change(lambda world: world.set_padding("hand", 10.0))
/// >>> checker.is_valid([2.0, 0.3, 0.0, 0.05])
/// False
/// >>> checker.robot, len(checker.pairs) > 0
/// (Robot('arm', 7 links, 4 dof), True)
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Checker {
    pub(super) robot: Robot,
    state: Mutex<State>,
}

struct State {
    /// Answers nothing itself: others are cloned from it.
    template: Engine,
    idle: Vec<Engine>,
    /// How often the world was changed.
    version: u64,
}

impl Checker {
    pub(super) fn made(robot: Robot, template: Engine) -> Self {
        let state = State { template, idle: Vec::new(), version: 0 };
        Self { robot, state: Mutex::new(state) }
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls with a checker for which limits count, or not.
    pub(super) fn with_engine<R>(&self, limits: bool, query: impl FnOnce(&mut Engine) -> R) -> R {
        let (kept, version) = {
            let mut state = self.locked();
            (state.idle.pop(), state.version)
        };
        let checker = kept.unwrap_or_else(|| self.locked().template.clone());
        let mut checker = checker.ignoring_limits(!limits);
        let answer = query(&mut checker);
        let mut state = self.locked();
        if state.version == version {
            state.idle.push(checker);
        }
        answer
    }

    /// The checker that batches clone.
    pub(super) fn for_batch(&self, limits: bool) -> Engine {
        self.locked().template.clone().ignoring_limits(!limits)
    }

    /// The checker as it is, and how often its world was changed.
    pub(super) fn snapshot(&self) -> (Engine, u64) {
        let state = self.locked();
        (state.template.clone(), state.version)
    }

    /// Takes a changed checker; `false` if the world was changed since that version.
    pub(super) fn replace(&self, template: Engine, version: u64) -> bool {
        let mut state = self.locked();
        if state.version != version {
            return false;
        }
        (state.template, state.version) = (template, version + 1);
        state.idle.clear();
        true
    }
}

#[pymethods]
impl Checker {
    #[new]
    fn new(py: Python<'_>, robot: Robot, world: &Bound<'_, Scene>) -> PyResult<Self> {
        let scene = world.get().snapshot();
        py.detach(|| {
            let template = Engine::new(robot.engine.clone(), &scene);
            Ok(Self::made(robot, template.map_err(|error| world_error(&error))?))
        })
    }

    /// The robot.
    #[getter]
    fn robot(&self) -> Robot {
        self.robot.clone()
    }

    /// The pairs that are checked, by name: of links first, then of links with other bodies, then
    /// of bodies that links carry with others.
    #[getter]
    fn pairs(&self) -> Vec<Names> {
        let state = self.locked();
        state.template.pairs().iter().map(|pair| names(&state.template, *pair)).collect()
    }

    /// Why nothing is checked, if no pair is: then nothing collides; else ``None``.
    ///
    /// >>> import obbtree
    /// >>> robot = obbtree.Robot.from_text("<robot name='r'><link name='a'/></robot>")
    /// >>> obbtree.Checker(robot, obbtree.Scene()).nothing_checked
    /// 'no link of the robot has a <collision> element'
    #[getter]
    fn nothing_checked(&self) -> Option<String> {
        self.locked().template.nothing_checked().map(|why| why.to_string())
    }

    fn __repr__(&self) -> String {
        let (robot, bodies) = (self.robot.engine(), self.locked().template.world().ids().count());
        format!("Checker('{}', {} dof, {bodies} bodies)", robot.name(), robot.dof())
    }
}
