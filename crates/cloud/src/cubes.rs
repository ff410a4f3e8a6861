//! Items that are cubes along the axes of the cloud's frame: which numbers their faces are at.
//!
//! A cell `c` of `s` cells a side, of a grid with an origin and a side, is the box between the
//! numbers `origin_k + c_k side` and `origin_k + (c_k + s) side`, each rounded once to `f64`: a
//! number of the grid, so neighbours share it, and no gap is between them. A leaf with a centre and
//! a half side is the box between `center_k - half` and `center_k + half`, each rounded once.
//!
//! # Lemma
//!
//! `u = 2^-53`; `h` is half the side of a cube before rounding, and `M` no less than the absolute
//! value of any of its numbers and of the origin of its grid. Cubes are only taken if `M <= 2^36 h`
//! ([`FINEST`]). A face is off by `u M`; a centre, computed as `(c + s / 2) side + origin` or
//! relative to another origin, by at most `8 u M`. So no face is farther from the centre, along its
//! axis, than `h + 9 u M < h (1 + 2^-13)`: the box of half sides `h` times [`HALF_IN_FRAME`] around
//! the computed centre holds the cube, and that of `h` times [`HALF_WITHIN`] is in it. *End.*

use crate::blocks::{PointBlock, WIDE};

/// Cubes whose numbers are above this times their half side are refused: 2^36.
pub(crate) const FINEST: f64 = (1_u64 << 36) as f64;

/// A cube is within its centre and its half side times this along each axis: see the lemma.
pub(crate) const HALF_IN_FRAME: f64 = 1.0 + 1.0 / 1024.0;

/// What is within its half side times this of its centre along each axis is in the cube.
pub const HALF_WITHIN: f64 = 1.0 - 1.0 / 1024.0;

/// Cells of a grid, in blocks.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    /// The cell of the lowest corner.
    pub(crate) blocks: Vec<PointBlock<i32>>,
    pub(crate) grid: Grid,
    /// Cells along x, y and z of the array that they are of.
    pub(crate) array: Option<[u32; 3]>,
}

/// A grid: its number `k` along an axis is `origin + k side`, rounded once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    pub(crate) origin: [f64; 3],
    pub(crate) side: f64,
}

impl Grid {
    /// A number of the grid, of a cell or between cells.
    #[inline]
    pub(crate) fn number(&self, axis: usize, cell: f64) -> f64 {
        cell.mul_add(self.side, self.origin[axis])
    }
}

/// How large cubes are.
#[derive(Clone, Debug)]
pub(crate) enum Sizes {
    /// Cells of one, of this half side.
    One(f64),
    /// So many cells a side, of this half side, in the order of the blocks.
    Cells(Vec<u32>, f64),
    /// Half sides, in the order of the blocks.
    Each(Vec<f64>),
}

impl Sizes {
    /// The half side of a cube, before its faces are rounded.
    #[inline]
    pub(crate) fn half(&self, place: usize) -> f64 {
        match self {
            Self::One(half) => *half,
            Self::Cells(sizes, half) => f64::from(sizes[place]) * half,
            Self::Each(halves) => halves[place],
        }
    }

    /// The cells that it has a side.
    #[inline]
    pub(crate) fn cells(&self, place: usize) -> u32 {
        match self {
            Self::Cells(sizes, _) => sizes[place],
            Self::One(_) | Self::Each(_) => 1,
        }
    }

    /// At least the half sides of a block's cubes, along each axis from their centres as computed.
    #[inline(always)]
    pub(crate) fn halves_in_frame(&self, block: usize) -> [f32; WIDE] {
        // Rounding to `f32` is in the factor; what is subnormal is less than the least normal.
        let up = |half: f64| (half * HALF_IN_FRAME * UP) as f32 + f32::MIN_POSITIVE;
        match self {
            Self::One(half) => [up(*half); WIDE],
            Self::Cells(sizes, half) => {
                let mut to = [0.0; WIDE];
                for (to, &size) in to.iter_mut().zip(&sizes[WIDE * block..]) {
                    *to = up(f64::from(size) * half);
                }
                to
            }
            Self::Each(halves) => {
                let mut to = [0.0; WIDE];
                for (to, &half) in to.iter_mut().zip(&halves[WIDE * block..]) {
                    *to = up(half);
                }
                to
            }
        }
    }
}

/// More than rounding to `f32` takes away.
const UP: f64 = 1.0 + 1.0 / (1 << 22) as f64;

impl Cells {
    /// The centre of a cell, rounded.
    #[inline]
    pub(crate) fn center(&self, sizes: &Sizes, place: usize) -> [f64; 3] {
        let half = 0.5 * f64::from(sizes.cells(place));
        let low = self.low(place);
        [0, 1, 2].map(|k| (low[k] + half) * self.grid.side + self.grid.origin[k])
    }

    #[inline]
    fn low(&self, place: usize) -> [f64; 3] {
        self.cell(place).map(f64::from)
    }

    /// The cell of its lowest corner.
    pub(crate) fn cell(&self, place: usize) -> [i32; 3] {
        let (block, slot) = (&self.blocks[place / WIDE], place % WIDE);
        [0, 1, 2].map(|k| block.0[k][slot])
    }

    /// Its lowest and its highest corner: the cube.
    pub(crate) fn corners(&self, sizes: &Sizes, place: usize) -> [[f64; 3]; 2] {
        let (low, size) = (self.low(place), f64::from(sizes.cells(place)));
        [0.0, size].map(|more| [0, 1, 2].map(|k| self.grid.number(k, low[k] + more)))
    }

    /// Centres relative to an origin, in `f64`.
    #[inline(always)]
    pub(crate) fn relative(&self, sizes: &Sizes, origin: [f64; 3], block: usize) -> Relative {
        let mut halves = [0.5; WIDE];
        if let Sizes::Cells(sizes, _) = sizes {
            for (half, &size) in halves.iter_mut().zip(&sizes[WIDE * block..]) {
                *half = 0.5 * f64::from(size);
            }
        }
        let (PointBlock(cells), mut to) = (&self.blocks[block], [[0.0; WIDE]; 3]);
        for k in 0..3 {
            let shift = self.grid.origin[k] - origin[k];
            for slot in 0..WIDE {
                to[k][slot] = (f64::from(cells[k][slot]) + halves[slot]) * self.grid.side + shift;
            }
        }
        to
    }
}

/// Coordinates of a block.
pub(crate) type Relative = [[f64; WIDE]; 3];

/// The box of a leaf.
pub(crate) fn leaf(center: [f64; 3], half: f64) -> [[f64; 3]; 2] {
    [center.map(|x| x - half), center.map(|x| x + half)]
}
