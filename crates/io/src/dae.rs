//! COLLADA 1.4 and 1.5 (Barnes, Finch, "COLLADA - Digital Asset Schema Release 1.4.1", 2008): the
//! triangles that a scene places.
//!
//! Coordinates are mapped by the nodes' transforms and multiplied by the `meter` of the asset's
//! `unit`, so that they are in metres, as users of URDF expect. The `up_axis` is not applied, as it
//! is not in ROS: x, y and z stay what they are in the file, and the report names the axis. What the
//! identity maps in a unit of one metre stays as it is, bit for bit.
//!
//! Read are `triangles`, `polylist`, `polygons` without holes, `tristrips` and `trifans` of every
//! geometry that is instanced, also through `library_nodes`; skinned and morphed geometry as if it
//! were rigid. Lines, splines, cameras, lights, materials and animations are left out. A file that
//! names no scene shows its first one, and one without any shows each geometry once.
//!
//! Own reader over `roxmltree`, which refuses document type definitions (and so expanding entities)
//! and keeps positions for errors; dae-parser 0.11 is built on another, and its errors carry none.

use std::collections::{HashMap, HashSet};

use obbtree_mesh::Mesh;
use roxmltree::{Document, Node, NodeId};

use crate::ReadReport;
use crate::error::{Fault, Owner, Problem};
use crate::node_graph::{Affine, Scene, fan, strip};
use crate::polygon::triangulate;
use crate::text::{coordinate, number, shown, without_bom, words};

/// Elements that others refer to by id.
const REFERRED: [&str; 8] = [
    "controller",
    "float_array",
    "geometry",
    "morph",
    "node",
    "source",
    "vertices",
    "visual_scene",
];

/// How many times its own length the arrays of a file may be read. Several geometries seldom share
/// one.
const READINGS: usize = 2;

/// Reads a COLLADA file.
pub(crate) fn read(bytes: &[u8]) -> Result<(Mesh, ReadReport), Fault> {
    let bytes = without_bom(bytes);
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Fault::byte(error.valid_up_to(), Problem::NotUtf8))?;
    let document = Document::parse(text).map_err(|error| {
        let message = error.to_string();
        // Its messages end in the position.
        let what = message.rsplit_once(" at ").map_or(message.as_str(), |(what, _)| what);
        Fault::line(error.pos().row as usize, Problem::Xml(what.to_owned()))
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        let found = format!("'{}'", shown(root.tag_name().name().as_bytes()));
        return Err(fault(root, Problem::Expected { expected: "the element 'COLLADA'", found }));
    }
    let mut dae = Dae::new(root, bytes.len());
    let unit = dae.unit(root)?;
    match dae.scene(root)? {
        Some(scene) => dae.place_nodes(scene, unit)?,
        None => {
            let named = |node: &Node<'_, '_>| node.tag_name().name() == "library_geometries";
            for geometry in root.children().filter(named).flat_map(|library| library.children()) {
                if geometry.tag_name().name() == "geometry" {
                    dae.report.without_scene += 1;
                    dae.place_geometry(geometry, &unit)?;
                }
            }
        }
    }
    Ok((dae.placed.into_mesh()?, dae.report))
}

/// A geometry in its own coordinates.
#[derive(Default)]
struct Geometry {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

struct Dae<'a, 'input> {
    /// By kind and id; `None` if several have the same.
    by_id: HashMap<(&'static str, &'a str), Option<Node<'a, 'input>>>,
    geometries: HashMap<NodeId, Geometry>,
    /// Bytes of arrays that may yet be read.
    readings_left: usize,
    placed: Scene,
    report: ReadReport,
}

impl<'a, 'input> Dae<'a, 'input> {
    fn new(root: Node<'a, 'input>, bytes: usize) -> Self {
        let mut by_id = HashMap::new();
        for node in root.descendants().filter(Node::is_element) {
            let kind = REFERRED.into_iter().find(|&kind| kind == node.tag_name().name());
            if let (Some(kind), Some(id)) = (kind, node.attribute("id")) {
                by_id.entry((kind, id)).and_modify(|other| *other = None).or_insert(Some(node));
            }
        }
        let placed = Scene::new(bytes);
        Self {
            by_id,
            geometries: HashMap::new(),
            readings_left: READINGS * placed.limit(),
            placed,
            report: ReadReport::default(),
        }
    }

