//! The traversal of a cloud and anything else that has a hierarchy of boxes.
//!
//! An entry of the stack is a block of the cloud, which of its sixteen members are meant, and a
//! part of the other. The larger of both is divided: a member into the block below it, or the part
//! into its own parts. What is nearest is visited first.

use std::ops::ControlFlow;

use obbtree_simd::{Kernel, Lanes, SimdLevel};

use crate::blocks::{BoxBlock, PointBlock, WIDE};
use crate::cloud::PointCloud;
use crate::parts::{Points, Radii};
use crate::region::{RADIUS_IN_FRAME, Region};

/// What a cloud is compared with.
pub trait Target {
    /// What it is divided into.
    type Part: Copy;
    /// The bounding volume of a part.
    type Region: Region;

    /// The square of the gap above which nothing matters any more; it may shrink.
    fn limit_sq(&self) -> f32;
    /// Does a part have parts?
    fn is_divisible(&self, part: Self::Part) -> bool;
    /// Gives the parts of a part, at most [`WIDE`].
    fn divide(&mut self, part: Self::Part, put: impl FnMut(Self::Part, Self::Region));
    /// Of a block of points, those that still matter (a bit for each slot).
    #[inline(always)]
    fn wanted(&self, block: usize) -> u32 {
        let _ = block;
        ALL
    }
    /// Points of a block (a bit for each slot) that may be near a part without parts; `relative`
    /// are all points of the block, relative to the cloud's origin.
    fn meet<S: Lanes>(&mut self, simd: S, found: Found<'_, Self::Part>) -> ControlFlow<()>;
}

/// Points that may be near a part.
#[derive(Clone, Copy, Debug)]
pub struct Found<'p, P> {
    /// The block: slot `s` is place `WIDE * block + s` of the cloud.
    pub block: usize,
    /// A bit for each slot that is meant.
    pub slots: u32,
    /// The points of the block, relative to the origin of the cloud, rounded.
    pub relative: &'p [[f32; WIDE]; 3],
    /// The part.
    pub part: P,
}

/// An entry of the stack.
#[derive(Clone, Copy, Debug)]
struct Entry<P, R> {
    /// The square of the least gap.
    key: f32,
    /// 0 for points, else a level of boxes counted from 1.
    kind: u32,
    block: u32,
    members: u32,
    part: P,
    region: R,
}

/// What a traversal works in: kept by who traverses often.
#[derive(Clone, Debug)]
pub struct WalkMemory<P, R>(Vec<Entry<P, R>>);

impl<P, R> Default for WalkMemory<P, R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// A traversal of a cloud and a target, from a part of the target.
pub struct Walk<'w, T: Target> {
    /// The cloud.
    pub cloud: &'w PointCloud,
    /// What it is compared with.
    pub target: &'w mut T,
    /// The memory, whatever was left in it.
    pub memory: &'w mut WalkMemory<T::Part, T::Region>,
}

/// A block of a cloud.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// 0 for points, else a level of boxes, the lowest of which is 1.
    pub kind: u32,
    /// Its number.
    pub number: u32,
}

impl<T: Target> Walk<'_, T> {
    /// Traverses all of both; ends early if the target breaks it off.
    pub fn run(self, part: T::Part, region: T::Region, level: SimdLevel) -> ControlFlow<()> {
        let block = self.cloud.root();
        level.dispatch(Rooted { walk: self, block, floor: 0, part, region })
    }

    /// Traverses the target alone: which members of one block may be near a part without parts?
    /// Those of boxes come without points.
    pub fn of_block(
        self,
        block: Block,
        part: T::Part,
        region: T::Region,
        level: SimdLevel,
    ) -> ControlFlow<()> {
        level.dispatch(Rooted { walk: self, block, floor: block.kind, part, region })
    }
}

/// A traversal and where it begins.
struct Rooted<'w, T: Target> {
    walk: Walk<'w, T>,
    block: Block,
    /// What is not divided.
    floor: u32,
    part: T::Part,
    region: T::Region,
}

