//! Files to meshes, trees and poses, and back.
//!
//! [`read_mesh`] determines the [`Format`], by content before extension, reads, and returns a
//! validated mesh with a [`ReadReport`] of every change made to the file's content. No input makes
//! it panic; an error has the file and the line or byte. Memory stays within 48 times the size of
//! the file and of the buffer files that a glTF refers to, and within 64 times for named parts; a
//! scene that places one mesh many times may take 128 MB more, and is refused beyond, and so are
//! names of parts beyond 64 MB (`cargo test --test files_memory`).
//!
//! [`read_assembly`] reads named parts that share meshes, each with its pose, in place of one mesh.
//!
//! [`read_points`] reads points: PCD, PLY, columns of text, NPY and NPZ; [`read_depth`] reads depth
//! images, [`read_height_map`] the surface of heights in an image, [`read_octree`] octrees of
//! OctoMap.
//!
//! [`ReadOptions`] scale, mirror, weld, drop and limit. [`tree_bytes`] saves a built tree, which
//! the same functions read again; a [`Drawing`] shows answers in other programs' viewers.
//!
//! One file or folder per format, each from bytes to a mesh; `text` has lines, words and numbers,
//! `weld` joins equal corners, `polygon` triangulates polygons, `nodes` places the geometry of
//! nodes. A scene becomes one mesh, or the parts of an [`Assembly`]. Coordinates of COLLADA are
//! converted to metres, its up axis is reported and not applied; other formats have no unit or are
//! in metres, and are not converted.
//!
//! # Features
//!
//! `dae` (default) reads COLLADA; `gltf` (default) reads glTF and writes GLB; `npz` (default) reads
//! archives of numpy. Without them, such a file is recognised and refused by
//! [`Problem::FeatureOff`]. `images` (default) reads depths and heights from PNG and TIFF.
//!
//! ```
//! let tetrahedron = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
//! let loaded = obbtree_io::read_mesh_from(tetrahedron, "tet.obj", None)?;
//! assert_eq!(loaded.mesh.triangles().len(), 4);
//!
//! let cut = obbtree_io::read_mesh_from(&tetrahedron[..33], "tet.obj", None).unwrap_err();
//! let missing = "expected at least 1 word after 'f', found the end of the line";
//! assert_eq!(cut.to_string(), format!("tet.obj: line 5: {missing}"));
//! # Ok::<(), obbtree_io::ReadError>(())
//! ```

mod assembly;
mod bytes;
mod corner_grid;
#[cfg(feature = "dae")]
mod dae;
mod drawing;
mod error;
mod face;
mod format;
#[cfg(feature = "gltf")]
mod gltf;
#[cfg(feature = "images")]
mod images;
mod motions;
#[cfg_attr(
    not(all(feature = "dae", feature = "gltf")),
    allow(dead_code, unused_imports, reason = "of the others")
)]
mod nodes;
mod obj;
mod obj_parts;
mod octree;
mod off;
mod options;
mod ply;
mod points;
mod polygon;
mod poses;
mod read;
mod report;
mod scalar;
mod stl;
mod text;
mod tree_file;
mod weld;

pub use assembly::{Assembly, read_assembly, read_assembly_from};
pub use drawing::{Drawing, DrawingError, Rgb};
pub use error::{Owner, Place, Problem, ReadError};
pub use format::Format;
#[cfg(feature = "images")]
pub use images::{
    DepthImage, Heights, read_depth, read_depth_from, read_height_map, read_height_map_from,
};
pub use motions::{read_motions, read_motions_from};
pub use nodes::AssemblyNode;
pub use octree::{
    LoadedOctree, OctreeFormat, OctreeLeaf, read_octree, read_octree_from, read_octree_nodes,
};
pub use options::ReadOptions;
pub use points::{LoadedPoints, PointFormat, read_points, read_points_from};
pub use poses::{read_poses, read_poses_from};
pub use read::{Loaded, read_mesh, read_mesh_from, read_mesh_from_with, read_mesh_with};
pub use report::ReadReport;
pub use tree_file::{MeshMismatch, tree_bytes};