    /// The element that an attribute of another refers to as `#id`.
    fn referred(
        &self,
        from: Node<'a, 'input>,
        attribute: &str,
        kind: &'static str,
    ) -> Result<Node<'a, 'input>, Fault> {
        let url = from.attribute(attribute).unwrap_or_default();
        let name = || shown(url.trim_start_matches('#').as_bytes());
        let id = url.strip_prefix('#').ok_or_else(|| {
            fault(
                from,
                Problem::Missing {
                    what: "reference like '#id' in",
                    name: format!("'{}'", shown(url.as_bytes())),
                },
            )
        })?;
        match self.by_id.get(&(kind, id)) {
            Some(Some(node)) => Ok(*node),
            Some(None) => Err(fault(from, Problem::Ambiguous { what: kind, name: name() })),
            None => {
                Err(fault(from, Problem::Missing { what: kind, name: format!("'{}'", name()) }))
            }
        }
    }

    /// The map from the file's unit to metres.
    fn unit(&mut self, root: Node<'a, 'input>) -> Result<Affine, Fault> {
        let Some(asset) = child(root, "asset") else { return Ok(Affine::IDENTITY) };
        self.report.up_axis = child(asset, "up_axis")
            .and_then(|axis| axis.text()?.trim().chars().next())
            .map(|axis| axis.to_ascii_lowercase())
            .filter(|&axis| matches!(axis, 'x' | 'y'));
        let Some(unit) = child(asset, "unit") else { return Ok(Affine::IDENTITY) };
        let Some(metres) = unit.attribute("meter") else { return Ok(Affine::IDENTITY) };
        let value = number(metres.trim().as_bytes()).map_err(|problem| fault(unit, problem))?;
        if !(value > 0.0) || value.is_infinite() {
            let found = format!("'{}'", shown(metres.as_bytes()));
            return Err(fault(unit, Problem::Expected { expected: "a positive length", found }));
        }
        self.report.unit_in_metres = Some(value).filter(|&value| value != 1.0);
        Ok(Affine::scale([value; 3]))
    }

    /// The visual scene that the file shows, or its first.
    fn scene(&self, root: Node<'a, 'input>) -> Result<Option<Node<'a, 'input>>, Fault> {
        match child(root, "scene").and_then(|scene| child(scene, "instance_visual_scene")) {
            Some(instance) => self.referred(instance, "url", "visual_scene").map(Some),
            None => {
                let libraries = root.children();
                let library = libraries.filter(|n| n.tag_name().name() == "library_visual_scenes");
                Ok(library.into_iter().find_map(|library| child(library, "visual_scene")))
            }
        }
    }

