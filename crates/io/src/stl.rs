//! STL, binary and ASCII (3D Systems, "Stereolithography Interface Specification", 1989).
//!
//! Corners of equal coordinates are joined; triangle i is the i-th of the file. Normals and
//! attribute bytes are not used and may have any value. Binary coordinates are single precision and
//! widen exactly; ASCII ones are read as doubles.
//!
//! Own readers, because stl_io 0.11 reads one solid of several, refuses a missing name and
//! upper-case keywords, accepts NaN vertices, and its errors have no line or byte.

use obbtree_mesh::Mesh;

use crate::error::{Fault, Owner, Problem};
use crate::report::ReadReport;
use crate::text::{checked, coordinate, shown, without_bom};
use crate::weld::Weld;

/// Bytes before the triangles of a binary STL: 80 of free text, 4 of count.
const HEADER: usize = 84;
/// Bytes of a binary triangle: a normal and three corners of three 4-byte floats, 2 of attributes.
const RECORD: usize = 50;
/// Bytes of the normal.
const NORMAL: usize = 12;

/// Has a file exactly the length that a binary STL with its count has?
pub(crate) fn has_binary_length(bytes: &[u8]) -> bool {
    announced(bytes).is_some_and(|(_, length)| bytes.len() as u64 == length)
}

/// The count in the header, and the length of a file with this many triangles.
fn announced(bytes: &[u8]) -> Option<(u32, u64)> {
    let count = u32::from_le_bytes(bytes.get(HEADER - 4..HEADER)?.try_into().ok()?);
    Some((count, HEADER as u64 + RECORD as u64 * u64::from(count)))
}

/// Reads a binary STL. Bytes after the announced triangles are reported; they are refused if they
/// are enough for a triangle and not all zero, since the count may be wrong.
pub(crate) fn read_binary(bytes: &[u8]) -> Result<(Mesh, ReadReport), Fault> {
    let (count, needed) =
        announced(bytes).ok_or_else(|| Fault::byte(bytes.len(), Problem::HeaderTruncated))?;
    let records = &bytes[HEADER..];
    if (bytes.len() as u64) < needed {
        let triangle = records.len() / RECORD;
        return Err(Fault::byte(bytes.len(), Problem::Truncated { triangle, count, needed }));
    }
    // At most the length of the file, so the product does not overflow.
    let (records, surplus) = records.split_at(RECORD * count as usize);
    if surplus.len() >= RECORD && surplus.iter().any(|&byte| byte != 0) {
        let at = HEADER + records.len();
        return Err(Fault::byte(at, Problem::Surplus { count, bytes: surplus.len() }));
    }
    let mut weld = Weld::with_triangles(count as usize);
    for (triangle, record) in records.chunks_exact(RECORD).enumerate() {
        let mut corners = [[0.0; 3]; 3];
        for corner in 0..3 {
            for axis in 0..3 {
                let at = NORMAL + 12 * corner + 4 * axis;
                let bits = [record[at], record[at + 1], record[at + 2], record[at + 3]];
                let value = f32::from_le_bytes(bits);
                let owner = Owner::Corner { triangle, corner };
                corners[corner][axis] = checked(value.into(), owner, axis, || value.to_string())
                    .map_err(|e| Fault::byte(HEADER + RECORD * triangle + at, e))?;
            }
        }
        weld.push(corners)?;
    }
    let report = ReadReport {
        welded: weld.joined(),
        trailing_bytes: surplus.len(),
        ..ReadReport::default()
    };
    Ok((weld.into_mesh()?, report))
}

/// Reads an ASCII STL: any number of solids, with or without names and `endsolid`, keywords in any
/// case, words separated by any blanks and line ends. A name ends with its line.
pub(crate) fn read_ascii(bytes: &[u8]) -> Result<(Mesh, ReadReport), Fault> {
    let mut text = Words::new(without_bom(bytes));
    let mut weld = Weld::default();
    let mut report = ReadReport::default();
    let mut open = false;
    while let Some(word) = text.next() {
        if is(word, "solid") {
            report.unclosed_solids += usize::from(open);
            report.solids += 1;
            open = true;
            text.skip_line();
        } else if open && is(word, "endsolid") {
            open = false;
            text.skip_line();
        } else if open && is(word, "facet") {
            let corners = facet(&mut text, weld.len())?;
            weld.push(corners)?;
        } else {
            let expected = if open { "'facet' or 'endsolid'" } else { "'solid'" };
            return Err(text.unexpected(expected, Some(word)));
        }
    }
    report.unclosed_solids += usize::from(open);
    report.welded = weld.joined();
    Ok((weld.into_mesh()?, report))
}

