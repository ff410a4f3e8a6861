//! Scene files: one JSON document for a scene; and bodies from files of meshes and assemblies.
//!
//! ```json
//! {
//!   "format": "obbtree scene 1",
//!   "models": [
//!     { "parts": [
//!       { "mesh": "shelf.obj" },
//!       { "cylinder": { "from": [0, 0, 0], "to": [0, 0, 1], "radius": 0.1 },
//!         "offset": [1, 0, 0, 0.5,  0, 1, 0, 0,  0, 0, 1, 0] } ] }
//!   ],
//!   "bodies": [
//!     { "name": "shelf", "model": 0, "pose": [1, 0, 0, 0,  0, 1, 0, 0,  0, 0, 1, 0] }
//!   ],
//!   "allowed": [["shelf", "floor"]],
//!   "margin": 0.0,
//!   "margins": [["shelf", "gripper", 0.01]]
//! }
//! ```
//!
//! A model is named by its place among the models, from 0, and shared by the bodies that name it.
//! A part is a primitive, the path of a mesh file relative to the document, or an embedded mesh,
//! `"triangles": { "vertices": [[x, y, z], ...], "triangles": [[0, 1, 2], ...] }`, or a point
//! cloud, `"cloud": { "points": [[x, y, z], ...], "radius": r }`, with a list of radii or one, or
//! with the path of a file of points: `"cloud": { "file": "scan.pcd", "radius": r }`. Voxels are
//! cells of a grid, `"voxels": { "cells": [[i, j, k], ...], "origin": [x, y, z], "side": s }`, with
//! `"sizes": [n, ...]` in cells where they differ; or leaves of an octree, `"voxels": { "centers":
//! [[x, y, z], ...], "halves": h }`, with a list of half sides or one; or those of an octree's
//! file, `"voxels": { "file": "map.bt" }`, with `"unknown": true` if what it does not know counts
//! as occupied. An image of depths is read with its camera, `"camera": { "focal": [fx, fy],
//! "center": [cx, cy], "scale": 0.001, "near": 0.3, "far": 8 }`, of which the first two are needed:
//! as points, `"cloud": { "file": "depth.png", "camera": c, "radius": r }`, or as the space behind
//! them, `"behind_depth": { "file": "depth.png", "camera": c, "tile": 4, "nothing": "solid" }`,
//! without the last two a pixel a tile, and free what shows nothing. An image of heights is
//! `"height_map": { "file": "ground.tif", "spacing": [dx, dy], "origin": [x, y, z], "scale": s,
//! "hole": h }`, of which the first two are needed. Images are written as points and triangles.
//! Poses and offsets are the rows of `[R | t]`. A body may have `"enabled": false`,
//! `"groups": [member, with]` and `"parent": "NAME"`. Numbers are written with all their digits:
//! a scene that is read again has the same bits. Removed bodies are not written, so numbers of
//! bodies may be smaller afterwards; their order stays. Names in `allowed` and `margins` are
//! those of bodies.

#[cfg(feature = "io")]
mod bodies;
mod error;
#[cfg(feature = "io")]
mod open;
mod read;
mod schema;
mod write;

#[cfg(feature = "io")]
pub use bodies::{AddedBodies, FileOptions};
pub use error::SceneFileError;
#[cfg(feature = "io")]
pub use open::read_scene;
pub use read::{is_scene_json, scene_from_json, scene_from_json_with};
#[cfg(feature = "io")]
pub use write::write_scene;
pub use write::{scene_to_json, scene_to_json_with};