impl<T: Target> Kernel for Rooted<'_, T> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> ControlFlow<()> {
        let Self { walk: Walk { cloud, target, memory }, block, floor, part, region } = self;
        let stack = &mut memory.0;
        stack.clear();
        let place = Place { kind: block.kind, block: block.number, members: ALL };
        test(simd, cloud, target.limit_sq(), place, (part, region), stack);
        while let Some(Entry { key, kind, block, members, part, region }) = stack.pop() {
            let limit = target.limit_sq();
            if key > limit {
                continue;
            }
            let members = match kind {
                0 => members & target.wanted(block as usize),
                _ => members,
            };
            if members == 0 {
                continue;
            }
            let divisible = target.is_divisible(part);
            if kind == floor && !divisible {
                let relative = match kind {
                    0 => &cloud.relative_points(block as usize),
                    _ => &NO_POINTS,
                };
                let block = block as usize;
                target.meet(simd, Found { block, slots: members, relative, part })?;
                continue;
            }
            let first = stack.len();
            if divisible && (kind == floor || region.size() > cloud.mean_size(kind)) {
                let place = Place { kind, block, members };
                // Not tested in the closure, which is a function of its own, without lanes.
                let (mut parts, mut count) = ([(part, region); WIDE], 0);
                target.divide(part, |part, region| {
                    parts[count] = (part, region);
                    count += 1;
                });
                for &child in &parts[..count] {
                    test(simd, cloud, limit, place, child, stack);
                }
            } else {
                let mut left = members;
                while left != 0 {
                    let member = left.trailing_zeros();
                    left &= left - 1;
                    let block = WIDE as u32 * block + member;
                    let place = Place { kind: kind - 1, block, members: ALL };
                    test(simd, cloud, limit, place, (part, region), stack);
                }
            }
            // The nearest is popped first. Keys are not NaN: see `test`.
            stack[first..].sort_unstable_by(|p, q| q.key.total_cmp(&p.key));
        }
        ControlFlow::Continue(())
    }
}

/// Of boxes.
static NO_POINTS: [[f32; WIDE]; 3] = [[0.0; WIDE]; 3];

/// All members of a block.
const ALL: u32 = 0xffff;

/// Members of a block.
#[derive(Clone, Copy)]
struct Place {
    kind: u32,
    block: u32,
    members: u32,
}

/// Pushes those members of a block that may be within the limit of a part.
#[inline(always)]
fn test<S: Lanes, P: Copy, R: Region>(
    simd: S,
    cloud: &PointCloud,
    limit: f32,
    Place { kind, block, members }: Place,
    (part, region): (P, R),
    stack: &mut Vec<Entry<P, R>>,
) {
    let (near, gaps) = if kind > 0 {
        let boxes = &cloud.boxes(kind as usize - 1).0[block as usize];
        test_boxes(simd, boxes, region, limit)
    } else {
        cloud.near_points(simd, block as usize, region, limit)
    };
    let members = near & members & cloud.members(kind, block);
    if members == 0 {
        return;
    }
    let (mut key, mut left) = (f32::INFINITY, members);
    while left != 0 {
        let gap = gaps[left.trailing_zeros() as usize % WIDE];
        // NaN, of what cannot be told apart, counts as 0.
        let gap = if gap > 0.0 { gap } else { 0.0 };
        key = if gap < key { gap } else { key };
        left &= left - 1;
    }
    stack.push(Entry { key, kind, block, members, part, region });
}

/// Which boxes may be within the limit of a region, and their gaps.
#[inline(always)]
fn test_boxes<S: Lanes, R: Region>(
    simd: S,
    boxes: &BoxBlock,
    region: R,
    limit: f32,
) -> (u32, [f32; WIDE]) {
    let (mut near, mut gaps) = (0, [0.0; WIDE]);
    for register in 0..S::REGISTERS {
        let at = register * S::WIDTH;
        let [x, y, z] = &boxes.center;
        let center = [simd.load(&x[at..]), simd.load(&y[at..]), simd.load(&z[at..])];
        let [x, y, z] = &boxes.half;
        let half = [simd.load(&x[at..]), simd.load(&y[at..]), simd.load(&z[at..])];
        let gap = region.gap_sq(simd, center, Some(half));
        simd.store(gap, &mut gaps[at..]);
        near |= (!simd.greater(gap, simd.splat(limit)) & lanes::<S>()) << at;
    }
    (near, gaps)
}

/// The bits of the lanes of a register.
const fn lanes<S: Lanes>() -> u32 {
    (1 << S::WIDTH) - 1
}

impl PointCloud {
    /// The block of boxes at the top.
    #[inline]
    #[must_use]
    pub fn root(&self) -> Block {
        Block { kind: self.levels() as u32, number: 0 }
    }

