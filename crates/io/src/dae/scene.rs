//! The scene of a COLLADA document: its nodes and their geometries to one mesh, or to parts.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use obbtree_mesh::Mesh;
use roxmltree::{Document, Node, NodeId};

use super::geometry::{Geometry, GeometryReader};
use super::ids::Ids;
use super::transform::{matrix_of, transform};
use super::xml::{child, fault};
use crate::error::{Fault, Problem};
use crate::nodes::{Affine, AssemblyNode, Level, Parts, PlacedMesh, Scaled};
use crate::options::ReadOptions;
use crate::report::ReadReport;
use crate::text::{number, shown, without_bom};

/// The arrays of a file may be read this many times its length in total. Geometries rarely share an
/// array.
const READINGS: usize = 2;

/// Reads a COLLADA file.
pub(crate) fn read(bytes: &[u8]) -> Result<(Mesh, ReadReport), Fault> {
    let text = text(bytes)?;
    let document = document(text)?;
    let root = root(&document)?;
    let mut dae = Dae::new(root, text.len());
    let unit = Affine::scale([dae.unit(root)?; 3]);
    match dae.scene(root)? {
        Some(scene) => dae.visit(
            scene,
            unit,
            |dae, to_scene, node, to_parent| {
                dae.placed.enter().map_err(|problem| fault(node, problem))?;
                Ok(to_scene.after(to_parent))
            },
            |dae, to_scene, [_, geometry], bound| {
                dae.place_geometry(geometry, &to_scene.after(bound))
            },
        )?,
        None => {
            for geometry in geometries(root) {
                dae.report.without_scene += 1;
                dae.place_geometry(geometry, &unit)?;
            }
        }
    }
    Ok((dae.placed.into_mesh()?, dae.report))
}

/// Reads a COLLADA file as parts: each instance of a geometry in a node is one.
pub(crate) fn read_parts(
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<(Vec<Mesh>, Vec<AssemblyNode>, ReadReport), Fault> {
    let text = text(bytes)?;
    let document = document(text)?;
    let root = root(&document)?;
    let mut dae = Dae::new(root, text.len());
    let mut parts = Parts::new(text.len(), options);
    let top = parts.top(dae.unit(root)?).map_err(Fault::anywhere)?;
    match dae.scene(root)? {
        Some(scene) => {
            let shared = RefCell::new(&mut parts);
            dae.visit(
                scene,
                top,
                |_, parent, node, to_parent| {
                    let entered =
                        shared.borrow_mut().enter(parent, &name(node), Scaled::of(to_parent));
                    entered.map_err(|problem| fault(node, problem))
                },
                |dae, level, [node, geometry], bound| {
                    let mut parts = shared.borrow_mut();
                    let level = parts.within(level, bound);
                    dae.place_part(&mut parts, &level, node, geometry)
                },
            )?;
        }
        None => {
            for geometry in geometries(root) {
                let entered = parts.enter(&top, &name(geometry), Some(Scaled::IDENTITY));
                let level = entered.map_err(|problem| fault(geometry, problem))?;
                dae.report.without_scene += 1;
                dae.place_part(&mut parts, &level, geometry, geometry)?;
            }
        }
    }
    parts.report.add(&dae.report);
    parts.finish().map_err(Fault::anywhere)
}

fn text(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(without_bom(bytes))
        .map_err(|error| Fault::byte(error.valid_up_to(), Problem::NotUtf8))
}

fn document(text: &str) -> Result<Document<'_>, Fault> {
    Document::parse(text).map_err(|error| {
        let message = error.to_string();
        // Its messages end with the position.
        let what = message.rsplit_once(" at ").map_or(message.as_str(), |(what, _)| what);
        Fault::line(error.pos().row as usize, Problem::Xml(what.to_owned()))
    })
}

fn root<'a, 'input>(document: &'a Document<'input>) -> Result<Node<'a, 'input>, Fault> {
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        let found = format!("'{}'", shown(root.tag_name().name().as_bytes()));
        return Err(fault(root, Problem::Expected { expected: "the element 'COLLADA'", found }));
    }
    Ok(root)
}

/// All geometries, for a file without a scene.
fn geometries<'a, 'input>(root: Node<'a, 'input>) -> impl Iterator<Item = Node<'a, 'input>> {
    let is_library = |node: &Node<'_, '_>| node.tag_name().name() == "library_geometries";
    let elements = root.children().filter(is_library).flat_map(|library| library.children());
    elements.filter(|element| element.tag_name().name() == "geometry")
}

