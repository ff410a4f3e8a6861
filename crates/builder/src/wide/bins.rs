//! Where a set can be cut: sixteen bins along each of its three axes.

use super::eigen::Frame;
use super::rows::{Row, WIDTH, dot, fold, max, min};
use super::set::Set;
use super::soup::{Block, Item, block};

/// Cuts an axis has: between bin `j` and `j + 1` for `j` below this.
pub(super) const CUTS: usize = WIDTH - 1;

/// A set's triangles by blocks of sixteen, and their bins.
#[derive(Default)]
pub(super) struct Binned {
    /// Coordinates along the set's own axes, from its first corner; places behind the last triangle
    /// repeat another.
    pub(super) blocks: Vec<Block>,
    /// Bin along each axis.
    pub(super) bins: Vec<[Row<i32>; 3]>,
    along: Vec<[Row; 3]>,
    /// `below[axis][j]`: triangles in bins `0..=j`.
    pub(super) below: [[u32; WIDTH]; 3],
    /// Where bins by place start along each axis, and how many there are in a unit.
    low: [f32; 3],
    scale: [f32; 3],
}

/// A place to cut: behind bin `bin` of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) axis: usize,
    pub(super) bin: usize,
}

/// 2^23: `f32` numbers from here on are integers.
const INTEGERS: f32 = (1 << 23) as f32;

impl Binned {
    /// Loads and bins a set.
    #[inline(always)]
    pub(super) fn load(&mut self, items: &[Item], set: &Set) {
        let items = &items[set.start..set.start + set.count];
        let about = items[0].first();
        let count = set.count;
        self.blocks.clear();
        self.along.clear();
        for items in items.chunks(WIDTH) {
            let block = in_frame(&block(items, about), &set.frame);
            let mut along = [Row::ZERO; 3];
            for a in 0..3 {
                for l in 0..WIDTH {
                    let [p, q, r] = [block[a].0[l], block[3 + a].0[l], block[6 + a].0[l]];
                    along[a].0[l] = p + q + r;
                }
            }
            self.along.push(along);
            self.blocks.push(block);
        }
        self.bins.clear();
        self.bin_by_place();
        self.count_below(count);
    }

    /// Sixteen bins of equal width from the first centroid to the last; all in the first bin where
    /// the centroids do not spread.
    #[inline(always)]
    fn bin_by_place(&mut self) {
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
        let scale: [f32; 3] = std::array::from_fn(|axis| {
            let scale = 15.9999 / (high[axis] - low[axis]);
            // A spread too small to divide by.
            if scale.is_finite() { scale } else { 0.0 }
        });
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

    #[inline(always)]
    fn count_below(&mut self, count: usize) {
        self.below = [[0; WIDTH]; 3];
        for i in 0..count {
            for axis in 0..3 {
                self.below[axis][self.bins[i / WIDTH][axis].0[i % WIDTH] as usize & 15] += 1;
            }
        }
        for below in &mut self.below {
            for j in 1..WIDTH {
                below[j] += below[j - 1];
            }
        }
    }

    /// Triangles on either side of a cut; `None` if there is none on one side, or the same cut
    /// stands one bin earlier.
    #[inline(always)]
    pub(super) fn sides(&self, cut: Cut, count: usize) -> Option<[usize; 2]> {
        let below = &self.below[cut.axis];
        let here = below[cut.bin] as usize;
        let before = if cut.bin == 0 { 0 } else { below[cut.bin - 1] as usize };
        (here > before && here < count).then(|| [here, count - here])
    }

    /// Is any triangle, of a set of which some were binned by place, behind the cut? `about` is the
    /// first corner of the first that was binned, `axis` the cut's axis.
    #[inline(always)]
    pub(super) fn would_be_behind(
        &self,
        cut: Cut,
        item: &Item,
        about: [f32; 3],
        axis: [f32; 3],
    ) -> bool {
        let v = item.relative_to(about);
        let [p, q, r] = [[v[0], v[1], v[2]], [v[3], v[4], v[5]], [v[6], v[7], v[8]]];
        let along = dot(p, axis) + dot(q, axis) + dot(r, axis);
        bin_at(along, self.low[cut.axis], self.scale[cut.axis]) > cut.bin as i32
    }

    /// Is the triangle at a place of the set behind the cut?
    #[inline(always)]
    pub(super) fn is_behind(&self, cut: Cut, place: usize) -> bool {
        self.bins[place / WIDTH][cut.axis].0[place % WIDTH] > cut.bin as i32
    }
}

/// The bin of a triangle by place.
#[inline(always)]
fn bin_at(along: f32, low: f32, scale: f32) -> i32 {
    let place = (along - low) * scale - 0.5;
    // Rounded to an integer by a sum whose last place is one: the low bits.
    let rounded = max(min(place, 15.0), 0.0) + INTEGERS;
    (rounded.to_bits() & 15) as i32
}

/// Coordinates along the axes of a frame.
#[inline(always)]
pub(super) fn in_frame(block: &Block, frame: &Frame) -> Block {
    let mut turned = [Row::ZERO; 9];
    for v in [0, 3, 6] {
        for l in 0..WIDTH {
            let corner = [block[v].0[l], block[v + 1].0[l], block[v + 2].0[l]];
            turned[v].0[l] = dot(corner, frame[0]);
            turned[v + 1].0[l] = dot(corner, frame[1]);
            turned[v + 2].0[l] = dot(corner, frame[2]);
        }
    }
    turned
}
