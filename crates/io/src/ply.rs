//! PLY, ASCII and binary of either byte order (Greg Turk, "The PLY Polygon File Format", 1994).
//!
//! Used are `x`, `y` and `z` of the element `vertex`, the list `vertex_indices` or `vertex_index` of
//! `face`, and that of `tristrips` (a negative index begins a new strip; every second triangle of a
//! strip is turned back). Other elements and properties, lists included, may stand anywhere and are
//! skipped, and faces may come before the vertices. Vertices keep their order and their number, used
//! or not; triangles are in the order of the faces, a polygon cut by `polygon`. Every scalar type of
//! PLY widens to a double exactly; ASCII numbers are read as doubles whatever type is announced. In
//! an ASCII file every element has its line.
//!
//! Own reader: ply-rs-bw 4.0 hands values to setters by the property's name, one at a time and
//! without the place in the file, which the error on a bad coordinate or index is to name.

use obbtree_mesh::{Mesh, MeshError};

use crate::ReadReport;
use crate::error::{Fault, Owner, Problem};
use crate::polygon::triangulate;
use crate::text::{checked, number, shown, words};

/// Reads a PLY.
pub(crate) fn read(bytes: &[u8]) -> Result<(Mesh, ReadReport), Fault> {
    let (elements, mut data) = header(bytes)?;
    let mut report = ReadReport::default();
    let mut vertices = None;
    let mut triangles = Vec::new();
    // Polygons can be cut only when their vertices are known.
    let mut waiting = Vec::new();
    for element in &elements {
        data.has_room(element)?;
        match element.name {
            b"vertex" if vertices.is_none() => vertices = Some(read_vertices(element, &mut data)?),
            b"face" | b"tristrips" => match &vertices {
                Some(vertices) => {
                    read_faces(element, &mut data, vertices, &mut triangles, &mut report)?;
                }
                None => {
                    waiting.push((element, data.clone()));
                    data.skip(element)?;
                }
            },
            name => {
                if name == b"edge" {
                    report.lines_and_points += element.count;
                }
                data.skip(element)?;
            }
        }
    }
    let vertices = vertices.ok_or_else(|| {
        let name = "'vertex'".to_owned();
        Fault::anywhere(Problem::Missing { what: "element", name })
    })?;
    for (element, mut data) in waiting {
        read_faces(element, &mut data, &vertices, &mut triangles, &mut report)?;
    }
    report.trailing_bytes = data.rest.trim_ascii_start().len();
    Ok((Mesh::new(vertices, triangles)?, report))
}

/// How numbers are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Ascii,
    Little,
    Big,
}

/// A type of number.
#[derive(Clone, Copy)]
enum Type {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Type {
    fn of(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => return None,
        })
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// The value of so many bytes, least significant first.
    fn value(self, bytes: [u8; 8]) -> f64 {
        let [a, b, c, d, ..] = bytes;
        match self {
            Self::I8 => i8::from_le_bytes([a]).into(),
            Self::U8 => a.into(),
            Self::I16 => i16::from_le_bytes([a, b]).into(),
            Self::U16 => u16::from_le_bytes([a, b]).into(),
            Self::I32 => i32::from_le_bytes([a, b, c, d]).into(),
            Self::U32 => u32::from_le_bytes([a, b, c, d]).into(),
            Self::F32 => f32::from_le_bytes([a, b, c, d]).into(),
            Self::F64 => f64::from_le_bytes(bytes),
        }
    }
}

/// A property of an element.
struct Property<'a> {
    name: &'a [u8],
    /// The type of the number of entries, if it is a list.
    count: Option<Type>,
    entry: Type,
}

/// A kind of element and how many there are.
struct Element<'a> {
    name: &'a [u8],
    count: usize,
    properties: Vec<Property<'a>>,
}

