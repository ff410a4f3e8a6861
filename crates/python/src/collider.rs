//! An argument that is a collider: a `Body`, a `Shape`, a `PointCloud`, `Voxels`, or a `Trimesh`,
//! of which a `Body` is built.

use obbtree::collider::Config;
use obbtree::{Collider, ColliderRef, PointCloud as EngineCloud, Voxels as EngineVoxels};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::body::{Body, is_trimesh};
use crate::cloud::PointCloud;
use crate::interrupt::know_insides;
use crate::shape::Shape;
use crate::voxels::Voxels;

/// A `Body`, a `Shape`, a `PointCloud` or `Voxels`, which Python owns.
pub(crate) enum ColliderLike<'py> {
    Mesh(Bound<'py, Body>),
    Shape(Bound<'py, Shape>),
    /// As it was when it was given.
    Points(EngineCloud),
    Voxels(EngineVoxels),
}

impl ColliderLike<'_> {
    pub(crate) fn engine(&self) -> ColliderRef<'_> {
        match self {
            Self::Mesh(body) => (&body.get().0).into(),
            Self::Shape(shape) => (&shape.get().engine).into(),
            Self::Points(cloud) => cloud.into(),
            Self::Voxels(voxels) => voxels.into(),
        }
    }

    pub(crate) fn to_engine(&self) -> Collider {
        match self {
            Self::Mesh(body) => body.get().0.clone().into(),
            Self::Shape(shape) => shape.get().engine.clone().into(),
            Self::Points(cloud) => cloud.clone().into(),
            Self::Voxels(voxels) => voxels.clone().into(),
        }
    }

    /// `None` if the object is none.
    pub(crate) fn of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<ColliderLike<'py>>> {
        if let Ok(body) = object.cast::<Body>() {
            return Ok(Some(ColliderLike::Mesh(body.clone())));
        }
        if let Ok(shape) = object.cast::<Shape>() {
            return Ok(Some(ColliderLike::Shape(shape.clone())));
        }
        if let Ok(cloud) = object.cast::<PointCloud>() {
            return Ok(Some(ColliderLike::Points(cloud.get().engine())));
        }
        if let Ok(voxels) = object.cast::<Voxels>() {
            return Ok(Some(ColliderLike::Voxels(voxels.get().engine())));
        }
        if !is_trimesh(object)? {
            return Ok(None);
        }
        let body = Body::of_trimesh(object, &Config::default())?;
        Ok(Some(ColliderLike::Mesh(Bound::new(object.py(), body)?)))
    }
}

/// A `PointCloud` or `Voxels`: what masks are of.
pub(crate) enum Items {
    Points(EngineCloud),
    Voxels(EngineVoxels),
}

impl Items {
    pub(crate) fn engine(&self) -> &EngineCloud {
        match self {
            Self::Points(cloud) => cloud,
            Self::Voxels(voxels) => voxels.items(),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Items {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match ColliderLike::of(&object)? {
            Some(ColliderLike::Points(cloud)) => Ok(Self::Points(cloud)),
            Some(ColliderLike::Voxels(voxels)) => Ok(Self::Voxels(voxels)),
            _ => {
                let text = format!("a PointCloud or Voxels, not {}", object.get_type());
                Err(PyTypeError::new_err(text))
            }
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for ColliderLike<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Self::of(&object)?.ok_or_else(|| {
            let text = "a collider is a Body, a Shape, a PointCloud, Voxels or a Trimesh";
            PyTypeError::new_err(format!("{text}, not {}", object.get_type()))
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
