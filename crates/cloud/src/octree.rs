//! Voxels from files of octrees.

use std::path::Path;

use obbtree_io::{LoadedOctree, OctreeLeaf, ReadError, read_octree, read_octree_from};
use thiserror::Error;

use crate::voxel_error::VoxelError;
use crate::voxels::Voxels;

/// What stands where an octree knows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unknown {
    /// Nothing.
    #[default]
    Free,
    /// All that is within the octree's cube of 2^16 cells a side and neither free nor occupied:
    /// what a robot must not enter that goes only where it has seen.
    Occupied,
}

/// Why a file gives no voxels.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VoxelFileError {
    /// The file was not read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// Its leaves are no voxels.
    #[error("{file}: {error}")]
    Voxels {
        /// The file.
        file: String,
        /// Why.
        error: VoxelError,
    },
}

impl Voxels {
    /// Reads an octree of OctoMap, `.bt` or `.ot`: the leaves that are occupied, and those that are
    /// unknown if these count as occupied. Numbers of voxels are those of leaves in the order of
    /// the file, the occupied first.
    ///
    /// # Errors
    /// As for [`obbtree_io::read_octree`] and [`Voxels::with_sizes`].
    ///
    /// ```
    /// use obbtree_cloud::{Unknown, Voxels};
    /// let wrong = Voxels::read("no/such/map.bt", Unknown::Free).unwrap_err().to_string();
    /// assert!(wrong.starts_with("no/such/map.bt: cannot be read: "));
    /// ```
    pub fn read(path: impl AsRef<Path>, unknown: Unknown) -> Result<Self, VoxelFileError> {
        let path = path.as_ref();
        Self::of_octree(&read_octree(path)?, &path.display().to_string(), unknown)
    }

    /// The same from memory; `name` is used for the file in errors.
    ///
    /// # Errors
    /// As for [`Voxels::read`].
    ///
    /// ```
    /// use obbtree_cloud::{Unknown, Voxels};
    /// let head = b"# Octomap OcTree binary file\nid OcTree\nsize 3\nres 0.5\ndata\n";
    /// let file = [&head[..], &[0b0110, 0]].concat();
    /// let read = |unknown| Voxels::read_from(&file, "a.bt", unknown);
    /// assert_eq!(read(Unknown::Free)?.len(), 1);
    /// assert_eq!(read(Unknown::Occupied)?.len(), 7);
    /// # Ok::<(), obbtree_cloud::VoxelFileError>(())
    /// ```
    pub fn read_from(bytes: &[u8], name: &str, unknown: Unknown) -> Result<Self, VoxelFileError> {
        Self::of_octree(&read_octree_from(bytes, name)?, name, unknown)
    }

    /// The same of an octree that is read; `name` is that of its file.
    ///
    /// # Errors
    /// As for [`Voxels::with_sizes`].
    pub fn of_octree(
        octree: &LoadedOctree,
        name: &str,
        unknown: Unknown,
    ) -> Result<Self, VoxelFileError> {
        let more = match unknown {
            Unknown::Free => &[][..],
            Unknown::Occupied => &octree.unknown,
        };
        let leaves = || octree.occupied.iter().chain(more);
        let cells: Vec<[i32; 3]> = leaves().map(|leaf: &OctreeLeaf| leaf.cell).collect();
        let sizes: Vec<u32> = leaves().map(|leaf| leaf.size).collect();
        Self::with_sizes(&cells, &sizes, [0.0; 3], octree.resolution)
            .map_err(|error| VoxelFileError::Voxels { file: name.to_owned(), error })
    }
}
