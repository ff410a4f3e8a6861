//! Files of octrees.

use std::io::Read;
use std::path::Path;

use anyhow::Result;
use obbtree::io::{LoadedOctree, OctreeFormat, read_octree, read_octree_from};
use obbtree::{Unknown, Voxels};

use crate::load::{MeshOptions, STANDARD_INPUT, is_standard_input, standard_input};
use crate::progress::Messages;

/// Bytes that tell the format.
const HEAD: u64 = 64;

/// Does a file hold an octree?
pub(crate) fn is_octree(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && OctreeFormat::of(&head).is_some()
}

/// The octree of a file, scaled.
pub(crate) fn read_file(
    path: &Path,
    options: &MeshOptions,
    messages: Messages,
) -> Result<LoadedOctree> {
    let _activity = messages.activity("reading", path);
    let mut octree = match is_standard_input(path) {
        false => read_octree(path)?,
        true => read_octree_from(&standard_input()?, STANDARD_INPUT)?,
    };
    octree.resolution = options.scale_length(octree.resolution)?;
    Ok(octree)
}

/// Its voxels.
pub(crate) fn voxels(octree: &LoadedOctree, name: &str, unknown: Unknown) -> Result<Voxels> {
    Ok(Voxels::of_octree(octree, name, unknown)?)
}

/// The voxels of a file.
pub(crate) fn read(
    path: &Path,
    unknown: Unknown,
    options: &MeshOptions,
    messages: Messages,
) -> Result<Voxels> {
    voxels(&read_file(path, options, messages)?, &path.display().to_string(), unknown)
}
