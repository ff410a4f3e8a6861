//! An argument that is a collider: a `Body` or a `Shape`.

use obbtree::{Collider, ColliderRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::body::Body;
use crate::interrupt::know_insides;
use crate::shape::Shape;

/// A `Body` or a `Shape`, which Python owns.
pub(crate) enum ColliderLike<'py> {
    Mesh(Bound<'py, Body>),
    Shape(Bound<'py, Shape>),
}

impl ColliderLike<'_> {
    pub(crate) fn engine(&self) -> ColliderRef<'_> {
        match self {
            Self::Mesh(body) => (&body.get().0).into(),
            Self::Shape(shape) => (&shape.get().engine).into(),
        }
    }

    pub(crate) fn to_engine(&self) -> Collider {
        match self {
            Self::Mesh(body) => body.get().0.clone().into(),
            Self::Shape(shape) => shape.get().engine.clone().into(),
        }
    }

    /// `None` if the object is neither.
    pub(crate) fn of<'py>(object: &Bound<'py, PyAny>) -> Option<ColliderLike<'py>> {
        if let Ok(body) = object.cast::<Body>() {
            return Some(ColliderLike::Mesh(body.clone()));
        }
        object.cast::<Shape>().ok().map(|shape| ColliderLike::Shape(shape.clone()))
    }
}

impl<'py> FromPyObject<'_, 'py> for ColliderLike<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Self::of(&object).ok_or_else(|| {
            let text = format!("a collider is a Body or a Shape, not {}", object.get_type());
            PyTypeError::new_err(text)
        })
    }
}

/// Two colliders as the engine has them. For a query about solids, what it needs of large meshes is
/// computed first.
pub(crate) fn both<'a>(
    py: Python<'_>,
    colliders: [&'a ColliderLike<'_>; 2],
    solid: bool,
) -> PyResult<[ColliderRef<'a>; 2]> {
    if solid {
        for collider in colliders {
            if let ColliderLike::Mesh(body) = collider {
                know_insides(py, &[&body.get().0])?;
            }
        }
    }
    Ok(colliders.map(ColliderLike::engine))
}
