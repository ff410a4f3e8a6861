//! Voxels: the occupied cells of a grid, or the leaves of an octree, as solid cubes.

use std::sync::Arc;

use obbtree_predicates::{Aabb, MAX_COORDINATE};

use crate::build;
use crate::cloud::PointCloud;
use crate::cubes::{Cells, FINEST, Grid, Sizes};
use crate::parts::{MAX_POINTS, Points, Radii, Shared};
use crate::present::Radius;
use crate::source::Coordinate;
use crate::voxel_error::{LEAST, VoxelError};

/// Solid cubes along the axes of a frame: immutable, shared, cheap to clone, and safe to use from
/// any number of threads.
///
/// A cell `c` of a grid with an origin and a side is the box from `origin_k + c_k side` to
/// `origin_k + (c_k + 1) side` along each axis: the exact numbers, rounded once to the nearest
/// `f64`. Neighbours share them, so no gap is between two cells that are beside each other. A leaf
/// of a centre and a half side is the box from `center_k - half` to `center_k + half`, each number
/// rounded once. All answers are about these boxes, their boundary included. A pose moves them as
/// it moves a mesh.
///
/// Numbers in answers are those of the cells or leaves given. Of equal ones one is kept, that of
/// the lowest number; of leaves with one centre the largest.
///
/// Cells take 18 bytes each in all, of different sizes 22; leaves 26, or 38 if their centres are
/// no `f32` numbers.
///
/// ```
/// use obbtree_cloud::Voxels;
/// let voxels = Voxels::from_cells(&[[0, 0, 0], [1, 0, 0], [0, 0, 0]], [0.0; 3], 0.5)?;
/// assert_eq!((voxels.given(), voxels.len()), (3, 2));
/// assert_eq!(voxels.aabb().max, [1.0, 0.5, 0.5].into());
/// let wrong = Voxels::from_cells(&[[0; 3], [i32::MAX; 3]], [0.0; 3], 1e70).unwrap_err();
/// assert!(wrong.to_string().starts_with("cell 1 reaches to x = 2.1"));
/// # Ok::<(), obbtree_cloud::VoxelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Voxels(pub(crate) PointCloud);

/// The voxels of a grid or octree in the order of their numbers, each different one once: to be
/// written, and to make the same again.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct KeptVoxels {
    /// The cubes.
    pub cubes: KeptCubes,
    /// Their numbers among those given, ascending.
    pub numbers: Vec<u32>,
}

/// Cubes by the numbers given.
#[derive(Clone, Debug, PartialEq)]
pub enum KeptCubes {
    /// Cells of a grid.
    Cells {
        /// The cells of the lowest corners.
        cells: Vec<[i32; 3]>,
        /// So many cells a side, if not all are one.
        sizes: Option<Vec<u32>>,
        /// The lowest corner of cell (0, 0, 0).
        origin: [f64; 3],
        /// The side of a cell.
        side: f64,
        /// Cells along x, y and z of the array that they are of.
        array: Option<[u32; 3]>,
    },
    /// Leaves.
    Leaves {
        /// Their centres.
        centers: Vec<[f64; 3]>,
        /// Half their sides.
        halves: Vec<f64>,
    },
}

impl Voxels {
    /// The largest number of cells or leaves that are given.
    pub const MAX_VOXELS: usize = MAX_POINTS;

    /// The occupied cells of a grid, by their numbers along x, y and z: cell (0, 0, 0) has its
    /// lowest corner at the origin.
    ///
    /// # Errors
    /// If there are too many cells, the origin or the side cannot be used, or a cell
    /// reaches so far that its faces are too coarse as `f64` numbers: 2^35 sides.
    pub fn from_cells(cells: &[[i32; 3]], origin: [f64; 3], side: f64) -> Result<Self, VoxelError> {
        Self::of_cells(cells, None, Grid { origin, side })
    }

