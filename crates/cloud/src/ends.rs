//! The box of a block: of points, of points with radii, of cubes, of boxes; and levels of boxes.

use crate::blocks::{BoxBlock, Level, PointBlock, WIDE};
use crate::cubes::{Cells, HALF_IN_FRAME, Sizes};
use crate::parts::{Points, Radii, Shared};
use crate::region::RADIUS_IN_FRAME;
use crate::source::Coordinate;
use crate::threads::collected;

/// The lowest and the highest corner of a box, relative to the origin of the cloud.
pub(crate) type Ends = [[f32; 3]; 2];

/// Bounds the rounding of a sum of six sizes.
const SUM_REL_ERR: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

impl Shared {
    /// The box of a block of items. Slots that no item takes hold one that another slot of the
    /// block has, or a part of it.
    #[inline]
    pub(crate) fn ends(&self, block: usize) -> Ends {
        let Self { points, radii, origin, .. } = self;
        match (points, radii) {
            (Points::Cells(cells), Radii::Cubes(sizes)) => of_cells(cells, sizes, *origin, block),
            (Points::Single(blocks), Radii::Each(radii)) => {
                of_spheres(&blocks[block], of_block(radii, block), *origin, RADIUS_IN_FRAME)
            }
            (Points::Double(blocks), Radii::Each(radii)) => {
                of_spheres(&blocks[block], of_block(radii, block), *origin, RADIUS_IN_FRAME)
            }
            (Points::Single(blocks), Radii::Cubes(Sizes::Each(halves))) => {
                of_spheres(&blocks[block], of_block(halves, block), *origin, HALF_IN_FRAME)
            }
            (Points::Double(blocks), Radii::Cubes(Sizes::Each(halves))) => {
                of_spheres(&blocks[block], of_block(halves, block), *origin, HALF_IN_FRAME)
            }
            (Points::Single(blocks), _) => {
                let PointBlock(points) = &blocks[block];
                of_points(|k| points[k].map(|x| x - origin[k] as f32))
            }
            (Points::Double(blocks), _) => {
                let PointBlock(points) = &blocks[block];
                of_points(|k| points[k].map(|x| (x - origin[k]) as f32))
            }
            (Points::Cells(_), _) => unreachable!("cells are cubes"),
        }
    }

    /// Makes the boxes of all blocks from one on, and all levels over these.
    pub(crate) fn make_boxes(&mut self, from: usize) {
        let blocks = self.blocks();
        let mut lowest = match self.levels.is_empty() {
            true => Level::default(),
            false => std::mem::take(&mut self.levels[0]),
        };
        lowest.make(from, blocks, |block| Some(self.ends(block)));
        match self.levels.is_empty() {
            true => self.levels.push(lowest),
            false => self.levels[0] = lowest,
        }
        self.make_levels(from / WIDE);
    }

    /// Makes all levels but the lowest, from the boxes of a block of boxes of that on.
    fn make_levels(&mut self, mut from: usize) {
        let mut n = 0;
        while self.levels[n].blocks.len() > 1 {
            if n + 1 == self.levels.len() {
                self.levels.push(Level::default());
            }
            let (below, above) = self.levels.split_at_mut(n + 1);
            let below = &below[n];
            let from_here = from.min(above[0].count);
            above[0].make(from_here, below.blocks.len(), |block| below.ends(block));
            from /= WIDE;
            n += 1;
        }
        self.levels.truncate(n + 1);
        self.grow();
    }

    /// Makes the box of a block anew, and those of the blocks that it is in.
    pub(crate) fn make_box(&mut self, block: usize, ends: Option<Ends>) {
        let (mut block, mut ends) = (block, ends);
        for n in 0..self.levels.len() {
            if !self.levels[n].change(block, ends) {
                return;
            }
            block /= WIDE;
            ends = self.levels[n].ends(block);
        }
        self.grow();
    }

    /// Adds the box of one block more, after the last.
    pub(crate) fn add_box(&mut self, ends: Ends) {
        self.levels[0].push(Some(ends));
        let mut n = 0;
        while self.levels[n].blocks.len() > 1 {
            let block = self.levels[n].blocks.len() - 1;
            if n + 1 == self.levels.len() {
                let first = (0..block).map(|block| self.levels[n].ends(block)).collect::<Vec<_>>();
                self.levels.push(Level::default());
                first.into_iter().for_each(|ends| self.levels[n + 1].push(ends));
            }
            let ends = self.levels[n].ends(block);
            match block < self.levels[n + 1].count {
                true => {
                    self.levels[n + 1].change(block, ends);
                }
                false => self.levels[n + 1].push(ends),
            }
            n += 1;
        }
        self.grow();
    }

