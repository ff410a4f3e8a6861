//! The class `Robot`, and what its other files go by.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use obbtree::robot::{Checker, Robot as EngineRobot};
use obbtree::scene::BodyId;
use pyo3::prelude::*;

use super::obstacles::Obstacles;
use super::source::{self, Source};
use crate::answers::Names;

/// A robot from its URDF, among obstacles: where a configuration puts its links, and whether anything collides.
///
/// ``Robot(urdf)`` reads a file and the meshes of its collision elements; ``srdf`` is a file that names the pairs of
/// links that are not checked; ``package_roots`` are folders in which ``package://NAME`` is ``NAME``, beside those
/// around the URDF. ``obstacles`` is ``{name: thing}``, where a thing is a ``Body``, a ``Shape`` or a tuple of one
/// and its pose in the frame of the root link; or a ``Scene``, whose world is that frame.
///
/// A configuration is an array of ``values`` numbers: those of the joints that move and mimic none, in the order of
/// the URDF (radians, and lengths in its unit, metres by convention). Meshes are surfaces, shapes are solid, touching
/// is colliding; links that one joint joins are not checked against each other. The answer is the certain one for
/// the poses that forward kinematics gives, as rounded. Robots do not change, and threads may share one.
///
/// A configuration is valid if nothing collides and every value is within its joint's limits;
/// questions that give more than yes or no raise ``RobotError`` about one that is beyond them, or
/// has a value that is not finite. With ``limits=False`` limits do not count. Those of joints that
/// mimic another never do.
///
/// Raises ``ReadError`` (which file, link or joint; also of a xacro that was not expanded, and an
/// SRDF of another robot) or ``FileNotFoundError``; ``RobotError`` for configurations of another
/// number of values, and names that do not exist.
///
/// >>> import obbtree
/// >>> folder = "crates/robot/tests/data/"
/// >>> shelf = obbtree.Body("assets/wall.obj")
/// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf", obstacles={"shelf": (shelf, [2, 0, 0, 0, 0, 0, 1])})
/// >>> arm
/// Robot('arm', 7 links, 4 values, 1 obstacles)
/// >>> arm.joint_names
/// ['shoulder', 'elbow', 'wrist', 'slide']
/// >>> arm.is_valid([2.0, 0.3, 0.0, 0.05])
/// True
/// >>> arm.is_valid([2.0, 0.3])
/// Traceback (most recent call last):
///     ...
/// obbtree.RobotError: a configuration of this robot has 4 values, not 2
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Robot {
    /// Never asked: others are cloned from it.
    pub(super) checker: Checker,
    idle: Mutex<Vec<Checker>>,
    pub(super) source: Source,
}

impl Robot {
    pub(super) fn of(source: Source) -> PyResult<Self> {
        let checker = source.checker()?;
        Ok(Self { checker, idle: Mutex::new(Vec::new()), source })
    }

    pub(super) fn engine(&self) -> &EngineRobot {
        self.checker.robot()
    }

    /// Asks with a checker for which limits count, or not.
    pub(super) fn with_checker<R>(&self, limits: bool, ask: impl FnOnce(&mut Checker) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let checker = kept.unwrap_or_else(|| self.checker.clone());
        let mut checker = checker.ignoring_limits(!limits);
        let answer = ask(&mut checker);
        idle().push(checker);
        answer
    }

    /// The checker that batches clone.
    pub(super) fn batch_checker(&self, limits: bool) -> Checker {
        self.checker.clone().ignoring_limits(!limits)
    }

    pub(super) fn names_of(&self, pair: [BodyId; 2]) -> Names {
        self.checker.names(pair).map(str::to_owned).into()
    }

    pub(super) fn link_names_of(&self, [a, b]: [usize; 2]) -> Names {
        let name = |link: usize| self.engine().links()[link].name().to_owned();
        (name(a), name(b))
    }
}

#[pymethods]
impl Robot {
    #[new]
    #[pyo3(signature = (urdf, *, srdf=None, package_roots=vec![], obstacles=None))]
    fn new(
        py: Python<'_>,
        urdf: PathBuf,
        srdf: Option<PathBuf>,
        package_roots: Vec<PathBuf>,
        obstacles: Option<Obstacles>,
    ) -> PyResult<Self> {
        let obstacles = obstacles.unwrap_or_default();
        py.detach(|| Self::of(Source::read(urdf, srdf, package_roots, obstacles)?))
    }

