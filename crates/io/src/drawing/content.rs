//! The triangles and lines of a drawing, and PLY.
//!
//! Written as PLY or GLB. PLY keeps coordinates in double precision; GLB is supported by more
//! programs, all of which draw its lines, but has single precision, relative to the middle.
//!
//! Own writers, which are short: ply-rs-bw 4.0 needs every vertex as a map from property names to
//! values, and gltf-json 1.4 has types for the JSON, but not for the bytes.

use std::fmt::Write;

use thiserror::Error;

/// Red, green and blue, sRGB.
pub type Rgb = [u8; 3];

/// Triangles and line segments, each of one colour, in the caller's frame and unit.
///
/// ```
/// use obbtree_io::{Drawing, read_mesh_from};
/// let mut drawing = Drawing::default();
/// drawing.triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [216, 34, 28]);
/// drawing.segment([[0.0; 3], [0.0, 0.0, 1.0]], [0, 0, 0]);
/// let loaded = read_mesh_from(&drawing.to_ply()?, "a.ply", None)?;
/// assert_eq!(loaded.mesh.triangles().len(), 1);
/// assert_eq!(loaded.report.lines_and_points, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    pub(super) triangles: Vec<([[f64; 3]; 3], Rgb)>,
    pub(super) segments: Vec<([[f64; 3]; 2], Rgb)>,
}

/// The most bytes of a vertex in a file: 27 of PLY and a third of the 13 of its face, rounded up.
const MOST_BYTES: u64 = 32;

/// Why a drawing cannot be written.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawingError {
    /// Files count vertices and bytes in 32 bits.
    #[error("the drawing is too large for the format")]
    TooLarge,
    /// A coordinate is not finite, or is too far from the middle for the single precision of GLB.
    #[error("a coordinate is beyond the numbers of the format")]
    OutOfRange,
}

impl Drawing {
    /// Adds a triangle.
    pub fn triangle(&mut self, corners: [[f64; 3]; 3], colour: Rgb) {
        self.triangles.push((corners, colour));
    }

    /// Adds a line segment, possibly of length zero.
    pub fn segment(&mut self, ends: [[f64; 3]; 2], colour: Rgb) {
        self.segments.push((ends, colour));
    }

    /// The number of triangles.
    #[must_use]
    pub fn triangles(&self) -> usize {
        self.triangles.len()
    }

    /// The number of segments.
    #[must_use]
    pub fn segments(&self) -> usize {
        self.segments.len()
    }

    /// All corners and ends with their colours, those of triangles first.
    pub(super) fn vertices(&self) -> impl Iterator<Item = ([f64; 3], Rgb)> + '_ {
        let corners = self.triangles.iter().flat_map(|&(at, rgb)| at.map(|x| (x, rgb)));
        let ends = self.segments.iter().flat_map(|&(at, rgb)| at.map(|x| (x, rgb)));
        corners.chain(ends)
    }

    /// The number of vertices, if they and their bytes can be counted in 31 bits.
    pub(super) fn checked_count(&self) -> Result<u32, DrawingError> {
        let count = 3 * self.triangles.len() as u64 + 2 * self.segments.len() as u64;
        if !self.vertices().all(|(x, _)| x.iter().all(|x| x.is_finite())) {
            return Err(DrawingError::OutOfRange);
        }
        (count < (1 << 31) / MOST_BYTES).then_some(count as u32).ok_or(DrawingError::TooLarge)
    }

    /// As binary little-endian PLY (Turk, "The PLY Polygon File Format", 1994): `vertex` with
    /// double coordinates and colours, three a triangle and two a segment; `face`; `edge`.
    ///
    /// # Errors
    /// If a coordinate is not finite, or there are more than 67 million vertices.
    pub fn to_ply(&self) -> Result<Vec<u8>, DrawingError> {
        let count = self.checked_count()?;
        let (n_faces, n_edges) = (self.triangles.len(), self.segments.len());
        let mut header = format!(
            "ply\nformat binary_little_endian 1.0\ncomment written by obbtree\n\
             element vertex {count}\nproperty double x\nproperty double y\nproperty double z\n\
             property uchar red\nproperty uchar green\nproperty uchar blue\n\
             element face {n_faces}\nproperty list uchar int vertex_indices\n"
        );
        if n_edges > 0 {
            let properties = "property int vertex1\nproperty int vertex2";
            let _ = writeln!(header, "element edge {n_edges}\n{properties}");
        }
        let mut bytes = (header + "end_header\n").into_bytes();
        for (x, colour) in self.vertices() {
            bytes.extend(x.into_iter().flat_map(f64::to_le_bytes));
            bytes.extend(colour);
        }
        let first_end = 3 * n_faces as u32;
        for first in (0..first_end).step_by(3) {
            bytes.push(3);
            bytes.extend([first, first + 1, first + 2].into_iter().flat_map(u32::to_le_bytes));
        }
        for first in (first_end..count).step_by(2) {
            bytes.extend([first, first + 1].into_iter().flat_map(u32::to_le_bytes));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{Format, read_mesh_from};

    pub(in super::super) fn drawing() -> Drawing {
        let mut drawing = Drawing::default();
        drawing.triangle([[0.1, 0.0, 8.0], [1.0, 0.0, 8.0], [0.0, 1.0, 9.0]], [216, 34, 28]);
        drawing.triangle([[2.0, 0.0, 8.0], [3.0, 0.0, 8.0], [2.0, 1.0, 8.0]], [134, 169, 201]);
        drawing.segment([[0.0; 3], [0.0, 0.0, 4.0]], [0, 0, 0]);
        drawing
    }

    #[test]
    fn ply_is_read_back_bit_for_bit() {
        let drawing = drawing();
        let bytes = drawing.to_ply().unwrap();
        let loaded = read_mesh_from(&bytes, "a", None).unwrap();
        assert_eq!(loaded.format, Format::Ply);
        assert_eq!(loaded.report.lines_and_points, 1);
        let corners: Vec<_> = loaded.mesh.corners().map(|t| t.map(|p| [p.x, p.y, p.z])).collect();
        assert_eq!(corners, drawing.triangles.iter().map(|&(t, _)| t).collect::<Vec<_>>());
        let colours = bytes.windows(3).filter(|three| *three == [216, 34, 28]).count();
        assert_eq!(colours, 3, "one a corner");
    }
}
