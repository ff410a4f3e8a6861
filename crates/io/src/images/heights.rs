//! The surface of heights in an image.

use std::path::Path;

use obbtree_mesh::Mesh;

use super::depth::read;
use crate::bytes::bytes_of;
use crate::error::{Fault, ReadError};

/// What the pixels of an image of heights are.
///
/// The image is seen from above, x to the right and y up: the number of the pixel in column `u` of
/// row `v`, both from 0, the top row first, is the height over the point
/// `(origin_x + u dx, origin_y + (rows - 1 - v) dy)`. The surface there is at
/// `origin_z + scale * number`, the product and the sum each rounded once to `f64`.
///
/// ```
/// use obbtree_io::Heights;
/// // Pixels of 5 cm, numbers in millimetres, 0 where nothing was seen; 2 m below zero.
/// let heights =
///     Heights::new([0.05, 0.05]).at([0.0, 0.0, -2.0]).with_scale(0.001).with_hole(0.0);
/// assert_eq!(heights.hole, Some(0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Heights {
    /// From pixel to pixel along x and y, a length above 0.
    pub spacing: [f64; 2],
    /// Where the pixel at the bottom left is, and the height of the number 0. Default: 0, 0, 0.
    pub origin: [f64; 3],
    /// A number times this is a height above that. Default: 1.
    pub scale: f64,
    /// The number of a pixel without a height: the triangles around it are left out, as they are
    /// where a number is NaN. Default: none.
    pub hole: Option<f64>,
}

impl Heights {
    /// Pixels so far apart along x and y; the numbers are heights.
    #[must_use]
    pub fn new(spacing: [f64; 2]) -> Self {
        Self { spacing, origin: [0.0; 3], scale: 1.0, hole: None }
    }

    /// The same with another [`origin`](Self::origin).
    #[must_use]
    pub fn at(self, origin: [f64; 3]) -> Self {
        Self { origin, ..self }
    }

    /// The same with another [`scale`](Self::scale).
    #[must_use]
    pub fn with_scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// The same with a number that is a [`hole`](Self::hole).
    #[must_use]
    pub fn with_hole(self, number: f64) -> Self {
        Self { hole: Some(number), ..self }
    }
}

/// Reads the surface of heights in an image, in the formats of [`read_depth`](crate::read_depth):
/// [`Mesh::height_map`] of its pixels as [`Heights`] says, along x first.
///
/// # Errors
/// As [`read_depth`](crate::read_depth) and [`Mesh::height_map`].
///
/// ```
/// let heights = obbtree_io::Heights::new([0.05, 0.05]).with_scale(0.001);
/// let wrong = obbtree_io::read_height_map("no/such/ground.tif", &heights).unwrap_err();
/// assert!(wrong.to_string().starts_with("no/such/ground.tif: cannot be read: "));
/// ```
pub fn read_height_map(path: impl AsRef<Path>, heights: &Heights) -> Result<Mesh, ReadError> {
    let path = path.as_ref();
    read_height_map_from(&bytes_of(path)?, &path.display().to_string(), heights)
}

/// The same from memory; `name` is used for the file in errors.
///
/// # Errors
/// As [`read_height_map`].
pub fn read_height_map_from(
    bytes: &[u8],
    name: &str,
    heights: &Heights,
) -> Result<Mesh, ReadError> {
    surface(bytes, heights).map_err(|fault| fault.in_file(name))
}

fn surface(bytes: &[u8], heights: &Heights) -> Result<Mesh, Fault> {
    let image = read(bytes)?;
    let (columns, rows) = (image.width, image.height);
    let height = |n: usize| {
        let (u, v) = (n / rows, rows - 1 - n % rows);
        let number = f64::from(image.depths[v * columns + u]);
        match heights.hole == Some(number) {
            true => f64::NAN,
            false => heights.scale * number,
        }
    };
    let z: Vec<f64> = (0..columns * rows).map(height).collect();
    Ok(Mesh::height_map(&z, [columns, rows], heights.origin, heights.spacing)?)
}
