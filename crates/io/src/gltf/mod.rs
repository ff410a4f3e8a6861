//! glTF 2.0, as JSON with its buffers beside it and as one binary file (Khronos Group, "glTF 2.0
//! Specification", 2021): the triangles that a scene places.
//!
//! Positions are mapped by the nodes' transforms; glTF is in metres, and y is up, which is not
//! turned. What the identity maps stays as it is: single precision widens exactly, bit for bit.
//!
//! Read are indexed and plain triangles, strips and fans, sparse accessors, data URIs, and buffer
//! files in the folder of the file or below. Points and lines are left out and counted; skins and
//! morph targets are not applied. A file that names no scene shows its first one; one without any
//! shows its nodes, and one without nodes each mesh once. A required extension is refused unless it
//! is known to leave triangles alone.
//!
//! Own reader over `serde_json`, because the iterators of gltf 1.4 trust what a file can break: a
//! count of zero overflows, a stride shorter than an element is only asserted in debug builds.

mod accessor;
mod schema;

use std::path::Path;

use obbtree_mesh::Mesh;

use crate::ReadReport;
use crate::error::{Fault, Problem};
use crate::node_graph::{Affine, Scene, fan, strip};
use crate::text::{shown, without_bom};
use accessor::Buffers;
use schema::{Document, Node, Primitive};

/// Extensions that do not change where triangles are, by how their names begin.
const HARMLESS: [&str; 8] = [
    "EXT_texture_",
    "KHR_animation_pointer",
    "KHR_lights_punctual",
    "KHR_materials_",
    "KHR_texture_",
    "KHR_xmp",
    "MSFT_texture_",
    "EXT_lights_",
];

/// Bytes of the header of a binary glTF: magic, version, length.
const HEADER: usize = 12;
/// Bytes of the header of a chunk: length, type.
const CHUNK: usize = 8;

/// Reads a glTF whose JSON is the file. Its buffer files are looked for in `folder`.
pub(crate) fn read_json(bytes: &[u8], folder: Option<&Path>) -> Result<(Mesh, ReadReport), Fault> {
    let json = without_bom(bytes);
    let document = serde_json::from_slice(json)
        .map_err(|error| Fault::line(error.line(), Problem::Json(message(&error))))?;
    read(&document, None, bytes.len(), folder)
}

/// Reads a glTF with its JSON and its first buffer in one file.
pub(crate) fn read_binary(
    bytes: &[u8],
    folder: Option<&Path>,
) -> Result<(Mesh, ReadReport), Fault> {
    let cut = |what: &str| Fault::byte(bytes.len(), Problem::Cut(what.to_owned()));
    let word = |at: usize| -> Option<u32> {
        Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
    };
    let (Some(version), Some(length)) = (word(4), word(8)) else {
        return Err(cut("the 12-byte header of a binary glTF"));
    };
    if !bytes.starts_with(b"glTF") {
        let found = format!("'{}'", shown(&bytes[..4]));
        return Err(Fault::byte(0, Problem::Expected { expected: "'glTF'", found }));
    }
    if version != 2 {
        let what = format!("version {version} of binary glTF");
        return Err(Fault::byte(4, Problem::NotSupported(what)));
    }
    let length = length as usize;
    let whole = bytes
        .get(..length)
        .ok_or_else(|| cut(&format!("the {length} bytes that its header announces")))?;
    let chunk = |at: usize, what: &str| -> Result<(u32, &[u8]), Fault> {
        let (Some(length), Some(kind)) = (word(at), word(at + 4)) else { return Err(cut(what)) };
        let from = at + CHUNK;
        let data = from.checked_add(length as usize).and_then(|to| whole.get(from..to));
        data.map(|data| (kind, data)).ok_or_else(|| {
            let (from, length) = (from as u64, u64::from(length));
            let (to, of) = (from + length, "file");
            let problem = Problem::OutOfBounds { from, to, length: whole.len() as u64, of };
            Fault::byte(at, problem)
        })
    };
    let (kind, json) = chunk(HEADER, "the header of the JSON chunk")?;
    if kind != u32::from_le_bytes(*b"JSON") {
        let found = format!("'{}'", shown(&kind.to_le_bytes()));
        let expected = "a chunk of type 'JSON'";
        return Err(Fault::byte(HEADER + 4, Problem::Expected { expected, found }));
    }
    let behind = HEADER + CHUNK + json.len();
    let buffer = if behind + CHUNK <= whole.len() {
        let (kind, data) = chunk(behind, "the header of the second chunk")?;
        (kind == u32::from_le_bytes(*b"BIN\0")).then_some(data)
    } else {
        None
    };
    let document = serde_json::from_slice(json).map_err(|error| {
        let lines = json.split_inclusive(|&byte| byte == b'\n').take(error.line() - 1);
        let above: usize = lines.map(<[u8]>::len).sum();
        let at = HEADER + CHUNK + above + error.column().saturating_sub(1);
        Fault::byte(at, Problem::Json(message(&error)))
    })?;
    let (mesh, mut report) = read(&document, buffer, bytes.len(), folder)?;
    report.trailing_bytes = bytes.len() - length;
    Ok((mesh, report))
}

