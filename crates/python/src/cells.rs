//! Cells of grids as voxels take them: lists, dense arrays, and the grids of other packages.

use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arrays;
use crate::errors::{CloudError, VoxelError};
use crate::exact::require_exact;
use crate::parameters::{argument, named};

/// N cells from an (N, 3) array of integers of any type.
pub(crate) fn cells(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<[i32; 3]>> {
    of_rows(numbers, "cells")
}

/// N sizes from an (N,) array of integers of any type.
pub(crate) fn sizes(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let (sizes, shape) = arrays::integers(numbers, "sizes", &|size| {
        VoxelError::new_err(format!("{size} is no size of a cell"))
    })?;
    match shape[..] {
        [_] => Ok(sizes),
        _ => Err(PyValueError::new_err(format!("sizes must be of shape (N,), not {shape:?}"))),
    }
}

/// Numbers of points, from an (N,) array of integers of any type.
pub(crate) fn numbers_of(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let (numbers, shape) = arrays::integers(numbers, "numbers", &|number| {
        CloudError::new_err(format!("{number} is no number of a point"))
    })?;
    match shape[..] {
        [_] => Ok(numbers),
        _ => Err(PyValueError::new_err(format!("numbers must be of shape (N,), not {shape:?}"))),
    }
}

/// The entries of an (nx, ny, nz) array of booleans, and its shape.
pub(crate) fn occupied(array: &Bound<'_, PyAny>) -> PyResult<(Vec<bool>, [usize; 3])> {
    booleans(array, "occupied", "(nx, ny, nz)")
}

/// The entries of an array of booleans of so many axes, and its shape.
pub(crate) fn booleans<const AXES: usize>(
    array: &Bound<'_, PyAny>,
    name: &str,
    shape: &str,
) -> PyResult<(Vec<bool>, [usize; AXES])> {
    require_exact(array).map_err(|error| named(array.py(), &argument(name), error))?;
    let array = array.py().import("numpy")?.call_method1("asarray", (array,))?;
    let Ok(entries) = array.extract::<PyReadonlyArrayDyn<'_, bool>>() else {
        let text = format!("{name} must be booleans, not {}", array.getattr("dtype")?);
        return Err(PyTypeError::new_err(text));
    };
    let Ok(axes) = entries.shape().try_into() else {
        let text = format!("{name} must be of shape {shape}, not {:?}", entries.shape());
        return Err(PyValueError::new_err(text));
    };
    Ok((entries.as_array().iter().copied().collect(), axes))
}

/// The grid of another package.
pub(crate) struct Grid {
    pub(crate) cells: Vec<[i32; 3]>,
    /// The lowest corner of cell (0, 0, 0).
    pub(crate) origin: [f64; 3],
    pub(crate) side: f64,
}

impl Grid {
    /// Of trimesh's or Open3D's, told by what they have.
    pub(crate) fn of(grid: &Bound<'_, PyAny>) -> PyResult<Self> {
        if grid.hasattr("sparse_indices")? && grid.hasattr("transform")? {
            return Self::of_trimesh(grid);
        }
        if grid.hasattr("get_voxels")? {
            return Self::of_open3d(grid);
        }
        let text = "a VoxelGrid of trimesh or Open3D is taken";
        let text = format!("{}: {text}, not {}", argument("grid"), grid.get_type());
        Err(PyTypeError::new_err(text))
    }

    /// Its transform maps a cell to the centre of its box.
    fn of_trimesh(grid: &Bound<'_, PyAny>) -> PyResult<Self> {
        let transform = arrays::floats(&grid.getattr("transform")?, "grid")?;
        let rows: Vec<f64> = transform.as_array().iter().copied().collect();
        let at = |row: usize, column: usize| rows.get(4 * row + column).copied();
        let side = at(0, 0).unwrap_or(0.0);
        let is_scale = (0..3).all(|row| {
            (0..3).all(|column| at(row, column) == Some(if row == column { side } else { 0.0 }))
        });
        let ([Some(x), Some(y), Some(z)], true) = ([0, 1, 2].map(|row| at(row, 3)), is_scale)
        else {
            let text = "its transform turns it, or scales it by more than one number: make \
                        voxels of its cells, and place them by a pose";
            return Err(PyValueError::new_err(format!("{}: {text}", argument("grid"))));
        };
        let origin = [x, y, z].map(|center| center - 0.5 * side);
        Ok(Self { cells: of_rows(&grid.getattr("sparse_indices")?, "grid")?, origin, side })
    }

    fn of_open3d(grid: &Bound<'_, PyAny>) -> PyResult<Self> {
        let cells = PyList::empty(grid.py());
        for voxel in grid.call_method0("get_voxels")?.try_iter()? {
            cells.append(voxel?.getattr("grid_index")?)?;
        }
        Ok(Self {
            cells: of_rows(cells.as_any(), "grid")?,
            origin: arrays::point(&grid.getattr("origin")?, "grid")?,
            side: grid.getattr("voxel_size")?.extract()?,
        })
    }
}

fn of_rows(numbers: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<[i32; 3]>> {
    let (flat, shape) = arrays::integers(numbers, name, &|number| {
        VoxelError::new_err(format!("{number} is no number of a cell, which has 32 bits"))
    })?;
    match shape[..] {
        _ if flat.is_empty() => Ok(Vec::new()),
        [_, 3] => Ok(flat.as_chunks().0.to_vec()),
        _ => Err(PyValueError::new_err(format!("{name} must be of shape (N, 3), not {shape:?}"))),
    }
}