    /// Places what the nodes of a scene instance, depth first.
    fn place_nodes(&mut self, scene: Node<'a, 'input>, unit: Affine) -> Result<(), Fault> {
        let mut path =
            vec![Visit { node: scene, next: scene.first_child(), to_scene: unit, bad: None }];
        // The nodes on the path.
        let mut entered = HashSet::new();
        while let Some(visit) = path.last_mut() {
            let Some(element) = visit.next else {
                entered.remove(&visit.node.id());
                path.pop();
                continue;
            };
            visit.next = element.next_sibling();
            let (to_scene, bad) = (visit.to_scene, visit.bad);
            let node = match element.tag_name().name() {
                "node" => element,
                "instance_node" => self.referred(element, "url", "node")?,
                "instance_geometry" | "instance_controller" => {
                    if let Some(transform) = bad {
                        let what = format!("'{}' above a geometry", transform.tag_name().name());
                        return Err(fault(transform, Problem::NotSupported(what)));
                    }
                    if element.tag_name().name() == "instance_geometry" {
                        let geometry = self.referred(element, "url", "geometry")?;
                        self.place_geometry(geometry, &to_scene)?;
                    } else {
                        self.place_controller(element, to_scene)?;
                    }
                    continue;
                }
                _ => continue,
            };
            if !entered.insert(node.id()) {
                return Err(fault(element, Problem::Cycle));
            }
            self.placed.enter().map_err(|problem| fault(element, problem))?;
            let (to_parent, bad_here) = transform(node)?;
            path.push(Visit {
                node,
                next: node.first_child(),
                to_scene: to_scene.after(&to_parent),
                bad: bad.or(bad_here),
            });
        }
        Ok(())
    }

    /// Places the geometry that a controller deforms.
    fn place_controller(
        &mut self,
        instance: Node<'a, 'input>,
        to_scene: Affine,
    ) -> Result<(), Fault> {
        let mut to_scene = to_scene;
        let mut controller = self.referred(instance, "url", "controller")?;
        self.report.deformable += 1;
        // A skin may deform what a morph deforms; a morph deforms a geometry.
        for _ in 0..2 {
            let Some(deforms) = child(controller, "skin").or(child(controller, "morph")) else {
                break;
            };
            if let Some(matrix) = child(deforms, "bind_shape_matrix") {
                to_scene = to_scene.after(&matrix_of(matrix)?);
            }
            if let Ok(geometry) = self.referred(deforms, "source", "geometry") {
                return self.place_geometry(geometry, &to_scene);
            }
            controller = self.referred(deforms, "source", "controller")?;
        }
        Err(fault(
            controller,
            Problem::Missing { what: "geometry of", name: "this controller".to_owned() },
        ))
    }

    fn place_geometry(
        &mut self,
        geometry: Node<'a, 'input>,
        to_scene: &Affine,
    ) -> Result<(), Fault> {
        if !self.geometries.contains_key(&geometry.id()) {
            let read = self.geometry(geometry)?;
            self.geometries.insert(geometry.id(), read);
        }
        let Geometry { vertices, triangles } = &self.geometries[&geometry.id()];
        let placed = &mut self.placed;
        placed
            .add_vertices(to_scene, vertices.iter().copied())
            .and_then(|first| placed.add_triangles(to_scene, first, triangles.iter().copied()))
            .map_err(|problem| fault(geometry, problem))
    }

    /// Reads a geometry: the vertices that its primitives name, and their triangles.
    fn geometry(&mut self, geometry: Node<'a, 'input>) -> Result<Geometry, Fault> {
        let mut read = Geometry::default();
        let Some(mesh) = child(geometry, "mesh").or(child(geometry, "convex_mesh")) else {
            self.report.free_form += 1;
            return Ok(read);
        };
        // Where the vertices of each source begin and end.
        let mut sources = HashMap::new();
        for element in mesh.children() {
            match element.tag_name().name() {
                "triangles" | "polylist" | "polygons" | "tristrips" | "trifans" => {}
                "lines" | "linestrips" => {
                    self.report.lines_and_points += 1;
                    continue;
                }
                _ => continue,
            }
            let Some(columns) = self.columns(element)? else { continue };
            let positions = columns.positions;
            let range = match sources.get(&positions.id()) {
                Some(&range) => range,
                None => {
                    let first = read.vertices.len();
                    self.positions(positions, &mut read.vertices)?;
                    let range = (first, read.vertices.len());
                    sources.insert(positions.id(), range);
                    range
                }
            };
            self.primitives(element, &columns, range, &mut read)?;
        }
        Ok(read)
    }

