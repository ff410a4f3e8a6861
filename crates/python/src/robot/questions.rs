//! Questions about one configuration.

use numpy::{PyArray3, PyArrayMethods};
use obbtree::robot::{CheckError, Kinematics};
use pyo3::prelude::*;

use super::answers::distance;
use super::class::Robot;
use super::configurations::configuration;
use crate::answers::{BodyDistance, Names};
use crate::arrays::table;
use crate::errors::RobotError;
use crate::interrupt::detached;

/// A configuration about which there is no answer.
pub(super) fn refused(error: &CheckError) -> PyErr {
    RobotError::new_err(error.to_string())
}

/// The same of one of many.
pub(super) fn refused_at(what: &str, number: usize, error: &CheckError) -> PyErr {
    RobotError::new_err(format!("{what} {number}: {error}"))
}

/// The rows of a (4, 4) matrix.
pub(super) fn square(rows: &[f64; 12]) -> [f64; 16] {
    let mut square = [0.0; 16];
    square[..12].copy_from_slice(rows);
    square[15] = 1.0;
    square
}

#[pymethods]
impl Robot {
    /// (links, 4, 4): where a configuration puts the links, in the order of ``link_names``, in the frame of the root.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> arm.fk(arm.zero()).shape
    /// (7, 4, 4)
    fn fk<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let values = self::configuration(self, configuration)?;
        let poses = Kinematics::default().link_poses(self.engine(), &values);
        let squares: Vec<[f64; 16]> = poses.iter().map(square).collect();
        table(py, &squares)?.reshape([squares.len(), 4, 4])
    }

    /// Does nothing collide, and is every value within its limits? With ``limits=False`` these do
    /// not count. What is not finite is not valid.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> arm.is_valid([0, 3, 0, 0.05]), arm.is_valid([0, 3, 0, 0.05], limits=False)
    /// (False, True)
    #[pyo3(signature = (configuration, *, limits=true))]
    fn is_valid(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
        limits: bool,
    ) -> PyResult<bool> {
        let values = self::configuration(self, configuration)?;
        detached(py, || self.with_checker(limits, |checker| checker.is_valid(&values)))
    }

    /// The pairs that collide, by name: of links first, then of links with obstacles. Raises
    /// ``RobotError`` for values that are not finite or, unless ``limits=False``, beyond their
    /// limits.
    ///
    /// >>> import obbtree
    /// >>> floor = obbtree.Shape.half_space()
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf", obstacles={"floor": floor})
    /// >>> arm.colliding_pairs(arm.zero())
    /// [('finger_a', 'finger_b'), ('base', 'floor')]
    #[pyo3(signature = (configuration, *, limits=true))]
    fn colliding_pairs(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
        limits: bool,
    ) -> PyResult<Vec<Names>> {
        let values = self::configuration(self, configuration)?;
        let ask = || self.with_checker(limits, |checker| checker.colliding_pairs(&values));
        let pairs = detached(py, ask)?.map_err(|error| refused(&error))?;
        Ok(pairs.into_iter().map(|pair| self.names_of(pair)).collect())
    }

    /// The certified distance of the closest of the pairs that are checked. Raises ``RobotError``
    /// if there is none, and as ``colliding_pairs``.
    ///
    /// >>> import obbtree
    /// >>> ball = (obbtree.Shape.sphere([0, 0, 0], 0.1), [0, 0, 3, 0, 0, 0, 1])
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf", obstacles={"lamp": ball})
    /// >>> found = arm.distance([2.0, 0.3, 0.0, 0.05])
    /// >>> found.lower <= found.upper, found.pair
    /// (True, ('finger_a', 'finger_b'))
    #[pyo3(signature = (configuration, *, limits=true))]
    fn distance(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
        limits: bool,
    ) -> PyResult<BodyDistance> {
        let values = self::configuration(self, configuration)?;
        let ask = || self.with_checker(limits, |checker| checker.distance(&values));
        let found = detached(py, ask)?.map_err(|error| refused(&error))?;
        Ok(distance(self, found))
    }
}
