//! What a robot is made of: texts, folders, pairs, held joints. It makes the robot, and makes it
//! again from a pickle.

use std::path::{Path, PathBuf};

use obbtree::robot::{Robot as EngineRobot, RobotProblem, Srdf};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::answers::Names;
use crate::errors::{ReadError, RobotError, robot_error};

#[derive(Clone)]
pub(super) struct Source {
    pub(super) urdf: String,
    pub(super) path: PathBuf,
    pub(super) srdf: Option<String>,
    pub(super) package_roots: Vec<PathBuf>,
    pub(super) pairs: Option<Vec<Names>>,
    /// In this order: the joints that move, and where a configuration of the robot before holds the
    /// others.
    pub(super) held: Vec<Held>,
}

/// Names of joints, and a configuration.
pub(super) type Held = (Vec<String>, Vec<f64>);

/// What makes a robot again, and from what: see Python's `pickle`.
pub(super) type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>, Bound<'py, PyDict>));

impl Source {
    pub(super) fn read(
        path: PathBuf,
        srdf: Option<PathBuf>,
        package_roots: Vec<PathBuf>,
    ) -> PyResult<Self> {
        let urdf = text(&path)?;
        let srdf = srdf
            .map(|path| {
                // What is wrong with it is said with its name.
                Srdf::read(&path).map_err(|error| robot_error(&error))?;
                text(&path)
            })
            .transpose()?;
        Ok(Self { urdf, path, srdf, package_roots, pairs: None, held: Vec::new() })
    }

    pub(super) fn robot(&self) -> PyResult<EngineRobot> {
        let in_file = |problem: RobotProblem| {
            ReadError::new_err(format!("{}: {problem}", self.path.display()))
        };
        let robot = EngineRobot::from_urdf_str(&self.urdf, &self.path, &self.package_roots);
        let mut robot = robot.map_err(in_file)?;
        if let Some(srdf) = self.srdf()? {
            let of_another = |problem: RobotProblem| ReadError::new_err(format!("SRDF: {problem}"));
            robot = robot.with_srdf(&srdf).map_err(of_another)?;
        }
        if let Some(pairs) = &self.pairs {
            robot = with_pairs(robot, pairs)?;
        }
        self.held.iter().try_fold(robot, |robot, held| holding(&robot, held))
    }

    pub(super) fn srdf(&self) -> PyResult<Option<Srdf>> {
        let wrong = |problem: RobotProblem| ReadError::new_err(format!("SRDF: {problem}"));
        self.srdf.as_deref().map(str::parse).transpose().map_err(wrong)
    }

    pub(super) fn reduced<'py>(
        &self,
        py: Python<'py>,
        class: &Bound<'py, PyType>,
    ) -> PyResult<Reduced<'py>> {
        let keywords = PyDict::new(py);
        keywords.set_item("urdf", &self.urdf)?;
        keywords.set_item("path", &self.path)?;
        keywords.set_item("srdf", &self.srdf)?;
        keywords.set_item("package_roots", &self.package_roots)?;
        keywords.set_item("pairs", self.pairs.clone())?;
        keywords.set_item("held", self.held.clone())?;
        let again = py.import("obbtree._pickling")?.getattr("called")?;
        Ok((again, (class.getattr("_of")?, keywords)))
    }
}

fn text(path: &Path) -> PyResult<String> {
    std::fs::read_to_string(path).map_err(|cause| {
        let text = format!("{}: {cause}", path.display());
        match cause.kind() {
            std::io::ErrorKind::NotFound => pyo3::exceptions::PyFileNotFoundError::new_err(text),
            _ => ReadError::new_err(text),
        }
    })
}

pub(super) fn with_pairs(robot: EngineRobot, pairs: &[Names]) -> PyResult<EngineRobot> {
    let link = |name: &String| {
        let found = robot.link(name);
        found.ok_or_else(|| RobotError::new_err(format!("there is no link '{name}'")))
    };
    let numbers = pairs.iter().map(|(a, b)| Ok([link(a)?, link(b)?]));
    let numbers = numbers.collect::<PyResult<Vec<_>>>()?;
    Ok(robot.with_pairs(&numbers))
}

pub(super) fn holding(robot: &EngineRobot, (joints, held): &Held) -> PyResult<EngineRobot> {
    let held = robot.holding(&joint_numbers(robot, joints)?, held);
    held.map_err(|error| RobotError::new_err(error.to_string()))
}

pub(super) fn joint_numbers(robot: &EngineRobot, joints: &[String]) -> PyResult<Vec<usize>> {
    let number = |name: &String| {
        let found = robot.joint(name);
        found.ok_or_else(|| RobotError::new_err(format!("there is no joint '{name}'")))
    };
    joints.iter().map(number).collect()
}