    /// What the numbers of a primitive mean; `None` for an empty one.
    fn columns(&self, element: Node<'a, 'input>) -> Result<Option<Columns<'a, 'input>>, Fault> {
        let mut stride = 1;
        let mut vertices = None;
        for input in element.children().filter(|node| node.tag_name().name() == "input") {
            let offset = integer_attribute(input, "offset")?.unwrap_or(0);
            stride = stride.max(offset.saturating_add(1));
            if input.attribute("semantic") == Some("VERTEX") {
                vertices = Some((offset, self.referred(input, "source", "vertices")?));
            }
        }
        let Some((column, vertices)) = vertices else {
            let count = integer_attribute(element, "count")?;
            if count == Some(0) || child(element, "p").is_none() {
                return Ok(None);
            }
            let name = "with the semantic 'VERTEX'".to_owned();
            return Err(fault(element, Problem::Missing { what: "input", name }));
        };
        let position = |input: &Node<'_, '_>| input.attribute("semantic") == Some("POSITION");
        let input = vertices.children().find(position).ok_or_else(|| {
            let name = "with the semantic 'POSITION'".to_owned();
            fault(vertices, Problem::Missing { what: "input", name })
        })?;
        Ok(Some(Columns { stride, column, positions: self.referred(input, "source", "source")? }))
    }

    /// Reads a source of points.
    fn positions(
        &mut self,
        source: Node<'a, 'input>,
        points: &mut Vec<[f64; 3]>,
    ) -> Result<(), Fault> {
        let accessor =
            child(source, "technique_common").and_then(|common| child(common, "accessor"));
        let array = match (accessor, child(source, "float_array")) {
            (Some(accessor), None) => self.referred(accessor, "source", "float_array")?,
            (_, Some(array)) => array,
            (None, None) => {
                let name = "in the source of the positions".to_owned();
                return Err(fault(source, Problem::Missing { what: "float_array", name }));
            }
        };
        let bytes: usize = texts(array).map(str::len).sum();
        self.readings_left = self.readings_left.checked_sub(bytes).ok_or_else(|| {
            let (what, limit) = ("bytes of arrays", READINGS * self.placed.limit());
            fault(source, Problem::TooManyCopies { what, limit })
        })?;
        let given = |name| accessor.map_or(Ok(None), |accessor| integer_attribute(accessor, name));
        let (offset, stride) = (given("offset")?.unwrap_or(0), given("stride")?.unwrap_or(3));
        // Columns named X, Y and Z, else the first three.
        let mut axes = [0, 1, 2];
        let names: Vec<_> = accessor.map_or(Vec::new(), |accessor| {
            let params = accessor.children().filter(|node| node.tag_name().name() == "param");
            params.take(stride as usize).map(|param| param.attribute("name")).collect()
        });
        let named = ["X", "Y", "Z"].map(|axis| names.iter().position(|&name| name == Some(axis)));
        if let [Some(x), Some(y), Some(z)] = named {
            axes = [x, y, z];
        }
        if stride < 3 {
            let found = stride.to_string();
            let expected = "a stride of at least 3";
            return Err(fault(accessor.unwrap_or(source), Problem::Expected { expected, found }));
        }
        let mut numbers =
            texts(array).flat_map(|text| words(text.as_bytes())).skip(offset as usize);
        let count = given("count")?.unwrap_or(u32::MAX);
        // A digit and a blank for each number.
        points.reserve((count as usize).min(bytes / 2 / stride as usize + 1));
        let mut row = 0;
        'rows: while row < count {
            let mut point = [0.0; 3];
            for column in 0..stride as usize {
                let Some(word) = numbers.next() else {
                    // Without a count, the end of the numbers is the end.
                    if column == 0 && given("count")?.is_none() {
                        break 'rows;
                    }
                    let (announced, found) = (u64::from(count), u64::from(row));
                    return Err(fault(
                        array,
                        Problem::WrongCount { what: "points", announced, found },
                    ));
                };
                if let Some(axis) = axes.iter().position(|&axis| axis == column) {
                    point[axis] = coordinate(word, Owner::Vertex(row as usize), axis)
                        .map_err(|problem| fault(array, problem))?;
                }
            }
            points.push(point);
            row += 1;
        }
        Ok(())
    }

