//! Contact manifolds, as a structured array.

use numpy::{PyArray1, PyArrayMethods};
use obbtree::query::{Feature, Manifold, ManifoldPoint};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Name, kind of number and shape of each field.
const FIELDS: [(&str, &str, &[usize]); 5] = [
    ("manifold", "u4", &[]),
    ("features", "u4", &[2, 2]),
    ("points", "f8", &[2, 3]),
    ("normal", "f8", &[3]),
    ("depth", "f8", &[]),
];

/// The points of one manifold after the other.
pub(crate) fn manifold_points<'py>(
    py: Python<'py>,
    found: &[Manifold],
) -> PyResult<Bound<'py, PyAny>> {
    let places: Vec<(usize, &Manifold, &ManifoldPoint)> = found
        .iter()
        .enumerate()
        .flat_map(|(number, manifold)| manifold.points.iter().map(move |p| (number, manifold, p)))
        .collect();
    let fields: Vec<_> = FIELDS
        .iter()
        .map(|&(name, kind, shape)| Ok((name, kind, PyTuple::new(py, shape)?)))
        .collect::<PyResult<_>>()?;
    let made = py.import("numpy")?.call_method1("zeros", (places.len(), fields))?;
    let count = places.len();
    let set = |name: &str, values: Bound<'py, PyAny>| made.set_item(name, values);
    let integers = |values: Vec<u32>| PyArray1::from_vec(py, values);
    let floats = |values: Vec<f64>| PyArray1::from_vec(py, values);
    set("manifold", integers(places.iter().map(|place| place.0 as u32).collect()).into_any())?;
    let features = places.iter().flat_map(|(_, _, point)| point.features.map(Feature::code));
    set("features", integers(features.flatten().collect()).reshape([count, 2, 2])?.into_any())?;
    let points = places.iter().flat_map(|(_, _, point)| point.on.map(<[f64; 3]>::from));
    set("points", floats(points.flatten().collect()).reshape([count, 2, 3])?.into_any())?;
    let normals = places.iter().flat_map(|(_, manifold, _)| <[f64; 3]>::from(manifold.normal));
    set("normal", floats(normals.collect()).reshape([count, 3])?.into_any())?;
    set("depth", floats(places.iter().map(|place| place.2.depth).collect()).into_any())?;
    Ok(made)
}
