//! One cut: a set of triangles in two.
//!
//! How a set is cut depends on its size and on the effort: `split_small`, `split_fast` or
//! `split_best`; large sets by a sample of their triangles.

use obbtree_simd::{Kernel, Lanes, SimdLevel};

use super::bins::{Binned, Cut};
use super::config::Effort;
use super::points::Points;
use super::rows::WIDTH;
use super::set::{LEAF, Set, Weights};
use super::soup::{Item, partition};
use super::split_best::{self, Candidates};
use super::{split_fast, split_small};

/// Sets up to this size are cut the fast way whatever the effort: as many visits as with 32 or
/// 1024, in a tenth less time than with 32. Without a limit, 10 to 20 % more visits near contact.
const FAST_SPLIT: usize = 256;

/// Sets up to this size are cut by `split_small`: about 1 % more visits, a tenth more pairs of
/// leaves near contact, and fuller leaves in less time.
pub(super) const SMALL_SPLIT: usize = WIDTH;

/// Larger sets are cut by a sample of about this many triangles, by effort; all are then moved.
/// With twice as many, or half, visits change by 1 %, which may be chance.
const SAMPLE: [usize; 2] = [1024, 8192];

/// Index of an effort in the tables above.
#[inline(always)]
pub(super) fn by_effort(effort: Effort) -> usize {
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
    pub(super) binned: Binned,
    candidates: Box<Candidates>,
    spare: Vec<Item>,
    behind: Vec<bool>,
    pub(super) points: Points,
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

    /// The two sides of a set of more than [`SMALL_SPLIT`] triangles, and whether each is behind
    /// the cut: what [`split_in_two`](Self::split_in_two) will do.
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
