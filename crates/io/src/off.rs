//! OFF, the Object File Format of Geomview, ASCII (Phillips, Levy, Munzner, "Geomview Manual",
//! section "OFF Files").
//!
//! The first three numbers of a vertex's line are its coordinates; colours, normals and texture
//! coordinates after them, and colours after a face's corners, are not used. Comments and blank
//! lines are allowed anywhere. Vertices keep their order, used or not; triangles are in the order
//! of the faces, polygons triangulated by `polygon`.
//!
//! Own reader: the format is simple, and errors must have lines.

use obbtree_mesh::Mesh;

use crate::error::{Fault, Owner, Problem};
use crate::face::add_face;
use crate::report::ReadReport;
use crate::text::{coordinate, lines, number, shown, unexpected, without_bom, words};

/// The keyword at the beginning of an OFF; `None` if the text is none. Comments may precede it, and
/// the counts may follow without a blank.
pub(crate) fn keyword(text: &[u8]) -> Option<&[u8]> {
    let text = lines(text).map(|(_, line)| line.trim_ascii_start());
    let mut text = text.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    of_line(text.next()?).map(|(keyword, _)| keyword)
}

/// Splits `[ST][C][N][4][n]OFF` from the rest of a line.
fn of_line(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut rest = line;
    for prefix in [&b"ST"[..], b"C", b"N", b"4", b"n"] {
        rest = rest.strip_prefix(prefix).unwrap_or(rest);
    }
    let rest = rest.strip_prefix(b"OFF")?;
    let is_word = rest.first().is_none_or(|byte| !byte.is_ascii_alphabetic());
    is_word.then(|| line.split_at(line.len() - rest.len()))
}

/// Reads an OFF.
pub(crate) fn read(bytes: &[u8]) -> Result<(Mesh, ReadReport), Fault> {
    let bytes = without_bom(bytes);
    // Lines that are not empty without their comments.
    let mut rows = lines(bytes).filter_map(|(line, text)| {
        let text = text.split(|&byte| byte == b'#').next().unwrap_or_default().trim_ascii();
        (!text.is_empty()).then_some((line, text))
    });
    let (mut line, first) = rows.next().ok_or_else(|| Fault::line(1, unexpected("'OFF'", None)))?;
    let (keyword, mut counts) = of_line(first).unwrap_or((b"OFF", first));
    if keyword.ends_with(b"4OFF") || keyword.ends_with(b"nOFF") {
        let problem =
            Problem::NotSupported(format!("{}, of another dimension than three,", shown(keyword)));
        return Err(Fault::line(line, problem));
    }
    if counts.trim_ascii().is_empty() {
        let next = rows
            .next()
            .ok_or_else(|| Fault::line(line, Problem::EndsInside("its header".to_owned())));
        (line, counts) = next?;
    }
    let mut numbers = words(counts);
    let mut count = |what| {
        let word = numbers.next();
        integer(word).ok_or_else(|| Fault::line(line, unexpected(what, word)))
    };
    let (n_vertices, n_faces) = (count("the number of vertices")?, count("the number of faces")?);
    // At least three digits and three blanks a vertex, a digit and a blank a face. The last blank
    // may be missing.
    for (what, count, size) in [("vertices", n_vertices, 6), ("faces", n_faces, 2)] {
        if u64::from(count) * size > bytes.len() as u64 + 1 {
            let what = what.to_owned();
            let problem = Problem::TooShort { what, count: count.into(), bytes: bytes.len() };
            return Err(Fault::line(line, problem));
        }
    }

    let mut vertices = Vec::with_capacity(n_vertices as usize);
    for vertex in 0..n_vertices as usize {
        let (at, text) = rows.next().ok_or_else(|| {
            Fault::line(line, Problem::EndsInside(format!("vertex {vertex} of {n_vertices}")))
        })?;
        line = at;
        let mut words = words(text);
        let mut point = [0.0; 3];
        for axis in 0..3 {
            point[axis] = words
                .next()
                .ok_or_else(|| unexpected("3 coordinates", None))
                .and_then(|word| coordinate(word, Owner::Vertex(vertex), axis))
                .map_err(|problem| Fault::line(line, problem))?;
        }
        vertices.push(point);
    }
    let mut triangles = Vec::with_capacity(n_faces as usize);
    let mut report = ReadReport::default();
    let mut corners = Vec::new();
    for face in 0..n_faces {
        let (at, text) = rows.next().ok_or_else(|| {
            Fault::line(line, Problem::EndsInside(format!("face {face} of {n_faces}")))
        })?;
        line = at;
        let fault = |problem| Fault::line(at, problem);
        let mut words = words(text);
        let word = words.next();
        let count = integer(word).ok_or_else(|| fault(unexpected("a number of corners", word)))?;
        corners.clear();
        for _ in 0..count {
            let word = words.next().ok_or_else(|| fault(unexpected("a vertex index", None)))?;
            match integer(Some(word)) {
                Some(index) if index < n_vertices => corners.push(index),
                found => {
                    let (index, vertices) = (shown(word), n_vertices as usize);
                    if found.is_none() && !is_integer(word) {
                        return Err(fault(Problem::NotAnIndex(index)));
                    }
                    return Err(fault(Problem::IndexOutOfRange { index, vertices, so_far: false }));
                }
            }
        }
        add_face(&corners, &vertices, &mut triangles, &mut report).map_err(fault)?;
    }
    // Another face, or what is no number and of another program.
    if let Some((line, text)) = rows.next() {
        if words(text).next().is_some_and(|word| number(word).is_ok()) {
            let (announced, found) = (u64::from(n_faces), u64::from(n_faces) + 1);
            let found = found + rows.count() as u64;
            let problem = Problem::WrongCount { what: "faces", announced, found };
            return Err(Fault::line(line, problem));
        }
        let rest = rows.map(|(_, text)| text.len()).sum::<usize>();
        report.trailing_bytes = text.len() + rest;
    }
    Ok((Mesh::new(vertices, triangles)?, report))
}

