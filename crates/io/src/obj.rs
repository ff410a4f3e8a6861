//! Wavefront OBJ: vertices and polygonal faces (Wavefront Technologies, "Advanced Visualizer
//! Manual", appendix B1, "Object Files").
//!
//! Vertices keep their order, used or not; triangles are in the order of the faces, polygons
//! triangulated by `polygon`. Coordinates are the nearest doubles; a weight or colour after them,
//! texture and normal indices and materials are not used, objects and groups only for parts. Lines,
//! points and free-form elements are skipped and counted. A face may refer to vertices that follow
//! it.
//!
//! Own reader, because tobj 4.0 refuses continued lines and comments that are not UTF-8, loses the
//! first vertex after a byte-order mark, accepts NaN, makes triangles from lines, triangulates
//! concave polygons as fans, and its errors have no line.

use obbtree_mesh::{Mesh, MeshError};

use crate::error::{Fault, Owner, Problem};
use crate::face::{RawMesh, add_face};
use crate::report::ReadReport;
use crate::text::{coordinate, lines, shown, unexpected, without_bom, words};

/// Statements whose arguments are names. A backslash at the end of one is part of the name (a
/// Windows folder), not a continuation; the same holds for comments. A `#` within a word of one is
/// part of the name (`Component#2`), and begins a comment elsewhere alone.
const NAMES: &str = "g o usemtl mtllib usemap maplib shadow_obj trace_obj call csh";

/// Statements that do not matter for a polygon mesh, the frequent ones first.
const IGNORED: &str = "vt vn vp s mg bevel c_interp d_interp lod ctech stech cstype deg bmat step \
                       parm trim hole scrv sp end con res cdc cdp bsp bzp";

fn is_in(list: &str, word: &[u8]) -> bool {
    list.split(' ').any(|name| name.as_bytes() == word)
}

/// Is a word the keyword of an OBJ statement?
pub(crate) fn is_keyword(word: &[u8]) -> bool {
    is_in("v f fo l p curv curv2 surf", word) || is_in(NAMES, word) || is_in(IGNORED, word)
}

/// Reads an OBJ, in three passes over the text: count, vertices, faces. Because of the first,
/// memory is allocated once; because of the second, a face can refer to later vertices.
pub(crate) fn read(bytes: &[u8]) -> Result<(Mesh, ReadReport), Fault> {
    let mut report = ReadReport::default();
    let (vertices, triangles) = faces(bytes, &mut report, |_, _, _| {})?;
    Ok((Mesh::new(vertices, triangles)?, report))
}

/// Vertices and triangles. `named` is called with the keyword, the name, and the number of the
/// triangles before, for each object and group.
pub(crate) fn faces(
    bytes: &[u8],
    report: &mut ReadReport,
    mut named: impl FnMut(&[u8], &[u8], usize),
) -> Result<RawMesh, Fault> {
    let bytes = without_bom(bytes);
    let (n_vertices, n_triangles) = count(bytes, report)?;

    let mut vertices = Vec::with_capacity(n_vertices);
    each_statement(bytes, |line, keyword, arguments| {
        if keyword == b"v" {
            let vertex = point(arguments, vertices.len()).map_err(|e| Fault::line(line, e))?;
            vertices.push(vertex);
        }
        Ok(())
    })?;

    let mut triangles = Vec::with_capacity(n_triangles);
    let mut corners = Vec::new();
    let mut n_before = 0;
    each_statement(bytes, |line, keyword, arguments| {
        let fault = |problem| Fault::line(line, problem);
        match keyword {
            b"v" => n_before += 1,
            b"f" | b"fo" => {
                corners.clear();
                for word in words(arguments) {
                    corners.push(index(word, n_before, n_vertices).map_err(fault)?);
                }
                if corners.is_empty() {
                    return Err(fault(unexpected("at least 1 word after 'f'", None)));
                }
                add_face(&corners, &vertices, &mut triangles, report).map_err(fault)?;
            }
            b"o" | b"g" => named(keyword, arguments.trim_ascii(), triangles.len()),
            _ => {}
        }
        Ok(())
    })?;
    Ok((vertices, triangles))
}

/// Counts vertices and triangles, and what is skipped.
fn count(bytes: &[u8], report: &mut ReadReport) -> Result<(usize, usize), Fault> {
    let (mut n_vertices, mut n_triangles) = (0_usize, 0_usize);
    each_statement(bytes, |line, keyword, arguments| {
        match keyword {
            b"v" => n_vertices += 1,
            b"f" | b"fo" => n_triangles += words(arguments).count().saturating_sub(2),
            b"l" | b"p" => report.lines_and_points += 1,
            b"curv" | b"curv2" | b"surf" => report.free_form += 1,
            _ if is_keyword(keyword) => {}
            _ => {
                report.unknown_statements += 1;
                report.first_unknown_line.get_or_insert(line);
            }
        }
        Ok(())
    })?;
    let limits = [
        ("vertices", n_vertices, u32::MAX as usize),
        ("triangles", n_triangles, Mesh::MAX_TRIANGLES),
    ];
    for (what, count, limit) in limits {
        if count > limit {
            return Err(MeshError::TooMany { what, count, limit }.into());
        }
    }
    Ok((n_vertices, n_triangles))
}