/// Reads the header; what follows it is the data.
fn header(bytes: &[u8]) -> Result<(Vec<Element<'_>>, Data<'_>), Fault> {
    let mut elements: Vec<Element<'_>> = Vec::new();
    let mut encoding = None;
    let mut rest = bytes;
    // All lines end as the first does: binary data may begin with any byte.
    let first = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(bytes.len());
    let end: &[u8] = match bytes[first..] {
        [b'\r', b'\n', ..] => b"\r\n",
        [b'\r', ..] => b"\r",
        _ => b"\n",
    };
    let mut line = 0;
    loop {
        line += 1;
        let fault = |problem| Fault::line(line, problem);
        if rest.is_empty() {
            return Err(fault(Problem::Cut("its header, which has no 'end_header'".to_owned())));
        }
        let length = rest.windows(end.len()).position(|window| window == end);
        let text = &rest[..length.unwrap_or(rest.len())];
        rest = length.map_or(&[], |length| &rest[length + end.len()..]);
        let mut words = words(text);
        let unexpected = |expected, word: Option<&[u8]>| fault(unexpected(expected, word));
        match (words.next().unwrap_or_default(), line) {
            (b"ply", 1) | (b"comment" | b"obj_info" | b"", 2..) => {}
            (word, 1) => return Err(unexpected("'ply'", Some(word))),
            (b"format", _) => {
                encoding = Some(match words.next() {
                    Some(b"ascii") => Encoding::Ascii,
                    Some(b"binary_little_endian") => Encoding::Little,
                    Some(b"binary_big_endian") => Encoding::Big,
                    word => return Err(unexpected("'ascii' or 'binary_..._endian'", word)),
                });
            }
            (b"element", _) => {
                let name = words.next().ok_or_else(|| unexpected("an element's name", None))?;
                let word = words.next();
                let count = word.and_then(|word| std::str::from_utf8(word).ok()?.parse().ok());
                let count = count.ok_or_else(|| unexpected("a count", word))?;
                elements.push(Element { name, count, properties: Vec::new() });
            }
            (b"property", _) => {
                let element = elements
                    .last_mut()
                    .ok_or_else(|| unexpected("'element' before the first property", None))?;
                let kind = |word: Option<&[u8]>| {
                    word.and_then(Type::of).ok_or_else(|| unexpected("a type of number", word))
                };
                let word = words.next();
                let (count, entry) = if word == Some(b"list") {
                    (Some(kind(words.next())?), kind(words.next())?)
                } else {
                    (None, kind(word)?)
                };
                let name = words.next().ok_or_else(|| unexpected("a property's name", None))?;
                element.properties.push(Property { name, count, entry });
            }
            (b"end_header", _) => break,
            (word, _) => {
                return Err(unexpected("'element', 'property' or 'end_header'", Some(word)));
            }
        }
    }
    let encoding = encoding.ok_or_else(|| {
        Fault::line(line, unexpected("'format' before the end", Some(b"end_header")))
    })?;
    Ok((elements, Data { rest, length: bytes.len(), line, row: None, encoding }))
}

fn unexpected(expected: &'static str, found: Option<&[u8]>) -> Problem {
    let found = found.map_or("the end of the line".to_owned(), |word| format!("'{}'", shown(word)));
    Problem::Expected { expected, found }
}

/// What is left of the data.
#[derive(Clone)]
struct Data<'a> {
    rest: &'a [u8],
    /// Of the whole file.
    length: usize,
    /// The line of `row`, or the last of the header.
    line: usize,
    /// What is left of the line of an ASCII element.
    row: Option<&'a [u8]>,
    encoding: Encoding,
}

impl<'a> Data<'a> {
    fn fault(&self, problem: Problem) -> Fault {
        match self.encoding {
            Encoding::Ascii => Fault::line(self.line, problem),
            _ => Fault::byte(self.length - self.rest.len(), problem),
        }
    }

    /// Whether as many elements as are announced can follow.
    fn has_room(&self, element: &Element<'_>) -> Result<(), Fault> {
        let scalar = |property: &Property<'_>| property.count.unwrap_or(property.entry);
        let size = match self.encoding {
            // A digit and a blank for each number.
            Encoding::Ascii => 2 * element.properties.len(),
            _ => element.properties.iter().map(|property| scalar(property).size()).sum(),
        };
        // The last blank may be missing.
        if (element.count as u128) * (size as u128) > self.rest.len() as u128 + 1 {
            return Err(self.fault(Problem::NoRoom {
                what: format!("'{}'", shown(element.name)),
                count: element.count as u64,
                bytes: self.rest.len(),
            }));
        }
        Ok(())
    }

    /// Begins an element.
    fn begin(&mut self, element: &Element<'_>, index: usize) -> Result<(), Fault> {
        if self.encoding != Encoding::Ascii || element.properties.is_empty() {
            return Ok(());
        }
        loop {
            if self.rest.is_empty() {
                return Err(self.fault(cut(element, index)));
            }
            let end = self.rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (row, tail) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = tail.strip_prefix(b"\r\n").or_else(|| tail.get(1..)).unwrap_or(&[]);
            self.line += 1;
            if !row.trim_ascii().is_empty() {
                self.row = Some(row);
                return Ok(());
            }
        }
    }

