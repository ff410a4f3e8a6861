//! Scene files, pages, copies and pickles.

use std::path::{Path, PathBuf};

use obbtree::scene::{read_scene, scene_from_json, scene_to_json, write_scene};
use obbtree_viewer::Page;
use pyo3::prelude::*;

use super::class::Scene;
use crate::errors::{scene_file_error, written};
use crate::interrupt::{LARGE_FILE, in_background};
use crate::page::{ProgramBytes, html, notebook_html};

/// What makes a scene again, and from what: see Python's `pickle`.
type Reduced<'py> = (Bound<'py, PyAny>, (String, &'static str));

#[pymethods]
impl Scene {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// The scene of a scene file (JSON). Mesh files are found relative to its folder.
    ///
    /// Raises ``ReadError`` with the file and the field, or ``FileNotFoundError``.
    ///
    /// >>> import obbtree
    /// >>> obbtree.Scene.read("assets/workshop.json").pairs()
    /// [('bolt', 'nut')]
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let read = in_background(py, true, move |_| read_scene(&path))?;
        read.map(Self::of).map_err(|error| scene_file_error(&error))
    }

    /// The scene of the text of a scene file; ``path`` is where the file would be.
    ///
    /// >>> import obbtree
    /// >>> again = obbtree.Scene.from_json(obbtree.Scene.read("assets/workshop.json").to_json())
    /// >>> again.pairs()
    /// [('bolt', 'nut')]
    #[staticmethod]
    #[pyo3(signature = (text, path="scene.json"))]
    fn from_json(py: Python<'_>, text: &str, path: &str) -> PyResult<Self> {
        let is_long = text.len() as u64 > LARGE_FILE;
        let (text, path) = (text.to_owned(), path.to_owned());
        let read = in_background(py, is_long, move |_| scene_from_json(&text, &path))?;
        read.map(Self::of).map_err(|error| scene_file_error(&error))
    }

    /// The page.
    #[pyo3(name = "_page")]
    fn page(&self, py: Python<'_>, title: &str, program: ProgramBytes) -> PyResult<String> {
        html(py, Page::new(title, &self.snapshot(), Path::new("")), program)
    }

    /// What a notebook shows: the page, if there is one and ``obbtree-page`` is installed.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        notebook_html(slf.as_any())
    }

    /// The text of a scene file, with all meshes in it.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> obbtree.Scene.from_json(scene.to_json()).pairs()
    /// [('left', 'right')]
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let scene = self.snapshot();
        in_background(py, true, move |_| scene_to_json(&scene, None))
    }

    /// Writes a scene file. Meshes of files in or below its folder are named, others are in it;
    /// with ``embed`` all.
    ///
    /// >>> import obbtree
    /// >>> import os, tempfile
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> file = os.path.join(tempfile.mkdtemp(), "two.json")
    /// >>> scene.write(file)
    /// >>> obbtree.Scene.read(file).names
    /// ['left', 'right']
    #[pyo3(signature = (path, *, embed=false))]
    fn write(&self, py: Python<'_>, path: PathBuf, embed: bool) -> PyResult<()> {
        let scene = self.snapshot();
        let done = in_background(py, true, move |_| write_scene(&scene, &path, embed))?;
        done.map_err(|error| written(&error))
    }

    /// Later changes of one do not change the other; meshes and trees are shared.
    fn __copy__(&self) -> Self {
        Self::of(self.snapshot())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Self::of(self.snapshot())
    }

    /// Pickles hold the meshes; their trees are built again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json(py)?, "pickle")))
    }

    fn __repr__(&self) -> String {
        format!("Scene({} bodies)", self.__len__())
    }

    fn __len__(&self) -> usize {
        self.locked().ids().count()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.locked().id(name).is_ok()
    }
}
