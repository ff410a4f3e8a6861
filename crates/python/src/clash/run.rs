//! The function `clash`: a study of a scene.

use obbtree::clash::Study as EngineStudy;
use obbtree::scene::{Scene as EngineScene, read_scene};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::report::ClashReport;
use super::study::StudyLike;
use crate::errors::{StudyError, run_error, scene_error, scene_file_error};
use crate::interrupt::in_background;
use crate::parameters::{argument, of_body};
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
/// Raises ``StudyError`` if the study names no scene or has a motion, and ``ReadError`` for files.
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
#[pyo3(signature = (study, scene=None, *, progress=None, threads=None))]
pub(crate) fn clash(
    py: Python<'_>,
    study: StudyLike,
    scene: Option<Bound<'_, PyAny>>,
    progress: Option<Bound<'_, PyAny>>,
    threads: Option<usize>,
) -> PyResult<ClashReport> {
    let study = study.0;
    if study.motion.is_some() {
        return Err(StudyError::new_err("bodies of this study move: see clash_motion"));
    }
    let scene = scene_of(py, &study, scene)?;
    // How many pairs there are is known when their boxes have been compared.
    let how = Run { total: 0, progress, threads };
    let report = run(py, how, |run| {
        let progress = |done, total| run.reached(done, total);
        Ok(study.run(&scene, &run.study(&progress)))
    })?;
    report.map(ClashReport).map_err(|error| run_error(&error))
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
