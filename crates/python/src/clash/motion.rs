//! The function `clash_motion`: a study of bodies that move.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use obbtree::clash::{Study as EngineStudy, Table};
use pyo3::prelude::*;

use super::motion_report::MotionClashReport;
use super::run::{found, scene_of};
use super::study::StudyLike;
use crate::arrays::numbers;
use crate::errors::StudyError;
use crate::parameters::{of_body, optional_whole, whole};
use crate::pose_arrays::poses as read_poses;

/// Times, and for each body that moves poses at these, as Python gives them.
pub(super) type Moves<'py> = (Bound<'py, PyAny>, BTreeMap<String, Bound<'py, PyAny>>);

/// Which bodies of a scene meet while they move, and when, by the rules of a study?
///
/// ``study`` and ``scene`` are as of ``clash``. ``times`` ascend, at least two, and ``poses`` is
/// ``{name: poses}`` with one for each of them, of any form that ``collide_batch`` takes: without
/// both, those of the study's ``motion``. From one time to the next a body moves on ``Linear``;
/// bodies without poses rest. Two bodies meet if they share a point, or if one is in the other. It
/// is proven what happens at all real times, or, where the study's ``motion`` says ``certified =
/// False``, the poses at ``times`` alone are looked at. Bodies that do not meet are reported if a
/// rule has a clearance and they come as near at one of the times. ``folder``, ``slices``,
/// ``progress`` and ``threads`` are as of ``clash``; see ``obbtree.cluster.clash_motion`` for many
/// machines.
///
/// Raises ``StudyError`` if there is no motion, or none that can be; else as ``clash``.
///
/// >>> import obbtree
/// >>> cube = obbtree.Shape.cuboid([1, 1, 1])
/// >>> study = obbtree.Study([{"name": "all"}])
/// >>> flight = [[-6, 0, 0, 0, 0, 0, 1], [6, 0, 0, 0, 0, 0, 1]]
/// >>> report = obbtree.clash_motion(
/// ...     study, {"post": cube, "flying": cube}, times=[0, 12], poses={"flying": flight}
/// ... )
/// >>> (contact,) = report.clashes[0].contacts  # it flies a unit a second, and meets at 4
/// >>> contact.first[0] <= 4 <= contact.first[1], contact.last[0] <= 8 <= contact.last[1]
/// (True, True)
#[pyfunction]
#[pyo3(signature = (
    study, scene=None, *, times=None, poses=None, folder=None, slices=64, progress=None,
    threads=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn clash_motion(
    py: Python<'_>,
    study: StudyLike,
    scene: Option<Bound<'_, PyAny>>,
    times: Option<Bound<'_, PyAny>>,
    poses: Option<BTreeMap<String, Bound<'_, PyAny>>>,
    folder: Option<PathBuf>,
    #[pyo3(from_py_with = whole::slices)] slices: usize,
    progress: Option<Bound<'_, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<MotionClashReport> {
    let study = study.0;
    let table = table_of(py, &study, times, poses)?;
    let scene = scene_of(py, &study, scene)?;
    let (kept, how) = (folder.as_deref().map(|folder| (folder, slices)), (progress, threads));
    let report = found(py, &study, (&scene, &table), kept, how, |options| {
        Ok(study.run_motion(&scene, &table, options)?)
    });
    report.map(MotionClashReport)
}

/// The table that is given, or that of the study.
pub(super) fn table_of(
    py: Python<'_>,
    study: &EngineStudy,
    times: Option<Bound<'_, PyAny>>,
    poses: Option<BTreeMap<String, Bound<'_, PyAny>>>,
) -> PyResult<Table> {
    match (times, poses, &study.motion) {
        (Some(times), Some(poses), _) => table(py, (times, poses)),
        (None, None, Some(motion)) => {
            motion.read(Path::new("")).map_err(|error| StudyError::new_err(error.to_string()))
        }
        (None, None, None) => {
            Err(StudyError::new_err("the study has no motion, and none is given"))
        }
        _ => Err(StudyError::new_err("times and poses are given together")),
    }
}

pub(super) fn table(py: Python<'_>, (times, poses): Moves<'_>) -> PyResult<Table> {
    let of_body = |(name, object): (String, Bound<'_, PyAny>)| {
        let read = read_poses(&object);
        let read = read.map_err(|error| of_body(py, "poses", &name, error))?;
        Ok((name, read))
    };
    let poses: PyResult<BTreeMap<_, _>> = poses.into_iter().map(of_body).collect();
    let table = Table::of_poses(numbers::<StudyError>(&times, "times")?, poses?);
    table.map_err(|error| StudyError::new_err(error.to_string()))
}