    /// The same where each has a number of cells a side, as the leaves of an octree: a cell is that
    /// of the lowest corner.
    ///
    /// # Errors
    /// As for [`Voxels::from_cells`], and if there are not as many sizes as cells or one is 0.
    ///
    /// ```
    /// use obbtree_cloud::Voxels;
    /// let voxels = Voxels::with_sizes(&[[0, 0, 0], [-4, 0, 0]], &[1, 4], [0.0; 3], 0.25)?;
    /// assert_eq!(voxels.aabb().min, [-1.0, 0.0, 0.0].into());
    /// let wrong = Voxels::with_sizes(&[[0; 3]], &[0], [0.0; 3], 0.25);
    /// assert_eq!(wrong.unwrap_err().to_string(), "cell 0 has the size 0");
    /// # Ok::<(), obbtree_cloud::VoxelError>(())
    /// ```
    pub fn with_sizes(
        cells: &[[i32; 3]],
        sizes: &[u32],
        origin: [f64; 3],
        side: f64,
    ) -> Result<Self, VoxelError> {
        Self::of_cells(cells, Some(sizes), Grid { origin, side })
    }

    /// The occupied cells of a dense array: entry `(i ny + j) nz + k` is that of cell `(i, j, k)`,
    /// as numpy keeps an array of shape `(nx, ny, nz)`. The number of a voxel is that of its entry;
    /// those that are free are counted ([`Voxels::left_out`]).
    ///
    /// # Errors
    /// As for [`Voxels::from_cells`], and if there are not as many entries as cells.
    ///
    /// ```
    /// use obbtree_cloud::Voxels;
    /// let occupied = [true, false, false, false, false, true];
    /// let voxels = Voxels::from_array(&occupied, [1, 2, 3], [0.0; 3], 1.0)?;
    /// assert_eq!((voxels.given(), voxels.left_out(), voxels.len()), (6, 4, 2));
    /// assert_eq!(voxels.kept().numbers, [0, 5]);
    /// assert_eq!(voxels.aabb().max, [1.0, 2.0, 3.0].into());
    /// # Ok::<(), obbtree_cloud::VoxelError>(())
    /// ```
    pub fn from_array(
        occupied: &[bool],
        counts: [usize; 3],
        origin: [f64; 3],
        side: f64,
    ) -> Result<Self, VoxelError> {
        let [nx, ny, nz] = counts;
        let entries = occupied.len();
        if nx.checked_mul(ny).and_then(|n| n.checked_mul(nz)) != Some(entries) {
            return Err(VoxelError::Entries { entries, counts });
        }
        if entries > MAX_POINTS {
            return Err(VoxelError::TooMany { count: entries, limit: MAX_POINTS });
        }
        let (mut cells, mut numbers) = (Vec::new(), Vec::new());
        for (row, of_row) in occupied.chunks(nz.max(1)).enumerate() {
            let [i, j] = [row / ny.max(1), row % ny.max(1)].map(|n| n as i32);
            for k in (0..of_row.len()).filter(|&k| of_row[k]) {
                cells.push([i, j, k as i32]);
                numbers.push((row * nz + k) as u32);
            }
        }
        let voxels = Self::from_cells(&cells, origin, side).map_err(|error| match error {
            VoxelError::Far { cell, axis, value, side } => {
                VoxelError::Far { cell: numbers[cell] as usize, axis, value, side }
            }
            other => other,
        })?;
        let voxels = Self(voxels.0.renumbered(&numbers, entries, entries - numbers.len()));
        // Counts are at most as many as entries, or one of them is 0.
        Ok(voxels.of_array(Some(counts.map(|count| count.min(MAX_POINTS) as u32))))
    }