/// Is a word an integer, in range or not?
fn is_integer(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// An integer from 0 to 2^32 - 1.
fn integer(word: Option<&[u8]>) -> Option<u32> {
    std::str::from_utf8(word?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use crate::{Format, Loaded, ReadError, read_mesh_from};

    const CORNERS: &str = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

    fn off(text: &str) -> Result<Loaded, ReadError> {
        read_mesh_from(text.as_bytes(), "a.off", Some(Format::Off))
    }

    #[test]
    fn headers_comments_and_colours() {
        for text in [
            format!("OFF\n4 2 5\n{CORNERS}3 0 1 2\n3 0 2 3\n"),
            format!("OFF4 2 5 # counts\n{CORNERS}3 0 1 2 7\n3 0 2 3 .1 .2 .3 1"),
            format!("# first\n\n  OFF # here\n\n4 1\n{CORNERS}# faces\n 4 0 1 2 3 255 0 0\n"),
            format!("4 1 0\n{CORNERS}4 0 1 2 3\nanything"),
            format!("COFF\r\n4 1 0\r\n{}4 0 1 2 3", CORNERS.replace('\n', " 9 9 9 9\r\n")),
            format!("STCNOFF 4 1 0\r{}4 0 1 2 3", CORNERS.replace('\n', "\r")),
        ] {
            assert_eq!(off(&text).unwrap().mesh.triangles(), [[0, 1, 2], [0, 2, 3]], "{text}");
        }
    }

    #[test]
    fn errors_name_lines() {
        let check = |text: &str, message: &str| {
            assert_eq!(off(text).unwrap_err().to_string(), format!("a.off: {message}"));
        };
        check("OFF", "line 1: the file ends inside its header");
        check("4OFF 1 1", "line 1: 4OFF, of another dimension than three, is not supported");
        check("OFF BINARY\n", "line 1: expected the number of vertices, found 'BINARY'");
        check(
            "OFF\n4000000000 1 0\n0 0 0",
            "line 2: 4000000000 vertices are announced, for which the rest of the file (24 bytes) \
             is too short",
        );
        let body = |faces: &str| format!("OFF 4 2 0\n{CORNERS}{faces}");
        check(&body("3 0 1 4"), "line 6: vertex index 4 is out of range: there are 4 vertices");
        check(&body("3 0 1 -1"), "line 6: vertex index -1 is out of range: there are 4 vertices");
        check(&body("3 0 1 3.0"), "line 6: '3.0' is not a vertex index");
        check(&body("3 0 1 2"), "line 6: the file ends inside face 1 of 2");
        check(&body("3 0 1"), "line 6: expected a vertex index, found the end of the line");
        check(&body("x"), "line 6: expected a number of corners, found 'x'");
        check("OFF 2 1 0\n0 0 0\n0 nan 0\n", "line 3: vertex 1 has y = nan, not a finite number");
        let more = body("3 0 1 2\n3 0 2 3\n\n# more\n3 0 1 3\n3 1 2 3\n");
        check(&more, "line 10: 2 faces are announced, there are 4");
        check("OFF 0 0 0\n", "the mesh has no triangles");
    }
}