/// The name of an element, its id, or what it is.
fn name<'a>(element: Node<'a, '_>) -> Cow<'a, str> {
    let named = |attribute| element.attribute(attribute).filter(|name| !name.trim().is_empty());
    match named("name").or(named("id")) {
        Some(name) => name.into(),
        None => element.tag_name().name().to_owned().into(),
    }
}

/// Elements whose lengths are read.
const MEASURED: [&str; 8] = [
    "controller",
    "geometry",
    "library_controllers",
    "library_geometries",
    "library_nodes",
    "library_visual_scenes",
    "node",
    "visual_scene",
];

/// The unit that an asset has, in metres.
fn metres(asset: Node<'_, '_>) -> Result<Option<f64>, Fault> {
    let Some(unit) = child(asset, "unit") else { return Ok(None) };
    let Some(metres) = unit.attribute("meter") else { return Ok(None) };
    let value = number(metres.trim().as_bytes()).map_err(|problem| fault(unit, problem))?;
    if !(value > 0.0) || value.is_infinite() {
        let found = format!("'{}'", shown(metres.as_bytes()));
        return Err(fault(unit, Problem::Expected { expected: "a positive length", found }));
    }
    Ok(Some(value))
}

struct Dae<'a, 'input> {
    ids: Ids<'a, 'input>,
    geometries: HashMap<NodeId, Geometry>,
    /// Bytes of arrays that may still be read.
    bytes_left: usize,
    placed: PlacedMesh,
    report: ReadReport,
}

impl<'a, 'input> Dae<'a, 'input> {
    fn new(root: Node<'a, 'input>, bytes: usize) -> Self {
        let placed = PlacedMesh::new(bytes);
        Self {
            ids: Ids::of(root),
            geometries: HashMap::new(),
            bytes_left: READINGS * placed.limit(),
            placed,
            report: ReadReport::default(),
        }
    }

    /// The file's unit in metres. Reports unit and up axis.
    ///
    /// An element may have a unit of its own. Nobody writes that; it is refused, as what is in it
    /// would be read in another size.
    fn unit(&mut self, root: Node<'a, 'input>) -> Result<f64, Fault> {
        let asset = child(root, "asset");
        self.report.up_axis = asset
            .and_then(|asset| child(asset, "up_axis"))
            .and_then(|axis| axis.text()?.trim().chars().next())
            .map(|axis| axis.to_ascii_lowercase())
            .filter(|&axis| matches!(axis, 'x' | 'y'));
        let value = asset.map_or(Ok(None), metres)?.unwrap_or(1.0);
        for asset in root.descendants().filter(|node| node.tag_name().name() == "asset") {
            let of = asset.parent().map_or("", |parent| parent.tag_name().name());
            if MEASURED.contains(&of) && metres(asset)?.is_some_and(|own| own != value) {
                let what = format!("a '{of}' in another unit than that of the file");
                return Err(fault(asset, Problem::NotSupported(what)));
            }
        }
        self.report.unit_in_metres = Some(value).filter(|&value| value != 1.0);
        Ok(value)
    }

    /// The visual scene that the file selects, or its first.
    fn scene(&self, root: Node<'a, 'input>) -> Result<Option<Node<'a, 'input>>, Fault> {
        match child(root, "scene").and_then(|scene| child(scene, "instance_visual_scene")) {
            Some(instance) => self.ids.referred(instance, "url", "visual_scene").map(Some),
            None => {
                let libraries = root.children();
                let library = libraries.filter(|n| n.tag_name().name() == "library_visual_scenes");
                Ok(library.into_iter().find_map(|library| child(library, "visual_scene")))
            }
        }
    }

