//! Pages in which a scene or a robot is looked at and moved: made here, of the program that the
//! package `obbtree_page` has. `obbtree/_show.py` calls it.

use obbtree_viewer::{Page, Program};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

/// The engine and three.js.
pub(crate) type ProgramBytes = (PyBackedBytes, PyBackedBytes);

/// The HTML file.
pub(crate) fn html(py: Python<'_>, page: Page, (engine, three): ProgramBytes) -> PyResult<String> {
    let made = py.detach(|| page.html_with(Program { engine: &engine, three: &three }));
    made.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// What a notebook shows of an object: its page, if the program of pages is installed.
pub(crate) fn notebook_html<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    object.py().import("obbtree._show")?.call_method1("notebook_html", (object,))
}
