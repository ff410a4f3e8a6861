//! Queries about one configuration.

use numpy::PyArray1;
use obbtree::robot::Checker as Engine;
use pyo3::prelude::*;

use super::answers::{distance, names};
use super::checker::Checker;
use super::configurations::configuration;
use crate::answers::{BodyDistance, Names, PartContact};
use crate::collider::Items;
use crate::errors::{check_error, world_error};
use crate::interrupt::detached;
use crate::parameters::{Cloud, Named, ThePose, number, optional_whole};
use crate::pose::PoseLike;

impl Checker {
    /// What the engine answers about one configuration.
    fn ask<R: Send>(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
        limits: bool,
        question: impl FnOnce(&mut Engine, &[f64]) -> R + Send,
    ) -> PyResult<R> {
        let values = self::configuration(&self.robot, configuration, "configuration")?;
        detached(py, || self.with_engine(limits, |checker| question(checker, &values)))
    }
}

#[pymethods]
impl Checker {
    /// Does nothing collide, and is every value within its limits? With ``limits=False`` these do
    /// not count. What is not finite is not valid.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> checker = obbtree.Checker(arm, obbtree.Scene())
    /// >>> checker.is_valid([0, 3, 0, 0.05]), checker.is_valid([0, 3, 0, 0.05], limits=False)
    /// (False, True)
    #[pyo3(signature = (configuration, *, limits=true))]
    fn is_valid(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
        limits: bool,
    ) -> PyResult<bool> {
        self.ask(py, configuration, limits, |checker, values| checker.is_valid(values))
    }

    /// The pairs that collide, by name, in the order of ``pairs``. Raises ``RobotError`` for values
    /// that are not finite or, unless ``limits=False``, beyond their limits.
    ///
    /// >>> import obbtree
    /// >>> world = obbtree.Scene()
    /// >>> world.add("floor", obbtree.Shape.half_space())
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> obbtree.Checker(arm, world).colliding_pairs(arm.zero())
    /// [('finger_a', 'finger_b'), ('base', 'floor')]
    #[pyo3(signature = (configuration, *, limits=true))]
    fn colliding_pairs(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
        limits: bool,
    ) -> PyResult<Vec<Names>> {
        let found = self.ask(py, configuration, limits, |checker, values| {
            let pairs = checker.colliding_pairs(values)?;
            Ok(pairs.into_iter().map(|pair| names(checker, pair)).collect())
        })?;
        found.map_err(|error| check_error(&error))
    }