    /// Ends an element, with its line.
    fn end(&mut self) -> Result<(), Fault> {
        match self.row.take().map(<[u8]>::trim_ascii) {
            None | Some(b"") => Ok(()),
            Some(row) => {
                let found = format!("'{}'", shown(row));
                let expected = "the end of the line";
                Err(self.fault(Problem::Expected { expected, found }))
            }
        }
    }

    /// The next number, with the word that it was written as.
    fn next(
        &mut self,
        kind: Type,
        element: &Element<'_>,
        index: usize,
    ) -> Result<Number<'a>, Fault> {
        if self.encoding == Encoding::Ascii {
            let row = self.row.unwrap_or_default().trim_ascii_start();
            let end = row.iter().position(u8::is_ascii_whitespace).unwrap_or(row.len());
            let (word, tail) = row.split_at(end);
            if word.is_empty() {
                return Err(self.fault(unexpected("a number", None)));
            }
            self.row = Some(tail);
            let value = number(word).map_err(|problem| self.fault(problem))?;
            return Ok(Number { value, word });
        }
        let Some((bytes, tail)) = self.rest.split_at_checked(kind.size()) else {
            return Err(Fault::byte(self.length, cut(element, index)));
        };
        self.rest = tail;
        let mut little = [0; 8];
        little[..bytes.len()].copy_from_slice(bytes);
        if self.encoding == Encoding::Big {
            little[..bytes.len()].reverse();
        }
        Ok(Number { value: kind.value(little), word: b"" })
    }

    /// The number of entries that follow.
    fn count(&mut self, kind: Type, element: &Element<'_>, index: usize) -> Result<usize, Fault> {
        let count = self.next(kind, element, index)?;
        count.integer().ok_or_else(|| {
            self.fault(Problem::Expected {
                expected: "the length of a list",
                found: format!("'{}'", count.shown()),
            })
        })
    }

    /// Leaves a property out.
    fn skip_property(
        &mut self,
        property: &Property<'_>,
        element: &Element<'_>,
        index: usize,
    ) -> Result<(), Fault> {
        let Some(count) = property.count else {
            return self.next(property.entry, element, index).map(|_| ());
        };
        let count = self.count(count, element, index)?;
        if self.encoding == Encoding::Ascii {
            // Ends at the end of the line.
            return (0..count)
                .try_for_each(|_| self.next(property.entry, element, index).map(|_| ()));
        }
        let tail = count.checked_mul(property.entry.size()).and_then(|size| self.rest.get(size..));
        self.rest = tail.ok_or_else(|| Fault::byte(self.length, cut(element, index)))?;
        Ok(())
    }

    /// Leaves all elements of a kind out.
    fn skip(&mut self, element: &Element<'_>) -> Result<(), Fault> {
        if element.properties.is_empty() {
            return Ok(());
        }
        for index in 0..element.count {
            self.begin(element, index)?;
            if self.row.take().is_some() {
                continue;
            }
            for property in &element.properties {
                self.skip_property(property, element, index)?;
            }
        }
        Ok(())
    }
}

/// A number as it was read, and as it was written in an ASCII file.
struct Number<'a> {
    value: f64,
    word: &'a [u8],
}

impl Number<'_> {
    fn shown(&self) -> String {
        if self.word.is_empty() { self.value.to_string() } else { shown(self.word) }
    }

    /// The value, if it is an integer from 0 to 2^32 - 1.
    fn integer(&self) -> Option<usize> {
        let integer = self.value as u32;
        (f64::from(integer) == self.value).then_some(integer as usize)
    }
}

fn cut(element: &Element<'_>, index: usize) -> Problem {
    let name = shown(element.name);
    Problem::Cut(format!("{name} {index}; its header announces {} of them", element.count))
}

