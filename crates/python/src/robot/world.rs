//! The world of a checker: changes, attached bodies, groups of joints, copies and pickles.

use obbtree::Pose;
use obbtree::robot::{Checker as Engine, WorldError};
use obbtree::scene::{BodyId, Scene as EngineScene, SceneError};
use pyo3::prelude::*;

use super::checker::Checker;
use super::class::Robot;
use super::configurations::configuration;
use super::source::joint_numbers;
use crate::errors::{RobotError, world_error};
use crate::parameters::{Named, ThePose};
use crate::pose::PoseLike;
use crate::scene::Scene;

impl Checker {
    /// Changes a copy of the checker, and takes it.
    fn update(
        &self,
        py: Python<'_>,
        change: impl Fn(&mut Engine) -> Result<(), WorldError> + Send + Sync,
    ) -> PyResult<()> {
        py.detach(|| {
            loop {
                let (mut engine, version) = self.snapshot();
                change(&mut engine).map_err(|error| world_error(&error))?;
                if self.replace(engine, version) {
                    return Ok(());
                }
            }
        })
    }
}

#[pymethods]
impl Checker {
    /// A copy of the world, with the links as bodies, where the configuration of zeros has them:
    /// names, which pairs are allowed to collide, margins. Changes of the copy are not the
    /// checker's: see ``change``.
    #[getter]
    fn world(&self) -> Scene {
        Scene::of(self.snapshot().0.world().clone())
    }

    /// A copy of the world with all links, and what they carry, where a configuration puts them:
    /// for any query about a ``Scene``, to be drawn or written.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> checker.world_at([2.0, 0.3, 0.0, 0.05]).pairs()
    /// []
    fn world_at(&self, configuration: &Bound<'_, PyAny>) -> PyResult<Scene> {
        let values = self::configuration(&self.robot, configuration, "configuration")?;
        let world = self.snapshot().0.world_at(&values);
        world.map(Scene::of).map_err(|error| world_error(&error))
    }