/// The first three numbers of a `v`.
fn point(arguments: &[u8], vertex: usize) -> Result<[f64; 3], Problem> {
    let mut words = words(arguments);
    let mut point = [0.0; 3];
    for axis in 0..3 {
        let word = words.next().ok_or_else(|| unexpected("3 coordinates after 'v'", None))?;
        point[axis] = coordinate(word, Owner::Vertex(vertex), axis)?;
    }
    Ok(point)
}

/// The vertex of a corner `v`, `v/vt`, `v//vn` or `v/vt/vn`: counted from 1, or from -1 backwards
/// over the vertices before this line.
fn index(word: &[u8], n_before: usize, n_vertices: usize) -> Result<u32, Problem> {
    let digits = word.split(|&byte| byte == b'/').next().unwrap_or_default();
    let unsigned = digits.strip_prefix(b"-").or(digits.strip_prefix(b"+")).unwrap_or(digits);
    if unsigned.is_empty() || !unsigned.iter().all(u8::is_ascii_digit) {
        return Err(Problem::NotAnIndex(shown(word)));
    }
    let so_far = digits.starts_with(b"-");
    let vertices = if so_far { n_before } else { n_vertices };
    // An integer beyond 64 bits is out of range like any other.
    let value = std::str::from_utf8(unsigned).ok().and_then(|text| text.parse::<usize>().ok());
    match value {
        Some(0) => Err(Problem::ZeroIndex),
        // The number of vertices fits into 32 bits.
        Some(value) if value <= vertices => {
            Ok(if so_far { vertices - value } else { value - 1 } as u32)
        }
        _ => Err(Problem::IndexOutOfRange { index: shown(digits), vertices, so_far }),
    }
}