    /// A robot from the text of a URDF, and of an SRDF. Mesh names are relative to the folder of ``path``, which need
    /// not exist. ``pairs`` are those of links that are checked: see ``with_pairs``.
    ///
    /// >>> import obbtree
    /// >>> robot = obbtree.Robot.from_text('''<robot name="ball on a rail"><link name="rail"/><link name="ball">
    /// ...     <collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    /// ...     <joint name="x" type="prismatic"><parent link="rail"/><child link="ball"/><axis xyz="1 0 0"/>
    /// ...     <limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>''')
    /// >>> robot.fk([2.0])[1][:3, 3]
    /// array([2., 0., 0.])
    #[staticmethod]
    #[pyo3(signature = (
        urdf, path="robot.urdf".into(), *, srdf=None, package_roots=vec![], obstacles=None, pairs=None
    ))]
    fn from_text(
        py: Python<'_>,
        urdf: String,
        path: PathBuf,
        srdf: Option<String>,
        package_roots: Vec<PathBuf>,
        obstacles: Option<Obstacles>,
        pairs: Option<Vec<Names>>,
    ) -> PyResult<Self> {
        let obstacles = obstacles.unwrap_or_default();
        let source = Source { urdf, path, srdf, package_roots, obstacles, pairs };
        py.detach(|| Self::of(source))
    }

    /// The same robot among other obstacles.
    fn with_obstacles(&self, py: Python<'_>, obstacles: Obstacles) -> PyResult<Self> {
        let source = Source { obstacles, ..self.source.clone() };
        py.detach(|| {
            let checker = source.among(self.checker.robot().clone())?;
            Ok(Self { checker, idle: Mutex::new(Vec::new()), source })
        })
    }

    /// The same robot, checked for these pairs of links alone, by name.
    fn with_pairs(&self, py: Python<'_>, pairs: Vec<Names>) -> PyResult<Self> {
        py.detach(|| {
            let robot = source::with_pairs(self.engine().clone(), &pairs)?;
            let source = Source { pairs: Some(pairs), ..self.source.clone() };
            let checker = source.among(robot.into())?;
            Ok(Self { checker, idle: Mutex::new(Vec::new()), source })
        })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.engine().name()
    }

    /// The names of the links, in the order of the URDF.
    #[getter]
    fn link_names(&self) -> Vec<&str> {
        self.engine().links().iter().map(|link| link.name()).collect()
    }

    /// The name of the link that nothing moves.
    #[getter]
    fn root(&self) -> &str {
        self.engine().links()[self.engine().root()].name()
    }

    /// The pairs of links that are checked, by name.
    #[getter]
    fn pairs(&self) -> Vec<Names> {
        self.engine().pairs().iter().map(|pair| self.link_names_of(*pair)).collect()
    }

    /// Why nothing is checked, if no pair of links or of link and obstacle is: then nothing
    /// collides; else ``None``.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Robot.from_text("<robot name='r'><link name='a'/></robot>").nothing_checked
    /// 'no link of the robot has a <collision> element'
    #[getter]
    fn nothing_checked(&self) -> Option<String> {
        self.checker.nothing_checked().map(|why| why.to_string())
    }

    /// The names of the obstacles.
    #[getter]
    fn obstacle_names(&self) -> Vec<&str> {
        let (checker, world) = (&self.checker, self.checker.world());
        let others = world.ids().filter(|body| checker.link_of(*body).is_none());
        others.filter_map(|body| world.name(body).ok()).collect()
    }

    /// Collision elements that are meshes: for each the link's name, its ``Body``, and its pose in the link's frame.
    #[getter]
    fn meshes(&self) -> Vec<(&str, crate::body::Body, crate::pose::Pose)> {
        let mut meshes = Vec::new();
        for link in self.engine().links() {
            for part in link.parts() {
                if let Some(body) = part.collider().body() {
                    let body = crate::body::Body(body.clone());
                    meshes.push((link.name(), body, crate::pose::Pose(*part.offset())));
                }
            }
        }
        meshes
    }

    /// Pickles hold the texts and the obstacles; mesh files are read again, where they were.
    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<source::Reduced<'py>> {
        slf.get().source.reduced(py, &slf.get_type())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        let robot = self.engine();
        let (links, values) = (robot.links().len(), robot.dof());
        let obstacles = self.obstacle_names().len();
        format!("Robot('{}', {links} links, {values} values, {obstacles} obstacles)", robot.name())
    }
}
