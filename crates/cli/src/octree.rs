//! Files of octrees.

use std::path::Path;

use anyhow::Result;
use obbtree::io::{LoadedOctree, OctreeFormat, read_octree, read_octree_from};
use obbtree::{Unknown, Voxels};

use crate::load::{MeshOptions, head, memory_of};
use crate::progress::Messages;

/// Bytes that tell the format.
const HEAD: usize = 64;

/// Does a file hold an octree?
pub(crate) fn is_octree(path: &Path) -> bool {
    OctreeFormat::of(&head(path, HEAD)).is_some()
}

/// The octree of a file, scaled.
pub(crate) fn read_file(
    path: &Path,
    options: &MeshOptions,
    messages: Messages,
) -> Result<LoadedOctree> {
    let _activity = messages.activity("reading", path);
    let mut octree = match memory_of(path)? {
        None => read_octree(path)?,
        Some(memory) => read_octree_from(&memory.bytes, &memory.name)?,
    };
    if octree.trailing_bytes > 0 {
        let note = format!("bytes after the last node skipped: {}", octree.trailing_bytes);
        messages.note(path, &note);
    }
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
