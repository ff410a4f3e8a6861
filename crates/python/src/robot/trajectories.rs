//! Trajectories, and what a checker says about them; free regions.

use numpy::{PyArray1, PyArray2, PyUntypedArrayMethods};
use obbtree::robot::{Trajectory as Engine, TrajectoryError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::answers::names;
use super::checker::Checker;
use super::configurations::configuration;
use super::source::Reduced;
use crate::answers::Sweep;
use crate::arrays::{floats, numbers};
use crate::errors::{RobotError, check_error};
use crate::interrupt::detached;
use crate::parameters::{not_nan, number, whole, whole_u32};
use crate::sweeps::options;

/// Joint values over time, as polynomials between rows: made by ``linear``, ``cubic``, ``quintic``,
/// ``spline``, ``b_spline``, ``uniform_b_spline``, ``trapezoidal`` or ``s_curve``. Rows are
/// (N, dof) arrays, times (N,) ones that ascend. ``Checker.sweep_trajectory`` proves that it is
/// free.
///
/// Raises ``RobotError`` for numbers that are no trajectory; it names the row and the value.
///
/// >>> import obbtree
/// >>> path = obbtree.Trajectory.linear([0, 1, 3], [[0, 5], [1, 5], [0, 5]])
/// >>> path
/// Trajectory(2 dof, from 0 to 3)
/// >>> path.configuration_at(2)
/// array([0.5, 5. ])
/// >>> path.dof, path.start, path.end
/// (2, 0.0, 3.0)
/// >>> obbtree.Trajectory.linear([0, 1, 1], [[0], [1], [0]])
/// Traceback (most recent call last):
///     ...
/// obbtree.RobotError: row 2 of times: 1 does not come after 1, that of row 1
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Trajectory {
    engine: Engine,
    of: Of,
}

/// What makes a trajectory again: the name of a static method, and its arguments.
#[derive(Clone)]
struct Of(&'static str, Vec<(&'static str, Argument)>);

#[derive(Clone, IntoPyObject)]
enum Argument {
    Degree(usize),
    Time(f64),
    Numbers(Vec<f64>),
    Rows(Vec<Vec<f64>>),
}

impl Of {
    fn with(mut self, name: &'static str, argument: Argument) -> Self {
        self.1.push((name, argument));
        self
    }

    fn numbers(self, name: &'static str, numbers: &[f64]) -> Self {
        self.with(name, Argument::Numbers(numbers.to_vec()))
    }

    fn rows(self, name: &'static str, rows: &[Vec<f64>]) -> Self {
        self.with(name, Argument::Rows(rows.to_vec()))
    }

    fn made(self, trajectory: Result<Engine, TrajectoryError>) -> PyResult<Trajectory> {
        let engine = trajectory.map_err(|error| RobotError::new_err(error.to_string()))?;
        Ok(Trajectory { engine, of: self })
    }
}

fn of(method: &'static str) -> Of {
    Of(method, Vec::new())
}