    /// Changes the world: calls a function with it, a ``Scene`` with the links as bodies, and
    /// takes what the function made of it. Bodies can be added, moved, removed, enabled, allowed
    /// to collide, given margins, paddings and groups. Links stay where kinematics puts them.
    /// Returns what the function returns.
    ///
    /// Raises what the function raises; ``RobotError`` if it removed a link, made it of other
    /// parts, attached it or enabled one without collision elements, or the world was changed by
    /// another meanwhile. Then the world stays as it was.
    ///
    /// >>> import obbtree
    /// >>> floor, world = obbtree.Shape.half_space(), obbtree.Scene()
    /// >>> world.add("floor", floor)
    /// >>> checker = obbtree.Checker(obbtree.Robot("crates/robot/tests/data/arm.urdf"), world)
    /// >>> checker.colliding_pairs([0, 0, 0, 0])
    /// [('finger_a', 'finger_b'), ('base', 'floor')]
    /// >>> checker.change(lambda world: world.allow("base", "floor"))
    /// >>> checker.colliding_pairs([0, 0, 0, 0])
    /// [('finger_a', 'finger_b')]
    fn change<'py>(
        &self,
        py: Python<'py>,
        change: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut engine, version) = self.snapshot();
        let scene = Bound::new(py, Scene::of(engine.world().clone()))?;
        let result = change.call1((&scene,))?;
        let changed = scene.get().snapshot();
        let take = || {
            let taken = engine.change(|world| {
                *world = changed;
                Ok(())
            });
            taken.map_err(|error| world_error(&error))?;
            Ok::<bool, PyErr>(self.replace(engine, version))
        };
        match py.detach(take)? {
            true => Ok(result),
            false => Err(RobotError::new_err("the world was changed by another meanwhile")),
        }
    }

    /// Puts the robot into another world. What was changed or attached in the old one is gone;
    /// what the two share costs nothing.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> checker.set_world(obbtree.Scene())
    /// >>> checker
    /// Checker('arm', 4 dof, 7 bodies)
    fn set_world(&self, py: Python<'_>, world: &Bound<'_, Scene>) -> PyResult<()> {
        let scene = world.get().snapshot();
        self.update(py, |engine| engine.set_world(&scene))
    }

    /// A checker of the same robot in another world, which shares what belongs to the robot.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> checker.in_world(obbtree.Scene())
    /// Checker('arm', 4 dof, 7 bodies)
    fn in_world(&self, py: Python<'_>, world: &Bound<'_, Scene>) -> PyResult<Self> {
        let scene = world.get().snapshot();
        py.detach(|| {
            let engine = self.snapshot().0.in_world(&scene);
            Ok(Self::made(self.robot.clone(), engine.map_err(|error| world_error(&error))?))
        })
    }

    /// Attaches a body of the world to a link, which carries it from now on: from where it is, by
    /// a link that is where a configuration puts it. The body is checked against all that the
    /// link is checked against, but not against the link, what else this carries, and
    /// ``touch_links``: with these it is allowed to collide, also after it is detached.
    ///
    /// >>> import obbtree
    /// >>> world = obbtree.Scene()
    /// >>> world.add("cup", obbtree.Shape.sphere([0, 0, 0], 0.02), [-0.3, -0.2, 0.9, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(obbtree.Robot("assets/arm.urdf"), world)
    /// >>> checker.attach("cup", "gripper", [1.9, 1.3, -2.1, 0.5, 0], touch_links=["hand"])
    /// >>> checker.world.parent("cup")
    /// 'gripper'
    #[pyo3(signature = (body, link, configuration, *, touch_links=vec![]))]
    fn attach(
        &self,
        py: Python<'_>,
        body: &str,
        link: &str,
        configuration: &Bound<'_, PyAny>,
        touch_links: Vec<String>,
    ) -> PyResult<()> {
        let values = self::configuration(&self.robot, configuration, "configuration")?;
        let touch_links: Vec<&str> = touch_links.iter().map(String::as_str).collect();
        self.update(py, |engine| engine.attach(body, link, &touch_links, &values))
    }

    /// Attaches a body of the world to a link, as ``attach``, at a pose in the link's frame.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> world.add("tool", obbtree.Shape.sphere([0, 0, 0], 0.01))
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> checker.attach_at("tool", "hand", [0, 0, 0.1, 0, 0, 0, 1], touch_links=["hand"])
    /// >>> [pair for pair in checker.pairs if "tool" in pair][0]
    /// ('base', 'tool')
    #[pyo3(signature = (body, link, pose, *, touch_links=vec![]))]
    fn attach_at(
        &self,
        py: Python<'_>,
        body: &str,
        link: &str,
        pose: Named<PoseLike, ThePose>,
        touch_links: Vec<String>,
    ) -> PyResult<()> {
        let touch_links: Vec<&str> = touch_links.iter().map(String::as_str).collect();
        self.update(py, |engine| engine.attach_at(body, link, &touch_links, pose.0.0))
    }

    /// Detaches a body from the link that carries it, if one does: it stays where a configuration
    /// has it. Links that it was allowed to touch stay allowed.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> world.add("tool", obbtree.Shape.sphere([0, 0, 0], 0.01))
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> checker.attach_at("tool", "hand", [0, 0, 0.1, 0, 0, 0, 1])
    /// >>> checker.detach("tool", arm.zero())
    /// >>> checker.world_at(arm.zero()).parent("tool") is None
    /// True
    fn detach(&self, py: Python<'_>, body: &str, configuration: &Bound<'_, PyAny>) -> PyResult<()> {
        let values = self::configuration(&self.robot, configuration, "configuration")?;
        self.update(py, |engine| engine.detach(body, &values))
    }

    /// A checker of the same robot in the same world, of which only some joints move: those of a
    /// group of the SRDF, by its name, or a list of names. The others are held where a
    /// configuration has them, limits or not. See ``Robot.holding``.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> checker = obbtree.Checker(arm, obbtree.Scene())
    /// >>> wrist = checker.for_group(["wrist"], [0.5, 0.3, 0.0, 0.05])
    /// >>> wrist.is_valid([0.2]) == checker.is_valid([0.5, 0.3, 0.2, 0.05])
    /// True
    fn for_group(
        &self,
        py: Python<'_>,
        group: &Bound<'_, PyAny>,
        held: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (joints, held) =
            (self.robot.joints_of(group)?, configuration(&self.robot, held, "held")?);
        let numbers = joint_numbers(self.robot.engine(), &joints)?;
        py.detach(|| {
            let engine = self.snapshot().0.for_group(&numbers, &held);
            let engine = engine.map_err(|error| world_error(&error))?;
            Ok(Self::made(self.robot.held(joints, held)?, engine))
        })
    }

    #[staticmethod]
    fn _of(py: Python<'_>, robot: Robot, world: &Bound<'_, Scene>) -> PyResult<Self> {
        let world = world.get().snapshot();
        py.detach(|| {
            let engine = again(&robot, &world).map_err(|error| world_error(&error))?;
            Ok(Self::made(robot, engine))
        })
    }

    /// Pickles hold the robot's texts, and the meshes of the world.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Robot, Scene))> {
        let checker = slf.get();
        Ok((slf.get_type().getattr("_of")?, (checker.robot.clone(), checker.world())))
    }

    /// Later changes of one do not change the other; meshes and tables are shared.
    fn __copy__(&self) -> Self {
        Self::made(self.robot.clone(), self.snapshot().0)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }
}

