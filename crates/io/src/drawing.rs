//! Coloured triangles and lines, to show an answer in other programs' viewers.
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
    triangles: Vec<([[f64; 3]; 3], Rgb)>,
    segments: Vec<([[f64; 3]; 2], Rgb)>,
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
    fn vertices(&self) -> impl Iterator<Item = ([f64; 3], Rgb)> + '_ {
        let corners = self.triangles.iter().flat_map(|&(at, rgb)| at.map(|x| (x, rgb)));
        let ends = self.segments.iter().flat_map(|&(at, rgb)| at.map(|x| (x, rgb)));
        corners.chain(ends)
    }

    /// The number of vertices, if they and their bytes can be counted in 31 bits.
    fn checked_count(&self) -> Result<u32, DrawingError> {
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

    /// As GLB (Khronos, "glTF 2.0 Specification", 2021): one node, moved to the middle of the
    /// drawing, with triangles (mode 4) and lines (mode 1), colours at vertices.
    ///
    /// # Errors
    /// If a coordinate is not finite or not a single-precision number when seen from the middle, or
    /// there are more than 67 million vertices.
    pub fn to_glb(&self) -> Result<Vec<u8>, DrawingError> {
        let count = self.checked_count()?;
        let range = |axis: usize| {
            let (low, high) =
                self.vertices().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (x, _)| {
                    (low.min(x[axis]), high.max(x[axis]))
                });
            if low <= high { low * 0.5 + high * 0.5 } else { 0.0 }
        };
        let middle = [0, 1, 2].map(range);
        let mut data = Vec::with_capacity(count as usize * 16);
        let mut bounds = [[[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]]; 2];
        let n_corners = 3 * self.triangles.len();
        for (number, (x, _)) in self.vertices().enumerate() {
            let [low, high] = &mut bounds[usize::from(number >= n_corners)];
            for k in 0..3 {
                let near = (x[k] - middle[k]) as f32;
                if !near.is_finite() {
                    return Err(DrawingError::OutOfRange);
                }
                (low[k], high[k]) = (low[k].min(near), high[k].max(near));
                data.extend(near.to_le_bytes());
            }
        }
        for (_, [r, g, b]) in self.vertices() {
            data.extend([linear(r), linear(g), linear(b), 255]);
        }
        let json = self.gltf(count, middle, &bounds);
        let mut json = json.to_string().into_bytes();
        json.resize(json.len().next_multiple_of(4), b' ');

        let total = 12 + 8 + json.len() + if data.is_empty() { 0 } else { 8 + data.len() };
        let mut bytes = Vec::with_capacity(total);
        bytes.extend(b"glTF");
        bytes.extend([2, total as u32].into_iter().flat_map(u32::to_le_bytes));
        bytes.extend((json.len() as u32).to_le_bytes());
        bytes.extend(b"JSON");
        bytes.extend(json);
        if !data.is_empty() {
            bytes.extend((data.len() as u32).to_le_bytes());
            bytes.extend(b"BIN\0");
            bytes.extend(data);
        }
        Ok(bytes)
    }

    /// The JSON of [`Drawing::to_glb`]: positions of all vertices, then colours of all.
    fn gltf(&self, count: u32, middle: [f64; 3], bounds: &[[[f32; 3]; 2]; 2]) -> serde_json::Value {
        use serde_json::json;
        let (mut accessors, mut primitives) = (Vec::new(), Vec::new());
        let kinds = [(TRIANGLES, 3 * self.triangles.len()), (LINES, 2 * self.segments.len())];
        let mut first = 0;
        for ((mode, count), [low, high]) in kinds.into_iter().zip(bounds) {
            if count == 0 {
                continue;
            }
            let number = accessors.len();
            accessors
                .push(json!({"bufferView": 0, "byteOffset": 12 * first, "componentType": FLOAT,
                "count": count, "type": "VEC3", "min": low, "max": high}));
            accessors.push(
                json!({"bufferView": 1, "byteOffset": 4 * first, "componentType": UNSIGNED_BYTE,
                "normalized": true, "count": count, "type": "VEC4"}),
            );
            primitives.push(json!({"mode": mode, "material": 0,
                "attributes": {"POSITION": number, "COLOR_0": number + 1}}));
            first += count;
        }
        let mut root = json!({
            "asset": {"version": "2.0", "generator": "obbtree"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": [{"translation": middle}],
        });
        if count > 0 {
            root["nodes"][0]["mesh"] = json!(0);
            root["meshes"] = json!([{"primitives": primitives}]);
            root["materials"] = json!([{"doubleSided": true,
                "pbrMetallicRoughness": {"metallicFactor": 0.0, "roughnessFactor": 0.9}}]);
            root["accessors"] = json!(accessors);
            root["bufferViews"] = json!([
                {"buffer": 0, "byteLength": 12 * count, "target": ARRAY_BUFFER, "byteStride": 12},
                {"buffer": 0, "byteOffset": 12 * count, "byteLength": 4 * count, "target": ARRAY_BUFFER,
                    "byteStride": 4},
            ]);
            root["buffers"] = json!([{"byteLength": 16 * count}]);
        }
        root
    }
}

/// Numbers of glTF: the modes of primitives, component types, and the target of vertex data.
const TRIANGLES: u32 = 4;
const LINES: u32 = 1;
const FLOAT: u32 = 5126;
const UNSIGNED_BYTE: u32 = 5121;
const ARRAY_BUFFER: u32 = 34962;

/// The linear intensity of an sRGB level, as the colours of glTF are (IEC 61966-2-1).
fn linear(level: u8) -> u8 {
    let x = f64::from(level) / 255.0;
    let light = if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) };
    (light * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, read_mesh_from};

    fn drawing() -> Drawing {
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

    #[test]
    fn glb_is_read_back_in_single_precision() {
        let drawing = drawing();
        let loaded = read_mesh_from(&drawing.to_glb().unwrap(), "a", None).unwrap();
        assert_eq!((loaded.format, loaded.report.lines_and_points), (Format::Glb, 1));
        assert_eq!(loaded.mesh.triangles().len(), 2);
        for (found, (wanted, _)) in loaded.mesh.corners().zip(&drawing.triangles) {
            for (p, q) in found.iter().zip(wanted) {
                for k in 0..3 {
                    assert!((p[k] - q[k]).abs() <= 4.5 * f64::from(f32::EPSILON), "{p} {q:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_beyond_the_format_are_refused() {
        let mut far = Drawing::default();
        far.segment([[-1e60, 0.0, 0.0], [1e60, 0.0, 0.0]], [0; 3]);
        assert!(far.to_ply().is_ok());
        assert_eq!(far.to_glb(), Err(DrawingError::OutOfRange));
        far.triangle([[f64::NAN; 3]; 3], [0; 3]);
        assert_eq!(far.to_ply(), Err(DrawingError::OutOfRange));
        // An empty drawing is valid, but not a mesh.
        let empty = Drawing::default().to_glb().unwrap();
        let message = read_mesh_from(&empty, "a", None).unwrap_err().to_string();
        assert_eq!(message, "a: the mesh has no triangles");
    }
}
