//! What `obbtree.cluster` needs of studies in slices, on each machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use obbtree::clash::{Study as EngineStudy, Subject};
use pyo3::prelude::*;

use super::motion::{Moves, table, table_of};
use super::run::{at_rest, folder_error};
use super::study::StudyLike;
use crate::pose_arrays::{PoseTable, pose_table};
use crate::run::{Run, run};
use crate::scene::Scene;

/// How bodies move, given or as the study has it, for ``_clash_slice`` on any machine: times, and
/// ``{name: poses}`` of shape (N, 3, 4).
#[pyfunction]
#[pyo3(signature = (study, times=None, poses=None))]
pub(crate) fn _clash_moves<'py>(
    py: Python<'py>,
    study: StudyLike,
    times: Option<Bound<'py, PyAny>>,
    poses: Option<BTreeMap<String, Bound<'py, PyAny>>>,
) -> PyResult<(Vec<f64>, BTreeMap<String, PoseTable<'py>>)> {
    let table = table_of(py, &study.0, times, poses)?;
    let of_body = |(name, poses): (&str, &[_])| Ok((name.to_owned(), pose_table(py, poses)?));
    let poses: PyResult<_> = table.poses().map(of_body).collect();
    Ok((table.times().to_vec(), poses?))
}

/// Runs a slice of a study, unless the folder has it: what ``obbtree.cluster.clash`` and
/// ``clash_motion`` do on each machine. ``moves`` is as of ``_clash_moves``.
#[pyfunction]
#[pyo3(signature = (study, scene, folder, number, slices, moves=None))]
pub(crate) fn _clash_slice(
    py: Python<'_>,
    study: StudyLike,
    scene: &Bound<'_, Scene>,
    folder: PathBuf,
    number: usize,
    slices: usize,
    moves: Option<Moves<'_>>,
) -> PyResult<()> {
    fn slice<S: Subject>(
        py: Python<'_>,
        study: &EngineStudy,
        on: S,
        (folder, number, slices): (&Path, usize, usize),
    ) -> PyResult<()> {
        let how = Run { total: 0, progress: None, threads: Some(1) };
        let found = run(py, how, |run| {
            let options = run.study(&|_, _| {});
            Ok(study.run_slices_in_folder(on, folder, &[number], slices, &options).map(|_| ()))
        })?;
        found.map_err(|error| folder_error(&error))
    }
    let (scene, which) = (scene.get().snapshot(), (folder.as_path(), number, slices));
    match moves {
        None => slice(py, &at_rest(study)?, &scene, which),
        Some(moves) => slice(py, &study.0, (&scene, &table(py, moves)?), which),
    }
}

/// The hash of all that a report depends on.
#[pyfunction]
#[pyo3(signature = (study, scene, moves=None))]
pub(crate) fn _clash_question(
    py: Python<'_>,
    study: StudyLike,
    scene: &Bound<'_, Scene>,
    moves: Option<Moves<'_>>,
) -> PyResult<String> {
    let scene = scene.get().snapshot();
    let Some(moves) = moves else {
        let study = at_rest(study)?;
        return Ok(py.detach(|| study.question(&scene)));
    };
    let table = table(py, moves)?;
    Ok(py.detach(|| study.0.question((&scene, &table))))
}
