//! Cells that become occupied or free in place.

use std::sync::Arc;

use obbtree_predicates::MAX_COORDINATE;

use crate::changed::{Around, At, Item, same};
use crate::cubes::{FINEST, Sizes};
use crate::parts::{MAX_POINTS, Points, Radii, Shared};
use crate::voxel_error::VoxelError;
use crate::voxels::Voxels;

impl Voxels {
    /// Makes cells of the grid occupied or free in place, and says how many were not so before. All
    /// answers are those of voxels that are made of the cells that are occupied then; nothing is
    /// changed if there is an error. A cell takes about a microsecond.
    ///
    /// Of an array ([`Voxels::from_array`]) the number of a cell is that of its entry. Else a cell
    /// that becomes occupied is given: it has the number [`Voxels::given`], the others keep theirs.
    /// One that becomes free counts as left out.
    ///
    /// A clone of the voxels, and a scene or robot that was given one, stay as they are: while
    /// there is one, the first change copies the voxels.
    ///
    /// # Errors
    /// If these are leaves, or cells of several sizes; if a cell is not of the array, or too far
    /// away; or if there are too many.
    ///
    /// ```
    /// use obbtree_cloud::Voxels;
    /// let mut voxels = Voxels::from_cells(&[[0; 3], [1, 0, 0]], [0.0; 3], 0.5)?;
    /// assert_eq!(voxels.set(&[[0; 3], [0, 0, 7]], true)?, 1);
    /// assert_eq!(voxels.set(&[[0; 3], [1, 0, 0]], false)?, 2);
    /// assert_eq!((voxels.kept().numbers, voxels.aabb().min), (vec![2], [0.0, 0.0, 3.5].into()));
    /// assert_eq!(voxels.contains([0, 0, 7]), Some(true));
    /// assert_eq!((voxels.set(&[[0, 0, 7]], false)?, voxels.is_empty()), (1, true));
    /// # Ok::<(), obbtree_cloud::VoxelError>(())
    /// ```
    pub fn set(&mut self, cells: &[[i32; 3]], occupied: bool) -> Result<usize, VoxelError> {
        let shared = &self.0.shared;
        self.check_cells(cells)?;
        if occupied && shared.given + cells.len() > MAX_POINTS && shared.array().is_none() {
            let count = shared.given + cells.len();
            return Err(VoxelError::TooMany { count, limit: MAX_POINTS });
        }
        let shared = Arc::make_mut(&mut self.0.shared);
        let array = shared.array();
        let (mut count, mut faces) = (0, 0);
        for &cell in cells {
            let around = shared.around_cell(cell);
            match (around.place, occupied) {
                (None, true) => {
                    let id = match array {
                        None => shared.given as u32,
                        Some([_, ny, nz]) => {
                            let [i, j, k] = cell.map(|c| c as usize);
                            ((i * ny as usize + j) * nz as usize + k) as u32
                        }
                    };
                    match array {
                        None => shared.given += 1,
                        Some(_) => shared.left_out -= 1,
                    }
                    shared.put(&Item { at: At::Cell(cell), id, radius: 0.0 }, around);
                    shared.widen(shared.corners_of(cell));
                }
                (Some(place), false) => {
                    faces |= shared.touches(shared.corners(place));
                    shared.take(place);
                    shared.left_out += 1;
                }
                _ => continue,
            }
            count += 1;
        }
        shared.narrow(faces);
        Ok(count)
    }

    /// Is a cell of the grid occupied? `None` of leaves, and of cells of several sizes.
    #[must_use]
    pub fn contains(&self, cell: [i32; 3]) -> Option<bool> {
        let shared = &self.0.shared;
        shared.has_cells().then(|| shared.find(cell).is_some())
    }

    fn check_cells(&self, cells: &[[i32; 3]]) -> Result<(), VoxelError> {
        let shared = &self.0.shared;
        let (Points::Cells(of), true) = (&shared.points, shared.has_cells()) else {
            return Err(VoxelError::NotOneSize);
        };
        let side = of.grid.side;
        let most = MAX_COORDINATE.min(0.5 * FINEST * side);
        for (n, &cell) in cells.iter().enumerate() {
            if let Some(counts) = of.array {
                let is_in = |k: usize| (0..i64::from(counts[k])).contains(&i64::from(cell[k]));
                if !(0..3).all(is_in) {
                    return Err(VoxelError::Outside { cell: n, at: cell, counts });
                }
            }
            for corner in shared.corners_of(cell) {
                for (k, axis) in ['x', 'y', 'z'].into_iter().enumerate() {
                    if !(corner[k].abs().max(of.grid.origin[k].abs()) <= most) {
                        return Err(VoxelError::Far { cell: n, axis, value: corner[k], side });
                    }
                }
            }
        }
        Ok(())
    }
}

impl Shared {
    /// Are these cells of one size?
    fn has_cells(&self) -> bool {
        matches!((&self.points, &self.radii), (Points::Cells(_), Radii::Cubes(Sizes::One(_))))
    }

    /// Cells along x, y and z of the array that these are of.
    fn array(&self) -> Option<[u32; 3]> {
        match &self.points {
            Points::Cells(cells) => cells.array,
            Points::Single(_) | Points::Double(_) => None,
        }
    }

    fn find(&self, cell: [i32; 3]) -> Option<usize> {
        self.around_cell(cell).place
    }

    fn around_cell(&self, cell: [i32; 3]) -> Around {
        let [low, high] = self.corners_of(cell);
        let middle = [0, 1, 2].map(|k| 0.5 * low[k] + 0.5 * high[k]);
        self.around(middle, |shared, block| {
            let Points::Cells(cells) = &shared.points else { return 0 };
            same(&cells.blocks[block], cell)
        })
    }
}
