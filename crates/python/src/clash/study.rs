//! The class `Study`: what is looked for in a scene.

use std::path::{Path, PathBuf};

use obbtree::clash::Study as EngineStudy;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::{StudyError, file_error, in_file, study_error};
use crate::parameters::{number, optional_number};

/// What is looked for in a scene: rules about bodies by patterns of their names.
///
/// A rule is a dictionary of the fields that a study file has: ``name``, ``these`` and ``those``
/// (lists of patterns, ``*`` for any characters, ``@`` and the name of a group), ``not``,
/// ``except`` (pairs of patterns), ``kinds`` (of ``"cutting"``, ``"contained"``, ``"coincident"``
/// and ``"touching"``), ``clearance`` and ``tolerance``. ``groups`` is ``{name: patterns}``.
/// ``detail`` is ``"point"``, ``"box"`` or ``"curves"``: how much is told of where bodies meet;
/// with ``depth`` it is told how deep they overlap, with ``volume`` the volume that two solids have
/// in common. Clashes of one rule and the same groups that are at most ``cluster`` apart are
/// clusters. ``metres`` in a unit of the coordinates are for BCF. ``motion`` is for
/// ``clash_motion``: a dictionary of ``certified``, ``time_tolerance``, ``distance_tolerance``, and
/// of ``times`` and ``poses`` (``{name: rows of x y z qx qy qz qw}``) or ``table``, a CSV file.
///
/// Raises ``StudyError`` with what is wrong.
///
/// >>> import obbtree
/// >>> obbtree.Study([{"name": "pipes", "these": ["*pipe*"], "clearance": 0.05}], cluster=2.0)
/// Study(1 rule)
/// >>> study = obbtree.Study([{"name": "all", "these": ["*"]}], groups={"pipes": ["*pipe*"]})
/// >>> study.name, study.scene, study.groups, study.detail
/// ('', None, {'pipes': ['*pipe*']}, 'point')
/// >>> study.depth, study.volume, study.cluster, study.metres, study.motion
/// (False, False, None, 1.0, None)
/// >>> obbtree.Study([{"name": "pipes", "clearence": 0.05}])
/// Traceback (most recent call last):
///     ...
/// obbtree.StudyError: unknown field `clearence`, expected one of `name`, `these`, ...
#[pyclass(frozen, eq, from_py_object, module = "obbtree")]
#[derive(Clone, PartialEq)]
pub(crate) struct Study(pub(crate) EngineStudy);

/// What makes a study again, and from what: see Python's `pickle`.
type Reduced<'py> = (Bound<'py, PyAny>, (String,));

fn checked(study: EngineStudy) -> PyResult<Study> {
    study.check().map_err(|error| study_error(&error))?;
    Ok(Study(study))
}

