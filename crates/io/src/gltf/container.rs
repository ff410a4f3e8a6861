//! The two containers of a glTF: JSON, and one binary file of a JSON chunk and a buffer chunk.

use std::path::Path;

use obbtree_mesh::Mesh;

use super::document::{read, read_parts};
use super::schema::Document;
use crate::error::{Fault, Problem};
use crate::nodes::AssemblyNode;
use crate::options::ReadOptions;
use crate::report::ReadReport;
use crate::text::{shown, without_bom};

/// Bytes of the header of a binary glTF: magic, version, length.
const HEADER: usize = 12;
/// Bytes of the header of a chunk: length, type.
const CHUNK: usize = 8;

/// Reads a glTF in JSON. Its buffer files are in `folder`.
pub(crate) fn read_json(bytes: &[u8], folder: Option<&Path>) -> Result<(Mesh, ReadReport), Fault> {
    read(&document_of_json(bytes)?, None, bytes.len(), folder)
}

/// The same as parts.
pub(crate) fn read_json_parts(
    bytes: &[u8],
    folder: Option<&Path>,
    options: &ReadOptions,
) -> Result<(Vec<Mesh>, Vec<AssemblyNode>, ReadReport), Fault> {
    read_parts(&document_of_json(bytes)?, None, bytes.len(), folder, options)
}

fn document_of_json(bytes: &[u8]) -> Result<Document, Fault> {
    let json = without_bom(bytes);
    serde_json::from_slice(json)
        .map_err(|error| Fault::line(error.line(), Problem::Json(message(&error))))
}

/// Reads a glTF with its JSON and its first buffer in one file.
pub(crate) fn read_binary(
    bytes: &[u8],
    folder: Option<&Path>,
) -> Result<(Mesh, ReadReport), Fault> {
    let (document, buffer, trailing_bytes) = document_of_binary(bytes)?;
    let (mesh, mut report) = read(&document, buffer, bytes.len(), folder)?;
    report.trailing_bytes = trailing_bytes;
    Ok((mesh, report))
}

/// The same as parts.
pub(crate) fn read_binary_parts(
    bytes: &[u8],
    folder: Option<&Path>,
    options: &ReadOptions,
) -> Result<(Vec<Mesh>, Vec<AssemblyNode>, ReadReport), Fault> {
    let (document, buffer, trailing_bytes) = document_of_binary(bytes)?;
    let (meshes, nodes, mut report) = read_parts(&document, buffer, bytes.len(), folder, options)?;
    report.trailing_bytes = trailing_bytes;
    Ok((meshes, nodes, report))
}

/// The document, its first buffer, and how many bytes follow it.
fn document_of_binary(bytes: &[u8]) -> Result<(Document, Option<&[u8]>, usize), Fault> {
    let ends_inside = |what: &str| Fault::byte(bytes.len(), Problem::EndsInside(what.to_owned()));
    let word = |at: usize| -> Option<u32> {
        Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
    };
    let (Some(version), Some(length)) = (word(4), word(8)) else {
        return Err(ends_inside("the 12-byte header of a binary glTF"));
    };
    if !bytes.starts_with(b"glTF") {
        let found = format!("'{}'", shown(&bytes[..4]));
        return Err(Fault::byte(0, Problem::Expected { expected: "'glTF'", found }));
    }
    if version != 2 {
        let what = format!("version {version} of binary glTF");
        return Err(Fault::byte(4, Problem::NotSupported(what)));
    }
    let length = length as usize;
    let announced = bytes
        .get(..length)
        .ok_or_else(|| ends_inside(&format!("the {length} bytes that its header announces")))?;
    let chunk = |at: usize, what: &str| -> Result<(u32, &[u8]), Fault> {
        let (Some(length), Some(kind)) = (word(at), word(at + 4)) else {
            return Err(ends_inside(what));
        };
        let from = at + CHUNK;
        let data = from.checked_add(length as usize).and_then(|to| announced.get(from..to));
        data.map(|data| (kind, data)).ok_or_else(|| {
            let (from, length) = (from as u64, u64::from(length));
            let (to, of) = (from + length, "file");
            let problem = Problem::OutOfBounds { from, to, length: announced.len() as u64, of };
            Fault::byte(at, problem)
        })
    };
    let (kind, json) = chunk(HEADER, "the header of the JSON chunk")?;
    if kind != u32::from_le_bytes(*b"JSON") {
        let found = format!("'{}'", shown(&kind.to_le_bytes()));
        let expected = "a chunk of type 'JSON'";
        return Err(Fault::byte(HEADER + 4, Problem::Expected { expected, found }));
    }
    let second = HEADER + CHUNK + json.len();
    let buffer = if second + CHUNK <= announced.len() {
        let (kind, data) = chunk(second, "the header of the second chunk")?;
        (kind == u32::from_le_bytes(*b"BIN\0")).then_some(data)
    } else {
        None
    };
    let document = serde_json::from_slice(json).map_err(|error| {
        let lines = json.split_inclusive(|&byte| byte == b'\n').take(error.line() - 1);
        let before: usize = lines.map(<[u8]>::len).sum();
        let at = HEADER + CHUNK + before + error.column().saturating_sub(1);
        Fault::byte(at, Problem::Json(message(&error)))
    })?;
    Ok((document, buffer, bytes.len() - length))
}

/// The longest part of a parser's message that is shown: it quotes strings of the file, however
/// long.
const SHOWN: usize = 120;

/// The parser's message without the place, which the fault has.
fn message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    what.chars().take(SHOWN).collect()
}