/// What the parser says, without the place, which the fault names.
fn message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    // It quotes strings of the file, however long.
    what.chars().take(120).collect()
}

/// Reads a document whose first buffer may be `binary`.
fn read(
    document: &Document,
    binary: Option<&[u8]>,
    bytes: usize,
    folder: Option<&Path>,
) -> Result<(Mesh, ReadReport), Fault> {
    let version = document.asset.version.as_str();
    if !version.starts_with("2.") {
        let what = format!("version '{}' of glTF", shown(version.as_bytes()));
        return Err(Fault::item("asset.version", 0, Problem::NotSupported(what)));
    }
    for (index, name) in document.extensions_required.iter().enumerate() {
        if !HARMLESS.iter().any(|harmless| name.starts_with(harmless)) {
            let what = format!("the extension {}", shown(name.as_bytes()));
            return Err(Fault::item("extensionsRequired", index, Problem::NotSupported(what)));
        }
    }
    let mut gltf = Gltf {
        document,
        buffers: Buffers::new(document, binary, folder, bytes),
        placed: Scene::new(bytes),
        report: ReadReport::default(),
    };
    if document.nodes.is_empty() {
        for mesh in 0..document.meshes.len() {
            gltf.report.without_scene += 1;
            gltf.place_mesh(mesh, &Affine::IDENTITY)?;
        }
    } else {
        let roots = gltf.roots()?;
        gltf.place_nodes(&roots)?;
    }
    Ok((gltf.placed.into_mesh()?, gltf.report))
}

struct Gltf<'a> {
    document: &'a Document,
    buffers: Buffers<'a>,
    placed: Scene,
    report: ReadReport,
}

/// A node whose children are being visited.
struct Visit<'a> {
    children: std::slice::Iter<'a, u32>,
    to_scene: Affine,
}

impl<'a> Gltf<'a> {
    /// The nodes with which the scene begins.
    fn roots(&self) -> Result<Vec<u32>, Fault> {
        let index = self.document.scene.map_or(0, |scene| scene as usize);
        match self.document.scenes.get(index) {
            Some(scene) => Ok(scene.nodes.to_vec()),
            None if self.document.scene.is_some() => Err(missing("scene", index)),
            None => {
                let mut is_child = vec![false; self.document.nodes.len()];
                for &child in self.document.nodes.iter().flat_map(|node| &node.children) {
                    if let Some(is_child) = is_child.get_mut(child as usize) {
                        *is_child = true;
                    }
                }
                Ok((0..).zip(is_child).filter(|&(_, child)| !child).map(|(node, _)| node).collect())
            }
        }
    }

    /// Places the meshes of nodes and of those below, depth first.
    fn place_nodes(&mut self, roots: &[u32]) -> Result<(), Fault> {
        let document = self.document;
        let mut reached = vec![false; document.nodes.len()];
        let mut path = vec![Visit { children: roots.iter(), to_scene: Affine::IDENTITY }];
        while let Some(visit) = path.last_mut() {
            let Some(&index) = visit.children.next() else {
                path.pop();
                continue;
            };
            let index = index as usize;
            let fault = |problem| Fault::item("nodes", index, problem);
            let node = document.nodes.get(index).ok_or_else(|| missing("node", index))?;
            if std::mem::replace(&mut reached[index], true) {
                return Err(fault(Problem::NotATree));
            }
            self.placed.enter().map_err(fault)?;
            let to_scene = visit.to_scene.after(&to_parent(node).map_err(fault)?);
            if let Some(mesh) = node.mesh {
                self.report.deformable += usize::from(node.skin.is_some());
                self.place_mesh(mesh as usize, &to_scene)?;
            }
            path.push(Visit { children: node.children.iter(), to_scene });
        }
        Ok(())
    }