fn rows(array: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<Vec<f64>>> {
    let array = floats(array, what)?;
    match array.shape() {
        [_, _] => {
            Ok(array.as_array().outer_iter().map(|row| row.iter().copied().collect()).collect())
        }
        shape => Err(RobotError::new_err(format!("{what} are of shape (N, dof), not {shape:?}"))),
    }
}

#[pymethods]
impl Trajectory {
    /// Straight lines of joint values between rows of positions.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Trajectory.linear([0, 2], [[0], [1]]).configuration_at(1)
    /// array([0.5])
    #[staticmethod]
    fn linear(times: &Bound<'_, PyAny>, positions: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (times, positions) =
            (numbers::<RobotError>(times, "times")?, rows(positions, "positions")?);
        of("linear")
            .numbers("times", &times)
            .rows("positions", &positions)
            .made(Engine::linear(&times, &positions))
    }

    /// Cubic polynomials with these positions and velocities at the times of the rows.
    ///
    /// >>> import obbtree
    /// >>> path = obbtree.Trajectory.cubic([0, 2], [[0], [1]], velocities=[[0], [0]])
    /// >>> path.configuration_at(1)
    /// array([0.5])
    #[staticmethod]
    fn cubic(
        times: &Bound<'_, PyAny>,
        positions: &Bound<'_, PyAny>,
        velocities: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let [positions, velocities] =
            [rows(positions, "positions")?, rows(velocities, "velocities")?];
        let times = numbers::<RobotError>(times, "times")?;
        of("cubic")
            .numbers("times", &times)
            .rows("positions", &positions)
            .rows("velocities", &velocities)
            .made(Engine::cubic(&times, &positions, &velocities))
    }

    /// Polynomials of degree 5 with these positions, velocities and accelerations at the times of
    /// the rows.
    ///
    /// >>> import obbtree
    /// >>> still = [[0], [0]]
    /// >>> path = obbtree.Trajectory.quintic([0, 2], [[0], [1]], still, still)
    /// >>> path.configuration_at(1)
    /// array([0.5])
    #[staticmethod]
    fn quintic(
        times: &Bound<'_, PyAny>,
        positions: &Bound<'_, PyAny>,
        velocities: &Bound<'_, PyAny>,
        accelerations: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let [positions, velocities, accelerations] = [
            rows(positions, "positions")?,
            rows(velocities, "velocities")?,
            rows(accelerations, "accelerations")?,
        ];
        let times = numbers::<RobotError>(times, "times")?;
        of("quintic")
            .numbers("times", &times)
            .rows("positions", &positions)
            .rows("velocities", &velocities)
            .rows("accelerations", &accelerations)
            .made(Engine::quintic(&times, &positions, &velocities, &accelerations))
    }

    /// The cubic spline through rows of positions; (2, dof) ``end_velocities`` at its start and
    /// end, without them no accelerations there.
    ///
    /// >>> import obbtree
    /// >>> path = obbtree.Trajectory.spline([0, 1, 2], [[0], [1], [0]])
    /// >>> path.configuration_at(1)
    /// array([1.])
    #[staticmethod]
    #[pyo3(signature = (times, positions, *, end_velocities=None))]
    fn spline(
        times: &Bound<'_, PyAny>,
        positions: &Bound<'_, PyAny>,
        end_velocities: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let ends = end_velocities.map(|ends| rows(ends, "end_velocities")).transpose()?;
        let (times, positions) =
            (numbers::<RobotError>(times, "times")?, rows(positions, "positions")?);
        let mut of = of("spline").numbers("times", &times).rows("positions", &positions);
        if let Some(ends) = &ends {
            of = of.rows("end_velocities", ends);
        }
        let ends = match ends.as_deref() {
            None => None,
            Some([first, last]) => Some([&first[..], &last[..]]),
            Some(_) => return Err(RobotError::new_err("end_velocities are two rows")),
        };
        of.made(Engine::spline(&times, &positions, ends))
    }

    /// The B-spline with these control points and knots, of which there are ``degree + 1`` more.
    ///
    /// >>> import obbtree
    /// >>> path = obbtree.Trajectory.b_spline(2, [[0], [1], [1]], knots=[0, 0, 0, 1, 1, 1])
    /// >>> path.configuration_at(0.5), path.start, path.end
    /// (array([0.75]), 0.0, 1.0)
    #[staticmethod]
    fn b_spline(
        #[pyo3(from_py_with = whole::degree)] degree: usize,
        control_points: &Bound<'_, PyAny>,
        knots: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let control_points = rows(control_points, "control_points")?;
        let knots = numbers::<RobotError>(knots, "knots")?;
        of("b_spline")
            .with("degree", Argument::Degree(degree))
            .rows("control_points", &control_points)
            .numbers("knots", &knots)
            .made(Engine::b_spline(degree, &control_points, &knots))
    }

    /// The B-spline with knots at even distances, from ``start`` to ``end``.
    ///
    /// >>> import obbtree
    /// >>> path = obbtree.Trajectory.uniform_b_spline(3, [[0], [0], [1], [1]], 0, 1)
    /// >>> path.configuration_at(0.5)
    /// array([0.5])
    #[staticmethod]
    fn uniform_b_spline(
        #[pyo3(from_py_with = whole::degree)] degree: usize,
        control_points: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::start)] start: f64,
        #[pyo3(from_py_with = number::end)] end: f64,
    ) -> PyResult<Self> {
        let control_points = rows(control_points, "control_points")?;
        of("uniform_b_spline")
            .with("degree", Argument::Degree(degree))
            .rows("control_points", &control_points)
            .with("start", Argument::Time(start))
            .with("end", Argument::Time(end))
            .made(Engine::uniform_b_spline(degree, &control_points, [start, end]))
    }

    /// Straight lines between rows of positions, from time 0, as fast as limits of velocity and
    /// acceleration of each value allow, with a stop at each row. Rows equal to the one before are
    /// passed in no time. Raises ``RobotError`` if no row differs from the first.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Trajectory.trapezoidal([[0], [3]], [1], [1]).times
    /// array([0., 1., 3., 4.])
    #[staticmethod]
    fn trapezoidal(
        positions: &Bound<'_, PyAny>,
        velocity_limits: &Bound<'_, PyAny>,
        acceleration_limits: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let velocities = numbers::<RobotError>(velocity_limits, "velocity_limits")?;
        let accelerations = numbers::<RobotError>(acceleration_limits, "acceleration_limits")?;
        let positions = rows(positions, "positions")?;
        of("trapezoidal")
            .rows("positions", &positions)
            .numbers("velocity_limits", &velocities)
            .numbers("acceleration_limits", &accelerations)
            .made(Engine::trapezoidal(&positions, &velocities, &accelerations))
    }

    /// ``trapezoidal`` with limits of jerk too, the change of acceleration in a second:
    /// accelerations rise and fall in place of jumping, and are 0 at each row.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Trajectory.s_curve([[0], [3]], [1], [1], [1]).times
    /// array([0., 1., 2., 3., 4., 5.])
    #[staticmethod]
    fn s_curve(
        positions: &Bound<'_, PyAny>,
        velocity_limits: &Bound<'_, PyAny>,
        acceleration_limits: &Bound<'_, PyAny>,
        jerk_limits: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let velocities = numbers::<RobotError>(velocity_limits, "velocity_limits")?;
        let accelerations = numbers::<RobotError>(acceleration_limits, "acceleration_limits")?;
        let jerks = numbers::<RobotError>(jerk_limits, "jerk_limits")?;
        let positions = rows(positions, "positions")?;
        of("s_curve")
            .rows("positions", &positions)
            .numbers("velocity_limits", &velocities)
            .numbers("acceleration_limits", &accelerations)
            .numbers("jerk_limits", &jerks)
            .made(Engine::s_curve(&positions, &velocities, &accelerations, &jerks))
    }

    /// How many values it has.
    #[getter]
    fn dof(&self) -> usize {
        self.engine.dof()
    }

    /// When it starts.
    #[getter]
    fn start(&self) -> f64 {
        self.engine.start()
    }

    /// When it ends.
    #[getter]
    fn end(&self) -> f64 {
        self.engine.end()
    }

    /// (N + 1,): where its N polynomials begin and end.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.engine.times())
    }

    /// (dof,): the configuration at a time; before the start that at the start, after the end that
    /// at the end. Raises ``ObbtreeError`` for NaN.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Trajectory.linear([0, 1, 3], [[0, 5], [1, 5], [0, 5]]).configuration_at(2)
    /// array([0.5, 5. ])
    fn configuration_at<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = not_nan::time)] time: f64,
    ) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.engine.configuration_at(time))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let Of(method, arguments) = slf.get().of.clone();
        let keywords = PyDict::new(slf.py());
        for (name, argument) in arguments {
            keywords.set_item(name, argument)?;
        }
        let again = slf.py().import("obbtree._pickling")?.getattr("called")?;
        Ok((again, (slf.get_type().getattr(method)?, keywords)))
    }

    fn __repr__(&self) -> String {
        let Self { engine, .. } = self;
        format!("Trajectory({} dof, from {} to {})", engine.dof(), engine.start(), engine.end())
    }
}