fn read_vertices(element: &Element<'_>, data: &mut Data<'_>) -> Result<Vec<[f64; 3]>, Fault> {
    let mut axes = [usize::MAX; 3];
    for (axis, name) in [b"x", b"y", b"z"].into_iter().enumerate() {
        let of_that_name =
            |property: &Property<'_>| property.count.is_none() && property.name == name.as_slice();
        axes[axis] = element.properties.iter().position(of_that_name).ok_or_else(|| {
            let name = format!("'{}' of the vertices", shown(name));
            data.fault(Problem::Missing { what: "property", name })
        })?;
    }
    if element.count > u32::MAX as usize {
        let (count, limit) = (element.count, u32::MAX as usize);
        return Err(MeshError::TooMany { what: "vertices", count, limit }.into());
    }
    let mut vertices = Vec::with_capacity(element.count);
    for index in 0..element.count {
        data.begin(element, index)?;
        let mut vertex = [0.0; 3];
        for (place, property) in element.properties.iter().enumerate() {
            let Some(axis) = axes.iter().position(|&axis| axis == place) else {
                data.skip_property(property, element, index)?;
                continue;
            };
            let before = data.clone();
            let number = data.next(property.entry, element, index)?;
            vertex[axis] = checked(number.value, Owner::Vertex(index), axis, || number.shown())
                .map_err(|problem| before.fault(problem))?;
        }
        data.end()?;
        vertices.push(vertex);
    }
    Ok(vertices)
}

fn read_faces(
    element: &Element<'_>,
    data: &mut Data<'_>,
    vertices: &[[f64; 3]],
    triangles: &mut Vec<[u32; 3]>,
    report: &mut ReadReport,
) -> Result<(), Fault> {
    let is_indices = |property: &Property<'_>| {
        property.count.is_some()
            && [&b"vertex_indices"[..], b"vertex_index"].contains(&property.name)
    };
    let strips = element.name == b"tristrips";
    let Some(list) = element.properties.iter().position(is_indices) else {
        if element.count == 0 {
            return Ok(());
        }
        let name = "'vertex_indices' of the faces".to_owned();
        return Err(data.fault(Problem::Missing { what: "list", name }));
    };
    if !strips {
        triangles.reserve(element.count);
    }
    let mut corners = Vec::new();
    for index in 0..element.count {
        data.begin(element, index)?;
        let start = data.clone();
        for (place, property) in element.properties.iter().enumerate() {
            let (true, Some(count)) = (place == list, property.count) else {
                data.skip_property(property, element, index)?;
                continue;
            };
            corners.clear();
            for _ in 0..data.count(count, element, index)? {
                let before = data.clone();
                let number = data.next(property.entry, element, index)?;
                match number.integer() {
                    Some(vertex) if vertex < vertices.len() => corners.push(vertex as u32),
                    None if strips && number.value < 0.0 => strip(&mut corners, triangles),
                    _ => {
                        return Err(before.fault(Problem::IndexOutOfRange {
                            index: number.shown(),
                            vertices: vertices.len(),
                            so_far: false,
                        }));
                    }
                }
            }
            match corners[..] {
                _ if strips => strip(&mut corners, triangles),
                [p, q, r] => triangles.push([p, q, r]),
                [] | [_] | [_, _] => report.short_faces += 1,
                _ => {
                    report.polygons += 1;
                    let clean = triangulate(&corners, vertices, triangles)
                        .map_err(|problem| start.fault(problem))?;
                    report.crossing_polygons += usize::from(!clean);
                }
            }
        }
        data.end()?;
    }
    Ok(())
}

/// Adds the triangles of a strip, every second turned back, and begins the next.
fn strip(corners: &mut Vec<u32>, triangles: &mut Vec<[u32; 3]>) {
    triangles.extend(crate::node_graph::strip(corners));
    corners.clear();
}

#[cfg(test)]
mod tests {
    use crate::{Format, Loaded, ReadError, read_mesh_from};

    fn ply(text: impl AsRef<[u8]>) -> Result<Loaded, ReadError> {
        read_mesh_from(text.as_ref(), "a.ply", Some(Format::Ply))
    }

    const VERTICES: &str =
        "element vertex 4\nproperty double x\nproperty double y\nproperty double z\n";
    const FACES: &str =
        "element face 2\nproperty uchar flag\nproperty list uchar int vertex_index\n";
    const POINTS: &str = "0 0 0\n1 0 0\n1 1 0\n0 1 .1\n";

    fn ascii(elements: &str, data: &str) -> String {
        format!("ply\nformat ascii 1.0\n{elements}end_header\n{data}")
    }