    /// Visits the nodes of a scene, depth first: `enter` gives the place of a node below another,
    /// with its map to that; `add` adds, of a node and a geometry in it, the geometry, with the
    /// map between them.
    fn visit<P>(
        &mut self,
        scene: Node<'a, 'input>,
        top: P,
        enter: impl Fn(&mut Self, &P, Node<'a, 'input>, &Affine) -> Result<P, Fault>,
        add: impl Fn(&mut Self, &P, [Node<'a, 'input>; 2], &Affine) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let next = scene.first_child();
        let mut path = vec![Visit { node: scene, next, place: top, unsupported: None }];
        // The nodes on the path.
        let mut entered = HashSet::new();
        while let Some(visit) = path.last_mut() {
            let Some(element) = visit.next else {
                entered.remove(&visit.node.id());
                path.pop();
                continue;
            };
            visit.next = element.next_sibling();
            let unsupported = visit.unsupported;
            let node = match element.tag_name().name() {
                "node" => element,
                "instance_node" => self.ids.referred(element, "url", "node")?,
                "instance_geometry" | "instance_controller" => {
                    if let Some(transform) = unsupported {
                        let what = format!("'{}' above a geometry", transform.tag_name().name());
                        return Err(fault(transform, Problem::NotSupported(what)));
                    }
                    let (geometry, bound) = if element.tag_name().name() == "instance_geometry" {
                        (self.ids.referred(element, "url", "geometry")?, Affine::IDENTITY)
                    } else {
                        self.deformed(element)?
                    };
                    add(self, &visit.place, [visit.node, geometry], &bound)?;
                    continue;
                }
                _ => continue,
            };
            if !entered.insert(node.id()) {
                return Err(fault(element, Problem::Cycle));
            }
            let (to_parent, unsupported_here) = transform(node)?;
            let place = enter(self, &visit.place, node, &to_parent)?;
            path.push(Visit {
                node,
                next: node.first_child(),
                place,
                unsupported: unsupported.or(unsupported_here),
            });
        }
        Ok(())
    }

    /// The geometry that a controller deforms, and the map from it.
    fn deformed(
        &mut self,
        instance: Node<'a, 'input>,
    ) -> Result<(Node<'a, 'input>, Affine), Fault> {
        let mut bound = Affine::IDENTITY;
        let mut controller = self.ids.referred(instance, "url", "controller")?;
        self.report.deformable += 1;
        // A skin may deform what a morph deforms; a morph deforms a geometry.
        for _ in 0..2 {
            let Some(deforms) = child(controller, "skin").or(child(controller, "morph")) else {
                break;
            };
            if let Some(matrix) = child(deforms, "bind_shape_matrix") {
                bound = bound.after(&matrix_of(matrix)?);
            }
            if let Ok(geometry) = self.ids.referred(deforms, "source", "geometry") {
                return Ok((geometry, bound));
            }
            controller = self.ids.referred(deforms, "source", "controller")?;
        }
        Err(fault(
            controller,
            Problem::Missing { what: "geometry of", name: "this controller".to_owned() },
        ))
    }

    /// Adds a geometry as a part of a node.
    fn place_part(
        &mut self,
        parts: &mut Parts<'_>,
        level: &Level,
        node: Node<'a, 'input>,
        geometry: Node<'a, 'input>,
    ) -> Result<(), Fault> {
        let placed = parts.place(level, geometry.id().get_usize(), |_| {
            let Geometry { vertices, triangles } = self.geometry(geometry)?;
            Ok((vertices.clone(), triangles.clone()))
        });
        placed.map_err(|problem| match problem {
            Placing::Geometry(fault) => fault,
            Placing::Node(problem) => fault(node, problem),
        })
    }

    /// A geometry, read once.
    fn geometry(&mut self, geometry: Node<'a, 'input>) -> Result<&Geometry, Fault> {
        if !self.geometries.contains_key(&geometry.id()) {
            let mut reader = GeometryReader {
                ids: &self.ids,
                bytes_left: &mut self.bytes_left,
                limit: READINGS * self.placed.limit(),
                report: &mut self.report,
            };
            let read = reader.geometry(geometry)?;
            self.geometries.insert(geometry.id(), read);
        }
        Ok(&self.geometries[&geometry.id()])
    }

    fn place_geometry(
        &mut self,
        geometry: Node<'a, 'input>,
        to_scene: &Affine,
    ) -> Result<(), Fault> {
        self.geometry(geometry)?;
        let Geometry { vertices, triangles } = &self.geometries[&geometry.id()];
        let placed = &mut self.placed;
        placed
            .add_vertices(to_scene, vertices.iter().copied())
            .and_then(|first| placed.add_triangles(to_scene, first, triangles.iter().copied()))
            .map_err(|problem| fault(geometry, problem))
    }
}

/// What is wrong where a part is placed: with the geometry, or with its place.
enum Placing {
    Geometry(Fault),
    Node(Problem),
}