    /// No box reaches farther than the size, whatever reached so far before.
    fn grow(&mut self) {
        let size = self.levels.last().map_or(0.0, reach_of) * SUM_REL_ERR;
        // Written so that NaN is kept.
        if !(size <= self.size) {
            self.size = size;
        }
    }
}

fn of_block(numbers: &[f64], block: usize) -> &[f64] {
    let first = WIDE * block;
    &numbers[first..numbers.len().min(first + WIDE)]
}

/// The box of a block of points, which `relative` gives relative to the origin, along an axis.
///
/// For every real `r`: `fl(r)⁻ <= r <= fl(r)⁺`, where `fl` rounds to nearest, in `f32` too (see
/// `predicates`, `bounds`). A difference of coordinates is rounded to `f64` and then to `f32`:
/// `fl32(y)⁺` is an `f64` number above `y`, so at least `y⁺`, for `y = fl64(r)`.
#[inline(always)]
fn of_points(relative: impl Fn(usize) -> [f32; WIDE]) -> Ends {
    let [mut low, mut high] = [[0.0; 3]; 2];
    for k in 0..3 {
        let numbers = relative(k);
        let [least, most] = extremes(numbers, numbers);
        (low[k], high[k]) = (least.next_down(), most.next_up());
    }
    [low, high]
}

/// The least of sixteen numbers and the largest of sixteen others.
#[inline(always)]
fn extremes(mut low: [f32; WIDE], mut high: [f32; WIDE]) -> [f32; 2] {
    let mut width = WIDE / 2;
    while width > 0 {
        for n in 0..width {
            low[n] = if low[n + width] < low[n] { low[n + width] } else { low[n] };
            high[n] = if high[n + width] > high[n] { high[n + width] } else { high[n] };
        }
        width /= 2;
    }
    [low[0], high[0]]
}

/// The same where each point has its radius, in the frame at most this times as long.
#[inline(always)]
fn of_spheres<U: Coordinate>(
    block: &PointBlock<U>,
    radii: &[f64],
    origin: [f64; 3],
    in_frame: f64,
) -> Ends {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for (slot, &radius) in radii.iter().enumerate() {
        let radius = radius * in_frame;
        for k in 0..3 {
            let x = block.0[k][slot].wide() - origin[k];
            low[k] = low[k].min((x.next_down() - radius).next_down() as f32);
            high[k] = high[k].max((x.next_up() + radius).next_up() as f32);
        }
    }
    [low.map(f32::next_down), high.map(f32::next_up)]
}

/// The box of a block of cells: see the lemma of `cubes`.
#[inline(always)]
fn of_cells(cells: &Cells, sizes: &Sizes, origin: [f64; 3], block: usize) -> Ends {
    let centers = cells.relative(sizes, origin, block);
    let halves = sizes.halves_in_frame(block);
    let [mut low, mut high] = [[0.0; 3]; 2];
    for k in 0..3 {
        // A sum is rounded to `f64` and then to `f32`: see `of_points`.
        let [mut from, mut to] = [[0.0; WIDE]; 2];
        for slot in 0..WIDE {
            let half = f64::from(halves[slot]);
            from[slot] = (centers[k][slot] - half) as f32;
            to[slot] = (centers[k][slot] + half) as f32;
        }
        let [least, most] = extremes(from, to);
        (low[k], high[k]) = (least.next_down(), most.next_up());
    }
    [low, high]
}

impl Level {
    /// The box around a block of boxes; `None` if nothing is in them.
    #[inline]
    pub(crate) fn ends(&self, block: usize) -> Option<Ends> {
        let count = WIDE.min(self.count - WIDE * block);
        let BoxBlock { center, half } = &self.blocks[block];
        // Most blocks have sixteen boxes, with something in each.
        let is_full = count == WIDE && !(extremes(half[0], half[0])[0] < 0.0);
        let is_there = |slot: usize| slot < count && !(half[0][slot] < 0.0);
        if !is_full && !(0..WIDE).any(is_there) {
            return None;
        }
        let [mut low, mut high] = [[0.0; 3]; 2];
        for k in 0..3 {
            let (mut from, mut to) = ([0.0; WIDE], [0.0; WIDE]);
            for slot in 0..WIDE {
                let (center, half) = (center[k][slot], half[k][slot]);
                (from[slot], to[slot]) = (center - half, center + half);
            }
            if !is_full {
                for slot in (0..WIDE).filter(|&slot| !is_there(slot)) {
                    (from[slot], to[slot]) = (f32::INFINITY, f32::NEG_INFINITY);
                }
            }
            let [least, most] = extremes(from, to);
            (low[k], high[k]) = (least.next_down(), most.next_up());
        }
        Some([low, high])
    }

