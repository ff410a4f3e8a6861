//! Configurations: arguments that are one or many, and what describes them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use obbtree::robot::{Joint, Random, Robot as EngineRobot};
use pyo3::prelude::*;

use super::class::Robot;
use crate::arrays::{floats, table};
use crate::errors::{RobotError, robot_error};
use crate::parameters::{argument, whole, whole_u64};

/// One configuration of a robot.
pub(super) fn configuration(
    robot: &Robot,
    numbers: &Bound<'_, PyAny>,
    name: &str,
) -> PyResult<Vec<f64>> {
    let array = floats(numbers, name)?;
    match *array.shape() {
        [values] if values == robot.engine().dof() => {
            Ok(array.as_array().iter().copied().collect())
        }
        ref shape => Err(wrong_shape(robot.engine(), name, "a configuration", shape)),
    }
}

/// Many configurations: an (N, dof) array.
pub(super) fn configurations(
    robot: &Robot,
    numbers: &Bound<'_, PyAny>,
    name: &str,
) -> PyResult<Vec<Vec<f64>>> {
    let array = floats(numbers, name)?;
    match *array.shape() {
        [_, values] if values == robot.engine().dof() => {
            Ok(array.as_array().outer_iter().map(|row| row.iter().copied().collect()).collect())
        }
        [0] => Ok(Vec::new()), // an empty list
        ref shape => Err(wrong_shape(robot.engine(), name, "configurations", shape)),
    }
}

/// Many motions: their first and their last configurations.
pub(super) fn motions(
    robot: &Robot,
    starts: &Bound<'_, PyAny>,
    ends: &Bound<'_, PyAny>,
) -> PyResult<Vec<[Vec<f64>; 2]>> {
    let (starts, ends) =
        (configurations(robot, starts, "starts")?, configurations(robot, ends, "ends")?);
    if starts.len() != ends.len() {
        let text =
            format!("{} configurations at the start and {} at the end", starts.len(), ends.len());
        return Err(RobotError::new_err(text));
    }
    Ok(starts.into_iter().zip(ends).map(|(start, end)| [start, end]).collect())
}

fn wrong_shape(robot: &EngineRobot, name: &str, what: &str, shape: &[usize]) -> PyErr {
    let values = robot.dof();
    let text = match (what, shape) {
        ("a configuration", [found]) => {
            format!("a configuration of this robot has {values} values, not {found}")
        }
        ("a configuration", _) => {
            format!("a configuration of this robot is of shape ({values},), not {shape:?}")
        }
        _ => format!("configurations of this robot are of shape (N, {values}), not {shape:?}"),
    };
    RobotError::new_err(format!("{}: {text}", argument(name)))
}

/// An (N, dof) array.
pub(super) fn configuration_table<'py>(
    py: Python<'py>,
    robot: &Robot,
    rows: &[Vec<f64>],
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    PyArray1::from_vec(py, rows.concat()).reshape([rows.len(), robot.engine().dof()])
}

/// What an active joint has for each of its values.
fn for_each_value<T: Clone>(robot: &Robot, of: impl Fn(&Joint) -> T) -> Vec<T> {
    let active = robot.engine().active_joints();
    active.flat_map(|joint| vec![of(joint); joint.kind().dof()]).collect()
}

#[pymethods]
impl Robot {
    /// How many degrees of freedom it has: the numbers of a configuration.
    #[getter]
    fn dof(&self) -> usize {
        self.engine().dof()
    }

    /// For each value of a configuration the name of its joint: planar joints have 3 (x, y,
    /// angle), floating ones 7 (x y z qx qy qz qw).
    #[getter]
    fn joint_names(&self) -> Vec<String> {
        for_each_value(self, |joint| joint.name().to_owned())
    }

