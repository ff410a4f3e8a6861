//! One node: a set of triangles cut into up to four, each with a fitted box.
//!
//! A node starts as one set. Three times the set with the highest cost is cut in two; then the box
//! of each part is rotated. How a set is cut depends on its size and on the effort: `split_small`,
//! `split_fast` or `split_best`; large sets by a sample of their triangles.

use obbtree_simd::{Kernel, Lanes, SimdLevel};

use super::bins::{Binned, Cut};
use super::config::Effort;
use super::draft::CHILDREN;
use super::fit;
use super::frame::{Frame, IDENTITY};
use super::moments::{MOMENTS, add_first, axes_of_one, of_block};
use super::points::Points;
use super::rows::{Row, WIDTH};
use super::set::{LEAF, Set, Weights, costliest};
use super::soup::{Item, partition};
use super::split_best::{self, Candidates};
use super::{split_fast, split_small};

/// Sets up to this size are cut the fast way whatever the effort: as many visits as with 32 or 1024,
/// in a tenth less time than with 32. Without a limit, 10 to 20 % more visits near contact.
const FAST_SPLIT: usize = 256;

/// Sets up to this size are cut by `split_small`: about 1 % more visits, a tenth more pairs of leaves
/// near contact, and fuller leaves in less time.
const SMALL_SPLIT: usize = WIDTH;

/// Larger sets are cut by a sample of about this many triangles, by effort; all are then moved. With
/// twice as many, or half, visits change by 1 %, which may be chance.
const SAMPLE: [usize; 2] = [1024, 8192];

/// About this many triangles determine the axes along which the whole mesh is cut first. Its box is
/// fitted like all others: 8 % fewer visits than along principal axes, and a fifth fewer in the
/// benchmark "env against rob".
const FIRST_SAMPLE: usize = 1024;

/// Rounds of rotations for the box of a leaf, and for any other box, by effort. A second round for
/// all but leaves of [`Effort::Fast`]: 4 to 9 % fewer visits for 6 % more time. One round fewer for
/// all but leaves of [`Effort::Best`]: up to 3 % more.
const ROUNDS: [[usize; 2]; 2] = [[1, 1], [2, 5]];

/// Index of an effort in the tables above.
#[inline(always)]
fn by_effort(effort: Effort) -> usize {
    match effort {
        Effort::Fast => 0,
        Effort::Best => 1,
    }
}

/// How nodes are split: the same for all of a tree.
pub(super) struct Splitter {
    pub(super) effort: Effort,
    pub(super) level: SimdLevel,
    pub(super) weights: Weights,
}

/// Working memory of one thread.
pub(super) struct Workspace {
    binned: Binned,
    candidates: Box<Candidates>,
    spare: Vec<Item>,
    behind: Vec<bool>,
    points: Points,
}

impl Workspace {
    pub(super) fn new() -> Self {
        Self {
            binned: Binned::default(),
            candidates: Box::new(Candidates::new()),
            spare: Vec::new(),
            behind: Vec::new(),
            points: Points::new(),
        }
    }
}

impl Splitter {
    /// The axes along which the whole mesh is cut: those of the fitted box of a sample. `set` is the
    /// set of all triangles.
    pub(super) fn first_axes(&self, items: &[Item], set: Set, memory: &mut Workspace) -> Frame {
        let sample: Vec<Item> =
            items.iter().step_by(set.count.div_ceil(FIRST_SAMPLE)).copied().collect();
        let mut set = Set { count: sample.len(), ..set };
        set.frame = self.level.dispatch(PrincipalAxes { items: &sample, set, memory });
        let kernel = Fit {
            effort: self.effort,
            items: &sample,
            parent: &IDENTITY,
            children: [Some(set), None, None, None],
            points: &mut memory.points,
        };
        let [fitted, ..] = self.level.dispatch(kernel);
        fitted.map_or(IDENTITY, |fitted| fitted.frame)
    }

