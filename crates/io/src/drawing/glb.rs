//! A drawing as GLB.

use serde_json::{Value, json};

use super::content::{Drawing, DrawingError};

impl Drawing {
    /// With the feature `gltf`: as GLB (Khronos, "glTF 2.0 Specification", 2021): one node, moved
    /// to the middle of the drawing, with triangles (mode 4) and lines (mode 1), colours at
    /// vertices.
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
    fn gltf(&self, count: u32, middle: [f64; 3], bounds: &[[[f32; 3]; 2]; 2]) -> Value {
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
                {"buffer": 0, "byteOffset": 12 * count, "byteLength": 4 * count,
                    "target": ARRAY_BUFFER, "byteStride": 4},
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
    use super::super::content::tests::drawing;
    use super::*;
    use crate::{Format, read_mesh_from};

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
