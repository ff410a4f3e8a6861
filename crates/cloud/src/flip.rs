//! Cells that become occupied or free in place.

use std::ops::ControlFlow;
use std::sync::Arc;

use obbtree_predicates::MAX_COORDINATE;

use crate::blocks::WIDE;
use crate::changed::{Around, At, Item, same};
use crate::cubes::{FINEST, Sizes};
use crate::parts::{MAX_POINTS, Points, Radii, Shared};
use crate::voxel_error::VoxelError;
use crate::voxels::Voxels;

impl Voxels {
    /// Makes cells of the grid occupied or free in place, and says how many were not so before. All
    /// answers are those of voxels that are made of the cells that are occupied then; nothing is
    /// changed if there is an error. A cell takes less than a microsecond.
    ///
    /// Of an array ([`Voxels::from_array`]) the number of a cell is that of its entry. Else a cell
    /// that becomes occupied is given: it has the number [`Voxels::given`], the others keep theirs.
    /// One that becomes free counts as left out.
    ///
    /// Of voxels of several sizes, as of an octree, one that a cell becomes free of counts as left
    /// out. It is halved along each axis, and the half with the cell again, down to the cell: the
    /// other halves are given, each in about a microsecond. A cell that becomes occupied is one of
    /// one cell; none are joined.
    ///
    /// A clone of the voxels, and a scene or robot that was given one, stay as they are: while
    /// there is one, the first change copies the voxels.
    ///
    /// # Errors
    /// If these are leaves; if a cell is not of the array, or too far away; if one that becomes
    /// free is of a voxel whose side is no power of two; or if there are too many.
    ///
    /// ```
    /// use obbtree_cloud::Voxels;
    /// let mut voxels = Voxels::from_cells(&[[0; 3], [1, 0, 0]], [0.0; 3], 0.5)?;
    /// assert_eq!(voxels.set(&[[0; 3], [0, 0, 7]], true)?, 1);
    /// assert_eq!(voxels.set(&[[0; 3], [1, 0, 0]], false)?, 2);
    /// assert_eq!((voxels.kept().numbers, voxels.aabb().min), (vec![2], [0.0, 0.0, 3.5].into()));
    /// assert_eq!(voxels.contains([0, 0, 7]), Some(true));
    /// assert_eq!((voxels.set(&[[0, 0, 7]], false)?, voxels.is_empty()), (1, true));
    ///
    /// let mut tree = Voxels::with_sizes(&[[0; 3]], &[4], [0.0; 3], 0.5)?;
    /// assert_eq!((tree.set(&[[3, 0, 1]], false)?, tree.len()), (1, 7 + 7));
    /// assert_eq!((tree.contains([3, 0, 0]), tree.contains([3, 0, 1])), (Some(true), Some(false)));
    /// # Ok::<(), obbtree_cloud::VoxelError>(())
    /// ```
    pub fn set(&mut self, cells: &[[i32; 3]], occupied: bool) -> Result<usize, VoxelError> {
        self.check_cells(cells, occupied)?;
        let shared = Arc::make_mut(&mut self.0.shared);
        let (mut count, mut faces) = (0, 0);
        for &cell in cells {
            let around = shared.around_cell(cell);
            match (around.place, occupied) {
                (None, true) => shared.add_cell(cell, 1, around),
                (Some(place), false) => faces |= shared.free_cell(cell, place),
                _ => continue,
            }
            count += 1;
        }
        shared.narrow(faces);
        Ok(count)
    }

    /// Is a cell of the grid occupied? `None` of leaves.
    #[must_use]
    pub fn contains(&self, cell: [i32; 3]) -> Option<bool> {
        let shared = &self.0.shared;
        shared.grid_sizes().map(|_| shared.around_cell(cell).place.is_some())
    }

    fn check_cells(&self, cells: &[[i32; 3]], occupied: bool) -> Result<(), VoxelError> {
        let shared = &self.0.shared;
        let (Points::Cells(of), Some(sizes)) = (&shared.points, shared.grid_sizes()) else {
            return Err(VoxelError::NotCells);
        };
        let side = of.grid.side;
        let most = MAX_COORDINATE.min(0.5 * FINEST * side);
        let mut given = shared.given;
        for (n, &cell) in cells.iter().enumerate() {
            if let Some(counts) = of.array {
                let is_in = |k: usize| (0..i64::from(counts[k])).contains(&i64::from(cell[k]));
                if !(0..3).all(is_in) {
                    return Err(VoxelError::Outside { cell: n, at: cell, counts });
                }
            }
            for corner in shared.corners_of(cell, 1.0) {
                for (k, axis) in ['x', 'y', 'z'].into_iter().enumerate() {
                    if !(corner[k].abs().max(of.grid.origin[k].abs()) <= most) {
                        return Err(VoxelError::Far { cell: n, axis, value: corner[k], side });
                    }
                }
            }
            if occupied && of.array.is_none() {
                given += 1;
            }
            if !occupied && matches!(sizes, Sizes::Cells(..)) {
                for place in shared.places_with(cell) {
                    let (at, size) = (of.cell(place), sizes.cells(place));
                    let ends = at.map(|low| i64::from(low) + i64::from(size) - 1);
                    if !size.is_power_of_two() || ends.iter().any(|&end| end > i32::MAX.into()) {
                        return Err(VoxelError::NoHalves { cell: n, at, size });
                    }
                    given += OTHERS * size.ilog2() as usize;
                }
            }
        }
        match given > MAX_POINTS {
            true => Err(VoxelError::TooMany { count: given, limit: MAX_POINTS }),
            false => Ok(()),
        }
    }
}