/// Calls `visit` with the line, keyword and arguments of every statement, without comments. A line
/// that ends in a backslash is joined with the next.
fn each_statement(
    bytes: &[u8],
    mut visit: impl FnMut(usize, &[u8], &[u8]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut joined = Vec::new();
    let mut first_line = 0;
    for (line, text) in lines(bytes) {
        let text = without_comment(text).trim_ascii();
        let continued = text.strip_suffix(b"\\").filter(|text| {
            !joined.is_empty() || !words(text).next().is_some_and(|word| is_in(NAMES, word))
        });
        if continued.is_none() && joined.is_empty() {
            statement(line, text, &mut visit)?;
            continue;
        }
        if joined.is_empty() {
            first_line = line;
        }
        joined.extend_from_slice(continued.unwrap_or(text));
        // Separates words, and marks that a line has begun.
        joined.push(b' ');
        if continued.is_none() {
            statement(first_line, joined.trim_ascii(), &mut visit)?;
            joined.clear();
        }
    }
    statement(first_line, joined.trim_ascii(), &mut visit)
}

fn without_comment(text: &[u8]) -> &[u8] {
    let Some(first) = text.iter().position(|&byte| byte == b'#') else { return text };
    let before = text[..first].trim_ascii_start();
    let keyword = before.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let is_in_name = keyword.len() < before.len() && is_in(NAMES, keyword);
    let begins = |at: &usize| text[*at] == b'#' && text[at - 1].is_ascii_whitespace();
    let end = if is_in_name { (first..text.len()).find(begins) } else { Some(first) };
    &text[..end.unwrap_or(text.len())]
}

fn statement(
    line: usize,
    text: &[u8],
    visit: &mut impl FnMut(usize, &[u8], &[u8]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if text.is_empty() {
        return Ok(());
    }
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    visit(line, &text[..end], &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Loaded, ReadError, read_mesh_from};

    const CORNERS: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

    fn obj(text: impl AsRef<[u8]>) -> Result<Loaded, ReadError> {
        read_mesh_from(text.as_ref(), "a.obj", Some(Format::Obj))
    }

    fn triangles(text: impl AsRef<[u8]>) -> Vec<[u32; 3]> {
        obj(text).unwrap().mesh.triangles().to_vec()
    }

    #[test]
    fn corners_in_all_their_forms() {
        for face in [
            "f 1 2 3",
            "f 1/1 2/2 3/3",
            "f 1//1 2//1 3//1",
            "f 1/1/1 2 3//7",
            "f 1// 2/ 3",
            "f -4 -3 -2",
            "f  +1\t02 3  # a comment",
            "f 1 \\\n 2 \\ \n3",
            "f \\\n\\\n1 2 3",
            "fo 1 2 3",
            "f 1 2 3\\",
        ] {
            assert_eq!(triangles(format!("{CORNERS}{face}")), [[0, 1, 2]], "{face}");
        }
        // Backwards counts the vertices above, forwards all of them.
        assert_eq!(triangles("v 0 0 0\nv 1 0 0\nv 1 1 0\nf -1 1 4\nv 0 1 0"), [[2, 0, 3]]);
    }

    #[test]
    fn vertices_with_weights_and_colours() {
        let loaded =
            obj("v 0 0 0 nan nan nan\nv 1 0 0 2\nv 1e-1 .5 2.E1 1 0 0 x\nf 1 2 3").unwrap();
        assert_eq!(loaded.mesh.vertices()[2], [0.1, 0.5, 20.0]);
    }

    #[test]
    fn text_in_all_its_dialects() {
        let plain = format!("{CORNERS}f 1 2 3\nf 1 3 4\n");
        let wanted = [[0, 1, 2], [0, 2, 3]];
        assert_eq!(triangles(&plain), wanted);
        assert_eq!(triangles(plain.replace('\n', "\r\n")), wanted);
        assert_eq!(triangles(plain.replace('\n', "\r")), wanted);
        assert_eq!(triangles(format!("\u{feff}{plain}")), wanted);
        let latin1 = [b"# caf\xe9 \\\no na\xefve\nmtllib C:\\dir\\\n", plain.as_bytes()].concat();
        assert_eq!(triangles(latin1), wanted);
    }

    #[test]
    fn a_number_sign_within_a_name_is_of_the_name() {
        let text = format!(
            "{CORNERS}o part#1\nf 1 2 3#4\no part#2 # the second\nusemtl #x\nf 1 3 4\no#3\nf 1 2 4\n"
        );
        let options = crate::ReadOptions::default();
        let assembly = crate::read_assembly_from(text.as_bytes(), "a.obj", &options).unwrap();
        let wanted = [("part#1", 1), ("part#2", 1), ("default", 1)];
        let triangles = |mesh: usize| assembly.meshes[mesh].triangles().len();
        let parts = assembly.nodes.iter().map(|node| (node.name.as_str(), triangles(node.mesh)));
        assert_eq!(parts.collect::<Vec<_>>(), wanted);
        assert_eq!(assembly.report.unknown_statements, 0);
    }

    #[test]
    fn what_is_left_out_is_reported() {
        let text = format!(
            "{CORNERS}g f 1 2 3\nf 1 2 3\nf 1 2\nl 1 2 3\np 1\ncstype bezier\nsurf 0 1 0 1 1 2 3\n\
             # x\nnonsense 1\nmore\nf 1 2 3 4\n"
        );
        let loaded = obj(text).unwrap();
        assert_eq!(loaded.mesh.triangles().len(), 3);
        let wanted = ReadReport {
            polygons: 1,
            short_faces: 1,
            lines_and_points: 2,
            free_form: 1,
            unknown_statements: 2,
            first_unknown_line: Some(13),
            ..ReadReport::default()
        };
        assert_eq!(loaded.report, wanted);
        assert_eq!(loaded.report.notes().len(), 4);
    }

    #[test]
    fn errors_name_line_and_value() {
        let check = |text: &str, message: &str| {
            let error = obj(format!("{CORNERS}{text}")).unwrap_err().to_string();
            assert_eq!(error, format!("a.obj: {message}"));
        };
        check("f 0 1 2", "line 5: vertex index 0; the vertices of an OBJ count from 1");
        check("f 1 2 5", "line 5: vertex index 5 is out of range: there are 4 vertices");
        let of_4 = "is out of range: there are 4 vertices";
        check("f 1 2 -5\nv 0 0 0", &format!("line 5: vertex index -5 {of_4} up to this line"));
        for index in ["4294967299", "99999999999999999999"] {
            check(&format!("\nf 1 2 {index}"), &format!("line 6: vertex index {index} {of_4}"));
        }
        check("f 1 2 x/1", "line 5: 'x/1' is not a vertex index");
        check("f 1 2 \\\n\\\n1.5\nf 1 2 3", "line 5: '1.5' is not a vertex index");
        check("f 1 2 /3", "line 5: '/3' is not a vertex index");
        check("f", "line 5: expected at least 1 word after 'f', found the end of the line");
        check("v 1 2", "line 5: expected 3 coordinates after 'v', found the end of the line");
        check("v 1 2 z", "line 5: 'z' is not a number");
        check("v 1 nan 0", "line 5: vertex 4 has y = nan, not a finite number");
        check("v 1 1e999 0", "line 5: vertex 4 has y = 1e999, not a finite number");
        check("", "the mesh has no triangles");
    }
}