#[pymethods]
impl Checker {
    /// Is every configuration of a trajectory free and within the limits? In proof, at all real
    /// times. With ``limits=False`` limits do not count.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> rows = [[2, 0.3, 0, 0.05], [2.1, 0.3, 0, 0.05], [2, 0.3, 0, 0.05]]
    /// >>> wave = obbtree.Trajectory.spline([0, 1, 2], rows)
    /// >>> checker.is_trajectory_valid(wave)
    /// True
    #[pyo3(signature = (trajectory, *, limits=true))]
    fn is_trajectory_valid(
        &self,
        py: Python<'_>,
        trajectory: &Trajectory,
        limits: bool,
    ) -> PyResult<bool> {
        let curve = &trajectory.engine;
        detached(py, || self.with_engine(limits, |checker| checker.is_trajectory_valid(curve)))
    }

    /// A path with times, from rest to rest: it keeps the limits of velocity and acceleration of
    /// each value and is proven free at all times. Corners are passed without a stop, on parabolas,
    /// where that is faster and free; ``None`` if it is not free with stops either. ``path`` is
    /// (N, dof), as from ``plan``; the limits are (dof,), in radians and lengths a second, and a
    /// second squared. With ``jerk_limits``, a second cubed, accelerations do not jump, and corners
    /// are passed on cubics. Raises ``RobotError`` as ``Trajectory.s_curve``.
    ///
    /// >>> import obbtree
    /// >>> arm, world = obbtree.Robot("assets/arm.urdf"), obbtree.Scene()
    /// >>> world.add("wall", "assets/wall.obj")
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> path = checker.plan(*arm.read_configurations("assets/arm_through_hole.txt"))
    /// >>> timed = checker.timed_path(path, [1] * 5, [2] * 5)
    /// >>> checker.is_trajectory_valid(timed)
    /// True
    /// >>> timed.end < obbtree.Trajectory.trapezoidal(path, [1] * 5, [2] * 5).end
    /// True
    #[pyo3(signature = (path, velocity_limits, acceleration_limits, jerk_limits=None))]
    fn timed_path(
        &self,
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        velocity_limits: &Bound<'_, PyAny>,
        acceleration_limits: &Bound<'_, PyAny>,
        jerk_limits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Trajectory>> {
        let velocities = numbers::<RobotError>(velocity_limits, "velocity_limits")?;
        let accelerations = numbers::<RobotError>(acceleration_limits, "acceleration_limits")?;
        let jerks = jerk_limits.map(|limits| numbers::<RobotError>(limits, "jerk_limits"));
        let (path, jerks) = (rows(path, "path")?, jerks.transpose()?);
        let find = || {
            self.with_engine(true, |checker| match &jerks {
                None => checker.timed_path(&path, &velocities, &accelerations),
                Some(jerks) => {
                    checker.timed_path_with_jerk(&path, &velocities, &accelerations, jerks)
                }
            })
        };
        let found = detached(py, find)?.map_err(|error| RobotError::new_err(error.to_string()))?;
        let Some(engine) = found else {
            return Ok(None);
        };
        let [positions, velocities] = engine.table();
        let of = of("cubic")
            .numbers("times", engine.times())
            .rows("positions", &positions)
            .rows("velocities", &velocities);
        of.made(Ok(engine)).map(Some)
    }

    /// When does something collide first on a trajectory? As ``sweep`` of a line, with times of the
    /// trajectory; ``time_tolerance`` is a share of the whole. Raises ``RobotError`` for a
    /// trajectory of another number of values or, unless ``limits=False``, beyond the limits.
    ///
    /// >>> import obbtree
    /// >>> world = obbtree.Scene()
    /// >>> world.add("lamp", obbtree.Shape.sphere([0, 0, 0], 0.4), [0, 1, 0.5, 0, 0, 0, 1])
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> rows = [[0, 0.3, 0, 0.05], [1, 0.5, 0, 0.05], [3, 0.3, 0, 0.05]]
    /// >>> path = obbtree.Trajectory.spline([10, 11, 12], rows)
    /// >>> found = checker.sweep_trajectory(path)
    /// >>> found.outcome, 10 < found.last_free < found.first_contact < 12
    /// ('contact', True)
    /// >>> checker.is_valid(found.last_valid), checker.is_trajectory_valid(path)
    /// (True, False)
    #[pyo3(signature = (
        trajectory, *, time_tolerance=1e-3, distance_tolerance=0.0, effort=10_000, limits=true
    ))]
    fn sweep_trajectory(
        &self,
        py: Python<'_>,
        trajectory: &Trajectory,
        #[pyo3(from_py_with = not_nan::time_tolerance)] time_tolerance: f64,
        #[pyo3(from_py_with = not_nan::distance_tolerance)] distance_tolerance: f64,
        #[pyo3(from_py_with = whole_u32::effort)] effort: u32,
        limits: bool,
    ) -> PyResult<Sweep> {
        let curve = &trajectory.engine;
        let options = options(time_tolerance, distance_tolerance, effort);
        let find = || {
            self.with_engine(limits, |checker| {
                let found = checker.sweep_trajectory(curve, &options)?;
                let last_free = if found.is_free() { curve.end() } else { found.last_free() };
                let configuration = (!found.is_free()).then(|| curve.configuration_at(last_free));
                let pair = found.pair().map(|pair| names(checker, pair.bodies));
                Ok(Sweep { configuration, last_free, ..Sweep::of_parts(found, pair) })
            })
        };
        detached(py, find)?.map_err(|error| check_error(&error))
    }

    /// (parts,): for each of so many equal parts of a trajectory's time a length that the closest
    /// pair is apart at all times of the part, proven; 0 where nothing is. Raises as
    /// ``sweep_trajectory``.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> world = obbtree.Scene()
    /// >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    /// >>> checker = obbtree.Checker(arm, world)
    /// >>> turn = obbtree.Trajectory.linear([0, 1], [[2, 0.3, 0, 0.05], [2.1, 0.3, 0, 0.05]])
    /// >>> checker.clearances_along(turn, 4).shape
    /// (4,)
    #[pyo3(signature = (trajectory, parts, *, limits=true))]
    fn clearances_along<'py>(
        &self,
        py: Python<'py>,
        trajectory: &Trajectory,
        #[pyo3(from_py_with = whole::parts)] parts: usize,
        limits: bool,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let curve = &trajectory.engine;
        let find = || self.with_engine(limits, |checker| checker.clearances_along(curve, parts));
        let found = detached(py, find)?.map_err(|error| check_error(&error))?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// (dof, 2): the least and the largest values of a box around a configuration in which every
    /// configuration is free and within the limits, proven; ``None`` if the configuration is not
    /// free. It is as large as ``effort`` allows, which counts boxes that are tested. Values
    /// without limits are no farther than 4 from the configuration's, quaternions stay. Raises as
    /// ``sweep``.
    ///
    /// >>> import obbtree
    /// >>> folder = "crates/robot/tests/data/"
    /// >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    /// >>> checker = obbtree.Checker(arm, obbtree.Scene())
    /// >>> low, high = checker.free_region([2.0, 0.3, 0.0, 0.05]).T
    /// >>> checker.is_valid(low), checker.is_valid(high)
    /// (True, True)
    #[pyo3(signature = (configuration, *, effort=64, limits=true))]
    fn free_region<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole_u32::effort)] effort: u32,
        limits: bool,
    ) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let values = self::configuration(&self.robot, configuration, "configuration")?;
        let find = || self.with_engine(limits, |checker| checker.free_region(&values, effort));
        let found = detached(py, find)?.map_err(|error| check_error(&error))?;
        let ends = |(low, high): (&f64, &f64)| [*low, *high];
        let rows = found.map(|box_| box_.low.iter().zip(&box_.high).map(ends).collect::<Vec<_>>());
        rows.map(|rows| crate::arrays::table(py, &rows)).transpose()
    }
}