    /// Adds the triangles of a `triangles`, `polylist`, `polygons`, `tristrips` or `trifans`.
    fn primitives(
        &mut self,
        element: Node<'a, 'input>,
        columns: &Columns<'a, 'input>,
        (first, end): (usize, usize),
        read: &mut Geometry,
    ) -> Result<(), Fault> {
        let kind = element.tag_name().name();
        let announced = integer_attribute(element, "count")?;
        let mut corners = Vec::new();
        let mut found = 0_u64;
        if let Some(holes) = child(element, "ph") {
            return Err(fault(holes, Problem::NotSupported("a polygon with holes".to_owned())));
        }
        for p in element.children().filter(|node| node.tag_name().name() == "p") {
            corners.clear();
            columns.corners(p, first, end, &mut corners)?;
            match kind {
                "triangles" => {
                    let (triangles, rest) = corners.as_chunks::<3>();
                    if !rest.is_empty() {
                        let expected = "three corners for each triangle";
                        let found = format!("{} corners", corners.len());
                        return Err(fault(p, Problem::Expected { expected, found }));
                    }
                    found += triangles.len() as u64;
                    read.triangles.reserve(triangles.len());
                    read.triangles.extend_from_slice(triangles);
                }
                "polylist" => {
                    let mut rest = &corners[..];
                    let counts = child(element, "vcount").into_iter().flat_map(texts);
                    for word in counts.flat_map(|text| words(text.as_bytes())) {
                        let count = integer(word).map_err(|problem| fault(element, problem))?;
                        let taken = rest.split_at_checked(count as usize);
                        let (polygon, others) = taken.ok_or_else(|| too_few(p, &corners))?;
                        rest = others;
                        found += 1;
                        self.polygon(polygon, read).map_err(|problem| fault(p, problem))?;
                    }
                    if !rest.is_empty() {
                        return Err(too_few(p, &corners));
                    }
                }
                "polygons" => {
                    found += 1;
                    self.polygon(&corners, read).map_err(|problem| fault(p, problem))?;
                }
                "tristrips" => {
                    found += 1;
                    read.triangles.extend(strip(&corners));
                }
                _ => {
                    found += 1;
                    read.triangles.extend(fan(&corners));
                }
            }
        }
        match announced.map(u64::from) {
            Some(announced) if announced != found => {
                let what = match kind {
                    "triangles" => "triangles",
                    "polylist" | "polygons" => "polygons",
                    "tristrips" => "strips",
                    _ => "fans",
                };
                Err(fault(element, Problem::WrongCount { what, announced, found }))
            }
            _ => Ok(()),
        }
    }

    fn polygon(&mut self, corners: &[u32], read: &mut Geometry) -> Result<(), Problem> {
        match *corners {
            [p, q, r] => read.triangles.push([p, q, r]),
            [] | [_] | [_, _] => self.report.short_faces += 1,
            _ => {
                self.report.polygons += 1;
                let clean = triangulate(corners, &read.vertices, &mut read.triangles)?;
                self.report.crossing_polygons += usize::from(!clean);
            }
        }
        Ok(())
    }
}

/// A node whose children are being visited.
struct Visit<'a, 'input> {
    node: Node<'a, 'input>,
    next: Option<Node<'a, 'input>>,
    to_scene: Affine,
    /// A transform on the way that is not supported: an error only if there is geometry below.
    bad: Option<Node<'a, 'input>>,
}

/// How the index list of a primitive is laid out.
struct Columns<'a, 'input> {
    /// Numbers for each corner.
    stride: u32,
    /// Which of them is the vertex.
    column: u32,
    positions: Node<'a, 'input>,
}

