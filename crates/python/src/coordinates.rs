//! Points and lengths as clouds and voxels take them.

use numpy::PyUntypedArrayMethods;
use obbtree::PointCloud;
use obbtree::collider::{CloudError, Radius};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arrays;
use crate::body::is_trimesh;

/// (n, 3) points.
pub(crate) enum Coordinates {
    Single(Vec<[f32; 3]>),
    Double(Vec<[f64; 3]>),
}

impl Coordinates {
    pub(crate) fn of(points: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        match arrays::as_it_is::<f32>(points) {
            Some(array) => arrays::rows_of_three(&array, name).map(Self::Single),
            None => arrays::points(points, name).map(Self::Double),
        }
    }

    pub(crate) fn insert_into(
        &self,
        cloud: &mut PointCloud,
        radius: Radius<'_>,
    ) -> Result<(), CloudError> {
        match self {
            Self::Single(points) => cloud.insert(points, radius),
            Self::Double(points) => cloud.insert(points, radius),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Single(points) => points.len(),
            Self::Double(points) => points.len(),
        }
    }
}

/// The array of points that an object has, or is.
pub(crate) fn points_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if arrays::is_of_numpy(object) {
        return Ok(object.clone());
    }
    if object.hasattr("points")? {
        return object.getattr("points");
    }
    if is_trimesh(object)? {
        let text = "argument 'points': a mesh is no point cloud; its `vertices` are points";
        return Err(PyTypeError::new_err(text));
    }
    match object.hasattr("vertices")? {
        true => object.getattr("vertices"),
        false => Ok(object.clone()),
    }
}

/// One length, or one for each point: radii, half sides.
pub(crate) enum Radii {
    One(f64),
    Each(Vec<f64>),
}

impl Radii {
    pub(crate) fn of(lengths: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let array = arrays::floats(lengths, name)?;
        let mut numbers: Vec<f64> = array.as_array().iter().copied().collect();
        match array.shape() {
            [] => Ok(Self::One(numbers.remove(0))),
            _ => Ok(Self::Each(numbers)),
        }
    }

    pub(crate) fn radius(&self) -> Radius<'_> {
        match self {
            Self::One(radius) => Radius::One(*radius),
            Self::Each(radii) => Radius::Each(radii),
        }
    }
}