    #[test]
    fn elements_in_any_order() {
        let both = [[0, 1, 2], [0, 2, 3]];
        let check = |elements: &str, data: &str, triangles: &[[u32; 3]]| {
            let loaded = ply(ascii(elements, data)).unwrap();
            assert_eq!(loaded.mesh.triangles(), triangles, "{elements}");
            assert_eq!(loaded.mesh.vertices()[3], [0.0, 1.0, 0.1]);
        };
        let faces = "9 4 0 1 2 3\n9 1 3\n";
        check(&format!("{VERTICES}{FACES}"), &format!("{POINTS}\n{faces}"), &both);
        check(&format!("{FACES}{VERTICES}"), &format!("{faces}{POINTS}"), &both);
        check(
            &format!("{VERTICES}element tristrips 1\nproperty list int int vertex_indices\n"),
            &format!("{POINTS}8 0 1 3 2 -1 3 1 0"),
            &[[0, 1, 3], [1, 2, 3], [3, 1, 0]],
        );
    }

    #[test]
    fn binary_of_both_orders_widens_exactly() {
        let mut files = ["little", "big"].map(|order| {
            format!(
                "ply\r\nformat binary_{order}_endian 1.0\r\nelement vertex 3\r\nproperty list uchar short tags\r\n\
                 property float x\r\nproperty int y\r\nproperty char z\r\nelement face 1\r\n\
                 property list uint ushort vertex_indices\r\nend_header\r\n"
            )
            .into_bytes()
        });
        for (x, y) in [(0.1_f32, 1 << 30), (-0.0, -7), (1e-40, 10)] {
            files[0].extend(
                [&[1, 10, 13][..], &x.to_le_bytes(), &i32::to_le_bytes(y), &[0xff]].concat(),
            );
            files[1].extend(
                [&[1, 10, 13][..], &x.to_be_bytes(), &i32::to_be_bytes(y), &[0xff]].concat(),
            );
        }
        files[0].extend([3, 0, 0, 0, 2, 0, 0, 0, 1, 0]);
        files[1].extend([0, 0, 0, 3, 0, 2, 0, 0, 0, 1]);
        for file in &files {
            let mesh = ply(file).unwrap().mesh;
            assert_eq!(mesh.triangles(), [[2, 0, 1]]);
            assert_eq!(mesh.vertices()[0], [f64::from(0.1_f32), f64::from(1 << 30), -1.0]);
            assert_eq!(mesh.vertices()[1][0].to_bits(), (-0.0_f64).to_bits());
            assert_eq!(mesh.vertices()[2][0], f64::from(1e-40_f32));
        }
        files[0].extend(b"xyz");
        assert_eq!(ply(&files[0]).unwrap().report.trailing_bytes, 3);
    }

    #[test]
    fn errors_name_lines_and_bytes() {
        let check = |elements: &str, data: &str, message: &str| {
            let error = ply(ascii(elements, data)).unwrap_err().to_string();
            assert_eq!(error, format!("a.ply: {message}"));
        };
        let elements = format!("{VERTICES}{FACES}");
        let faces = |faces: &str| format!("{POINTS}{faces}");
        check(
            &elements,
            &faces("9 3 0 1 4\n0 0"),
            "line 15: vertex index 4 is out of range: there are 4 vertices",
        );
        check(
            &elements,
            &faces("9 3 0 1 1.5\n0 0"),
            "line 15: vertex index 1.5 is out of range: there are 4 vertices",
        );
        check(
            &elements,
            &faces("9 3 0 1 2 3\n0 0"),
            "line 15: expected the end of the line, found '3'",
        );
        check(
            &elements,
            &faces("9 3 0 1\n0 0"),
            "line 15: expected a number, found the end of the line",
        );
        check(
            &elements,
            &faces("9 -3 0 1\n0 0"),
            "line 15: expected the length of a list, found '-3'",
        );
        check(
            &elements,
            &faces("9 3 0 1 2\n\n"),
            "line 16: the file ends inside face 1; its header announces 2 of them",
        );
        check(
            VERTICES,
            "0 nan 0\n0 0 0\n0 0 0\n0 0 0\n",
            "line 8: vertex 0 has y = nan, not a finite number",
        );
        check(
            &VERTICES.replace(" z", " w"),
            POINTS,
            "line 7: there is no property 'z' of the vertices",
        );
        check("element face 0\n", "", "there is no element 'vertex'");
        check("element face x\n", "", "line 3: expected a count, found 'x'");
        check(
            "property float x\n",
            "",
            "line 3: expected 'element' before the first property, found the end of the line",
        );
        check(
            "element a 1\nproperty quad x\n",
            "",
            "line 4: expected a type of number, found 'quad'",
        );
    }
}
