//! COLLADA 1.4 and 1.5 (Barnes, Finch, "COLLADA - Digital Asset Schema Release 1.4.1", 2008): the
//! triangles of a scene.
//!
//! Coordinates are transformed by the nodes and multiplied by the `meter` of the asset's `unit`, so
//! that they are in metres, as users of URDF expect. The `up_axis` is not applied, as in ROS: x, y
//! and z are those of the file, and the report has the axis. The identity in a unit of one metre
//! leaves coordinates unchanged, bit for bit.
//!
//! Read are `triangles`, `polylist`, `polygons` without holes, `tristrips` and `trifans` of every
//! geometry that is instanced, also through `library_nodes`; skinned and morphed geometry as if it
//! were rigid. Lines, splines, cameras, lights, materials and animations are skipped. If the file
//! selects no scene, its first one is read, and without any each geometry once.
//!
//! Own reader over `roxmltree`, which refuses document type definitions (and so expanding entities)
//! and keeps positions for errors; dae-parser 0.11 uses another parser, and its errors have no
//! positions.

mod geometry;
mod ids;
mod scene;
mod transform;
mod xml;

pub(crate) use scene::{read, read_parts};