    /// Cuts a set into up to four, in the order of their positions, each with the frame of its box.
    /// With `halve`, by count alone.
    pub(super) fn split(
        &self,
        items: &mut [Item],
        set: Set,
        parent: &Frame,
        halve: bool,
        memory: &mut Workspace,
    ) -> [Option<Set>; CHILDREN] {
        let mut children = [Some(set), None, None, None];
        if set.count <= SMALL_SPLIT && !halve {
            let kernel =
                SplitSmall { splitter: self, items, set, parent, points: &mut memory.points };
            return self.level.dispatch(kernel);
        }
        for used in 1..CHILDREN {
            let of_children = children.iter().flatten().map(|child| (child.area, child.count));
            let Some(slot) = costliest(of_children) else { break };
            let Some(set) = children[slot] else { break };
            let [low, high] = self.split_in_two(items, set, halve, memory);
            children.copy_within(slot + 1..used, slot + 2);
            children[slot] = Some(low);
            children[slot + 1] = Some(high);
        }
        self.fit(items, parent, children, memory)
    }

    /// Cuts a set in two, or halves it, and moves its triangles.
    pub(super) fn split_in_two(
        &self,
        items: &mut [Item],
        set: Set,
        halve: bool,
        memory: &mut Workspace,
    ) -> [Set; 2] {
        let moved = Moved::Items(items);
        self.level.dispatch(SplitInTwo { splitter: self, moved, set, halve, memory })
    }

    /// The two sides of a set of more than [`SMALL_SPLIT`] triangles, and whether each is behind the
    /// cut: what [`split_in_two`](Self::split_in_two) will do.
    pub(super) fn plan(
        &self,
        items: &[Item],
        set: Set,
        memory: &mut Workspace,
    ) -> ([Set; 2], Vec<bool>) {
        let moved = Moved::None(items);
        let sides =
            self.level.dispatch(SplitInTwo { splitter: self, moved, set, halve: false, memory });
        (sides, std::mem::take(&mut memory.behind))
    }

    /// The last step of a node: rotates the boxes of its children.
    pub(super) fn fit(
        &self,
        items: &[Item],
        parent: &Frame,
        children: [Option<Set>; CHILDREN],
        memory: &mut Workspace,
    ) -> [Option<Set>; CHILDREN] {
        let points = &mut memory.points;
        self.level.dispatch(Fit { effort: self.effort, items, parent, children, points })
    }
}

/// The principal axes of a whole set.
struct PrincipalAxes<'a> {
    items: &'a [Item],
    set: Set,
    memory: &'a mut Workspace,
}

impl Kernel for PrincipalAxes<'_> {
    type Output = Frame;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> Frame {
        let Self { items, set, memory } = self;
        memory.binned.load(items, &set);
        let mut sums = [Row::ZERO; MOMENTS];
        for (b, block) in memory.binned.blocks.iter().enumerate() {
            let triangles = (set.count - b * WIDTH).min(WIDTH);
            let moments = of_block(block, 1.0);
            add_first(&mut sums, &moments, triangles);
        }
        axes_of_one(sums)
    }
}

/// Whether a cut moves the triangles, or says which are behind it.
enum Moved<'a> {
    Items(&'a mut [Item]),
    None(&'a [Item]),
}

impl Moved<'_> {
    #[inline(always)]
    fn of(&self, set: &Set) -> &[Item] {
        let items = match self {
            Moved::Items(items) => items,
            Moved::None(items) => *items,
        };
        &items[set.start..set.start + set.count]
    }
}

/// One cut: sorts the set's triangles by it and returns the two sides.
struct SplitInTwo<'a> {
    splitter: &'a Splitter,
    moved: Moved<'a>,
    set: Set,
    halve: bool,
    memory: &'a mut Workspace,
}