/// The rest of a facet after its first word.
fn facet(text: &mut Words<'_>, triangle: usize) -> Result<[[f64; 3]; 3], Fault> {
    // The normal: a keyword and any three words, "-nan(ind)" included.
    let mut word = text.next();
    for _ in 0..4 {
        if word.is_some_and(|word| !is(word, "outer")) {
            word = text.next();
        }
    }
    if !word.is_some_and(|word| is(word, "outer")) {
        return Err(text.unexpected("'outer loop' after the normal", word));
    }
    text.expect("loop", "'loop'")?;
    let mut corners = [[0.0; 3]; 3];
    for corner in 0..3 {
        text.expect("vertex", "'vertex'")?;
        for axis in 0..3 {
            let word = text.next().ok_or_else(|| text.unexpected("a coordinate", None))?;
            corners[corner][axis] = coordinate(word, Owner::Corner { triangle, corner }, axis)
                .map_err(|problem| Fault::line(text.line, problem))?;
        }
    }
    text.expect("endloop", "'endloop' after three vertices")?;
    text.expect("endfacet", "'endfacet'")?;
    Ok(corners)
}

fn is(word: &[u8], keyword: &str) -> bool {
    word.eq_ignore_ascii_case(keyword.as_bytes())
}

/// Words of a text, with the line of the last one.
struct Words<'a> {
    rest: &'a [u8],
    /// Line of the last word, from 1.
    line: usize,
}

