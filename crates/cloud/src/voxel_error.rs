//! Why numbers are no voxels.

use obbtree_predicates::MAX_COORDINATE;
use thiserror::Error;

use crate::error::CloudError;

/// The least half side: products with smaller ones underflow. 2^-900.
pub(crate) const LEAST: f64 = f64::from_bits((1023 - 900) << 52);

/// Why numbers are no voxels. Cells and leaves count from 0, in the order given.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum VoxelError {
    /// More cells or leaves than 31-bit numbers allow.
    #[error("there are {count} voxels, more than {limit} are not supported")]
    TooMany {
        /// The number given.
        count: usize,
        /// The largest number allowed.
        limit: usize,
    },
    /// An array does not have as many entries as its cells along x, y and z say.
    #[error("{entries} entries are not {} x {} x {} cells", counts[0], counts[1], counts[2])]
    Entries {
        /// The entries.
        entries: usize,
        /// Cells along x, y and z.
        counts: [usize; 3],
    },
    /// There are not as many sizes as cells, or half sides as leaves.
    #[error("there are {voxels} voxels and {sizes} sizes of them")]
    Count {
        /// Cells or leaves.
        voxels: usize,
        /// Sizes or half sides.
        sizes: usize,
    },
    /// A coordinate of the origin that is not finite, or beyond [`MAX_COORDINATE`].
    #[error("the origin has {axis} = {value:?}, not a number up to {MAX_COORDINATE:e}")]
    Origin {
        /// Which coordinate.
        axis: char,
        /// Its value.
        value: f64,
    },
    /// A side of cells that is below 2^-899, where products underflow, not finite, or beyond
    /// [`MAX_COORDINATE`].
    #[error(
        "the side of cells is {value:?}, not a number from {:e} to {MAX_COORDINATE:e}",
        2.0 * LEAST
    )]
    Side {
        /// The side.
        value: f64,
    },
    /// A cell of no cells a side.
    #[error("cell {cell} has the size 0")]
    Size {
        /// The cell.
        cell: usize,
    },
    /// A cell reaches beyond the largest coordinate, or so far that the numbers of the grid are
    /// too coarse there.
    #[error(
        "cell {cell} reaches to {axis} = {value:e}, too far for cells of side {side:e}: \
         at most 2^35 sides, and {MAX_COORDINATE:e}"
    )]
    Far {
        /// The cell.
        cell: usize,
        /// Along which axis.
        axis: char,
        /// Where to.
        value: f64,
        /// The side of cells.
        side: f64,
    },
    /// What is no cell of the array that the voxels are of.
    #[error("cell {cell} is {at:?}, not in the array of {} x {} x {}", counts[0], counts[1], counts[2])]
    Outside {
        /// Which of the cells.
        cell: usize,
        /// The cell.
        at: [i32; 3],
        /// Cells along x, y and z.
        counts: [u32; 3],
    },
    /// A mask that has not as many entries as there are voxels.
    #[error("there are {voxels} voxels and {entries} entries of their mask")]
    Mask {
        /// Voxels.
        voxels: usize,
        /// Entries.
        entries: usize,
    },
    /// Leaves, which are not changed cell by cell.
    #[error("the voxels are leaves, and only cells of a grid are changed in place")]
    NotCells,
    /// A cell that becomes free is of a voxel whose side is no power of two, or that reaches
    /// beyond the last cell: it has no halves.
    #[error("cell {cell} is of a voxel at {at:?} of {size} cells a side, which has no halves")]
    NoHalves {
        /// Which of the cells.
        cell: usize,
        /// The lowest cell of the voxel.
        at: [i32; 3],
        /// Cells along a side of it.
        size: u32,
    },
    /// A coordinate of a leaf's centre that is not finite, or beyond [`MAX_COORDINATE`].
    #[error("leaf {leaf} has {axis} = {value:?}, not a number up to {MAX_COORDINATE:e}")]
    Center {
        /// The leaf.
        leaf: usize,
        /// Which coordinate.
        axis: char,
        /// Its value.
        value: f64,
    },
    /// A half side that is below 2^-900, where products underflow, not finite or beyond
    /// [`MAX_COORDINATE`], as is what the leaf reaches, or so small that the numbers around the
    /// leaf's centre are too coarse for it.
    #[error(
        "leaf {leaf} has the half side {value:?}, not a number from {LEAST:e} and above 2^-36 of \
         its place with which it reaches to {MAX_COORDINATE:e} at most"
    )]
    Half {
        /// The leaf.
        leaf: usize,
        /// The half side.
        value: f64,
    },
    /// Numbers of voxels that are not ascending, or not below the number given.
    #[error("voxel {place} of those kept has the number {number}, which is no number of its own")]
    Number {
        /// Which voxel.
        place: usize,
        /// Its number.
        number: u32,
    },
}

impl VoxelError {
    /// Of leaves as points.
    pub(crate) fn of_leaves(error: CloudError) -> Self {
        match error {
            CloudError::BadCoordinate { point: leaf, axis, value } => {
                Self::Center { leaf, axis, value }
            }
            CloudError::TooMany { count, limit } => Self::TooMany { count, limit },
            CloudError::Numbers { points: voxels, numbers: sizes } => Self::Count { voxels, sizes },
            CloudError::Number { place, number } => Self::Number { place, number },
            CloudError::Count { points: voxels, radii: sizes } => Self::Count { voxels, sizes },
            other => unreachable!("not of leaves: {other}"),
        }
    }
}
