//! The scene of a document: nodes, meshes and primitives to one mesh, or to parts.

use std::borrow::Cow;
use std::cell::RefCell;
use std::path::Path;

use obbtree_mesh::Mesh;

use super::accessor::Buffers;
use super::schema::{DRACO, Document, INSTANCING, Node, Primitive, Transform};
use crate::error::{Fault, Problem};
use crate::face::{fan, strip};
use crate::nodes::{Affine, AssemblyNode, Level, Parts, PlacedMesh, Scaled};
use crate::options::ReadOptions;
use crate::report::ReadReport;
use crate::text::shown;

/// Extensions that do not change triangles, by the beginnings of their names.
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

/// Reads a document from a file of so many `bytes`; its first buffer may be `binary`.
pub(super) fn read(
    document: &Document,
    binary: Option<&[u8]>,
    bytes: usize,
    folder: Option<&Path>,
) -> Result<(Mesh, ReadReport), Fault> {
    let mut gltf = Gltf::new(document, binary, bytes, folder)?;
    if document.nodes.is_empty() {
        for mesh in 0..document.meshes.len() {
            gltf.report.without_scene += 1;
            gltf.place_mesh(mesh, &Affine::IDENTITY)?;
        }
    } else {
        let roots = gltf.roots()?;
        gltf.visit(
            &roots,
            Affine::IDENTITY,
            |gltf, to_scene, _, node| {
                gltf.placed.enter()?;
                Ok(to_scene.after(&to_parent(node)?))
            },
            |gltf, to_scene, _, mesh| gltf.place_mesh(mesh, to_scene),
        )?;
    }
    Ok((gltf.placed.into_mesh()?, gltf.report))
}

/// Reads a document as parts: each node with a mesh is one.
pub(super) fn read_parts(
    document: &Document,
    binary: Option<&[u8]>,
    bytes: usize,
    folder: Option<&Path>,
    options: &ReadOptions,
) -> Result<(Vec<Mesh>, Vec<AssemblyNode>, ReadReport), Fault> {
    let mut gltf = Gltf::new(document, binary, bytes, folder)?;
    let mut parts = Parts::new(bytes, options);
    let top = parts.top(1.0).map_err(Fault::anywhere)?;
    if document.nodes.is_empty() {
        for (index, mesh) in document.meshes.iter().enumerate() {
            let name = name_or(mesh.name.as_deref(), "mesh", index);
            let entered = parts.enter(&top, &name, Some(Scaled::IDENTITY));
            let level = entered.map_err(|problem| Fault::item("meshes", index, problem))?;
            gltf.report.without_scene += 1;
            gltf.place_part(&mut parts, &level, ("meshes", index), index)?;
        }
    } else {
        let roots = gltf.roots()?;
        let shared = RefCell::new(&mut parts);
        gltf.visit(
            &roots,
            top,
            |_, parent, index, node| {
                let of_mesh = || document.meshes.get(node.mesh? as usize)?.name.as_deref();
                let name = name_or(node.name().or_else(of_mesh), "node", index);
                shared.borrow_mut().enter(parent, &name, scaled_to_parent(node)?)
            },
            |gltf, level, index, mesh| {
                gltf.place_part(&mut shared.borrow_mut(), level, ("nodes", index), mesh)
            },
        )?;
    }
    parts.report.add(&gltf.report);
    parts.finish().map_err(Fault::anywhere)
}

/// A name that is not empty.
fn name_or<'n>(name: Option<&'n str>, kind: &str, index: usize) -> Cow<'n, str> {
    match name {
        Some(name) if !name.trim().is_empty() => name.into(),
        _ => format!("{kind}{index}").into(),
    }
}

struct Gltf<'a> {
    document: &'a Document,
    buffers: Buffers<'a>,
    placed: PlacedMesh,
    report: ReadReport,
}

/// Modes of primitives. Below are points and lines.
const TRIANGLES: u32 = 4;
const STRIP: u32 = 5;
const FAN: u32 = 6;