    /// For each value of a configuration the kind of its joint, as URDF calls it.
    #[getter]
    fn joint_kinds(&self) -> Vec<&'static str> {
        for_each_value(self, |joint| joint.kind().name())
    }

    /// (dof, 2): the least and the largest value; infinite where the joint has no limit.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Robot("crates/robot/tests/data/arm.urdf").limits[:2]
    /// array([[-inf,  inf],
    ///        [-2.8,  2.8]])
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let unlimited = [f64::NEG_INFINITY, f64::INFINITY];
        table(py, &for_each_value(self, |joint| joint.limits().unwrap_or(unlimited)))
    }

    /// The same robot, of which only some joints move: those of a group of the SRDF, by its name,
    /// or a list of names. The others are held where a configuration has them, limits or not; the
    /// new robot's configurations do not have their values.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> arm.holding(["elbow", "wrist"], [0.5, 0.0, 0.0, 0.05])
    /// Robot('arm', 7 links, 2 dof)
    fn holding(&self, group: &Bound<'_, PyAny>, held: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.held(self.joints_of(group)?, configuration(self, held, "held")?)
    }

    /// Does a configuration place the links, with every value finite and within its limits? The
    /// limits themselves are; a quaternion without length places nothing.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> arm.is_within_limits(arm.zero()), arm.is_within_limits([0, 9, 0, 0])
    /// (True, False)
    fn is_within_limits(&self, configuration: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.engine().is_within_limits(&self::configuration(
            self,
            configuration,
            "configuration",
        )?))
    }

    /// (dof,): the configuration of zeros, floating joints unrotated.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> arm.zero()
    /// array([0., 0., 0., 0.])
    fn zero<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.engine().zero())
    }

    /// (count, dof): configurations within the limits, the same ones for the same seed. Turns
    /// without limits are anywhere within a whole one, lengths without limits within 1 of zero.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> arm.random(1000, seed=1).shape
    /// (1000, 4)
    #[pyo3(signature = (count, *, seed=1))]
    fn random<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole::count)] count: usize,
        #[pyo3(from_py_with = whole_u64::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let mut random = Random(seed);
        let one = |_| self.engine().random(|| random.uniform());
        let rows: Vec<Vec<f64>> = (0..count).map(one).collect();
        configuration_table(py, self, &rows)
    }

    /// The configurations of a file, one a line: (N, dof).
    ///
    /// A line ``# joints: NAME NAME ...`` says which values the lines after it have; others
    /// are 0. Raises ``ReadError`` with the line.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("assets/arm.urdf")
    /// >>> arm.read_configurations("assets/arm_through_hole.txt").shape
    /// (2, 5)
    fn read_configurations<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = self.engine().read_configurations(path).map_err(|error| robot_error(&error))?;
        configuration_table(py, self, &rows)
    }

    /// The names of the joints of a group of the SRDF. Raises ``RobotError`` if there is no such
    /// group, or it names a link, a joint or a group that does not exist.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf").group("arm")
    /// ['shoulder', 'elbow', 'wrist', 'mount']
    pub(super) fn group(&self, name: &str) -> PyResult<Vec<&str>> {
        let srdf = self.source.srdf()?.unwrap_or_default();
        let joints = self.engine().group(&srdf, name);
        let joints = joints.map_err(|problem| RobotError::new_err(problem.to_string()))?;
        Ok(joints.into_iter().map(|joint| self.engine().joints()[joint].name()).collect())
    }

    /// The named states of the SRDF: ``{name: (dof,)}``, joints that a state does not name at 0.
    /// Raises ``RobotError`` if one names a joint that does not exist, or gives a joint another
    /// number of values than it has.
    #[getter]
    fn states<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<BTreeMap<String, Bound<'py, PyArray1<f64>>>> {
        let srdf = self.source.srdf()?.unwrap_or_default();
        let states = srdf.states.iter().map(|state| {
            let values = self.engine().state(&srdf, state);
            let values = values.map_err(|problem| RobotError::new_err(problem.to_string()))?;
            Ok((state.name.clone(), PyArray1::from_vec(py, values)))
        });
        states.collect()
    }
}
