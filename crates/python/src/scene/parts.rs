//! What a body is made of: a part or a sequence of parts, each with or without an offset.

use std::path::PathBuf;

use obbtree::scene::Part;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::collider::ColliderLike;
use crate::errors::read_error;
use crate::interrupt::{LARGE_FILE, in_background};
use crate::parameters::{argument, named};
use crate::pose::PoseLike;

/// One part, or a list of parts; a tuple is a part and its offset.
pub(crate) fn parts(object: &Bound<'_, PyAny>) -> PyResult<Vec<Part>> {
    let parts = match object.cast::<PyList>() {
        Ok(list) => list.iter().map(|each| part(&each)).collect(),
        Err(_) => part(object).map(|part| vec![part]),
    };
    parts.map_err(|error| named(object.py(), &argument("parts"), error))
}

fn part(object: &Bound<'_, PyAny>) -> PyResult<Part> {
    if object.is_instance_of::<PyTuple>() {
        let (collider, offset): (Bound<'_, PyAny>, PoseLike) = object.extract()?;
        return Ok(of_collider(&collider)?.at(offset.0));
    }
    of_collider(object)
}

fn of_collider(object: &Bound<'_, PyAny>) -> PyResult<Part> {
    if let Some(collider) = ColliderLike::of(object)? {
        return Ok(Part::new(collider.to_engine()));
    }
    if object.is_instance_of::<PyString>() || object.hasattr("__fspath__")? {
        let path: PathBuf = object.extract()?;
        let is_long = path.metadata().is_ok_and(|file| file.len() > LARGE_FILE);
        let read = in_background(object.py(), is_long, move |_| Part::mesh_file(path))?;
        return read.map_err(|error| read_error(&error));
    }
    let text = "a body is made of Body, Shape, PointCloud, Voxels, Trimesh or mesh files: one, a \
                tuple of one and its offset, or a list of these";
    Err(PyTypeError::new_err(format!("{text}, not {}", object.get_type())))
}
