//! The class `ClashReport`, and its files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use obbtree::clash::{
    BcfError, BcfOptions, BcfVersion, Clash as EngineClash, Report, ReportError, Reviews,
    read_report, write_bcf, write_csv,
};
use obbtree_viewer::Page;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::difference::ClashDifference;
use super::found::{Clash, ClashCluster, Reduced, corners, of_a_study};
use crate::errors::{ReadError, file_error, in_file, report_error};
use crate::interrupt::in_background;
use crate::page::{ProgramBytes, html};
use crate::parameters::number;
use crate::scene::Scene;

/// What a study found in a scene: see ``clash``.
///
/// >>> import obbtree
/// >>> report = obbtree.clash("assets/building.toml")
/// >>> report
/// ClashReport('coordination', 28 clashes)
/// >>> report.counts()
/// {'cutting': 16, 'coincident': 8, 'containing': 2, 'near': 2}
/// >>> report.study, report.bodies, report.candidates, report.warnings
/// ('coordination', 107, 280, [])
/// >>> len(report.clashes), len(report.clusters)
/// (28, 28)
#[pyclass(frozen, eq, module = "obbtree")]
#[derive(PartialEq)]
pub(crate) struct ClashReport(pub(super) Report);

of_a_study!(ClashReport);

#[pymethods]
impl ClashReport {
    /// The report of a text, as ``to_json`` gives it.
    ///
    /// >>> import obbtree
    /// >>> report = obbtree.clash("assets/building.toml")
    /// >>> obbtree.ClashReport.from_json(report.to_json()) == report
    /// True
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        read_report(text).map(Self).map_err(|error| report_error(&error))
    }

    /// The report of a JSON file, also of one that the command wrote.
    ///
    /// >>> import obbtree
    /// >>> import pathlib, tempfile
    /// >>> report = obbtree.clash("assets/building.toml")
    /// >>> file = pathlib.Path(tempfile.mkdtemp(), "report.json")
    /// >>> _ = file.write_text(report.to_json())
    /// >>> obbtree.ClashReport.read(file) == report
    /// True
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        read_file(py, path, |text| read_report(text).map(Self))
    }

    /// This report with states and comments of a file that the page of ``obbtree clash --html``
    /// saved, for ``write_csv`` and ``write_bcf``; clashes that the file has not are open.
    ///
    /// >>> import json, obbtree
    /// >>> report = obbtree.clash("assets/building.toml")
    /// >>> decided = {report.clashes[0].guid: {"state": "accepted", "comment": "a sleeve"}}
    /// >>> states = {"format": "obbtree-clash-states-1", "study": "", "clashes": decided}
    /// >>> with open("target/states.json", "w") as file:
    /// ...     json.dump(states, file)
    /// >>> report = report.with_states("target/states.json")
    /// >>> [(clash.state, clash.comment) for clash in report.clashes[:2]]
    /// [('accepted', 'a sleeve'), ('open', '')]
    fn with_states(&self, path: PathBuf) -> PyResult<Self> {
        let mut report = self.0.clone();
        report.set_reviews(&reviews(&path)?);
        Ok(Self(report))
    }

    /// The clashes, by the order of rules, then by that of the bodies: a new list.
    #[getter]
    fn clashes(&self) -> Vec<Clash> {
        self.0.clashes.iter().cloned().map(Clash).collect()
    }

    /// The clusters, in the order of their first clashes: a new list.
    #[getter]
    fn clusters(&self) -> Vec<ClashCluster> {
        let clusters = self.0.clusters.iter().map(|cluster| ClashCluster {
            rule: cluster.rule.clone(),
            groups: cluster.groups.clone().into(),
            clashes: cluster.clashes.clone(),
            bounds: corners(cluster.bounds),
        });
        clusters.collect()
    }

    /// How many clashes there are of each class that there is.
    ///
    /// >>> import obbtree
    /// >>> obbtree.clash("assets/building.toml").counts()
    /// {'cutting': 16, 'coincident': 8, 'containing': 2, 'near': 2}
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (class, count) in self.0.counts() {
            counts.set_item(class.name(), count)?;
        }
        Ok(counts)
    }

    /// The page of a scene and of these clashes in it.
    #[pyo3(name = "_page")]
    fn page(
        &self,
        py: Python<'_>,
        scene: &Bound<'_, Scene>,
        title: &str,
        program: ProgramBytes,
    ) -> PyResult<String> {
        let (states, reviews) = (format!("{title}-states.json"), Reviews::new(&self.0.study));
        let page = Page::new(title, &scene.get().snapshot(), Path::new(""));
        html(py, page.with_clashes(&self.0, &reviews, states), program)
    }

    /// Writes a table with a line for each clash, comma-separated, with the names of the columns
    /// first. Texts that a spreadsheet would take as a formula begin with ``'``.
    ///
    /// >>> import obbtree
    /// >>> obbtree.clash("assets/building.toml").write_csv("target/clashes.csv")
    /// >>> with open("target/clashes.csv") as table:
    /// ...     table.readline()[:22]
    /// 'guid,rule,class,first,'
    fn write_csv(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let written = py.detach(|| write_csv(&self.0, BufWriter::new(File::create(&path)?)));
        written.map_err(|error| file_error(&path, &error))
    }

    /// Writes an archive of the BIM Collaboration Format: a topic for each clash.
    ///
    /// ``version`` is ``"2.1"`` or ``"3.0"``; ``date`` is as ``2026-11-26T09:30:00Z``, now if it is
    /// not given; ``metres`` in a unit of the coordinates are the study's. ``picture`` is called
    /// with each clash and gives a PNG picture as bytes, or ``None``.
    ///
    /// >>> import obbtree
    /// >>> report = obbtree.clash("assets/building.toml")
    /// >>> report.write_bcf("target/clashes.bcf", metres=0.001, author="Ada")
    #[pyo3(signature = (
        path, *, metres, version="2.1", author="obbtree", date=None, picture=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn write_bcf(
        &self,
        py: Python<'_>,
        path: PathBuf,
        #[pyo3(from_py_with = number::metres)] metres: f64,
        version: &str,
        author: &str,
        date: Option<String>,
        picture: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let version = match version {
            "2.1" => BcfVersion::V2,
            "3.0" => BcfVersion::V3,
            other => return Err(PyValueError::new_err(format!("{other:?} is not 2.1 or 3.0"))),
        };
        let date = date.map_or_else(|| now(py), Ok)?;
        let options = BcfOptions { version, author: author.to_owned(), date, metres };
        let mut raised = None;
        let written = match picture {
            None => py.detach(|| write(&self.0, &options, &path, &mut |_| None)),
            Some(picture) => write(&self.0, &options, &path, &mut |clash| {
                if raised.is_some() {
                    return None;
                }
                let drawn = picture.call1((Clash(clash.clone()),));
                let bytes = drawn.and_then(|drawn| drawn.extract::<Option<Vec<u8>>>());
                bytes.unwrap_or_else(|error| {
                    raised = Some(error);
                    None
                })
            }),
        };
        if let Some(raised) = raised {
            return Err(raised);
        }
        written.map_err(|error| match error {
            BcfError::Io(error) => file_error(&path, &error),
            BcfError::Zip(_) => PyOSError::new_err(format!("{}: {error}", path.display())),
            _ => PyValueError::new_err(error.to_string()),
        })
    }

    /// What changed from this report to a later one. The place of a clash has changed if its box
    /// is farther away than ``moved``, along an axis.
    ///
    /// >>> import obbtree
    /// >>> report = obbtree.clash("assets/building.toml")
    /// >>> difference = report.difference(report, moved=0.01)
    /// >>> len(difference.new), len(difference.gone), len(difference.unchanged)
    /// (0, 0, 28)
    #[pyo3(signature = (new, *, moved=0.0))]
    fn difference(
        &self,
        py: Python<'_>,
        new: &Self,
        #[pyo3(from_py_with = number::moved)] moved: f64,
    ) -> ClashDifference {
        py.detach(|| ClashDifference::between(&self.0, &new.0, moved))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json(py),)))
    }
}