impl Kernel for SplitInTwo<'_> {
    type Output = [Set; 2];

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> [Set; 2] {
        let Self { splitter, moved, set, halve, memory } = self;
        if halve {
            return halves_of(set);
        }
        if set.count <= SMALL_SPLIT
            && let Moved::Items(items) = moved
        {
            let [low, high, ..] = split_small::cut(items, &set, 2, &splitter.weights);
            return low.zip(high).map_or_else(|| halves_of(set), |(low, high)| [low, high]);
        }
        let Workspace { binned, candidates, spare, behind, .. } = memory;
        let items = moved.of(&set);
        let sample = SAMPLE[by_effort(splitter.effort)];
        let is_sampled = set.count > sample;
        if is_sampled {
            spare.clear();
            spare.extend(items.iter().step_by(set.count.div_ceil(sample)));
        }
        let judged = if is_sampled { &spare[..] } else { items };
        let judged_set = Set { start: 0, count: judged.len(), ..set };
        binned.load(judged, &judged_set);
        let weights = &splitter.weights;
        let choice = if splitter.effort == Effort::Fast || set.count <= FAST_SPLIT {
            split_fast::choose(binned, &judged_set, weights)
        } else {
            split_best::choose(simd, judged, binned, &judged_set, weights, candidates)
        };
        let Some(choice) = choice else {
            let sides = halves_of(set);
            behind.clear();
            behind.extend((0..set.count).map(|position| position >= sides[0].count));
            return sides;
        };
        let Cut { axis, bin } = choice.cut;
        let mut low = binned.below[axis][bin] as usize;
        if is_sampled {
            let about = items[0].first();
            let is_behind = |item| binned.would_be_behind(choice.cut, item, about, set.frame[axis]);
            behind.clear();
            behind.extend(items.iter().map(is_behind));
            low = behind.iter().filter(|&&behind| !behind).count();
        }
        match moved {
            Moved::Items(items) => {
                let items = &mut items[set.start..set.start + set.count];
                if is_sampled {
                    partition(items, low, |position| behind[position], spare);
                } else {
                    partition(items, low, |position| binned.is_behind(choice.cut, position), spare);
                }
            }
            Moved::None(_) if is_sampled => {}
            Moved::None(_) => {
                behind.clear();
                behind.extend((0..set.count).map(|n| binned.is_behind(choice.cut, n)));
            }
        }
        let side = |start, count, side: usize| Set {
            start,
            count,
            frame: choice.frame[side],
            area: choice.area[side],
        };
        [side(set.start, low, 0), side(set.start + low, set.count - low, 1)]
    }
}

/// A set without a useful cut: half of it to either side, in its present order, in whole leaves.
fn halves_of(set: Set) -> [Set; 2] {
    let low = (set.count / 2).next_multiple_of(LEAF).min(set.count - 1);
    [Set { count: low, ..set }, Set { start: set.start + low, count: set.count - low, ..set }]
}

/// A node of few triangles: all cuts, and the boxes.
struct SplitSmall<'a> {
    splitter: &'a Splitter,
    items: &'a mut [Item],
    set: Set,
    parent: &'a Frame,
    points: &'a mut Points,
}

impl Kernel for SplitSmall<'_> {
    type Output = [Option<Set>; CHILDREN];

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Self::Output {
        let Self { splitter, items, set, parent, points } = self;
        let children = split_small::cut(items, &set, CHILDREN, &splitter.weights);
        Fit { effort: splitter.effort, items, parent, children, points }.run(simd)
    }
}

/// The last step of a node: rotates the boxes of its children.
struct Fit<'a> {
    effort: Effort,
    items: &'a [Item],
    parent: &'a Frame,
    children: [Option<Set>; CHILDREN],
    points: &'a mut Points,
}

impl Kernel for Fit<'_> {
    type Output = [Option<Set>; CHILDREN];

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Self::Output {
        let Self { effort, items, parent, mut children, points } = self;
        for child in children.iter_mut().flatten() {
            let rounds = ROUNDS[by_effort(effort)][usize::from(child.count > LEAF)];
            (child.frame, child.area) = fit::fit(simd, items, child, parent, rounds, points);
        }
        children
    }
}