/// How many bodies carry one, one above the other.
fn bodies_above(world: &EngineScene, id: BodyId) -> usize {
    std::iter::successors(Some(id), |&id| world.parent(id).ok().flatten()).count()
}

/// A checker whose world is this one, which has the links as bodies.
fn again(robot: &Robot, world: &EngineScene) -> Result<Engine, WorldError> {
    let links: Vec<&str> = robot.engine().links().iter().map(|link| link.name()).collect();
    let mut others = world.clone();
    for link in &links {
        others.remove(others.id(link)?)?;
    }
    let mut engine = Engine::new(robot.engine.clone(), &others)?;
    engine.change(|new| {
        let both = |name: &str| -> Result<[BodyId; 2], SceneError> {
            Ok([world.id(name)?, new.id(name)?])
        };
        let pairs = links.iter().map(|link| both(link)).collect::<Result<Vec<_>, _>>()?;
        for [old, id] in pairs {
            new.set_pose(id, *world.pose(old)?)?;
            new.set_padding(id, world.padding(old)?)?;
            new.set_groups(id, world.groups(old)?)?;
            new.set_enabled(id, world.is_enabled(old)?)?;
        }
        // What is carried first, as what carries it is moved.
        let mut attached: Vec<BodyId> =
            others.ids().map(|id| world.id(others.name(id)?)).collect::<Result<_, _>>()?;
        attached.sort_by_key(|&id| std::cmp::Reverse(bodies_above(world, id)));
        for id in attached {
            let Some(parent) = world.parent(id)? else { continue };
            // Under the identity a body is exactly where it is attached.
            let mut at_identity = world.clone();
            at_identity.set_pose(parent, Pose::identity())?;
            let [body, by] = [new.id(world.name(id)?)?, new.id(world.name(parent)?)?];
            new.set_poses([(by, Pose::identity()), (body, *at_identity.pose(id)?)])?;
            new.attach(body, by)?;
            new.set_pose(by, *world.pose(parent)?)?;
        }
        let kept: std::collections::BTreeSet<_> = world.allowed().cloned().collect();
        let more: Vec<_> = new.allowed().filter(|pair| !kept.contains(*pair)).cloned().collect();
        for [a, b] in more {
            new.forbid(&a, &b)?;
        }
        for [a, b] in kept {
            new.allow(&a, &b);
        }
        let margins: Vec<_> = world.pair_margins().map(|(pair, m)| (pair.clone(), m)).collect();
        for ([a, b], margin) in margins {
            new.set_pair_margin(&a, &b, Some(margin))?;
        }
        Ok(())
    })?;
    Ok(engine)
}
