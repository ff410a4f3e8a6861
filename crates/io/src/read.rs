//! The door: a path or bytes in, a checked mesh out.

use std::path::Path;

use obbtree_mesh::Mesh;

use crate::error::{Fault, Problem, ReadError};
use crate::{Format, ReadReport, format, obj, stl};

/// A mesh and how it was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The mesh. Its triangles are in the order of the file; the triangles of a polygon follow each
    /// other.
    pub mesh: Mesh,
    /// The format that the file was read as.
    pub format: Format,
    /// What was joined, cut or left out.
    pub report: ReadReport,
}

/// Reads a mesh file. Its format is decided by content first, by extension second.
///
/// # Errors
/// If the file cannot be read, is in no known format, breaks the rules of its format, or holds no
/// mesh: no triangle, a coordinate that is not finite, an index without a vertex.
pub fn read_mesh(path: impl AsRef<Path>) -> Result<Loaded, ReadError> {
    let path = path.as_ref();
    read_mesh_from(&bytes_of(path)?, &path.display().to_string(), None)
}

/// Reads a mesh from memory. `name` stands for the file in errors, and its extension for the
/// format where the content leaves it open; a `format` that is given is not questioned.
///
/// # Errors
/// As [`read_mesh`].
pub fn read_mesh_from(
    bytes: &[u8],
    name: &str,
    format: Option<Format>,
) -> Result<Loaded, ReadError> {
    let read = || {
        if bytes.is_empty() {
            return Err(Fault::byte(0, Problem::Empty));
        }
        let looks_like = format::other(bytes, name);
        let format = format
            .or_else(|| Format::of(bytes, name))
            .ok_or_else(|| Fault::anywhere(Problem::UnknownFormat { looks_like }))?;
        let (mesh, report) = match format {
            Format::StlBinary => stl::read_binary(bytes)?,
            Format::StlAscii => stl::read_ascii(bytes)?,
            Format::Obj => obj::read(bytes)?,
        };
        Ok(Loaded { mesh, format, report })
    };
    read().map_err(|fault: Fault| fault.in_file(name))
}

/// The whole file.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, ReadError> {
    std::fs::read(path)
        .map_err(|error| Fault::anywhere(Problem::Io(error)).in_file(&path.display().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_says_so() {
        let check = |bytes: &[u8], name: &str, message: &str| {
            let error = read_mesh_from(bytes, name, None).unwrap_err().to_string();
            assert_eq!(error, message);
        };
        check(b"", "a.stl", "a.stl: byte 0: the file is empty");
        check(
            b"ply\nformat ascii 1.0\n",
            "a.ply",
            "a.ply: unknown or unsupported format (it looks like PLY); STL and OBJ are read",
        );
        check(b"hello", "a", "a: unknown or unsupported format; STL and OBJ are read");
        let error = read_mesh("no/such/mesh.stl").unwrap_err().to_string();
        assert!(error.starts_with("no/such/mesh.stl: cannot be read: "), "{error}");
    }

    #[test]
    fn a_given_format_is_not_questioned() {
        let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        assert!(read_mesh_from(obj, "memory", Some(Format::Obj)).is_ok());
        let error = read_mesh_from(obj, "memory", Some(Format::StlBinary)).unwrap_err();
        assert!(matches!(error.problem, Problem::HeaderCut));
    }
}
