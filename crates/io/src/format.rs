//! Which format a file is in: content decides, the extension only where content leaves it open.

use std::fmt;
use std::path::Path;

use crate::text::{lines, without_bom, words};
use crate::{obj, stl};

/// How far into a file a NUL byte betrays that it is binary. A binary STL has one by byte 83, the
/// high byte of its count, up to 16 million triangles, and further ones in its attribute fields.
const TEXT_PROBE: usize = 256;

/// A mesh file format that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Stereolithography, 50 bytes a triangle.
    StlBinary,
    /// Stereolithography, `solid ... facet ... endsolid`.
    StlAscii,
    /// Wavefront OBJ.
    Obj,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StlBinary => "binary STL",
            Self::StlAscii => "ASCII STL",
            Self::Obj => "OBJ",
        })
    }
}

impl Format {
    /// The format of a file, or `None` if it is none that is read.
    ///
    /// A file of exactly 84 + 50 n bytes, n being the count at byte 80, is a binary STL whatever its
    /// header says; no text can be, its four characters would announce 8 GB at least.
    #[must_use]
    pub fn of(bytes: &[u8], name: &str) -> Option<Self> {
        if stl::has_binary_length(bytes) {
            return Some(Self::StlBinary);
        }
        if signature(bytes).is_some() {
            return None;
        }
        if is_text(bytes) {
            let first = lines(without_bom(bytes))
                .filter_map(|(_, line)| words(line).next())
                .find(|word| !word.starts_with(b"#"))
                .unwrap_or_default();
            if first.eq_ignore_ascii_case(b"solid") {
                return Some(Self::StlAscii);
            }
            if obj::is_keyword(first) {
                return Some(Self::Obj);
            }
        }
        match extension(name).as_str() {
            "stl" => Some(Self::StlBinary),
            "obj" => Some(Self::Obj),
            _ => None,
        }
    }
}

/// The name of a format that is known but not read, for the error.
pub(crate) fn other(bytes: &[u8], name: &str) -> Option<&'static str> {
    signature(bytes).or(match extension(name).as_str() {
        "ply" => Some("PLY"),
        "off" => Some("OFF"),
        "dae" => Some("COLLADA"),
        "gltf" => Some("glTF"),
        "glb" => Some("binary glTF"),
        _ => None,
    })
}

/// Formats that announce themselves in their first bytes.
fn signature(bytes: &[u8]) -> Option<&'static str> {
    let starts = |with: &[u8]| bytes.starts_with(with);
    if starts(b"glTF") {
        Some("binary glTF")
    } else if starts(b"ply\n") || starts(b"ply\r") {
        Some("PLY")
    } else if !is_text(bytes) {
        None
    } else if starts(b"OFF") || starts(b"COFF") || starts(b"NOFF") {
        Some("OFF")
    } else {
        match without_bom(bytes).trim_ascii_start().first() {
            Some(b'<') => Some("XML, maybe COLLADA"),
            Some(b'{') => Some("JSON, maybe glTF"),
            _ => None,
        }
    }
}

fn is_text(bytes: &[u8]) -> bool {
    !bytes[..bytes.len().min(TEXT_PROBE)].contains(&0)
}

fn extension(name: &str) -> String {
    let extension = Path::new(name).extension().and_then(|e| e.to_str());
    extension.unwrap_or_default().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_before_the_extension() {
        let check = |bytes: &[u8], name: &str, format: Option<Format>| {
            assert_eq!(Format::of(bytes, name), format, "{name}");
        };
        let mut binary = [b' '; 84 + 50];
        binary[..5].copy_from_slice(b"solid");
        binary[80..84].copy_from_slice(&1_u32.to_le_bytes());
        check(&binary, "a.obj", Some(Format::StlBinary));
        // Cut: the length no longer proves it, the NUL bytes of the count do.
        check(&binary[..100], "a.stl", Some(Format::StlBinary));
        check(b"solid x\nfacet", "a.obj", Some(Format::StlAscii));
        check(b"\n  SOLID", "a", Some(Format::StlAscii));
        check(b"# made by hand\n\nv 0 0 0\n", "a.stl", Some(Format::Obj));
        check(b"\xef\xbb\xbfmtllib a.mtl\n", "a", Some(Format::Obj));
        check(b"# nothing else", "A.OBJ", Some(Format::Obj));
        check(b"whatever", "a.stl", Some(Format::StlBinary));
        check(b"whatever", "a", None);
        check(b"ply\nformat", "a.stl", None);
        check(b"OFF\n8 12 0\n", "a.off", None);
        check(b"<?xml", "a.obj", None);
    }
}