impl Columns<'_, '_> {
    /// Reads the vertices of the corners in an index list, which count from `first`.
    fn corners(
        &self,
        p: Node<'_, '_>,
        first: usize,
        end: usize,
        corners: &mut Vec<u32>,
    ) -> Result<(), Fault> {
        let mut column = 0;
        for word in texts(p).flat_map(|text| words(text.as_bytes())) {
            if column == self.column {
                let vertex = integer(word).ok().filter(|&vertex| (vertex as usize) < end - first);
                let vertex = vertex.ok_or_else(|| {
                    let (index, vertices) = (shown(word), end - first);
                    fault(p, Problem::IndexOutOfRange { index, vertices, so_far: false })
                })?;
                corners.push(first as u32 + vertex);
            }
            column = (column + 1) % self.stride;
        }
        if column == 0 { Ok(()) } else { Err(too_few(p, corners)) }
    }
}

fn too_few(p: Node<'_, '_>, corners: &[u32]) -> Fault {
    let found = format!("{} corners", corners.len());
    fault(p, Problem::Expected { expected: "as many corners as the polygons have", found })
}

/// The map from a node to its parent, and a transform among its own that is not supported.
fn transform<'a, 'input>(
    node: Node<'a, 'input>,
) -> Result<(Affine, Option<Node<'a, 'input>>), Fault> {
    let mut map = Affine::IDENTITY;
    let mut bad = None;
    for element in node.children() {
        let next = match element.tag_name().name() {
            "matrix" => matrix_of(element)?,
            "translate" => Affine::translation(floats(element)?),
            "scale" => Affine::scale(floats(element)?),
            "rotate" => {
                let [x, y, z, degrees] = floats(element)?;
                Affine::rotation([x, y, z], degrees).ok_or_else(|| {
                    let found = "one without direction".to_owned();
                    fault(element, Problem::Expected { expected: "an axis of rotation", found })
                })?
            }
            "skew" | "lookat" => {
                bad = bad.or(Some(element));
                continue;
            }
            _ => continue,
        };
        map = map.after(&next);
    }
    Ok((map, bad))
}

fn matrix_of(element: Node<'_, '_>) -> Result<Affine, Fault> {
    Affine::from_rows(&floats(element)?).ok_or_else(|| {
        let what = "a matrix whose last row is not 0 0 0 1".to_owned();
        fault(element, Problem::NotSupported(what))
    })
}

/// The numbers in an element, which must be `N` finite ones.
fn floats<const N: usize>(element: Node<'_, '_>) -> Result<[f64; N], Fault> {
    let mut values = [0.0; N];
    let mut found = 0;
    for word in texts(element).flat_map(|text| words(text.as_bytes())) {
        let value = number(word)
            .and_then(|value| {
                let finite = value.is_finite().then_some(value);
                finite.ok_or_else(|| Problem::NotANumber(shown(word)))
            })
            .map_err(|problem| fault(element, problem))?;
        if let Some(place) = values.get_mut(found) {
            *place = value;
        }
        found += 1;
    }
    if found == N {
        return Ok(values);
    }
    let (announced, found) = (N as u64, found as u64);
    Err(fault(element, Problem::WrongCount { what: "numbers of a transform", announced, found }))
}

fn integer(word: &[u8]) -> Result<u32, Problem> {
    let value = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    value.ok_or_else(|| Problem::NotAnIndex(shown(word)))
}

fn integer_attribute(node: Node<'_, '_>, name: &str) -> Result<Option<u32>, Fault> {
    let Some(value) = node.attribute(name) else { return Ok(None) };
    let value = value.trim();
    value.parse().map(Some).map_err(|_| {
        let found = format!("'{}' as '{name}'", shown(value.as_bytes()));
        fault(node, Problem::Expected { expected: "an integer from 0 to 4294967295", found })
    })
}

fn child<'a, 'input>(parent: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    parent.children().find(|node| node.tag_name().name() == name)
}