    /// Which points of a block, or cubes, may be within the limit of a region (a bit for each
    /// slot), and the squares of all gaps, the radii taken off that are not common to all; NaN of
    /// what cannot be told apart.
    ///
    /// # Panics
    /// If there are not so many blocks.
    #[inline(always)]
    pub fn near_points<S: Lanes, R: Region>(
        &self,
        simd: S,
        block: usize,
        region: R,
        limit_sq: f32,
    ) -> (u32, [f32; WIDE]) {
        if self.has_cubes() {
            return test_boxes(simd, &self.cubes_as_boxes(block), region, limit_sq);
        }
        let (mut near, mut gaps) = (0, [0.0; WIDE]);
        let points = self.relative_points(block);
        let radii = self.radii_in_frame(block);
        for register in 0..S::REGISTERS {
            let at = register * S::WIDTH;
            let [x, y, z] = &points;
            let center = [simd.load(&x[at..]), simd.load(&y[at..]), simd.load(&z[at..])];
            let mut gap = region.gap_sq(simd, center, None);
            if let Some(radii) = &radii {
                let rest = simd.sub(simd.sqrt(gap), simd.load(&radii[at..]));
                let rest = simd.max(rest, simd.splat(0.0));
                gap = simd.mul(rest, rest);
            }
            simd.store(gap, &mut gaps[at..]);
            near |= (!simd.greater(gap, simd.splat(limit_sq)) & lanes::<S>()) << at;
        }
        (near, gaps)
    }

    /// The members that a block has, a bit for each.
    #[inline]
    #[must_use]
    pub fn members_of(&self, block: Block) -> u32 {
        self.members(block.kind, block.number)
    }

    /// The points of a block relative to the origin, rounded to `f32`: by one rounding of the
    /// difference and, of `f64`, one more. Slots beyond the last point hold it too. Of cells of a
    /// grid these are zero: see [`PointCloud::cubes_as_boxes`].
    ///
    /// # Panics
    /// If there are not so many blocks.
    #[inline(always)]
    #[must_use]
    pub fn relative_points(&self, block: usize) -> [[f32; WIDE]; 3] {
        let mut to = [[0.0; WIDE]; 3];
        let origin = self.origin();
        match &self.shared.points {
            Points::Single(blocks) => {
                let PointBlock(points) = &blocks[block];
                for k in 0..3 {
                    // An `f32` number: see `build`.
                    let origin = origin[k] as f32;
                    for slot in 0..WIDE {
                        to[k][slot] = points[k][slot] - origin;
                    }
                }
            }
            Points::Double(blocks) => {
                let PointBlock(points) = &blocks[block];
                for k in 0..3 {
                    for slot in 0..WIDE {
                        to[k][slot] = (points[k][slot] - origin[k]) as f32;
                    }
                }
            }
            Points::Cells(_) => {}
        }
        to
    }

    /// The mean half diagonal of the members of blocks of a kind; 0 of points.
    #[inline(always)]
    #[must_use]
    pub fn mean_size(&self, kind: u32) -> f32 {
        if kind == 0 { 0.0 } else { self.shared.levels[kind as usize - 1].mean_size }
    }

    /// The members that a block has.
    #[inline(always)]
    fn members(&self, kind: u32, block: u32) -> u32 {
        if kind == 0 {
            return self.shared.used(block as usize);
        }
        let left = self.boxes(kind as usize - 1).1 - WIDE * block as usize;
        if left >= WIDE { ALL } else { (1 << left) - 1 }
    }

    /// The boxes of the cubes of a block: their centres, rounded as those of points, and at least
    /// their half sides. Empty if there are no cubes.
    ///
    /// A function of its own: what tests points has no code for cubes in it.
    ///
    /// # Panics
    /// If there are not so many blocks.
    #[inline(never)]
    #[must_use]
    pub fn cubes_as_boxes(&self, block: usize) -> BoxBlock {
        let Some(sizes) = self.sizes() else { return BoxBlock::EMPTY };
        let center = match &self.shared.points {
            Points::Cells(cells) => {
                cells.relative(sizes, self.origin(), block).map(|row| row.map(|x| x as f32))
            }
            Points::Single(_) | Points::Double(_) => self.relative_points(block),
        };
        BoxBlock { center, half: [sizes.halves_in_frame(block); 3] }
    }

    /// At least the radii of a block's points in the frame of the cloud, if each has its own.
    ///
    /// # Panics
    /// If each has, and there are not so many blocks.
    #[inline(always)]
    #[must_use]
    pub fn radii_in_frame(&self, block: usize) -> Option<[f32; WIDE]> {
        let Radii::Each(radii) = &self.shared.radii else { return None };
        let mut to = [0.0; WIDE];
        for (to, &radius) in to.iter_mut().zip(&radii[WIDE * block..]) {
            // Rounding to `f32` is in that too; of subnormal numbers it is less than 2^-149.
            *to = (radius * RADIUS_IN_FRAME) as f32 + f32::MIN_POSITIVE;
        }
        Some(to)
    }
}
