//! Reading a mesh: a path or bytes in, a validated mesh out.

use std::path::Path;

use obbtree_mesh::Mesh;
use obbtree_tree::wide::Tree;

use crate::bytes::bytes_of;
#[cfg(feature = "dae")]
use crate::dae;
use crate::error::{Fault, Problem, ReadError};
use crate::format::{Format, looks_like};
#[cfg(feature = "gltf")]
use crate::gltf;
use crate::options::ReadOptions;
use crate::points::{columns, npy, pcd};
use crate::report::ReadReport;
use crate::text::refuse_utf16;
use crate::{obj, off, ply, stl, tree_file};

/// A mesh and how it was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The mesh. Its triangles are in the order of the file; in a scene, in the order of the nodes,
    /// each before its children. The triangles of a polygon are consecutive.
    pub mesh: Mesh,
    /// The format that the file was read as.
    pub format: Format,
    /// What was joined, triangulated or skipped.
    pub report: ReadReport,
    /// The tree, if the file is a tree file.
    pub tree: Option<Tree>,
}

/// Reads a mesh file. Its format is determined by content first, by extension second.
///
/// # Errors
/// If the file cannot be read, is in no known format, violates the rules of its format, or contains
/// no mesh: no triangle, a coordinate that is not finite, an index without a vertex.
pub fn read_mesh(path: impl AsRef<Path>) -> Result<Loaded, ReadError> {
    read_mesh_with(path, &ReadOptions::default())
}

/// [`read_mesh`], with options.
///
/// # Errors
/// As [`read_mesh`]; and if the options cannot be met: more triangles than their limit, a scale
/// that is 0 or takes a coordinate out of range, no triangle left, a change to a tree file's mesh.
pub fn read_mesh_with(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Loaded, ReadError> {
    let path = path.as_ref();
    read(&bytes_of(path)?, &path.display().to_string(), options, Some(folder_of(path)))
}

/// Reads a mesh from memory. `name` is used for the file in errors, and its extension for the
/// format if the content does not determine it; a `format` that is given is used without a check. A
/// glTF whose buffers are separate files is refused, since their folder is unknown.
///
/// # Errors
/// As [`read_mesh`].
pub fn read_mesh_from(
    bytes: &[u8],
    name: &str,
    format: Option<Format>,
) -> Result<Loaded, ReadError> {
    read(bytes, name, &ReadOptions { format, ..ReadOptions::default() }, None)
}

/// [`read_mesh_from`], with options.
///
/// # Errors
/// As [`read_mesh_with`].
pub fn read_mesh_from_with(
    bytes: &[u8],
    name: &str,
    options: &ReadOptions,
) -> Result<Loaded, ReadError> {
    read(bytes, name, options, None)
}

/// Reads a mesh. `folder` contains the files that this one refers to.
fn read(
    bytes: &[u8],
    name: &str,
    options: &ReadOptions,
    folder: Option<&Path>,
) -> Result<Loaded, ReadError> {
    let read = || {
        let format = format_of(bytes, name, options)?;
        let (mesh, tree, report) = mesh_of(bytes, format, options, folder)?;
        Ok(Loaded { mesh, format, report, tree })
    };
    read().map_err(|fault: Fault| fault.in_file(name))
}

/// The format of a file that has content.
pub(crate) fn format_of(bytes: &[u8], name: &str, options: &ReadOptions) -> Result<Format, Fault> {
    if bytes.is_empty() {
        return Err(Fault::byte(0, Problem::Empty));
    }
    let format = options.format.or_else(|| Format::of(bytes, name)).ok_or_else(|| {
        let looks_like = looks_like(bytes).or_else(|| points_like(bytes));
        Fault::anywhere(Problem::UnknownFormat { looks_like })
    })?;
    if !matches!(format, Format::StlBinary | Format::Tree | Format::Glb) {
        refuse_utf16(bytes)?;
    }
    Ok(format)
}

/// What a file of points and no mesh looks like.
fn points_like(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        _ if pcd::is_pcd(bytes) => Some("points, in a PCD"),
        _ if bytes.starts_with(npy::MAGIC) => Some("an array of numpy, as of points"),
        _ if columns::is_columns(bytes) => Some("points, in columns of text"),
        _ => None,
    }
}