impl From<Fault> for Placing {
    fn from(fault: Fault) -> Self {
        Self::Geometry(fault)
    }
}

impl From<Problem> for Placing {
    fn from(problem: Problem) -> Self {
        Self::Node(problem)
    }
}

/// A node whose children are being visited, and its place.
struct Visit<'a, 'input, P> {
    node: Node<'a, 'input>,
    next: Option<Node<'a, 'input>>,
    place: P,
    /// A transform on the path that is not supported: an error only if there is geometry below.
    unsupported: Option<Node<'a, 'input>>,
}

#[cfg(test)]
mod tests {
    use crate::{Format, Loaded, ReadError, read_mesh_from};

    const POINTS: &str = "0 0 0 1 0 0 1 1 0 0 1 0";
    const INPUT: &str =
        "<input semantic='VERTEX' source='#v' offset='1'/><input offset='0' semantic='NORMAL'/>";

    /// A file with these primitives and nodes, on one line.
    fn dae(primitives: &str, nodes: &str) -> Result<Loaded, ReadError> {
        let primitives = primitives.replace("INPUT", INPUT);
        let text = format!(
            "<COLLADA><library_geometries><geometry id='g'><mesh><source id='s'>\
             <float_array id='a' count='12'>{POINTS}</float_array><technique_common>\
             <accessor source='#a' count='4' stride='3'/></technique_common></source><vertices id='v'>\
             <input semantic='POSITION' source='#s'/></vertices>\n{primitives}</mesh></geometry></library_geometries>\n\
             <library_nodes>{nodes}</library_nodes><library_visual_scenes><visual_scene id='w'>\
             <instance_node url='#n'/></visual_scene></library_visual_scenes></COLLADA>"
        );
        read_mesh_from(text.as_bytes(), "a.dae", Some(Format::Dae))
    }

    const NODE: &str = "<node id='n'><instance_geometry url='#g'/></node>";

    #[test]
    fn primitives_of_every_kind() {
        let check = |primitives: &str, triangles: &[[u32; 3]]| {
            let loaded = dae(primitives, NODE).unwrap();
            assert_eq!(loaded.mesh.triangles(), triangles, "{primitives}");
            assert_eq!(loaded.mesh.vertices()[2], [1.0, 1.0, 0.0]);
        };
        let both = [[0, 1, 2], [0, 2, 3]];
        let p = "<p>9 0 9 1 9 2 9 3</p>";
        check(
            "<triangles count='2'>INPUT<p>9 0 9 1 9 2 9 0 9 2<!-- --> 9 3</p></triangles>",
            &both,
        );
        check(&format!("<polylist count='1'>INPUT<vcount>4</vcount>{p}</polylist>"), &both);
        check(&format!("<polygons>INPUT{p}<p>1 0 1 1</p></polygons>"), &both);
        check(&format!("<trifans>INPUT{p}</trifans>"), &both);
        check(
            &format!("<tristrips>INPUT{p}{p}</tristrips>"),
            &[[0, 1, 2], [1, 3, 2], [0, 1, 2], [1, 3, 2]],
        );
        check(
            &format!("<lines>INPUT{p}</lines><triangles count='0'/><trifans>INPUT{p}</trifans>"),
            &both,
        );
    }

    const TRIANGLE: &str = "<triangles>INPUT<p>0 0 0 1 0 2</p></triangles>";

    #[test]
    fn transforms_apply_in_order_and_mirrors_flip_triangles() {
        let nodes = "<node id='n'><translate>1 2 3</translate><rotate>0 0 1 90</rotate>\
                     <scale>2 2 -2</scale><node><matrix>1 0 0 .5  0 1 0 0  0 0 1 0  0 0 0 1\
                     </matrix><instance_geometry url='#g'/></node></node>";
        let mesh = dae(TRIANGLE, nodes).unwrap().mesh;
        assert_eq!(mesh.triangles(), [[0, 2, 1]]);
        assert_eq!(mesh.vertices()[..2], [[1.0, 3.0, 3.0], [1.0, 5.0, 3.0]]);
    }