    /// Leaves by their centres, of `f32` or `f64` coordinates, and half their sides: one for all or
    /// one for each.
    ///
    /// # Errors
    /// If there are too many leaves, a coordinate is not finite or too large, there
    /// are not as many half sides as leaves, or one is below 2^-900 or 2^-36 of where its leaf is,
    /// or its leaf reaches beyond [`MAX_COORDINATE`].
    ///
    /// ```
    /// use obbtree_cloud::Voxels;
    /// let voxels = Voxels::from_leaves(&[[0.0_f32; 3], [1.0, 0.0, 0.0]], &[0.25, 0.5][..])?;
    /// assert_eq!(voxels.aabb().max, [1.5, 0.5, 0.5].into());
    /// let wrong = Voxels::from_leaves(&[[0.0; 3], [0.0, f64::NAN, 0.0]], 0.5).unwrap_err();
    /// assert!(wrong.to_string().starts_with("leaf 1 has y = NaN"));
    /// # Ok::<(), obbtree_cloud::VoxelError>(())
    /// ```
    pub fn from_leaves<'r, T: Coordinate>(
        centers: &[[T; 3]],
        half: impl Into<Radius<'r>>,
    ) -> Result<Self, VoxelError> {
        let all;
        let halves = match half.into() {
            Radius::Each(halves) => halves,
            Radius::One(half) => {
                all = vec![half; centers.len()];
                &all
            }
        };
        if centers.len() != halves.len() {
            return Err(VoxelError::Count { voxels: centers.len(), sizes: halves.len() });
        }
        for (leaf, (center, &value)) in centers.iter().zip(halves).enumerate() {
            let most = center.iter().map(|x| x.wide().abs()).fold(0.0, f64::max);
            // NaN and what is infinite are said by their names.
            let is_near = !(most + value > FINEST * value) || !most.is_finite();
            let is_within = most + value <= MAX_COORDINATE || most > MAX_COORDINATE;
            if !((LEAST..=MAX_COORDINATE).contains(&value) && is_near && is_within) {
                return Err(VoxelError::Half { leaf, value });
            }
        }
        let shared = build::build_leaves(centers, halves).map_err(VoxelError::of_leaves)?;
        Ok(Self(PointCloud { shared: Arc::new(shared) }))
    }

    fn of_cells(cells: &[[i32; 3]], sizes: Option<&[u32]>, grid: Grid) -> Result<Self, VoxelError> {
        let (count, limit) = (cells.len(), MAX_POINTS);
        if count > limit {
            return Err(VoxelError::TooMany { count, limit });
        }
        if let Some(sizes) = sizes {
            if sizes.len() != count {
                return Err(VoxelError::Count { voxels: count, sizes: sizes.len() });
            }
            if let Some(cell) = sizes.iter().position(|&size| size == 0) {
                return Err(VoxelError::Size { cell });
            }
        }
        let Grid { origin, side } = grid;
        for (axis, value) in AXES.into_iter().zip(origin) {
            if !(value.abs() <= MAX_COORDINATE) {
                return Err(VoxelError::Origin { axis, value });
            }
        }
        if !(2.0 * LEAST..=MAX_COORDINATE).contains(&side) {
            return Err(VoxelError::Side { value: side });
        }
        if count == 0 {
            let points = Points::Cells(Cells { blocks: Vec::new(), grid, array: None });
            let shared = Shared::empty(points, Radii::Cubes(Sizes::One(0.5 * side)));
            return Ok(Self(PointCloud { shared: Arc::new(shared) }));
        }
        let size = |n: usize| i64::from(sizes.map_or(1, |sizes| sizes[n]));
        let (mut low, mut high) = ([i64::MAX; 3], [i64::MIN; 3]);
        for (n, cell) in cells.iter().enumerate() {
            for k in 0..3 {
                let c = i64::from(cell[k]);
                low[k] = low[k].min(c);
                high[k] = high[k].max(c + size(n));
            }
        }
        // Rounding keeps the order of numbers.
        let at = |ends: [i64; 3]| [0, 1, 2].map(|k| grid.number(k, ends[k] as f64));
        let (min, max) = (at(low), at(high));
        let most = (MAX_COORDINATE).min(0.5 * FINEST * side);
        let too_far = |value: f64, k: usize| !(value.abs().max(origin[k].abs()) <= most);
        for (k, axis) in AXES.into_iter().enumerate() {
            for (value, end) in [(min[k], low[k]), (max[k], high[k])] {
                if too_far(value, k) {
                    let of = |n: usize| [i64::from(cells[n][k]), i64::from(cells[n][k]) + size(n)];
                    let cell = (0..count).find(|&n| of(n).contains(&end)).unwrap_or(0);
                    return Err(VoxelError::Far { cell, axis, value, side });
                }
            }
        }
        let aabb = Aabb { min: min.into(), max: max.into() };
        let shared = build::build_cells(cells, sizes, grid, aabb);
        Ok(Self(PointCloud { shared: Arc::new(shared) }))
    }

    /// The same as cells of an array.
    fn of_array(self, counts: Option<[u32; 3]>) -> Self {
        let mut shared = Arc::unwrap_or_clone(self.0.shared);
        if let Points::Cells(cells) = &mut shared.points {
            cells.array = counts;
        }
        Self(PointCloud { shared: Arc::new(shared) })
    }

    /// So many cells or leaves were given, those that are free among them.
    #[must_use]
    pub fn given(&self) -> usize {
        self.0.given()
    }

    /// So many of them are free: see [`Voxels::from_array`].
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.0.left_out()
    }

    /// So many different voxels there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there no voxel? Such voxels meet nothing.
    ///
    /// ```
    /// use obbtree_cloud::Voxels;
    /// let mut map = Voxels::from_array(&[false; 8], [2; 3], [0.0; 3], 0.05)?;
    /// assert!(map.is_empty());
    /// map.set(&[[1, 1, 1]], true)?;
    /// assert_eq!(map.kept().numbers, [7]);
    /// # Ok::<(), obbtree_cloud::VoxelError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The box around all voxels, in their frame; exact. Of none it is the origin.
    #[must_use]
    pub fn aabb(&self) -> &Aabb {
        self.0.aabb()
    }

    /// The centre and the radius of a sphere that contains the voxels, in their frame; the radius
    /// is rounded up.
    #[must_use]
    pub fn bounding_sphere(&self) -> ([f64; 3], f64) {
        self.0.bounding_sphere()
    }

    /// Bytes of everything that is kept.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// Do two share their voxels?
    #[must_use]
    pub fn is_clone_of(&self, other: &Self) -> bool {
        self.0.is_clone_of(&other.0)
    }

    /// The origin of the grid whose cells these are, and the side of a cell; `None` of leaves.
    ///
    /// ```
    /// use obbtree_cloud::Voxels;
    /// let cells = Voxels::from_cells(&[[7, 0, 0]], [1.0, 2.0, 3.0], 0.5)?;
    /// assert_eq!(cells.grid(), Some(([1.0, 2.0, 3.0], 0.5)));
    /// assert_eq!(Voxels::from_leaves(&[[0.0; 3]], 0.5)?.grid(), None);
    /// # Ok::<(), obbtree_cloud::VoxelError>(())
    /// ```
    #[must_use]
    pub fn grid(&self) -> Option<([f64; 3], f64)> {
        match &self.0.shared.points {
            Points::Cells(cells) => Some((cells.grid.origin, cells.grid.side)),
            Points::Single(_) | Points::Double(_) => None,
        }
    }

    /// The voxels as boxes, by their lowest and highest corners, in the order of their numbers.
    ///
    /// ```
    /// use obbtree_cloud::Voxels;
    /// let voxels = Voxels::from_cells(&[[0, 0, 0], [3, 0, 0]], [0.0; 3], 0.1)?;
    /// assert_eq!(voxels.boxes()[1][0], [0.30000000000000004, 0.0, 0.0]); // 3 times 0.1, rounded
    /// # Ok::<(), obbtree_cloud::VoxelError>(())
    /// ```
    #[must_use]
    pub fn boxes(&self) -> Vec<[[f64; 3]; 2]> {
        self.places().into_iter().filter_map(|place| self.0.cube(place)).collect()
    }

    /// What is kept of the voxels given.
    #[must_use]
    pub fn kept(&self) -> KeptVoxels {
        let places = self.places();
        let numbers = places.iter().map(|&place| self.0.number(place)).collect();
        let sizes = self.0.sizes();
        let cubes = match &self.0.shared.points {
            Points::Cells(cells) => KeptCubes::Cells {
                cells: places.iter().map(|&place| cells.cell(place)).collect(),
                sizes: sizes
                    .filter(|sizes| matches!(sizes, Sizes::Cells(..)))
                    .map(|sizes| places.iter().map(|&place| sizes.cells(place)).collect()),
                origin: cells.grid.origin,
                side: cells.grid.side,
                array: cells.array,
            },
            Points::Single(_) | Points::Double(_) => KeptCubes::Leaves {
                centers: places.iter().map(|&place| self.0.point(place)).collect(),
                halves: places
                    .iter()
                    .map(|&place| sizes.map_or(0.0, |sizes| sizes.half(place)))
                    .collect(),
            },
        };
        KeptVoxels { cubes, numbers }
    }

    /// The voxels of cubes that were kept.
    ///
    /// # Errors
    /// As for the constructors.
    pub fn of_cubes(cubes: &KeptCubes) -> Result<Self, VoxelError> {
        match cubes {
            KeptCubes::Cells { cells, sizes, origin, side, array } => {
                let grid = Grid { origin: *origin, side: *side };
                Ok(Self::of_cells(cells, sizes.as_deref(), grid)?.of_array(*array))
            }
            KeptCubes::Leaves { centers, halves } => Self::from_leaves(centers, &halves[..]),
        }
    }

    /// The same with the numbers that the voxels had among `given` ones, `left_out` of which are
    /// free: voxel `n` of these has the number `numbers[n]`.
    ///
    /// # Errors
    /// If `numbers` are not as many as the voxels given here, not ascending, or not below `given`.
    ///
    /// ```
    /// use obbtree_cloud::Voxels;
    /// let voxels = Voxels::from_array(&[false, true, true], [3, 1, 1], [0.0; 3], 0.1)?;
    /// let kept = voxels.kept();
    /// let again = Voxels::of_cubes(&kept.cubes)?.with_numbers(&kept.numbers, 3, 1)?;
    /// assert_eq!((again.kept(), again.given(), again.left_out()), (kept, 3, 1));
    /// # Ok::<(), obbtree_cloud::VoxelError>(())
    /// ```
    pub fn with_numbers(
        self,
        numbers: &[u32],
        given: usize,
        left_out: usize,
    ) -> Result<Self, VoxelError> {
        self.0.with_numbers(numbers, given, left_out).map(Self).map_err(VoxelError::of_leaves)
    }

    /// The voxels without some of them: `mask` says of each that is kept, in the order of their
    /// numbers as [`Voxels::kept`] gives them, whether it is taken out. The others keep their
    /// numbers; what is taken out counts as left out.
    ///
    /// # Errors
    /// If there are not as many entries as voxels ([`Voxels::len`]).
    ///
    /// ```
    /// use obbtree_cloud::Voxels;
    /// let voxels = Voxels::from_cells(&[[0; 3], [0; 3], [5, 0, 0]], [0.0; 3], 0.5)?;
    /// let rest = voxels.without(&[true, false])?;
    /// assert_eq!((rest.kept().numbers, rest.left_out()), (vec![2], 1));
    /// assert!(voxels.without(&[true; 2])?.is_empty() && voxels.without(&[true; 3]).is_err());
    /// # Ok::<(), obbtree_cloud::VoxelError>(())
    /// ```
    pub fn without(&self, mask: &[bool]) -> Result<Self, VoxelError> {
        if mask.len() != self.len() {
            return Err(VoxelError::Mask { voxels: self.len(), entries: mask.len() });
        }
        self.0.without(mask).map(Self).map_err(VoxelError::of_leaves)
    }

    /// The hierarchy, whose items are the cubes: what queries descend.
    #[doc(hidden)]
    #[must_use]
    pub fn items(&self) -> &PointCloud {
        &self.0
    }

    /// Places in the order of numbers.
    fn places(&self) -> Vec<usize> {
        let mut places: Vec<usize> = self.0.shared.places().collect();
        places.sort_unstable_by_key(|&place| self.0.number(place));
        places
    }
}

const AXES: [char; 3] = ['x', 'y', 'z'];
