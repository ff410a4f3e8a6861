//! Where configurations put the links.

use numpy::{PyArray3, PyArray4, PyArrayMethods};
use obbtree::robot::{CheckError, Kinematics};
use pyo3::prelude::*;

use super::class::Robot;
use super::configurations::{configuration, configurations};
use crate::arrays::table;
use crate::errors::{RobotError, check_error};
use crate::parameters::optional_whole;
use crate::run::{Run, run};

/// The rows of a (4, 4) matrix.
fn square(rows: &[f64; 12]) -> [f64; 16] {
    let mut square = [0.0; 16];
    square[..12].copy_from_slice(rows);
    square[15] = 1.0;
    square
}

/// Configurations that one thread places at a time.
const AT_A_TIME: usize = 128;

#[pymethods]
impl Robot {
    /// (links, 4, 4): where a configuration puts the links, in the order of ``link_names``, in the
    /// frame of the root. Raises ``RobotError`` for values that are not finite, or that place
    /// nothing, as a quaternion without length.
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
        let values = self::configuration(self, configuration, "configuration")?;
        let poses = Kinematics::default().link_poses(self.engine(), &values);
        let poses = poses.map_err(|error| check_error(&error))?;
        let squares: Vec<[f64; 16]> = poses.iter().map(square).collect();
        table(py, &squares)?.reshape([squares.len(), 4, 4])
    }

    /// ``fk`` of N configurations, an (N, dof) array: (N, links, 4, 4). For ``progress`` and
    /// ``threads`` see ``collide_batch``. Raises ``RobotError`` with the number of the first that
    /// has no answer.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> arm.fk_batch(arm.random(10)).shape
    /// (10, 7, 4, 4)
    #[pyo3(signature = (configurations, *, progress=None, threads=None))]
    fn fk_batch<'py>(
        &self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
        progress: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray4<f64>>> {
        let given = self::configurations(self, configurations, "configurations")?;
        for (n, values) in given.iter().enumerate() {
            let refused = |error| RobotError::new_err(format!("configuration {n}: {error}"));
            self.engine().check_values(values).map_err(refused)?;
        }
        let how = Run { total: given.len(), progress, threads };
        let lots = run(py, how, |run| {
            run.lots(given.len(), AT_A_TIME, |lot| {
                let mut kinematics = Kinematics::default();
                let mut placed = Vec::new();
                for values in &given[lot] {
                    let poses = kinematics.link_poses(self.engine(), values)?;
                    placed.extend(poses.iter().map(square));
                }
                Ok(placed)
            })
        })?;
        let lots: Result<Vec<Vec<[f64; 16]>>, CheckError> = lots.into_iter().collect();
        let lots = lots.map_err(|error| check_error(&error))?;
        let links = self.engine().links().len();
        table(py, &lots.concat())?.reshape([given.len(), links, 4, 4])
    }
}