#[pymethods]
impl Study {
    #[new]
    #[pyo3(signature = (
        rules, *, name="", groups=None, detail="point", depth=false, volume=false, cluster=None,
        metres=1.0, motion=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        rules: Bound<'_, PyAny>,
        name: &str,
        groups: Option<Bound<'_, PyDict>>,
        detail: &str,
        depth: bool,
        volume: bool,
        #[pyo3(from_py_with = optional_number::cluster)] cluster: Option<f64>,
        #[pyo3(from_py_with = number::metres)] metres: f64,
        motion: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let fields = PyDict::new(py);
        fields.set_item("rules", rules)?;
        fields.set_item("name", name)?;
        fields.set_item("groups", groups.unwrap_or_else(|| PyDict::new(py)))?;
        fields.set_item("detail", detail)?;
        fields.set_item("depth", depth)?;
        fields.set_item("volume", volume)?;
        fields.set_item("cluster", cluster)?;
        fields.set_item("metres", metres)?;
        fields.set_item("motion", motion)?;
        let text: String = py.import("json")?.call_method1("dumps", (fields,))?.extract()?;
        checked(of_json(&text)?)
    }

    /// The study of a text in TOML, as study files have it.
    ///
    /// >>> import obbtree
    /// >>> text = "[[rules]]\nname = 'all'\nkinds = ['touching']"
    /// >>> obbtree.Study.from_toml(text).rules[0]["kinds"]
    /// ['touching']
    #[staticmethod]
    fn from_toml(text: &str) -> PyResult<Self> {
        EngineStudy::from_toml(text).map(Self).map_err(|error| study_error(&error))
    }

    /// The study of a file. Its scene file and its table of motions are found from the folder of
    /// the study's file.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Study.read("assets/building.toml")
    /// Study('coordination', 3 rules)
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        let text = std::fs::read_to_string(&path).map_err(|error| file_error(&path, &error))?;
        let mut study =
            EngineStudy::from_toml(&text).map_err(|error| in_file::<StudyError>(&path, &error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        study.scene = study.scene.map(|scene| folder.join(scene));
        if let Some(motion) = &mut study.motion {
            motion.table = motion.table.take().map(|table| folder.join(table));
        }
        Ok(Self(study))
    }

    /// What its reports are called.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The scene file, if the study names one.
    #[getter]
    fn scene(&self) -> Option<String> {
        self.0.scene.as_ref().map(|path| path.display().to_string())
    }

    /// Bodies by patterns: ``{name: patterns}``.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_objects(py, &self.0.groups)
    }

    /// The rules, each a dictionary with all its fields.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_objects(py, &self.0.rules)
    }

    /// ``"point"``, ``"box"`` or ``"curves"``.
    #[getter]
    fn detail<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_objects(py, &self.0.detail)
    }

    /// Is the depth of what overlaps told?
    #[getter]
    fn depth(&self) -> bool {
        self.0.depth
    }

    /// Is the volume that two solids have in common told?
    #[getter]
    fn volume(&self) -> bool {
        self.0.volume
    }

    /// How far apart clashes of a cluster may be; ``None`` if there are no clusters.
    #[getter]
    fn cluster(&self) -> Option<f64> {
        self.0.cluster
    }

    /// Metres in a unit of the coordinates.
    #[getter]
    fn metres(&self) -> f64 {
        self.0.metres
    }

    /// How bodies move, a dictionary of the fields that a study file has; ``None`` if they rest.
    #[getter]
    fn motion<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_objects(py, &self.0.motion)
    }

    #[staticmethod]
    fn _of(text: &str) -> PyResult<Self> {
        checked(of_json(text)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        Ok((slf.get_type().getattr("_of")?, (to_json(&slf.get().0),)))
    }

    fn __repr__(&self) -> String {
        let (name, count) = (&self.0.name, self.0.rules.len());
        let name = if name.is_empty() { String::new() } else { format!("'{name}', ") };
        format!("Study({name}{count} rule{})", if count == 1 { "" } else { "s" })
    }
}

fn of_json(text: &str) -> PyResult<EngineStudy> {
    // By way of a value: places in a text that nobody has seen would tell nothing.
    let value: Result<serde_json::Value, _> = serde_json::from_str(text);
    let study = value.and_then(serde_json::from_value);
    study.map_err(|error| StudyError::new_err(error.to_string()))
}

fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("texts and finite numbers, which JSON can hold")
}

fn as_objects<'py>(py: Python<'py>, value: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (to_json(value),))
}

/// An argument that is a `Study`, or the path of a study file.
pub(crate) struct StudyLike(pub(super) EngineStudy);

impl<'py> FromPyObject<'_, 'py> for StudyLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(study) = object.cast::<Study>() {
            return Ok(Self(study.get().0.clone()));
        }
        if object.is_instance_of::<PyString>() || object.hasattr("__fspath__")? {
            return Ok(Self(Study::read(object.extract()?)?.0));
        }
        let text = "a study is a Study or the path of a study file";
        Err(PyTypeError::new_err(format!("{text}, not {}", object.get_type())))
    }
}