/// Halves along each axis that do not have the cell.
const OTHERS: usize = 7;

impl Shared {
    /// The sizes of the cells of a grid.
    fn grid_sizes(&self) -> Option<&Sizes> {
        match (&self.points, &self.radii) {
            (Points::Cells(_), Radii::Cubes(sizes)) => Some(sizes),
            _ => None,
        }
    }

    /// Cells along x, y and z of the array that these are of.
    fn array(&self) -> Option<[u32; 3]> {
        match &self.points {
            Points::Cells(cells) => cells.array,
            Points::Single(_) | Points::Double(_) => None,
        }
    }

    /// Adds a voxel that is not there, of so many cells a side.
    fn add_cell(&mut self, cell: [i32; 3], size: u32, around: Around) {
        let id = match self.array() {
            None => {
                self.given += 1;
                self.given as u32 - 1
            }
            Some([_, ny, nz]) => {
                self.left_out -= 1;
                let [i, j, k] = cell.map(|c| c as usize);
                ((i * ny as usize + j) * nz as usize + k) as u32
            }
        };
        let size = f64::from(size);
        self.put(&Item { at: At::Cell(cell), id, size }, around);
        self.widen(self.corners_of(cell, size));
    }

    /// Takes out all that a cell is of, first what is at a place, and adds what of that is beside
    /// the cell: the faces of the box around all that were there, as [`Shared::touches`] has them.
    fn free_cell(&mut self, cell: [i32; 3], place: usize) -> u32 {
        let (mut next, mut faces) = (Some(place), 0);
        while let Some(place) = next {
            let Item { at, size, .. } = self.item(place);
            faces |= self.touches(self.corners(place));
            self.take(place);
            self.left_out += 1;
            let (At::Cell(mut low), mut size) = (at, size as u32) else { break };
            while size > 1 {
                size /= 2;
                let far = [0, 1, 2].map(|k| cell[k] - low[k] >= size as i32);
                let half = |n: usize| [0, 1, 2].map(|k| low[k] + (n >> k & 1) as i32 * size as i32);
                let own = (0..3).map(|k| usize::from(far[k]) << k).sum();
                for half in (0..=OTHERS).filter(|&n| n != own).map(half) {
                    let around = self.around_voxel(half, size);
                    if around.place.is_none() {
                        self.add_cell(half, size, around);
                    }
                }
                low = half(own);
            }
            next = match self.grid_sizes() {
                Some(Sizes::Cells(..)) => self.around_cell(cell).place,
                _ => None,
            };
        }
        faces
    }

    /// Looks for a voxel that a cell is of.
    fn around_cell(&self, cell: [i32; 3]) -> Around {
        self.around(self.middle_of(cell, 1), |shared, block| shared.slots_with(block, cell))
    }

    /// Looks for a voxel of so many cells a side.
    fn around_voxel(&self, low: [i32; 3], size: u32) -> Around {
        self.around(self.middle_of(low, size), |shared, block| {
            let (Points::Cells(cells), Some(sizes)) = (&shared.points, shared.grid_sizes()) else {
                return 0;
            };
            let found = same(&cells.blocks[block], low) & shared.used(block);
            let is_so = |slot: &usize| sizes.cells(WIDE * block + slot) == size;
            let slots = (0..WIDE).filter(|slot| found >> slot & 1 == 1).filter(is_so);
            slots.fold(0, |found, slot| found | 1 << slot)
        })
    }

    /// The places of all voxels that a cell is of.
    fn places_with(&self, cell: [i32; 3]) -> Vec<usize> {
        let mut places = Vec::new();
        let _ = self.for_each_block_at(self.middle_of(cell, 1), |block| {
            let found = self.slots_with(block, cell) & self.used(block);
            places
                .extend((0..WIDE).filter(|slot| found >> slot & 1 == 1).map(|s| WIDE * block + s));
            ControlFlow::Continue(())
        });
        places
    }

    /// The voxels of a block that a cell is of, a bit for each slot.
    #[inline(always)]
    fn slots_with(&self, block: usize, cell: [i32; 3]) -> u32 {
        let (Points::Cells(cells), Some(sizes)) = (&self.points, self.grid_sizes()) else {
            return 0;
        };
        let of_block = &cells.blocks[block];
        let Sizes::Cells(sizes, _) = sizes else { return same(of_block, cell) };
        let sizes = &sizes[WIDE * block..][..WIDE.min(sizes.len() - WIDE * block)];
        sizes.iter().enumerate().fold(0, |found, (slot, &size)| {
            let ahead = |k: usize| i64::from(cell[k]) - i64::from(of_block.0[k][slot]);
            let is_in = (0..3).all(|k| (0..i64::from(size)).contains(&ahead(k)));
            found | u32::from(is_in) << slot
        })
    }

    fn middle_of(&self, low: [i32; 3], size: u32) -> [f64; 3] {
        let [low, high] = self.corners_of(low, size.into());
        [0, 1, 2].map(|k| 0.5 * low[k] + 0.5 * high[k])
    }
}
