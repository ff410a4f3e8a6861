//! glTF 2.0, as JSON with its buffers as data URIs or files, and as one binary file (Khronos Group,
//! "glTF 2.0 Specification", 2021): the triangles of a scene.
//!
//! Positions are transformed by the nodes; glTF is in metres with y up, which is not rotated. The
//! identity leaves coordinates unchanged: single precision widens exactly, bit for bit.
//!
//! Read are indexed and plain triangles, strips and fans, sparse accessors, data URIs, and buffer
//! files in the folder of the file or below. Points and lines are skipped and counted; skins and
//! morph targets are not applied. If the file selects no scene, its first one is read; without any
//! scene its nodes, and without nodes each mesh once. A file that requires an extension is refused
//! unless the extension is known not to change triangles, and so is, required or not, a mesh with
//! copies by `EXT_mesh_gpu_instancing` or one that is there by `KHR_draco_mesh_compression` alone.
//!
//! Own reader over `serde_json`, because the iterators of gltf 1.4 rely on properties that a file
//! can violate: a count of zero overflows, and a stride shorter than an element is checked in debug
//! builds alone.

mod accessor;
mod container;
mod document;
mod schema;

pub(crate) use container::{read_binary, read_binary_parts, read_json, read_json_parts};