/// The pieces of text in an element; comments part them.
fn texts<'a>(element: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    element.children().filter(Node::is_text).filter_map(|text| text.text())
}

/// A problem on the line on which an element begins.
fn fault(node: Node<'_, '_>, problem: Problem) -> Fault {
    let line = node.document().text_pos_at(node.range().start).row;
    Fault::line(line as usize, problem)
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
            "<COLLADA><library_geometries><geometry id='g'><mesh><source id='s'><float_array id='a' \
             count='12'>{POINTS}</float_array><technique_common><accessor source='#a' count='4' \
             stride='3'/></technique_common></source><vertices id='v'><input semantic='POSITION' \
             source='#s'/></vertices>\n{primitives}</mesh></geometry></library_geometries>\n<library_nodes>\
             {nodes}</library_nodes><library_visual_scenes><visual_scene id='w'><instance_node \
             url='#n'/></visual_scene></library_visual_scenes></COLLADA>"
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
    fn transforms_apply_in_order_and_mirrors_turn_triangles() {
        let nodes = "<node id='n'><translate>1 2 3</translate><rotate>0 0 1 90</rotate><scale>2 2 -2</scale>\
                     <node><matrix>1 0 0 .5  0 1 0 0  0 0 1 0  0 0 0 1</matrix><instance_geometry url='#g'/></node></node>";
        let mesh = dae(TRIANGLE, nodes).unwrap().mesh;
        assert_eq!(mesh.triangles(), [[0, 2, 1]]);
        assert_eq!(mesh.vertices()[..2], [[1.0, 3.0, 3.0], [1.0, 5.0, 3.0]]);
    }

    #[test]
    fn errors_name_lines() {
        let check = |primitives: &str, nodes: &str, message: &str| {
            let error = dae(primitives, nodes).unwrap_err().to_string();
            assert_eq!(error, format!("a.dae: {message}"));
        };
        check(
            "<triangles count='2'>INPUT<p>0 0 0 1 0 2</p></triangles>",
            NODE,
            "line 2: 2 triangles are announced, there are 1",
        );
        check(
            "<triangles>INPUT<p>0 0 0 1 0 4</p></triangles>",
            NODE,
            "line 2: vertex index 4 is out of range: there are 4 vertices",
        );
        check(
            "<triangles>INPUT<p>0 0 0 1 0</p></triangles>",
            NODE,
            "line 2: expected as many corners as the polygons have, found 2 corners",
        );
        check(
            "<polylist>INPUT<vcount>3 3</vcount><p>0 0 0 1 0 2</p></polylist>",
            NODE,
            "line 2: expected as many corners as the polygons have, found 3 corners",
        );
        check(
            "<polygons>INPUT<ph/></polygons>",
            NODE,
            "line 2: a polygon with holes is not supported",
        );
        let geometry = "<instance_geometry url='#g'/>";
        let node = |inside: &str| format!("<node id='n'>{inside}</node>");
        check(
            TRIANGLE,
            &node("<scale>1 2</scale>"),
            "line 3: 3 numbers of a transform are announced, there are 2",
        );
        check(TRIANGLE, &node("<scale>1 2 nan</scale>"), "line 3: 'nan' is not a number");
        check(
            TRIANGLE,
            &node(&format!("<skew>1</skew>{geometry}")),
            "line 3: 'skew' above a geometry is not supported",
        );
        check(TRIANGLE, &node("<lookat/>"), "the mesh has no triangles");
        check(TRIANGLE, &node("<instance_node url='#n'/>"), "line 3: the node lies in itself");
        check(TRIANGLE, &node("<instance_geometry url='#h'/>"), "line 3: there is no geometry 'h'");
        check(TRIANGLE, &NODE.repeat(2), "line 3: there is more than one node with the id 'n'");
        check(TRIANGLE, "</a>", "line 3: expected 'library_nodes' tag, not 'a'");
    }
}