    /// The pairs that collide, as ``colliding_pairs``, each with its contacts, in the frame of the
    /// root link: ``[((name, name), [PartContact, ...]), ...]``; with ``limit`` the first so many
    /// of each pair that are found, the same ones in every run. None are given for bodies that are
    /// only within their margin.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> checker = obbtree.Checker(arm, obbtree.Scene())
    /// >>> [(pair, len(contacts)) for pair, contacts in checker.contacts(arm.zero(), limit=2)]
    /// [(('finger_a', 'finger_b'), 1)]
    #[pyo3(signature = (configuration, *, limit=None, limits=true))]
    fn contacts(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = optional_whole::limit)] limit: Option<usize>,
        limits: bool,
    ) -> PyResult<Vec<(Names, Vec<PartContact>)>> {
        let limit = limit.unwrap_or(usize::MAX);
        let found = self.ask(py, configuration, limits, |checker, values| {
            let found = checker.contacts(values, limit)?;
            let named = found.into_iter().map(|pair| {
                let contacts = pair.contacts.into_iter().map(Into::into).collect();
                (names(checker, pair.bodies), contacts)
            });
            Ok(named.collect())
        })?;
        found.map_err(|error| world_error(&error))
    }

    /// The certified distance of the closest of the pairs that are checked, with both closest
    /// points. Raises ``RobotError`` if there is no pair, and as ``colliding_pairs``.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> found = obbtree.Checker(arm, obbtree.Scene()).distance([2.0, 0.3, 0.0, 0.05])
    /// >>> found.lower <= found.upper, found.pair, found.points.shape
    /// (True, ('finger_a', 'finger_b'), (2, 3))
    #[pyo3(signature = (configuration, *, limits=true))]
    fn distance(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
        limits: bool,
    ) -> PyResult<BodyDistance> {
        let found = self.ask(py, configuration, limits, |checker, values| {
            let found = checker.distance(values)?;
            Ok(self::distance(checker, &found))
        })?;
        found.map_err(|error| check_error(&error))
    }

    /// The pairs that are checked and at most ``threshold`` apart, each with its certified
    /// distance and the closest points, in the order of ``pairs``. Raises ``RobotError`` for a
    /// threshold that is negative or NaN, and as ``colliding_pairs``.
    ///
    /// >>> import obbtree
    /// >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
    /// >>> checker = obbtree.Checker(arm, obbtree.Scene())
    /// >>> [found.pair for found in checker.distances_within([2.0, 0.3, 0.0, 0.05], 0.07)]
    /// [('finger_a', 'finger_b')]
    #[pyo3(signature = (configuration, threshold, *, limits=true))]
    fn distances_within(
        &self,
        py: Python<'_>,
        configuration: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::threshold)] threshold: f64,
        limits: bool,
    ) -> PyResult<Vec<BodyDistance>> {
        let found = self.ask(py, configuration, limits, |checker, values| {
            let found = checker.distances_within(values, threshold)?;
            Ok(found.iter().map(|found| self::distance(checker, found)).collect())
        })?;
        found.map_err(|error| check_error(&error))
    }

    /// Which points of a ``PointCloud`` are the robot's own: at most ``distance`` from a collision
    /// element of a link, or from a body that a link carries, where a configuration puts it; each
    /// point with all that is within its radius. An (n,) array of booleans, one for each of the
    /// cloud's ``points``, or of the ``boxes`` of ``Voxels``: ``cloud.without`` leaves them out.
    ///
    /// ``pose`` is that of the cloud in the frame of the root link. Exactly the distance counts,
    /// and what is inside a shape or a closed mesh does; limits of joints, margins and paddings do
    /// not. Raises ``RobotError`` for values that are not finite, and for a distance that is
    /// negative or NaN.
    ///
    /// >>> import numpy as np, obbtree
    /// >>> checker = obbtree.Checker(obbtree.Robot("assets/arm.urdf"), obbtree.Scene())
    /// >>> seen = obbtree.PointCloud(np.random.default_rng(1).uniform(-1, 1, (5000, 3)), 0.005)
    /// >>> own = checker.points_near_robot([1.9, 1.3, -2.1, 0.5, 0], seen, None, 0.02)
    /// >>> own.shape, own.dtype, bool(0 < own.sum() < 1000)
    /// ((5000,), dtype('bool'), True)
    /// >>> rest = seen.without(own)
    fn points_near_robot<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'_, PyAny>,
        cloud: Named<Items, Cloud>,
        pose: Named<PoseLike, ThePose>,
        #[pyo3(from_py_with = number::distance)] distance: f64,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let own = self.ask(py, configuration, true, |checker, values| {
            checker.points_near_robot(values, cloud.0.engine(), &pose.0.0, distance)
        })?;
        Ok(PyArray1::from_vec(py, own.map_err(|error| world_error(&error))?))
    }

    /// Which points of a ``PointCloud`` no link, and nothing that a link carries, comes within
    /// ``margin`` of, whatever the values of the joints are within their limits: proven. An (n,)
    /// array of booleans, one for each of the cloud's ``points``: ``cloud.without`` leaves them
    /// out.
    ///
    /// ``pose`` is that of the cloud in the frame of the root link. What moves is within a sphere
    /// around the first joint that moves it, by the lengths along its joints; points beyond that
    /// are out of reach, others may be, too. If a joint slides without limits, or with
    /// ``limits=False`` at all, all points are in reach of what it moves. Raises ``RobotError`` for
    /// a margin that is negative or NaN.
    ///
    /// >>> import numpy as np, obbtree
    /// >>> checker = obbtree.Checker(obbtree.Robot("assets/arm.urdf"), obbtree.Scene())
    /// >>> seen = obbtree.PointCloud([[0.5, 0, 0.5], [3, 0, 0.5]], 0.005)
    /// >>> checker.points_out_of_reach(seen, None, 0.05)
    /// array([False,  True])
    #[pyo3(signature = (cloud, pose, margin, *, limits=true))]
    fn points_out_of_reach<'py>(
        &self,
        py: Python<'py>,
        cloud: Named<Items, Cloud>,
        pose: Named<PoseLike, ThePose>,
        #[pyo3(from_py_with = number::margin)] margin: f64,
        limits: bool,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let beyond = detached(py, || {
            self.with_engine(limits, |checker| {
                checker.points_out_of_reach(cloud.0.engine(), &pose.0.0, margin)
            })
        })?;
        Ok(PyArray1::from_vec(py, beyond.map_err(|error| check_error(&error))?))
    }
}
