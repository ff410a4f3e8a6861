//! Where a set can be cut: sixteen bins along each of its three axes (Wald, "On fast Construction
//! of SAH-based Bounding Volume Hierarchies", 2007, section 3).

use super::frame::Frame;
use super::rows::{Row, WIDTH, dot, fold, max, min};
use super::set::Set;
use super::soup::{Block, Item, block};

/// Bins along an axis, one a lane.
pub(super) const BINS: usize = WIDTH;

/// Cuts along an axis: between bin `j` and `j + 1` for `j` below this.
pub(super) const CUTS: usize = BINS - 1;

/// The width of the centroids' range in bins. Slightly less than all of them, so that the last
/// centroid falls into the last bin and not on its upper end.
const RANGE_IN_BINS: f32 = 15.9999;

/// A set's triangles in blocks of sixteen, and their bins.
#[derive(Default)]
pub(super) struct Binned {
    /// Coordinates along the set's own axes, relative to its first corner; lanes after the last
    /// triangle repeat another.
    pub(super) blocks: Vec<Block>,
    /// The bin along each axis.
    pub(super) bins: Vec<[Row<i32>; 3]>,
    /// Three times the centroid along each axis.
    along: Vec<[Row; 3]>,
    pub(super) below: Below,
    /// Where the first bin starts along each axis.
    low: [f32; 3],
    /// Bins per unit along each axis.
    scale: [f32; 3],
}

/// A cut: between bin `bin` of an axis and the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) axis: usize,
    pub(super) bin: usize,
}

/// The same as a plane, for what was not binned.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    pub(super) axis: usize,
    /// Where the first bin starts.
    pub(super) low: f32,
    /// Bins per unit.
    pub(super) scale: f32,
    /// The last bin before the cut.
    pub(super) bin: i32,
}

impl Plane {
    /// Is what has three times its centroid here, along the axis, behind the cut?
    #[inline(always)]
    pub(super) fn is_behind(&self, along: f32) -> bool {
        bin_at(along, self.low, self.scale) > self.bin
    }
}

/// The chosen cut of a set, with axes and area of the box of either side.
pub(super) struct Choice {
    pub(super) cut: Cut,
    pub(super) frame: [Frame; 2],
    pub(super) area: [f32; 2],
}

/// `[axis][j]`: triangles in bins `0..=j`.
#[derive(Clone, Copy, Default)]
pub(super) struct Below([[u32; BINS]; 3]);

impl Below {
    /// Counts a triangle in its bin.
    #[inline(always)]
    pub(super) fn count(&mut self, axis: usize, bin: usize) {
        self.0[axis][bin] += 1;
    }

    /// From triangles in each bin to those up to each.
    #[inline(always)]
    pub(super) fn sum(&mut self) {
        for below in &mut self.0 {
            for j in 1..BINS {
                below[j] += below[j - 1];
            }
        }
    }

    /// How many triangles are before a cut.
    #[inline(always)]
    pub(super) fn before(&self, cut: Cut) -> usize {
        self.0[cut.axis][cut.bin] as usize
    }

    /// The number of triangles on either side of a cut; `None` if one side is empty, or the cut one
    /// bin earlier divides the set in the same way.
    #[inline(always)]
    pub(super) fn sides(&self, cut: Cut, count: usize) -> Option<[usize; 2]> {
        let below = &self.0[cut.axis];
        let here = below[cut.bin] as usize;
        let before = if cut.bin == 0 { 0 } else { below[cut.bin - 1] as usize };
        (here > before && here < count).then(|| [here, count - here])
    }
}

/// 2^23: `f32` numbers from here on are integers.
const INTEGERS: f32 = (1 << 23) as f32;

impl Binned {
    /// Loads and bins a set.
    #[inline(always)]
    pub(super) fn load(&mut self, items: &[Item], set: &Set) {
        let items = &items[set.start..set.start + set.count];
        let about = items[0].first();
        self.blocks.clear();
        self.along.clear();
        for items in items.chunks(WIDTH) {
            let block = in_frame(&block(items, about), &set.frame);
            self.along.push(sums(&block));
            self.blocks.push(block);
        }
        self.bins.clear();
        self.bin();
        self.below = Below::default();
        for i in 0..set.count {
            for axis in 0..3 {
                let bin = self.bins[i / WIDTH][axis].0[i % WIDTH];
                self.below.count(axis, bin as usize % BINS);
            }
        }
        self.below.sum();
    }

    /// Sixteen bins of equal width from the first centroid to the last; all centroids are in the
    /// first bin where they coincide along an axis.
    #[inline(always)]
    fn bin(&mut self) {
        let mut low = self.along[0];
        let mut high = self.along[0];
        for along in &self.along {
            for axis in 0..3 {
                let (along, low, high) = (&along[axis].0, &mut low[axis].0, &mut high[axis].0);
                for l in 0..WIDTH {
                    low[l] = min(low[l], along[l]);
                    high[l] = max(high[l], along[l]);
                }
            }
        }
        let low = low.map(|row| fold(&row, min));
        let high = high.map(|row| fold(&row, max));
        let scale: [f32; 3] = std::array::from_fn(|axis| scale_of(low[axis], high[axis]));
        for along in &self.along {
            let mut bins = [Row([0_i32; WIDTH]); 3];
            for axis in 0..3 {
                let (along, bins) = (&along[axis].0, &mut bins[axis].0);
                let (low, scale) = (low[axis], scale[axis]);
                for l in 0..WIDTH {
                    bins[l] = bin_at(along[l], low, scale);
                }
            }
            self.bins.push(bins);
        }
        (self.low, self.scale) = (low, scale);
    }

    /// A cut as a plane.
    pub(super) fn plane(&self, Cut { axis, bin }: Cut) -> Plane {
        Plane { axis, low: self.low[axis], scale: self.scale[axis], bin: bin as i32 }
    }
}

/// Bins per unit, if the centroids reach from here to there.
#[inline(always)]
pub(super) fn scale_of(low: f32, high: f32) -> f32 {
    let scale = RANGE_IN_BINS / (high - low);
    // Not finite where the range is too small to divide by.
    if scale.is_finite() { scale } else { 0.0 }
}

/// The bin of a centroid.
#[inline(always)]
pub(super) fn bin_at(along: f32, low: f32, scale: f32) -> i32 {
    let bin = (along - low) * scale - 0.5;
    // The sum rounds to an integer, which is then in the low bits.
    let rounded = max(min(bin, (BINS - 1) as f32), 0.0) + INTEGERS;
    (rounded.to_bits() % BINS as u32) as i32
}

/// Three times the centroid of each triangle.
#[inline(always)]
pub(super) fn sums(block: &Block) -> [Row; 3] {
    let mut along = [Row::ZERO; 3];
    for a in 0..3 {
        for l in 0..WIDTH {
            along[a].0[l] = block[a].0[l] + block[3 + a].0[l] + block[6 + a].0[l];
        }
    }
    along
}

/// Coordinates along the axes of a frame.
#[inline(always)]
pub(super) fn in_frame(block: &Block, frame: &Frame) -> Block {
    let mut rotated = [Row::ZERO; 9];
    for v in [0, 3, 6] {
        for l in 0..WIDTH {
            let corner = [block[v].0[l], block[v + 1].0[l], block[v + 2].0[l]];
            rotated[v].0[l] = dot(corner, frame[0]);
            rotated[v + 1].0[l] = dot(corner, frame[1]);
            rotated[v + 2].0[l] = dot(corner, frame[2]);
        }
    }
    rotated
}