    fn place_mesh(&mut self, index: usize, to_scene: &Affine) -> Result<(), Fault> {
        let mesh = self.document.meshes.get(index).ok_or_else(|| missing("mesh", index))?;
        // Where the vertices of an accessor are, which primitives may share, and how many.
        let mut places = Vec::new();
        for primitive in &mesh.primitives {
            self.place_primitive(primitive, index, to_scene, &mut places)?;
        }
        Ok(())
    }

    fn place_primitive(
        &mut self,
        primitive: &Primitive,
        mesh: usize,
        to_scene: &Affine,
        places: &mut Vec<(u32, u32, u32)>,
    ) -> Result<(), Fault> {
        let fault = |problem| Fault::item("meshes", mesh, problem);
        let mode = primitive.mode.unwrap_or(4);
        match mode {
            0..=3 => {
                self.report.lines_and_points += 1;
                return Ok(());
            }
            4..=6 => {}
            _ => return Err(fault(Problem::NotSupported(format!("primitive mode {mode}")))),
        }
        let positions = primitive.attributes.position.ok_or_else(|| {
            fault(Problem::Missing { what: "attribute", name: "POSITION".to_owned() })
        })?;
        // The last ones are the likely ones; a search through all would take a hostile file's time.
        let recent = places.iter().rev().take(RECENT).find(|place| place.0 == positions);
        let (first, count) = match recent {
            Some(&(_, first, count)) => (first, count),
            None => {
                let points = self.buffers.points(positions as usize)?;
                self.placed.raise_limit(self.buffers.bytes());
                let count = points.len() as u32;
                let first =
                    self.placed.add_vertices(to_scene, points.into_iter()).map_err(fault)?;
                places.push((positions, first, count));
                (first, count)
            }
        };
        self.report.deformable += usize::from(!primitive.targets.is_empty());
        let corners = match primitive.indices {
            Some(indices) => self.buffers.indices(indices as usize, count)?,
            None => (0..count).collect(),
        };
        let placed = &mut self.placed;
        placed.raise_limit(self.buffers.bytes());
        match mode {
            4 => {
                let (triangles, rest) = corners.as_chunks::<3>();
                if !rest.is_empty() {
                    let found = format!("{} corners", corners.len());
                    let expected = "three corners for each triangle";
                    return Err(fault(Problem::Expected { expected, found }));
                }
                placed.add_triangles(to_scene, first, triangles.iter().copied())
            }
            5 => placed.add_triangles(to_scene, first, strip(&corners)),
            _ => placed.add_triangles(to_scene, first, fan(&corners)),
        }
        .map_err(fault)
    }
}

/// How many accessors back a mesh's primitives are expected to share positions.
const RECENT: usize = 8;

/// The map from a node to its parent.
fn to_parent(node: &Node) -> Result<Affine, Problem> {
    let Some(transform) = &node.transform else { return Ok(Affine::IDENTITY) };
    if let Some(columns) = transform.matrix {
        let rows = std::array::from_fn(|i| columns[4 * (i % 4) + i / 4]);
        return Affine::from_rows(&rows).ok_or_else(|| {
            Problem::NotSupported("a matrix whose last row is not 0 0 0 1".to_owned())
        });
    }
    let rotation = match transform.rotation {
        Some(q) => Affine::quaternion(q).ok_or_else(|| Problem::Expected {
            expected: "a rotation",
            found: format!("the quaternion {q:?}"),
        })?,
        None => Affine::IDENTITY,
    };
    let translation = Affine::translation(transform.translation.unwrap_or([0.0; 3]));
    let scale = Affine::scale(transform.scale.unwrap_or([1.0; 3]));
    Ok(translation.after(&rotation).after(&scale))
}

fn missing(what: &'static str, index: usize) -> Fault {
    Fault::anywhere(Problem::Missing { what, name: index.to_string() })
}

#[cfg(test)]
mod tests {
    use crate::{Format, Loaded, ReadError, read_mesh_from};

    /// Four points, then the indices 0 1 2 3 as bytes: 52 bytes.
    const BUFFER: &str = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAAAAAAAAAAgD8AAAAAAAECAw==";

