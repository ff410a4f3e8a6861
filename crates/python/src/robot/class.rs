//! The class `Robot`: the model, without a world.

use std::path::PathBuf;
use std::sync::Arc;

use obbtree::robot::{
    Collides, ProofOptions, Robot as EngineRobot, allowed_pairs, pairs_to_prove, prove_allowed,
};
use obbtree::scene::Scene as EngineScene;
use pyo3::prelude::*;

use super::source::{self, Source, holding};
use crate::answers::Names;
use crate::errors::world_error;
use crate::parameters::{optional_whole, whole, whole_u64};
use crate::run::{Run, run};

/// A pair of links, whether one joint joins them, when they collide, and configurations.
type ProvenPair = (String, String, bool, &'static str, Option<Vec<f64>>, Option<Vec<f64>>);

/// A robot from its URDF: links, joints, where a configuration puts the links. ``Checker`` says
/// what collides, in a world.
///
/// ``Robot(urdf)`` reads a file and the meshes of its collision elements; ``srdf`` is a file that
/// names the pairs of links that are not checked; ``package_roots`` are folders in which
/// ``package://NAME`` is ``NAME``, beside those around the URDF.
///
/// A configuration is an array of ``dof`` numbers, a value for each degree of freedom: those of
/// the joints that move and mimic none, in the order of the URDF (radians, and lengths in its
/// unit, metres by convention). Robots do not change, and threads may share one.
///
/// Raises ``ReadError`` (which file, link or joint; also of a xacro that was not expanded, and an
/// SRDF of another robot) or ``FileNotFoundError``; ``RobotError`` for configurations of another
/// number of values, and names that do not exist.
///
/// >>> import obbtree
/// >>> folder = "crates/robot/tests/data/"
/// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
/// >>> arm
/// Robot('arm', 7 links, 4 dof)
/// >>> arm.joint_names
/// ['shoulder', 'elbow', 'wrist', 'slide']
/// >>> arm.name, arm.root, arm.dof, arm.link_names[:2], arm.joint_kinds[3]
/// ('arm', 'base', 4, ['base', 'upper'], 'prismatic')
/// >>> [link for link, body, pose in arm.meshes], sorted(arm.states)
/// (['forearm', 'hand'], [])
/// >>> arm.fk([2.0, 0.3])
/// Traceback (most recent call last):
///     ...
/// obbtree.RobotError: argument 'configuration': a configuration of this robot has 4 values, not 2
#[pyclass(frozen, from_py_object, module = "obbtree")]
#[derive(Clone)]
pub(crate) struct Robot {
    pub(super) engine: Arc<EngineRobot>,
    pub(super) source: Arc<Source>,
}

impl Robot {
    pub(super) fn made_of(source: Source) -> PyResult<Self> {
        Ok(Self { engine: Arc::new(source.robot()?), source: Arc::new(source) })
    }

    pub(super) fn engine(&self) -> &EngineRobot {
        &self.engine
    }

    fn names_of(&self, [a, b]: [usize; 2]) -> Names {
        let name = |link: usize| self.engine.links()[link].name().to_owned();
        (name(a), name(b))
    }

    /// The names of joints: given as such, or those of a group of the SRDF.
    pub(super) fn joints_of(&self, group: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        match group.extract::<String>() {
            Ok(name) => Ok(self.group(&name)?.into_iter().map(str::to_owned).collect()),
            Err(_) => group.extract(),
        }
    }

    /// The same robot, of which these joints alone move.
    pub(super) fn held(&self, joints: Vec<String>, at: Vec<f64>) -> PyResult<Self> {
        let mut source = Source::clone(&self.source);
        let held = (joints, at);
        let engine = Arc::new(holding(&self.engine, &held)?);
        source.held.push(held);
        Ok(Self { engine, source: Arc::new(source) })
    }
}

#[pymethods]
impl Robot {
    #[new]
    #[pyo3(signature = (urdf, *, srdf=None, package_roots=vec![]))]
    fn new(
        py: Python<'_>,
        urdf: PathBuf,
        srdf: Option<PathBuf>,
        package_roots: Vec<PathBuf>,
    ) -> PyResult<Self> {
        py.detach(|| Self::made_of(Source::read(urdf, srdf, package_roots)?))
    }

    /// A robot from the text of a URDF, and of an SRDF. Mesh names are relative to the folder of
    /// ``path``, which need not exist. ``pairs`` are those of links that are checked: see
    /// ``with_pairs``.
    ///
    /// >>> import obbtree
    /// >>> robot = obbtree.Robot.from_text('''<robot name="a tool on a rail"><link name="rail"/>
    /// ...     <link name="tool"><collision><geometry><sphere radius="0.5"/></geometry></collision>
    /// ...     </link><joint name="x" type="prismatic"><parent link="rail"/><child link="tool"/>
    /// ...     <axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
    /// ...     </robot>''')
    /// >>> robot.fk([2.0])[1][:3, 3]
    /// array([2., 0., 0.])
    #[staticmethod]
    #[pyo3(signature = (
        urdf, path="robot.urdf".into(), *, srdf=None, package_roots=vec![], pairs=None
    ))]
    fn from_text(
        py: Python<'_>,
        urdf: String,
        path: PathBuf,
        srdf: Option<String>,
        package_roots: Vec<PathBuf>,
        pairs: Option<Vec<Names>>,
    ) -> PyResult<Self> {
        let source = Source { urdf, path, srdf, package_roots, pairs, held: Vec::new() };
        py.detach(|| Self::made_of(source))
    }

    #[staticmethod]
    fn _of(
        py: Python<'_>,
        urdf: String,
        path: PathBuf,
        srdf: Option<String>,
        package_roots: Vec<PathBuf>,
        pairs: Option<Vec<Names>>,
        held: Vec<source::Held>,
    ) -> PyResult<Self> {
        let source = Source { urdf, path, srdf, package_roots, pairs, held };
        py.detach(|| Self::made_of(source))
    }

    /// The same robot, of which these pairs of links alone are checked, by name.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> arm.with_pairs([("base", "hand")]).pairs
    /// [('base', 'hand')]
    fn with_pairs(&self, py: Python<'_>, pairs: Vec<Names>) -> PyResult<Self> {
        py.detach(|| {
            let engine = source::with_pairs(EngineRobot::clone(&self.engine), &pairs)?.into();
            let source = Source { pairs: Some(pairs), ..Source::clone(&self.source) };
            Ok(Self { engine, source: Arc::new(source) })
        })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.engine.name()
    }

    /// The names of the links, in the order of the URDF.
    #[getter]
    fn link_names(&self) -> Vec<&str> {
        self.engine.links().iter().map(|link| link.name()).collect()
    }

    /// The name of the link that nothing moves.
    #[getter]
    fn root(&self) -> &str {
        self.engine.links()[self.engine.root()].name()
    }

    /// The pairs of links that are checked, by name.
    #[getter]
    fn pairs(&self) -> Vec<Names> {
        self.engine.pairs().iter().map(|pair| self.names_of(*pair)).collect()
    }

    /// Collision elements that are meshes: for each the link's name, its ``Body``, and its pose
    /// in the link's frame.
    #[getter]
    fn meshes(&self) -> Vec<(&str, crate::body::Body, crate::pose::Pose)> {
        let mut meshes = Vec::new();
        for link in self.engine.links() {
            for part in link.parts() {
                if let Some(body) = part.collider().body() {
                    let body = crate::body::Body(body.clone());
                    meshes.push((link.name(), body, crate::pose::Pose(*part.offset())));
                }
            }
        }
        meshes
    }

    /// Pairs of links that need no check, found by samples, as MoveIt's setup assistant does:
    /// ``(link, link, why)``, where why is ``"Adjacent"``, ``"Default"`` (they collide at rest),
    /// ``"Always"`` or ``"Never"``. The last is a guess. For ``progress`` and ``threads`` see
    /// ``collide_batch``.
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
        #[pyo3(from_py_with = whole::samples)] samples: usize,
        #[pyo3(from_py_with = whole_u64::seed)] seed: u64,
        progress: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Vec<(String, String, &'static str)>> {
        let alone = obbtree::robot::Checker::new(Arc::clone(&self.engine), &EngineScene::new());
        let alone = alone.map_err(|error| world_error(&error))?;
        let how = Run { total: samples, progress, threads };
        let found =
            run(py, how, |run| allowed_pairs(&alone, samples, seed, &run.check_batch(&alone)))?;
        let named = |(pair, reason): ([usize; 2], obbtree::robot::Reason)| {
            let (a, b) = self.names_of(pair);
            (a, b, reason.name())
        };
        Ok(found.pairs.into_iter().map(named).collect())
    }

    /// Which pairs of links collide never, always or sometimes, for all values of the joints
    /// within their limits: ``(link, link, adjacent, collides, colliding, free)``. ``adjacent`` is
    /// of a pair that one joint joins and that the robot leaves out: it is not in ``pairs``;
    /// all other pairs that are given are. ``collides`` is ``"never"`` or ``"always"``, both
    /// proven; ``"sometimes"``, with a configuration at which they collide and one at which they
    /// do not; or ``"undecided"`` within the effort, the boxes of joint values and distances of
    /// surfaces that each pair may take. For ``progress`` and ``threads`` see ``collide_batch``.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> proofs = arm.prove_allowed()
    /// >>> allowed = {(a, b) for a, b, adjacent, collides, *_ in proofs
    /// ...            if adjacent or collides in ("never", "always")}
    /// >>> checked = arm.with_pairs([pair for pair in arm.pairs if pair not in allowed])
    #[pyo3(signature = (*, effort=None, seed=1, progress=None, threads=None))]
    fn prove_allowed(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = optional_whole::effort)] effort: Option<usize>,
        #[pyo3(from_py_with = whole_u64::seed)] seed: u64,
        progress: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Vec<ProvenPair>> {
        let mut options = ProofOptions::default();
        (options.effort, options.seed) = (effort.unwrap_or(options.effort), seed);
        let how = Run { total: pairs_to_prove(&self.engine).len(), progress, threads };
        let found = run(py, how, |run| prove_allowed(&self.engine, &options, &run.batch(false)))?;
        let named = |pair: obbtree::robot::PairProof| {
            let (a, b) = self.names_of(pair.links);
            let (collides, colliding, free) = match pair.collides {
                Collides::Never => ("never", None, None),
                Collides::Always => ("always", None, None),
                Collides::Sometimes { colliding, free } => {
                    ("sometimes", Some(colliding), Some(free))
                }
                _ => ("undecided", None, None),
            };
            (a, b, pair.is_adjacent, collides, colliding, free)
        };
        Ok(found.pairs.into_iter().map(named).collect())
    }

    /// Pickles hold the texts; mesh files are read again, where they were.
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
        let (links, dof) = (self.engine.links().len(), self.engine.dof());
        format!("Robot('{}', {links} links, {dof} dof)", self.engine.name())
    }
}
