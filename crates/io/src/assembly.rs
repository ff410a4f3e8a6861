//! Files as assemblies: named parts that share meshes, each with its pose.

use std::path::Path;

use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_tree::wide::Tree;

use crate::bytes::bytes_of;
use crate::error::{Fault, ReadError};
use crate::format::Format;
use crate::nodes::AssemblyNode;
use crate::options::ReadOptions;
use crate::read::{folder_of, format_of, mesh_of};
use crate::report::ReadReport;

/// The parts of a file, and how it was read.
///
/// A part is a node of a glTF or COLLADA file that has triangles, or an object or group of an OBJ;
/// any other file is one part. Each geometry is one mesh, however many nodes have it; only nodes
/// that scale it differently have meshes of their own.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Assembly {
    /// The distinct meshes, with the scale of the nodes and of the options, each coordinate rounded
    /// once; without vertices that no triangle has. In the order of first use.
    pub meshes: Vec<Mesh>,
    /// The parts, each before those below it. At least one.
    pub nodes: Vec<AssemblyNode>,
    /// The format that the file was read as.
    pub format: Format,
    /// What was joined, triangulated or skipped.
    pub report: ReadReport,
    /// The tree of the only mesh, if the file is a tree file.
    pub tree: Option<Tree>,
}

/// Reads a file as parts. The format is determined as by [`read_mesh`](crate::read_mesh). The
/// [`scale`](ReadOptions::scale) multiplies meshes and places; what else the options change they
/// change in each mesh, and the largest number of triangles is one for all meshes together.
///
/// In an OBJ with at least two objects (`o`) that have faces, objects are parts. In any other OBJ
/// its groups (`g`) are, with the object's name before theirs, if there is one. Faces before the
/// first such line are the part `default`. An OBJ without such lines and a file of another format
/// are a part by the name of the file, without its extension.
///
/// # Errors
/// As [`read_mesh_with`](crate::read_mesh_with), and if the transforms above a part do not make a
/// rigid pose after a scale along the axes of the part: the error names the node. Rigid is what a
/// [`Pose`] is: within 1e-4 of a rotation.
///
/// ```
/// let file = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no floor\nf 1 2 3\no wall\nf 1 2 4\nf 1 4 3\n";
/// let options = obbtree_io::ReadOptions::default();
/// let assembly = obbtree_io::read_assembly_from(file, "room.obj", &options)?;
/// let names: Vec<_> = assembly.nodes.iter().map(|node| node.name.as_str()).collect();
/// assert_eq!(names, ["floor", "wall"]);
/// assert_eq!(assembly.meshes[assembly.nodes[1].mesh].triangles().len(), 2);
/// # Ok::<(), obbtree_io::ReadError>(())
/// ```
pub fn read_assembly_from(
    bytes: &[u8],
    name: &str,
    options: &ReadOptions,
) -> Result<Assembly, ReadError> {
    read(bytes, name, options, None).map_err(|fault| fault.in_file(name))
}

/// The same for a file on the disk. The buffers of a glTF may be files beside it.
///
/// # Errors
/// As [`read_assembly_from`], and if the file cannot be read.
pub fn read_assembly(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Assembly, ReadError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let read = read(&bytes_of(path)?, &name, options, Some(folder_of(path)));
    read.map_err(|fault| fault.in_file(&name))
}

fn read(
    bytes: &[u8],
    name: &str,
    options: &ReadOptions,
    folder: Option<&Path>,
) -> Result<Assembly, Fault> {
    let format = format_of(bytes, name, options)?;
    let stem = || {
        let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
        if stem.is_empty() { "part".to_owned() } else { stem.into_owned() }
    };
    let (meshes, nodes, report) = match format {
        Format::Obj => crate::obj_parts::read_parts(bytes, &stem(), options)?,
        #[cfg(feature = "dae")]
        Format::Dae => crate::dae::read_parts(bytes, options)?,
        #[cfg(feature = "gltf")]
        Format::Gltf => crate::gltf::read_json_parts(bytes, folder, options)?,
        #[cfg(feature = "gltf")]
        Format::Glb => crate::gltf::read_binary_parts(bytes, folder, options)?,
        _ => {
            let (mesh, tree, report) = mesh_of(bytes, format, options, folder)?;
            let nodes = vec![AssemblyNode { name: stem(), mesh: 0, pose: Pose::identity() }];
            return Ok(Assembly { meshes: vec![mesh], nodes, format, report, tree });
        }
    };
    Ok(Assembly { meshes, nodes, format, report, tree: None })
}
