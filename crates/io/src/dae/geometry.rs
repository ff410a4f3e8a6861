//! A geometry: its sources of points, and its primitives, to vertices and triangles.

use std::collections::HashMap;

use roxmltree::Node;

use super::ids::Ids;
use super::xml::{child, fault, integer, integer_attribute, texts, words_in};
use crate::error::{Fault, Owner, Problem};
use crate::face::{add_face, fan, strip};
use crate::report::ReadReport;
use crate::text::{coordinate, shown};

/// A geometry in its own coordinates.
#[derive(Default)]
pub(super) struct Geometry {
    pub(super) vertices: Vec<[f64; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
}

/// What reading a geometry needs.
pub(super) struct GeometryReader<'r, 'a, 'input> {
    pub(super) ids: &'r Ids<'a, 'input>,
    /// Bytes of arrays that may still be read, of a limit.
    pub(super) bytes_left: &'r mut usize,
    pub(super) limit: usize,
    pub(super) report: &'r mut ReadReport,
}

impl<'a, 'input> GeometryReader<'_, 'a, 'input> {
    /// Reads a geometry: the vertices that its primitives use, and their triangles.
    pub(super) fn geometry(&mut self, geometry: Node<'a, 'input>) -> Result<Geometry, Fault> {
        let mut read = Geometry::default();
        let mesh = child(geometry, "mesh").or(child(geometry, "convex_mesh"));
        // The hull of another geometry has no triangles in the file.
        let Some(mesh) = mesh.filter(|mesh| !mesh.has_attribute("convex_hull_of")) else {
            self.report.free_form += 1;
            return Ok(read);
        };
        // The range of each source's vertices.
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

    /// The columns of a primitive's index list; `None` for an empty primitive.
    fn columns(&self, element: Node<'a, 'input>) -> Result<Option<Columns<'a, 'input>>, Fault> {
        let mut stride = 1;
        let mut vertices = None;
        for input in element.children().filter(|node| node.tag_name().name() == "input") {
            let offset = integer_attribute(input, "offset")?.unwrap_or(0);
            stride = stride.max(offset.saturating_add(1));
            if input.attribute("semantic") == Some("VERTEX") {
                vertices = Some((offset, self.ids.referred(input, "source", "vertices")?));
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
        Ok(Some(Columns {
            stride,
            column,
            positions: self.ids.referred(input, "source", "source")?,
        }))
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
            (Some(accessor), None) => self.ids.referred(accessor, "source", "float_array")?,
            (_, Some(array)) => array,
            (None, None) => {
                let name = "in the source of the positions".to_owned();
                return Err(fault(source, Problem::Missing { what: "float_array", name }));
            }
        };
        let bytes: usize = texts(array).map(str::len).sum();
        *self.bytes_left = self.bytes_left.checked_sub(bytes).ok_or_else(|| {
            let (what, limit) = ("bytes of arrays", self.limit);
            fault(source, Problem::TooManyCopies { what, limit })
        })?;
        let attribute =
            |name| accessor.map_or(Ok(None), |accessor| integer_attribute(accessor, name));
        let (offset, stride) =
            (attribute("offset")?.unwrap_or(0), attribute("stride")?.unwrap_or(3));
        // The columns named X, Y and Z, else the first three that have names: those without are to
        // be skipped. Else the first three.
        let mut axes = [0, 1, 2];
        let names: Vec<_> = accessor.map_or(Vec::new(), |accessor| {
            let params = accessor.children().filter(|node| node.tag_name().name() == "param");
            params.take(stride as usize).map(|param| param.attribute("name")).collect()
        });
        let named = ["X", "Y", "Z"].map(|axis| names.iter().position(|&name| name == Some(axis)));
        let with_name: Vec<_> =
            (0..names.len()).filter(|&column| names[column].is_some()).collect();
        if let [Some(x), Some(y), Some(z)] = named {
            axes = [x, y, z];
        } else if let [x, y, z, ..] = with_name[..] {
            axes = [x, y, z];
        }
        if stride < 3 {
            let found = stride.to_string();
            let expected = "a stride of at least 3";
            return Err(fault(accessor.unwrap_or(source), Problem::Expected { expected, found }));
        }
        let mut numbers = words_in(array).skip(offset as usize);
        let count = attribute("count")?.unwrap_or(u32::MAX);
        // At least a digit and a blank for each number.
        points.reserve((count as usize).min(bytes / 2 / stride as usize + 1));
        let mut row = 0;
        'rows: while row < count {
            let mut point = [0.0; 3];
            for column in 0..stride as usize {
                let Some(word) = numbers.next() else {
                    // Without a count, the end of the numbers is the end.
                    if column == 0 && attribute("count")?.is_none() {
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
                    for word in child(element, "vcount").into_iter().flat_map(words_in) {
                        let count = integer(word).map_err(|problem| fault(element, problem))?;
                        let taken = rest.split_at_checked(count as usize);
                        let (polygon, others) = taken.ok_or_else(|| too_few(p, &corners))?;
                        rest = others;
                        found += 1;
                        self.face(polygon, read).map_err(|problem| fault(p, problem))?;
                    }
                    if !rest.is_empty() {
                        return Err(too_few(p, &corners));
                    }
                }
                "polygons" => {
                    found += 1;
                    self.face(&corners, read).map_err(|problem| fault(p, problem))?;
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

    fn face(&mut self, corners: &[u32], read: &mut Geometry) -> Result<(), Problem> {
        add_face(corners, &read.vertices, &mut read.triangles, self.report)
    }
}

/// The columns of a primitive's index list.
struct Columns<'a, 'input> {
    /// Numbers for each corner.
    stride: u32,
    /// The column of the vertex.
    column: u32,
    positions: Node<'a, 'input>,
}

impl Columns<'_, '_> {
    /// Reads the vertices of the corners in an index list. They count from `first`.
    fn corners(
        &self,
        p: Node<'_, '_>,
        first: usize,
        end: usize,
        corners: &mut Vec<u32>,
    ) -> Result<(), Fault> {
        let mut column = 0;
        for word in words_in(p) {
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