    /// Makes the boxes from one on, up to a count; of all boxes also their mean size.
    pub(crate) fn make(
        &mut self,
        from: usize,
        count: usize,
        ends: impl Fn(usize) -> Option<Ends> + Send + Sync,
    ) {
        self.count = count;
        if from > 0 {
            self.blocks.resize(count.div_ceil(WIDE), BoxBlock::EMPTY);
            for n in from..count {
                put(&mut self.blocks[n / WIDE], n % WIDE, ends(n));
            }
            return;
        }
        self.blocks = collected(count.div_ceil(WIDE), PIECE, |n| {
            let mut block = BoxBlock::EMPTY;
            for slot in 0..WIDE.min(count - WIDE * n) {
                put(&mut block, slot, ends(WIDE * n + slot));
            }
            block
        });
        let mut sizes = 0.0;
        for n in 0..count {
            sizes += f64::from(half_diagonal(&self.blocks[n / WIDE], n % WIDE));
        }
        self.mean_size = (sizes / count as f64) as f32;
    }

    /// One box more.
    fn push(&mut self, ends: Option<Ends>) {
        if self.count.is_multiple_of(WIDE) {
            self.blocks.push(BoxBlock::EMPTY);
        }
        self.count += 1;
        let (block, slot) = ((self.count - 1) / WIDE, (self.count - 1) % WIDE);
        put(&mut self.blocks[block], slot, ends);
        if self.count == 1 {
            self.mean_size = half_diagonal(&self.blocks[block], slot);
        }
    }

    /// Is a box another one now?
    fn change(&mut self, n: usize, ends: Option<Ends>) -> bool {
        let (block, slot) = (n / WIDE, n % WIDE);
        let of = |block: &BoxBlock| {
            [0, 1, 2].map(|k| [block.center[k][slot].to_bits(), block.half[k][slot].to_bits()])
        };
        let before = of(&self.blocks[block]);
        put(&mut self.blocks[block], slot, ends);
        before != of(&self.blocks[block])
    }
}

/// A box by its ends. Ends that overflow give boxes that no test tells apart from anything.
#[inline(always)]
fn put(block: &mut BoxBlock, slot: usize, ends: Option<Ends>) {
    for k in 0..3 {
        (block.center[k][slot], block.half[k][slot]) = match ends {
            None => (NOWHERE, -1.0),
            Some([low, high]) => {
                let center = 0.5 * low[k] + 0.5 * high[k];
                (center, (high[k] - center).max(center - low[k]).next_up())
            }
        };
    }
}

/// Half the diagonal of a box; 0 if nothing is in it.
fn half_diagonal(block: &BoxBlock, slot: usize) -> f32 {
    let [x, y, z] = [0, 1, 2].map(|k| block.half[k][slot]);
    if x < 0.0 { 0.0 } else { (x * x + y * y + z * z).sqrt() }
}

/// Blocks of boxes that one thread makes at least.
const PIECE: usize = 64;

/// Where the box of a block is that nothing is in: far from everything. Its half sides are below 0.
/// Who comes there all the same finds that it has no members.
pub(crate) const NOWHERE: f32 = 1e30;

/// How far the boxes of a level reach from the origin, rounded to nearest; infinite or NaN where
/// their numbers are.
fn reach_of(level: &Level) -> f64 {
    let reach = |n: usize| {
        let (block, slot) = (&level.blocks[n / WIDE], n % WIDE);
        let of_axis =
            |k: usize| f64::from(block.center[k][slot].abs()) + f64::from(block.half[k][slot]);
        match block.half[0][slot] < 0.0 {
            true => 0.0,
            false => (0..3).map(of_axis).sum::<f64>(),
        }
    };
    (0..level.count).map(reach).fold(0.0, |most, x| if x <= most { most } else { x })
}