    /// A file with this primitive and these nodes.
    fn gltf(primitive: &str, nodes: &str) -> Result<Loaded, ReadError> {
        let text = format!(
            r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"primitives":[{primitive}]}}],"nodes":[{nodes}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
            {{"bufferView":1,"componentType":5121,"count":4,"type":"SCALAR"}},
            {{"componentType":5126,"count":3,"type":"VEC3","sparse":{{"count":2,
            "indices":{{"bufferView":1,"byteOffset":1,"componentType":5121}},"values":{{"bufferView":0,"byteOffset":12}}}}}}],
            "bufferViews":[{{"buffer":0,"byteLength":48}},{{"buffer":0,"byteOffset":48,"byteLength":4}}],
            "buffers":[{{"byteLength":52,"uri":"data:application/octet-stream;base64,{BUFFER}"}}]}}"#
        );
        read_mesh_from(text.as_bytes(), "a.gltf", Some(Format::Gltf))
    }

    #[test]
    fn strips_fans_and_sparse_accessors() {
        let check = |primitive: &str, triangles: &[[u32; 3]]| {
            let mesh = gltf(primitive, "{\"mesh\":0}").unwrap().mesh;
            assert_eq!(mesh.triangles(), triangles, "{primitive}");
            assert_eq!(mesh.vertices()[1..3], [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
        };
        check(r#"{"attributes":{"POSITION":0},"indices":1,"mode":5}"#, &[[0, 1, 2], [1, 3, 2]]);
        check(r#"{"attributes":{"POSITION":0},"mode":6}"#, &[[0, 1, 2], [0, 2, 3]]);
        // The second and third of three zeros are replaced.
        check(r#"{"attributes":{"POSITION":2}}"#, &[[0, 1, 2]]);
        // Primitives of the same positions share them.
        let fan = r#"{"attributes":{"POSITION":0},"mode":6}"#;
        assert_eq!(gltf(&format!("{fan},{fan}"), "").unwrap().mesh.vertices().len(), 4);
    }

    #[test]
    fn nodes_place_meshes() {
        let fan = r#"{"attributes":{"POSITION":0},"mode":6}"#;
        let nodes = r#"{"children":[1],"translation":[1,2,3],"scale":[2,2,-2]},
            {"mesh":0,"matrix":[0,1,0,0,-1,0,0,0,0,0,1,0,0,0,5,1]}"#;
        let mesh = gltf(fan, nodes).unwrap().mesh;
        assert_eq!(mesh.vertices()[1], [1.0, 4.0, -7.0]);
        assert_eq!(mesh.triangles()[0], [0, 2, 1]);
        let unplaced = gltf(fan, "").unwrap().report;
        assert_eq!(unplaced.without_scene, 1);
    }

    #[test]
    fn errors_name_items() {
        let check = |primitive: &str, nodes: &str, message: &str| {
            let error = gltf(primitive, nodes).unwrap_err().to_string();
            assert!(error.starts_with(&format!("a.gltf: {message}")), "{error}");
        };
        let fan = r#"{"attributes":{"POSITION":0},"mode":6}"#;
        check(
            r#"{"attributes":{"POSITION":0}}"#,
            "",
            "meshes[0]: expected three corners for each triangle, found 4 corners",
        );
        check(
            r#"{"attributes":{"POSITION":1}}"#,
            "",
            "accessors[1]: SCALAR of component type 5121 as positions is not supported",
        );
        check(
            r#"{"attributes":{"POSITION":0},"indices":0}"#,
            "",
            "accessors[0]: VEC3 of component type 5126 as indices",
        );
        check(r#"{"attributes":{"POSITION":7}}"#, "", "there is no accessor 7");
        check(
            r#"{"attributes":{"POSITION":2},"indices":1}"#,
            "",
            "accessors[1]: vertex index 3 is out of range: there are 3 vertices",
        );
        check(r#"{"attributes":{}}"#, "", "meshes[0]: there is no attribute POSITION");
        check(
            r#"{"attributes":{"POSITION":0},"mode":7}"#,
            "",
            "meshes[0]: primitive mode 7 is not supported",
        );
        check(
            fan,
            r#"{"children":[1]},{"children":[2]},{"children":[1]}"#,
            "nodes[1]: the node is reached twice",
        );
        check(fan, r#"{"children":[9]}"#, "there is no node 9");
        check(
            fan,
            r#"{"rotation":[0,0,0,0]}"#,
            "nodes[0]: expected a rotation, found the quaternion",
        );
        check(
            fan,
            r#"{"matrix":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}"#,
            "nodes[0]: a matrix whose last row",
        );
        check(fan, "0", "line 1: invalid type: integer `0`");
    }

    #[test]
    fn buffer_files_lie_in_the_folder() {
        for (uri, why) in [
            ("b.bin", "the file was read from memory"),
            ("data:text/plain,abc", "expected a data URI in base64"),
        ] {
            let text = format!(
                r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
                "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
                "bufferViews":[{{"buffer":0,"byteLength":36}}],"buffers":[{{"byteLength":36,"uri":"{uri}"}}]}}"#
            );
            let error = read_mesh_from(text.as_bytes(), "a.gltf", None).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