impl<'a> Words<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, line: 1 }
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        while let Some((&byte, rest)) = self.rest.split_first() {
            if !byte.is_ascii_whitespace() {
                break;
            }
            // CRLF counts once, at its LF.
            let ends = byte == b'\n' || (byte == b'\r' && rest.first() != Some(&b'\n'));
            self.line += usize::from(ends);
            self.rest = rest;
        }
        let end = self.rest.iter().position(u8::is_ascii_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    /// Skips the rest of the line.
    fn skip_line(&mut self) {
        let end = self.rest.iter().position(|b| matches!(b, b'\n' | b'\r'));
        self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
    }

    fn expect(&mut self, keyword: &str, expected: &'static str) -> Result<(), Fault> {
        match self.next() {
            Some(word) if is(word, keyword) => Ok(()),
            other => Err(self.unexpected(expected, other)),
        }
    }

    fn unexpected(&self, expected: &'static str, found: Option<&[u8]>) -> Fault {
        let found = found
            .map_or_else(|| "the end of the file".to_owned(), |word| format!("'{}'", shown(word)));
        Fault::line(self.line, Problem::Expected { expected, found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Loaded, ReadError, read_mesh_from};

    const FACET: &str = "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  \
                         vertex 0 1 0\n endloop\nendfacet\n";

    fn ascii(text: &str) -> Result<Loaded, ReadError> {
        read_mesh_from(text.as_bytes(), "a.stl", Some(Format::StlAscii))
    }

    /// Two triangles of a square, with this count in the header and these bytes at the end.
    fn square(count: u32, tail: &[u8]) -> Vec<u8> {
        let mut bytes = b"solid but binary".to_vec();
        bytes.resize(80, b' ');
        bytes.extend(count.to_le_bytes());
        for third in [[1.0, 1.0], [0.0, 1.0]] {
            let second: [f32; 2] = if third[0] == 1.0 { [1.0, 0.0] } else { [1.0, 1.0] };
            let corners = [0.0, 0.0, 0.0, second[0], second[1], 0.0, third[0], third[1], 0.0];
            bytes.extend([f32::NAN; 3].into_iter().chain(corners).flat_map(f32::to_le_bytes));
            bytes.extend([0xff, 0xff]);
        }
        bytes.extend(tail);
        bytes
    }

    #[test]
    fn binary_is_known_by_its_length_and_welded() {
        let loaded = read_mesh_from(&square(2, &[]), "a", None).unwrap();
        assert_eq!(loaded.format, Format::StlBinary);
        assert_eq!(loaded.mesh.triangles(), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(loaded.report, ReadReport { welded: 2, ..ReadReport::default() });
    }

    #[test]
    fn binary_errors_name_byte_and_triangle() {
        let check = |bytes: &[u8], message: &str| {
            let error = read_mesh_from(bytes, "a.stl", None).unwrap_err().to_string();
            assert_eq!(error, format!("a.stl: {message}"));
        };
        check(
            &square(2, &[])[..83],
            "byte 83: the file ends inside the 84-byte header of a binary STL",
        );
        check(
            &square(u32::MAX, &[]),
            "byte 184: the file ends inside triangle 2; its header announces 4294967295 triangles, \
             which take 214748364834 bytes",
        );
        check(
            &square(1, &[]),
            "byte 134: 50 bytes follow the triangles that the header announces (1); they may be \
             triangles that it does not count",
        );
        let mut nan = square(2, &[]);
        nan[134 + 12 + 16..134 + 12 + 20].copy_from_slice(&f32::NAN.to_le_bytes());
        check(&nan, "byte 162: triangle 1, corner 1 has y = NaN, not a finite number");
        check(&[0; 84], "the mesh has no triangles");
    }

    #[test]
    fn binary_trailing_bytes_are_reported() {
        for tail in [&[1, 2, 3][..], &[0; 400]] {
            let loaded =
                read_mesh_from(&square(2, tail), "a.stl", Some(Format::StlBinary)).unwrap();
            assert_eq!(loaded.report.trailing_bytes, tail.len());
            assert_eq!(loaded.mesh.triangles().len(), 2);
            assert_eq!(loaded.report.notes().len(), 1);
        }
    }

    #[test]
    fn ascii_in_all_variants() {
        let check = |text: &str, triangles: usize, unclosed: usize| {
            let loaded = ascii(text).unwrap();
            assert_eq!(loaded.mesh.triangles().len(), triangles, "{text}");
            assert_eq!(loaded.report.unclosed_solids, unclosed, "{text}");
        };
        check(&format!("solid a b\n{FACET}endsolid a b\n"), 1, 0);
        check(&format!("solid\n{FACET}{FACET}"), 2, 1);
        check(&format!("solid a\n{FACET}endsolid\nsolid\n{FACET}endsolid x"), 2, 0);
        check(&format!("solid a\n{FACET}solid b\n{FACET}"), 2, 2);
        check(&format!("SOLID A\n{}ENDSOLID", FACET.to_uppercase()), 1, 0);
        let windows = format!("solid\n{FACET}endsolid\n").replace('\n', "\r\n").replace(' ', "\t");
        check(&windows, 1, 0);
        check(&windows.replace("\r\n", "\r"), 1, 0);
        check(&format!("solid\n{}", FACET.replace("0 0 1\n", "-nan(ind) nan x\n")), 1, 1);
        check(&format!("\u{feff}solid facet endsolid\n{FACET}"), 1, 1);
    }

    #[test]
    fn ascii_errors_name_line_triangle_and_word() {
        let check = |text: &str, message: &str| {
            assert_eq!(ascii(text).unwrap_err().to_string(), format!("a.stl: {message}"));
        };
        let good = format!("solid\n{FACET}{FACET}");
        let second = |from: &str, to: &str| {
            let at = good.rfind(from).unwrap();
            format!("{}{to}{}", &good[..at], &good[at + from.len()..])
        };
        check(&second("vertex 0 1 0", "vertex 0 one 0"), "line 13: 'one' is not a number");
        check(
            &second("vertex 0 1 0", "vertex 0 1 1e999"),
            "line 13: triangle 1, corner 2 has z = 1e999, not a finite number",
        );
        check(
            &second("vertex 0 1 0", "vertex 0 1 -1e99"),
            &format!(
                "line 13: triangle 1, corner 2 has z = -1e99, beyond {:e}, the largest coordinate \
                 that is supported",
                obbtree_predicates::MAX_COORDINATE
            ),
        );
        check(
            &second("endloop", "vertex 9 9 9\r\nendloop"),
            "line 14: expected 'endloop' after three vertices, found 'vertex'",
        );
        check(
            &second("endloop\nendfacet\n", ""),
            "line 14: expected 'endloop' after three vertices, found the end of the file",
        );
        check(
            &second("outer", "inner"),
            "line 10: expected 'outer loop' after the normal, found 'inner'",
        );
        check(&format!("{good}endsolid\nfacet"), "line 17: expected 'solid', found 'facet'");
        check("solid\n", "the mesh has no triangles");
    }
}
