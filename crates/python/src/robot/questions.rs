//! Questions about one configuration.

use numpy::{PyArray3, PyArrayMethods};
use obbtree::robot::{Kinematics, StateValidity};
use pyo3::prelude::*;

use super::answers::LinkDistance;
use super::class::{Names, Robot};
use super::configurations::configuration;
use crate::arrays::table;

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

    /// Does nothing collide? With ``limits`` every value must also be within its limits. What is not finite is not
    /// valid.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> arm.is_valid([0, 3, 0, 0.05]), arm.is_valid([0, 3, 0, 0.05], limits=True)
    /// (True, False)
    #[pyo3(signature = (configuration, *, limits=false))]
    fn is_valid(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
        limits: bool,
    ) -> PyResult<bool> {
        let values = self::configuration(self, configuration)?;
        let ask = |checker: &mut obbtree::robot::Checker| match limits {
            true => checker.is_state_valid(&values),
            false => checker.is_valid(&values),
        };
        Ok(py.detach(|| self.with_checker(ask)))
    }

    /// The pairs that collide, by name: of links first, then of links with obstacles.
    ///
    /// >>> import obbtree
    /// >>> floor = obbtree.Shape.half_space()
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf", obstacles={"floor": floor})
    /// >>> arm.colliding_pairs(arm.zero())
    /// [('finger_a', 'finger_b'), ('base', 'floor')]
    fn colliding_pairs(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<Names>> {
        let values = self::configuration(self, configuration)?;
        let pairs = py.detach(|| self.with_checker(|checker| checker.colliding_pairs(&values)));
        Ok(pairs.into_iter().map(|pair| self.names_of(pair)).collect())
    }

    /// The certified distance of the closest of the pairs that are checked; ``None`` if there is no pair, or a value
    /// is not finite.
    ///
    /// >>> import obbtree
    /// >>> ball = (obbtree.Shape.sphere([0, 0, 0], 0.1), [0, 0, 3, 0, 0, 0, 1])
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf", obstacles={"lamp": ball})
    /// >>> found = arm.distance([2.0, 0.3, 0.0, 0.05])
    /// >>> found.lower <= found.upper, found.pair
    /// (True, ('finger_a', 'finger_b'))
    fn distance(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
    ) -> PyResult<Option<LinkDistance>> {
        let values = self::configuration(self, configuration)?;
        let found = py.detach(|| self.with_checker(|checker| checker.distance(&values)));
        Ok(found.map(|found| LinkDistance {
            lower: found.lower,
            upper: found.upper,
            pair: self.names_of(found.pair),
        }))
    }
}
