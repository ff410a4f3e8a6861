//! The function `clash`: a study of a scene. And what it shares with that of bodies that move.

use std::path::{Path, PathBuf};

use obbtree::clash::{FolderError, RunOptions, Study as EngineStudy, Subject};
use obbtree::scene::{Scene as EngineScene, read_scene};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::report::ClashReport;
use super::study::StudyLike;
use crate::errors::{ReadError, StudyError, file_error, run_error, scene_error, scene_file_error};
use crate::interrupt::in_background;
use crate::parameters::{argument, of_body, optional_whole, whole};
use crate::pose::PoseLike;
use crate::run::{Run, run};
use crate::scene::{Scene, parts};

/// What of a scene cuts, touches, holds or comes near what, by the rules of a study?
///
/// ``study`` is a ``Study`` or the path of a study file. ``scene`` is a ``Scene``, or ``{name:
/// body}``, each as of ``Scene.add`` or a tuple of that and a pose; without it, the scene file that
/// the study names. Classes are those of exact arithmetic on the numbers given. ``progress`` and
/// ``threads`` are as of ``collide_batch``; the numbers are of pairs whose boxes are near. The same
/// study and scene give the same report, on any number of threads.
///
/// With a ``folder`` the study is run in ``slices`` equal pieces, and each that is finished is kept
/// there: the same call, after one that was ended or killed, goes on from them. The report is the
/// same, bit by bit; see ``obbtree.cluster.clash`` for many machines.
///
/// Raises ``StudyError`` if the study names no scene or has a motion, and ``ReadError`` for files,
/// also for a folder with slices of another study, scene, version or division.
///
/// >>> import obbtree
/// >>> cuboid = obbtree.Shape.cuboid
/// >>> model = {
/// ...     "slab": cuboid([4, 4, 0.25]),
/// ...     "column": (cuboid([0.25, 0.25, 1]), [0, 0, 1.25, 0, 0, 0, 1]),  # stands on it
/// ...     "duct": (cuboid([1, 0.25, 0.25]), [2, 0, 0.375, 0, 0, 0, 1]),  # cuts into it
/// ... }
/// >>> study = obbtree.Study([{"name": "all", "kinds": ["cutting", "touching"]}], depth=True)
/// >>> for clash in obbtree.clash(study, model).clashes:
/// ...     print(clash.class_, *clash.bodies, [round(x, 6) for x in clash.depth or ()])
/// touching_area slab column []
/// cutting slab duct [0.125, 0.125]
#[pyfunction]
#[pyo3(signature = (
    study, scene=None, *, folder=None, slices=64, progress=None, threads=None
))]
pub(crate) fn clash(
    py: Python<'_>,
    study: StudyLike,
    scene: Option<Bound<'_, PyAny>>,
    folder: Option<PathBuf>,
    #[pyo3(from_py_with = whole::slices)] slices: usize,
    progress: Option<Bound<'_, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<ClashReport> {
    let study = at_rest(study)?;
    let scene = scene_of(py, &study, scene)?;
    let (kept, how) = (folder.as_deref().map(|folder| (folder, slices)), (progress, threads));
    let report = found(py, &study, &scene, kept, how, |options| Ok(study.run(&scene, options)?));
    report.map(ClashReport)
}

/// What a study finds, at once or kept in so many slices in a folder.
pub(super) fn found<S: Subject>(
    py: Python<'_>,
    study: &EngineStudy,
    on: S,
    kept: Option<(&Path, usize)>,
    (progress, threads): (Option<Bound<'_, PyAny>>, Option<usize>),
    at_once: impl FnOnce(&RunOptions<'_>) -> Result<S::Report, FolderError> + Send,
) -> PyResult<S::Report> {
    // How many pairs there are is known when their boxes have been compared.
    let how = Run { total: 0, progress, threads };
    let report = run(py, how, |run| {
        let progress = |done, total| run.reached(done, total);
        let options = run.study(&progress);
        Ok(match kept {
            None => at_once(&options),
            Some((folder, slices)) => study.run_in_folder(on, folder, slices, &options),
        })
    })?;
    report.map_err(|error| folder_error(&error))
}

/// A study of bodies that do not move.
pub(super) fn at_rest(study: StudyLike) -> PyResult<EngineStudy> {
    if study.0.motion.is_some() {
        return Err(StudyError::new_err("bodies of this study move: see clash_motion"));
    }
    Ok(study.0)
}

pub(super) fn folder_error(error: &FolderError) -> PyErr {
    match error {
        FolderError::Run(error) => run_error(error),
        FolderError::Io { path, error } => file_error(path, error),
        other => ReadError::new_err(other.to_string()),
    }
}

/// The scene that is given, or that the study names.
pub(super) fn scene_of(
    py: Python<'_>,
    study: &EngineStudy,
    scene: Option<Bound<'_, PyAny>>,
) -> PyResult<EngineScene> {
    if let Some(scene) = scene {
        return given(&scene);
    }
    let path = study
        .scene
        .clone()
        .ok_or_else(|| StudyError::new_err("the study names no scene, and none is given"))?;
    let read = in_background(py, true, move |_| read_scene(&path))?;
    read.map_err(|error| scene_file_error(&error))
}

fn given(scene: &Bound<'_, PyAny>) -> PyResult<EngineScene> {
    if let Ok(scene) = scene.cast::<Scene>() {
        return Ok(scene.get().snapshot());
    }
    let Ok(bodies) = scene.cast::<PyDict>() else {
        let text = format!("{}: a scene is a Scene or a dictionary of bodies", argument("scene"));
        return Err(PyTypeError::new_err(format!("{text}, not {}", scene.get_type())));
    };
    let mut made = EngineScene::new();
    for (name, body) in bodies.iter() {
        let name: String = name.extract()?;
        let placed = || match body.cast::<PyTuple>() {
            Ok(_) => body.extract::<(Bound<'_, PyAny>, PoseLike)>(),
            Err(_) => Ok((body.clone(), PoseLike::default())),
        };
        let read = placed().and_then(|(body, pose)| Ok((parts(&body)?, pose.0)));
        let (parts, pose) = read.map_err(|error| of_body(scene.py(), "scene", &name, error))?;
        made.add(&name, parts, pose).map_err(|error| scene_error(&error))?;
    }
    Ok(made)
}