/// The vertices of an accessor that were added to the mesh.
#[derive(Clone, Copy)]
struct Positions {
    accessor: u32,
    first: u32,
    count: u32,
}

/// A node whose children are being visited, and its place.
struct Visit<'a, P> {
    children: std::slice::Iter<'a, u32>,
    place: P,
}

impl<'a> Gltf<'a> {
    /// A document that can be read.
    fn new(
        document: &'a Document,
        binary: Option<&'a [u8]>,
        bytes: usize,
        folder: Option<&'a Path>,
    ) -> Result<Self, Fault> {
        let version = document.asset.version.as_str();
        if !version.starts_with("2.") {
            let what = format!("version '{}' of glTF", shown(version.as_bytes()));
            return Err(Fault::item("asset.version", 0, Problem::NotSupported(what)));
        }
        for (index, name) in document.extensions_required.iter().enumerate() {
            if !HARMLESS.iter().any(|harmless| name.starts_with(harmless)) {
                let what = format!("the extension {}", shown(name.as_bytes()));
                let problem = Problem::NotSupported(what);
                return Err(Fault::item("extensionsRequired", index, problem));
            }
        }
        Ok(Self {
            document,
            buffers: Buffers::new(document, binary, folder, bytes),
            placed: PlacedMesh::new(bytes),
            report: ReadReport::default(),
        })
    }

    /// The root nodes of the scene.
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