/// The mesh of a file in this format, and its tree if the file holds that.
#[cfg_attr(not(feature = "gltf"), expect(unused_variables, reason = "only a glTF refers to files"))]
pub(crate) fn mesh_of(
    bytes: &[u8],
    format: Format,
    options: &ReadOptions,
    folder: Option<&Path>,
) -> Result<(Mesh, Option<Tree>, ReadReport), Fault> {
    let mut tree = None;
    let (mesh, mut report) = match format {
        Format::StlBinary => stl::read_binary(bytes)?,
        Format::StlAscii => stl::read_ascii(bytes)?,
        Format::Obj => obj::read(bytes)?,
        Format::Ply => ply::read(bytes)?,
        Format::Off => off::read(bytes)?,
        #[cfg(feature = "dae")]
        Format::Dae => dae::read(bytes)?,
        #[cfg(not(feature = "dae"))]
        Format::Dae => return Err(left_out("dae", "dae")),
        #[cfg(feature = "gltf")]
        Format::Gltf => gltf::read_json(bytes, folder)?,
        #[cfg(feature = "gltf")]
        Format::Glb => gltf::read_binary(bytes, folder)?,
        #[cfg(not(feature = "gltf"))]
        Format::Gltf => return Err(left_out("gltf", "gltf")),
        #[cfg(not(feature = "gltf"))]
        Format::Glb => return Err(left_out("glb", "gltf")),
        Format::Tree => {
            let (mesh, of_mesh) = tree_file::read(bytes)?;
            tree = Some(of_mesh);
            (mesh, ReadReport::default())
        }
    };
    if tree.is_some() && options.changes_the_mesh() {
        return Err(Fault::anywhere(Problem::TreeIsFixed));
    }
    let mesh = options.apply(mesh, &mut report).map_err(Fault::anywhere)?;
    Ok((mesh, tree, report))
}

#[cfg(not(all(feature = "dae", feature = "gltf")))]
fn left_out(extension: &'static str, feature: &'static str) -> Fault {
    Fault::anywhere(Problem::FeatureOff { extension, feature })
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_unreadable_files() {
        let check = |bytes: &[u8], name: &str, message: &str| {
            let error = read_mesh_from(bytes, name, None).unwrap_err().to_string();
            assert_eq!(error, message);
        };
        check(b"", "a.stl", "a.stl: byte 0: the file is empty");
        let formats = "STL, OBJ, PLY, OFF, COLLADA and glTF are read";
        check(b"hello", "a", &format!("a: unknown or unsupported format; {formats}"));
        let looks = "(it looks like XML, but not COLLADA)";
        let message = format!("a.urdf: unknown or unsupported format {looks}; {formats}");
        check(b"<robot/>", "a.urdf", &message);
        for (points, looks) in [
            (&b"# a scan\n0 0 1\n2 3 4\n"[..], "points, in columns of text"),
            (b"x,y,z\n0,0,1\n", "points, in columns of text"),
            (b"2\n0 0 1\n2 3 4\n", "points, in columns of text"),
            (b"# .PCD v0.7\nVERSION 0.7\n", "points, in a PCD"),
            (b"\x93NUMPY\x01\0", "an array of numpy, as of points"),
        ] {
            let message =
                format!("a.xyz: unknown or unsupported format (it looks like {looks}); {formats}");
            check(points, "a.xyz", &message);
        }
        let error = read_mesh("no/such/mesh.stl").unwrap_err().to_string();
        assert!(error.starts_with("no/such/mesh.stl: cannot be read: "), "{error}");
    }

    #[test]
    #[cfg(not(all(feature = "dae", feature = "gltf")))]
    fn a_reader_that_was_left_out_is_named() {
        let left_out = [
            ("dae", "dae", cfg!(feature = "dae")),
            ("gltf", "gltf", cfg!(feature = "gltf")),
            ("glb", "gltf", cfg!(feature = "gltf")),
        ];
        for (extension, feature, is_there) in left_out {
            let name = format!("a.{extension}");
            let error = read_mesh_from(b"x", &name, None).unwrap_err().to_string();
            let message = format!(
                "{name}: this build cannot read .{extension}: it lacks the feature {feature}"
            );
            assert_eq!(error == message, !is_there, "{error}");
        }
    }

    #[test]
    fn a_given_format_is_used() {
        let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        assert!(read_mesh_from(obj, "memory", Some(Format::Obj)).is_ok());
        let error = read_mesh_from(obj, "memory", Some(Format::StlBinary)).unwrap_err();
        assert!(matches!(error.problem, Problem::HeaderTruncated));
    }
}
