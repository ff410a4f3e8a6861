//! The format of a file: by content, and by extension only where the content does not determine it.

use std::fmt;
use std::path::Path;

use crate::text::{lines, without_bom, words};
use crate::{obj, off, ply, stl, tree_file};

/// A file with a NUL byte before this position is binary. A binary STL of up to 16 million
/// triangles has one at byte 83, the high byte of its count, and further ones in its attribute
/// fields.
const TEXT_PROBE: usize = 256;

/// The root element of XML, and in JSON the entry that every glTF has, are searched before this
/// position; declarations and comments may precede them. If they are not found, the extension
/// decides.
const ROOT_PROBE: usize = 1024;

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
    /// Stanford PLY, ASCII or binary.
    Ply,
    /// Object File Format of Geomview.
    Off,
    /// COLLADA, `.dae`.
    Dae,
    /// glTF 2.0, JSON with its buffers as data URIs or files.
    Gltf,
    /// glTF 2.0 in one binary file.
    Glb,
    /// A tree file of this engine, `.obbt`: mesh and tree, see [`tree_bytes`](crate::tree_bytes).
    Tree,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StlBinary => "binary STL",
            Self::StlAscii => "ASCII STL",
            Self::Obj => "OBJ",
            Self::Ply => "PLY",
            Self::Off => "OFF",
            Self::Dae => "COLLADA",
            Self::Gltf => "glTF",
            Self::Glb => "binary glTF",
            Self::Tree => "tree file",
        })
    }
}

impl Format {
    /// The format of a file; `None` if it is not one of these.
    ///
    /// A tree file has its own first bytes. A file of exactly 84 + 50 n bytes, where n is the count
    /// at byte 80, is a binary STL whatever its header says; a text cannot be that long, as four
    /// characters give a count of 8 GB at least.
    #[must_use]
    pub fn of(bytes: &[u8], name: &str) -> Option<Self> {
        if tree_file::is_tree(bytes) {
            return Some(Self::Tree);
        }
        if stl::has_binary_length(bytes) {
            return Some(Self::StlBinary);
        }
        match signature(bytes) {
            Some(Signature::Of(format)) => return Some(format),
            // Only the extension can still decide; no other format is XML or JSON.
            Some(Signature::Xml) => return (extension(name) == "dae").then_some(Self::Dae),
            Some(Signature::Json) => return (extension(name) == "gltf").then_some(Self::Gltf),
            None => {}
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
            "ply" => Some(Self::Ply),
            "off" => Some(Self::Off),
            "dae" => Some(Self::Dae),
            "gltf" => Some(Self::Gltf),
            "glb" => Some(Self::Glb),
            "obbt" => Some(Self::Tree),
            _ => None,
        }
    }
}

/// What the content of a file in no known format resembles, for the error.
pub(crate) fn looks_like(bytes: &[u8]) -> Option<&'static str> {
    if is_zip(bytes) {
        return Some("an archive, as 3MF and NPZ are");
    }
    match signature(bytes)? {
        Signature::Xml => Some("XML, but not COLLADA"),
        Signature::Json => Some("JSON, but not glTF"),
        Signature::Of(_) => None,
    }
}

/// What the first bytes indicate.
enum Signature {
    Of(Format),
    Xml,
    Json,
}

fn signature(bytes: &[u8]) -> Option<Signature> {
    if bytes.starts_with(b"glTF") {
        return Some(Signature::Of(Format::Glb));
    }
    if ply::is_ply(bytes) {
        return Some(Signature::Of(Format::Ply));
    }
    if !is_text(bytes) {
        return None;
    }
    let text = without_bom(bytes).trim_ascii_start();
    let near = &text[..text.len().min(ROOT_PROBE)];
    let contains = |word: &[u8]| near.windows(word.len()).any(|window| window == word);
    match text.first() {
        Some(b'<') if contains(b"<COLLADA") => Some(Signature::Of(Format::Dae)),
        Some(b'<') => Some(Signature::Xml),
        Some(b'{') if contains(b"\"asset\"") => Some(Signature::Of(Format::Gltf)),
        Some(b'{') => Some(Signature::Json),
        _ if off::keyword(text).is_some() => Some(Signature::Of(Format::Off)),
        _ => None,
    }
}

fn is_text(bytes: &[u8]) -> bool {
    !bytes[..bytes.len().min(TEXT_PROBE)].contains(&0)
}

/// Is it an archive in ZIP?
pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

pub(crate) fn extension(name: &str) -> String {
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
        // Truncated: the length no longer decides, the NUL bytes of the count do.
        check(&binary[..100], "a.stl", Some(Format::StlBinary));
        check(b"solid x\nfacet", "a.obj", Some(Format::StlAscii));
        check(b"\n  SOLID", "a", Some(Format::StlAscii));
        check(b"# made by hand\n\nv 0 0 0\n", "a.stl", Some(Format::Obj));
        check(b"\xef\xbb\xbfmtllib a.mtl\n", "a", Some(Format::Obj));
        check(b"# nothing else", "A.OBJ", Some(Format::Obj));
        check(b"whatever", "a.stl", Some(Format::StlBinary));
        check(b"whatever", "a", None);
        check(b"ply\nformat", "a.stl", Some(Format::Ply));
        check(b"# made by hand\n COFF 8 12 0\n", "a", Some(Format::Off));
        check(b"o OFF\n", "a", Some(Format::Obj));
        check(b"<?xml version='1.0'?>\n<!-- --><COLLADA ", "a.obj", Some(Format::Dae));
        check(b"<robot>", "a.obj", None);
        check(b"<?xml", "a.dae", Some(Format::Dae));
        check(b" {\"asset\": {}}", "a", Some(Format::Gltf));
        check(b"{}", "a.obj", None);
        check(b"glTF\x02\0\0\0", "a.stl", Some(Format::Glb));
    }
}