    /// Visits nodes and their descendants, depth first: `enter` gives the place of a node below
    /// another, `add` adds a mesh there. Both are given the index of the node.
    fn visit<P>(
        &mut self,
        roots: &[u32],
        top: P,
        enter: impl Fn(&mut Self, &P, usize, &Node) -> Result<P, Problem>,
        add: impl Fn(&mut Self, &P, usize, usize) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let document = self.document;
        let mut reached = vec![false; document.nodes.len()];
        let mut path = vec![Visit { children: roots.iter(), place: top }];
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
            // Without its copies the scene would look whole.
            if node.mesh.is_some() && node.is_instanced() {
                let what = format!("the extension {INSTANCING}");
                return Err(fault(Problem::NotSupported(what)));
            }
            let place = enter(self, &visit.place, index, node).map_err(fault)?;
            if let Some(mesh) = node.mesh {
                self.report.deformable += usize::from(node.skin.is_some());
                add(self, &place, index, mesh as usize)?;
            }
            path.push(Visit { children: node.children.iter(), place });
        }
        Ok(())
    }

    /// Adds a mesh as a part; `owner` is the list and the index of what has it.
    fn place_part(
        &mut self,
        parts: &mut Parts<'_>,
        level: &Level,
        owner: (&'static str, usize),
        mesh: usize,
    ) -> Result<(), Fault> {
        parts.raise_limit(self.buffers.bytes());
        let placed = parts.place(level, mesh, |_| {
            self.place_mesh(mesh, &Affine::IDENTITY).map_err(Placing::Mesh)?;
            Ok(self.placed.take())
        });
        placed.map_err(|problem| match problem {
            Placing::Mesh(fault) => fault,
            Placing::Node(problem) => Fault::item(owner.0, owner.1, problem),
        })
    }

    fn place_mesh(&mut self, index: usize, to_scene: &Affine) -> Result<(), Fault> {
        let mesh = self.document.meshes.get(index).ok_or_else(|| missing("mesh", index))?;
        let mut added = Vec::new();
        for primitive in &mesh.primitives {
            self.place_primitive(primitive, index, to_scene, &mut added)?;
        }
        Ok(())
    }

    fn place_primitive(
        &mut self,
        primitive: &Primitive,
        mesh: usize,
        to_scene: &Affine,
        added: &mut Vec<Positions>,
    ) -> Result<(), Fault> {
        let fault = |problem| Fault::item("meshes", mesh, problem);
        let mode = primitive.mode.unwrap_or(TRIANGLES);
        match mode {
            0..TRIANGLES => {
                self.report.lines_and_points += 1;
                return Ok(());
            }
            TRIANGLES | STRIP | FAN => {}
            _ => return Err(fault(Problem::NotSupported(format!("primitive mode {mode}")))),
        }
        let positions = primitive.attributes.position.ok_or_else(|| {
            fault(Problem::Missing { what: "attribute", name: "POSITION".to_owned() })
        })?;
        // Without bytes of their own its accessors would be zeros.
        let is_empty = |accessor: u32| {
            let accessor = self.document.accessors.get(accessor as usize);
            accessor.is_some_and(|of| of.buffer_view.is_none() && of.sparse.is_none())
        };
        if primitive.is_packed && (is_empty(positions) || primitive.indices.is_some_and(is_empty)) {
            return Err(fault(Problem::NotSupported(format!("the extension {DRACO}"))));
        }
        // A search of all would let a hostile file take quadratic time.
        let recent = added.iter().rev().take(RECENT).find(|recent| recent.accessor == positions);
        let Positions { first, count, .. } = match recent {
            Some(&recent) => recent,
            None => {
                let points = self.buffers.points(positions as usize)?;
                self.placed.raise_limit(self.buffers.bytes());
                let count = points.len() as u32;
                let first =
                    self.placed.add_vertices(to_scene, points.into_iter()).map_err(fault)?;
                let new = Positions { accessor: positions, first, count };
                added.push(new);
                new
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
            TRIANGLES => {
                let (triangles, rest) = corners.as_chunks::<3>();
                if !rest.is_empty() {
                    let found = format!("{} corners", corners.len());
                    let expected = "three corners for each triangle";
                    return Err(fault(Problem::Expected { expected, found }));
                }
                placed.add_triangles(to_scene, first, triangles.iter().copied())
            }
            STRIP => placed.add_triangles(to_scene, first, strip(&corners)),
            _ => placed.add_triangles(to_scene, first, fan(&corners)),
        }
        .map_err(fault)
    }
}

/// Primitives of a mesh share the positions of one of this many accessors before.
const RECENT: usize = 8;

/// What is wrong where a part is placed: with the mesh, or with its place.
enum Placing {
    Mesh(Fault),
    Node(Problem),
}

impl From<Problem> for Placing {
    fn from(problem: Problem) -> Self {
        Self::Node(problem)
    }
}

/// The map from a node to its parent.
fn to_parent(node: &Node) -> Result<Affine, Problem> {
    let Some(transform) = node.transform() else { return Ok(Affine::IDENTITY) };
    match transform.matrix {
        Some(columns) => of_columns(&columns),
        None => Ok(rigid(transform)?.after(&Affine::scale(transform.scale.unwrap_or([1.0; 3])))),
    }
}

/// The same, taken apart; `None` if it shears or flattens.
fn scaled_to_parent(node: &Node) -> Result<Option<Scaled>, Problem> {
    let Some(transform) = node.transform() else { return Ok(Some(Scaled::IDENTITY)) };
    match transform.matrix {
        Some(columns) => Ok(Scaled::of(&of_columns(&columns)?)),
        None => {
            let (rigid, scale) = (rigid(transform)?, transform.scale.unwrap_or([1.0; 3]));
            let is_flat = !scale.iter().all(|factor| factor.is_normal());
            Ok((!is_flat).then(|| Scaled::of_rotation_and_scale(&rigid, scale)))
        }
    }
}

fn of_columns(columns: &[f64; 16]) -> Result<Affine, Problem> {
    let rows = std::array::from_fn(|i| columns[4 * (i % 4) + i / 4]);
    let last = || Problem::NotSupported("a matrix whose last row is not 0 0 0 1".to_owned());
    Affine::from_rows(&rows).ok_or_else(last)
}

/// Rotation and translation.
fn rigid(transform: &Transform) -> Result<Affine, Problem> {
    let rotation = match transform.rotation {
        Some(q) => Affine::quaternion(q).ok_or_else(|| Problem::Expected {
            expected: "a rotation",
            found: format!("the quaternion {q:?}"),
        })?,
        None => Affine::IDENTITY,
    };
    Ok(Affine::translation(transform.translation.unwrap_or([0.0; 3])).after(&rotation))
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
            r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"primitives":[{primitive}]}}],
            "nodes":[{nodes}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
            {{"bufferView":1,"componentType":5121,"count":4,"type":"SCALAR"}},
            {{"componentType":5126,"count":3,"type":"VEC3","sparse":{{"count":2,
            "indices":{{"bufferView":1,"byteOffset":1,"componentType":5121}},
            "values":{{"bufferView":0,"byteOffset":12}}}}}},
            {{"componentType":5126,"count":4,"type":"VEC3"}}],
            "bufferViews":[{{"buffer":0,"byteLength":48}},
            {{"buffer":0,"byteOffset":48,"byteLength":4}}],
            "buffers":[{{"byteLength":52,
            "uri":"data:application/octet-stream;base64,{BUFFER}"}}]}}"#
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
    fn a_packed_primitive_is_read_if_it_is_there_unpacked_too() {
        let packed = r#""extensions":{"KHR_draco_mesh_compression":{"bufferView":0}}"#;
        let fan = format!(r#"{{"attributes":{{"POSITION":0}},"mode":6,{packed}}}"#);
        assert_eq!(gltf(&fan, "").unwrap().mesh.triangles().len(), 2);
        let only = format!(r#"{{"attributes":{{"POSITION":3}},"mode":6,{packed}}}"#);
        let error = gltf(&only, "").unwrap_err().to_string();
        let message = "the extension KHR_draco_mesh_compression is not supported";
        assert_eq!(error, format!("a.gltf: meshes[0]: {message}"));
    }

    #[test]
    fn nodes_transform_meshes() {
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
        for (primitive, message) in [
            (
                r#"{"attributes":{"POSITION":0}}"#,
                "meshes[0]: expected three corners for each triangle, found 4 corners",
            ),
            (
                r#"{"attributes":{"POSITION":1}}"#,
                "accessors[1]: SCALAR of component type 5121 as positions is not supported",
            ),
            (
                r#"{"attributes":{"POSITION":0},"indices":0}"#,
                "accessors[0]: VEC3 of component type 5126 as indices",
            ),
            (r#"{"attributes":{"POSITION":7}}"#, "there is no accessor 7"),
            (
                r#"{"attributes":{"POSITION":2},"indices":1}"#,
                "accessors[1]: vertex index 3 is out of range: there are 3 vertices",
            ),
            (r#"{"attributes":{}}"#, "meshes[0]: there is no attribute POSITION"),
            (
                r#"{"attributes":{"POSITION":0},"mode":7}"#,
                "meshes[0]: primitive mode 7 is not supported",
            ),
        ] {
            check(primitive, "", message);
        }
        let twice = r#"{"children":[1]},{"children":[2]},{"children":[1]}"#;
        check(fan, twice, "nodes[1]: the node is reached twice");
        check(fan, r#"{"children":[9]}"#, "there is no node 9");
        let zero = r#"{"rotation":[0,0,0,0]}"#;
        check(fan, zero, "nodes[0]: expected a rotation, found the quaternion");
        let projective = r#"{"matrix":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}"#;
        check(fan, projective, "nodes[0]: a matrix whose last row");
        check(fan, "0", "line 2: invalid type: integer `0`");
    }

    #[test]
    fn buffer_files_must_be_in_the_folder() {
        for (uri, why) in [
            ("b.bin", "the file was read from memory"),
            ("data:text/plain,abc", "expected a data URI in base64"),
        ] {
            let text = format!(
                r#"{{"asset":{{"version":"2.0"}},"meshes":[
                {{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
                "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
                "bufferViews":[{{"buffer":0,"byteLength":36}}],
                "buffers":[{{"byteLength":36,"uri":"{uri}"}}]}}"#
            );
            let error = read_mesh_from(text.as_bytes(), "a.gltf", None).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