    #[test]
    fn a_unit_within_the_file_is_that_of_the_file_or_refused() {
        let read = |own: &str| {
            let nodes = format!("<node id='n'>{own}<instance_geometry url='#g'/></node>");
            dae(TRIANGLE, &nodes).map(|loaded| loaded.mesh.vertices()[1][0])
        };
        assert_eq!(read("<asset><unit meter='1.0'/></asset>").unwrap(), 1.0);
        assert_eq!(read("<extra><asset><unit meter='9'/></asset></extra>").unwrap(), 1.0);
        let error = read("<asset><unit meter='0.001'/></asset>").unwrap_err().to_string();
        let what = "a 'node' in another unit than that of the file is not supported";
        assert_eq!(error, format!("a.dae: line 3: {what}"));
    }

    #[test]
    fn columns_without_a_name_are_skipped() {
        let read = |params: &str| {
            let text = format!(
                "<COLLADA><library_geometries><geometry id='g'><mesh><source id='s'><float_array \
                 id='a'>7 0 0 0 7 1 0 0 7 0 2 0 7 0 0 3</float_array><technique_common><accessor \
                 source='#a' count='4' stride='4'>{params}</accessor></technique_common></source>\
                 <vertices id='v'><input semantic='POSITION' source='#s'/></vertices><triangles>\
                 <input semantic='VERTEX' source='#v' offset='0'/><p>1 2 3</p></triangles></mesh>\
                 </geometry><geometry id='h'><convex_mesh convex_hull_of='#g'/></geometry>\
                 </library_geometries></COLLADA>"
            );
            let loaded = read_mesh_from(text.as_bytes(), "a.dae", Some(Format::Dae)).unwrap();
            assert_eq!(loaded.report.free_form, 1);
            loaded.mesh.vertices()[3]
        };
        let named = |names: [&str; 4]| -> String {
            let param = |name: &&str| match *name {
                "" => "<param type='float'/>".to_owned(),
                name => format!("<param name='{name}' type='float'/>"),
            };
            names.iter().map(param).collect()
        };
        assert_eq!(read(&named(["", "A", "B", "C"])), [0.0, 0.0, 3.0]);
        assert_eq!(read(&named(["W", "Y", "Z", "X"])), [3.0, 0.0, 0.0]);
        assert_eq!(read(&named(["A", "", "B", "C"])), [7.0, 0.0, 3.0]);
        assert_eq!(read(""), [7.0, 0.0, 0.0]);
    }

    #[test]
    fn errors_name_lines() {
        let check = |primitives: &str, nodes: &str, message: &str| {
            let error = dae(primitives, nodes).unwrap_err().to_string();
            assert_eq!(error, format!("a.dae: {message}"));
        };
        let too_few = "expected as many corners as the polygons have, found";
        for (primitive, message) in [
            (
                "<triangles count='2'>INPUT<p>0 0 0 1 0 2</p></triangles>",
                "2 triangles are announced, there are 1".to_owned(),
            ),
            (
                "<triangles>INPUT<p>0 0 0 1 0 4</p></triangles>",
                "vertex index 4 is out of range: there are 4 vertices".to_owned(),
            ),
            ("<triangles>INPUT<p>0 0 0 1 0</p></triangles>", format!("{too_few} 2 corners")),
            (
                "<polylist>INPUT<vcount>3 3</vcount><p>0 0 0 1 0 2</p></polylist>",
                format!("{too_few} 3 corners"),
            ),
            ("<polygons>INPUT<ph/></polygons>", "a polygon with holes is not supported".to_owned()),
        ] {
            check(primitive, NODE, &format!("line 2: {message}"));
        }
        let geometry = "<instance_geometry url='#g'/>";
        let node = |inside: &str| format!("<node id='n'>{inside}</node>");
        for (inside, message) in [
            ("<scale>1 2</scale>", "3 numbers of a transform are announced, there are 2"),
            ("<scale>1 2 nan</scale>", "'nan' is not a number"),
            (&format!("<skew>1</skew>{geometry}"), "'skew' above a geometry is not supported"),
            ("<instance_node url='#n'/>", "the node contains itself"),
            ("<instance_geometry url='#h'/>", "there is no geometry 'h'"),
        ] {
            check(TRIANGLE, &node(inside), &format!("line 3: {message}"));
        }
        check(TRIANGLE, &node("<lookat/>"), "the mesh has no triangles");
        check(TRIANGLE, &NODE.repeat(2), "line 3: there is more than one node with the id 'n'");
        check(TRIANGLE, "</a>", "line 3: expected 'library_nodes' tag, not 'a'");
    }
}