/// A report of a file.
pub(super) fn read_file<R: Send + 'static>(
    py: Python<'_>,
    path: PathBuf,
    read: fn(&str) -> Result<R, ReportError>,
) -> PyResult<R> {
    in_background(py, true, move |_| {
        let text = std::fs::read_to_string(&path).map_err(|error| file_error(&path, &error))?;
        read(&text).map_err(|error| in_file::<ReadError>(&path, &error))
    })?
}

/// What reviewers decided, of a file that a page saved.
pub(super) fn reviews(path: &Path) -> PyResult<Reviews> {
    let text = std::fs::read_to_string(path).map_err(|error| file_error(path, &error))?;
    Reviews::from_json(&text).map_err(|error| in_file::<ReadError>(path, &error))
}

fn write(
    report: &Report,
    options: &BcfOptions,
    path: &Path,
    picture: &mut dyn FnMut(&EngineClash) -> Option<Vec<u8>>,
) -> Result<(), BcfError> {
    options.check()?; // before a file is there
    let mut to = BufWriter::new(File::create(path)?);
    write_bcf(report, options, &mut to, picture)?;
    Ok(to.flush()?)
}

/// The time now, in UTC.
fn now(py: Python<'_>) -> PyResult<String> {
    let module = py.import("datetime")?;
    let now = module
        .getattr("datetime")?
        .call_method1("now", (module.getattr("timezone")?.getattr("utc")?,))?;
    now.call_method1("strftime", ("%Y-%m-%dT%H:%M:%SZ",))?.extract()
}
