//! One cut: a set of triangles in two.
//!
//! How a set is cut depends on its size and on the effort: `split_small`, `split_fast` or
//! `split_best`; large sets by a sample of their triangles.

use obbtree_simd::{Kernel, Lanes, SimdLevel};

use super::bins::{Binned, Plane};
use super::config::Effort;
use super::fit::Turns;
use super::frame::Frame;
use super::points::Points;
use super::rows::{WIDTH, dot};
use super::set::{Set, Weights, halves_of};
use super::soup::{Item, Key, Soup, partition};
use super::split_best::{self, Candidates};
use super::split_fast::Entries;
use super::{split_fast, split_small};

/// Sets up to this size are cut the fast way whatever the effort: as many visits as with 32 or
/// 256, in less time. Without a limit, 10 to 20 % more visits near contact.
const FAST_SPLIT: usize = 1024;

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
    pub(super) turns: Turns,
}

impl Splitter {
    pub(super) fn new(effort: Effort, level: SimdLevel) -> Self {
        Self { effort, level, weights: Weights::new(), turns: Turns::new() }
    }

    /// Is a set cut the fast way?
    pub(super) fn is_fast(&self, count: usize) -> bool {
        self.effort == Effort::Fast || count <= FAST_SPLIT
    }

    /// Cuts a set in two, or halves it, and moves its triangles.
    pub(super) fn split_in_two(
        &self,
        items: &mut [Item],
        set: Set,
        halve: bool,
        memory: &mut Workspace,
    ) -> [Set; 2] {
        if halve {
            return in_halves(set);
        }
        self.level.dispatch(SplitItems { splitter: self, items, set, memory })
    }

    /// The same for a large set, by a sample of it, which moves the keys.
    pub(super) fn split_keys_in_two(
        &self,
        soup: &Soup<'_>,
        keys: &mut [Key],
        set: Set,
        halve: bool,
        memory: &mut Workspace,
    ) -> [Set; 2] {
        if halve {
            return in_halves(set);
        }
        let keys = &mut keys[set.start..set.start + set.count];
        soup.sample(keys, SAMPLE[by_effort(self.effort)], &mut memory.sample);
        self.level.dispatch(SplitKeys { splitter: self, keys, set, memory })
    }
}

/// Working memory of one thread.
pub(super) struct Workspace {
    pub(super) binned: Binned,
    candidates: Box<Candidates>,
    pub(super) entries: Entries,
    /// The triangles of a small enough set.
    pub(super) items: Vec<Item>,
    spare: Vec<Item>,
    spare_keys: Vec<Key>,
    pub(super) sample: Vec<Item>,
    pub(super) points: Points,
}

impl Workspace {
    pub(super) fn new() -> Self {
        Self {
            binned: Binned::default(),
            candidates: Box::new(Candidates::new()),
            entries: Entries::default(),
            items: Vec::new(),
            spare: Vec::new(),
            spare_keys: Vec::new(),
            sample: Vec::new(),
            points: Points::new(),
        }
    }
}

/// One cut: sorts the set's triangles by it and returns the two sides.
struct SplitItems<'a> {
    splitter: &'a Splitter,
    items: &'a mut [Item],
    set: Set,
    memory: &'a mut Workspace,
}

impl Kernel for SplitItems<'_> {
    type Output = [Set; 2];

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> [Set; 2] {
        let Self { splitter, items, set, memory } = self;
        let weights = &splitter.weights;
        if splitter.is_fast(set.count) {
            let [low, high, ..] = if set.count <= SMALL_SPLIT {
                split_small::cut(items, &set, 2, weights)
            } else {
                split_fast::cut(items, &set, 2, weights, &mut memory.entries)
            };
            return low.zip(high).map_or_else(|| in_halves(set), |(low, high)| [low, high]);
        }
        let Workspace { binned, candidates, spare, .. } = memory;
        let items = &mut items[set.start..set.start + set.count];
        let judged = Set { start: 0, ..set };
        binned.load(items, &judged);
        let Some(choice) = split_best::choose(simd, items, binned, &judged, weights, candidates)
        else {
            return in_halves(set);
        };
        let low = partition(items, |position, _| binned.is_behind(choice.cut, position), spare);
        sides_of(set, low, choice.frame, choice.area)
    }
}

/// The same for keys, by the sample in the memory.
struct SplitKeys<'a> {
    splitter: &'a Splitter,
    keys: &'a mut [Key],
    set: Set,
    memory: &'a mut Workspace,
}

impl Kernel for SplitKeys<'_> {
    type Output = [Set; 2];

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> [Set; 2] {
        let Self { splitter, keys, set, memory } = self;
        let weights = &splitter.weights;
        let Workspace { binned, candidates, entries, sample, spare_keys, .. } = memory;
        let judged = Set { start: 0, count: sample.len(), ..set };
        let cut: Option<(Plane, [Frame; 2], [f32; 2])> = if splitter.is_fast(set.count) {
            let cut = split_fast::judge(sample, &judged, weights, entries);
            cut.map(|(plane, area)| (plane, [set.frame; 2], area))
        } else {
            binned.load(sample, &judged);
            let choice = split_best::choose(simd, sample, binned, &judged, weights, candidates);
            choice.map(|choice| (binned.plane(choice.cut), choice.frame, choice.area))
        };
        let Some((plane, frame, area)) = cut else { return in_halves(set) };
        let (about, axis) = (sample[0].first(), set.frame[plane.axis % 3]);
        let behind = |_, key: &Key| plane.is_behind(dot(key.sum_from(about), axis));
        let low = partition(keys, behind, spare_keys);
        // Rounding may put all on one side.
        if low == 0 || low == set.count {
            return in_halves(set);
        }
        sides_of(set, low, frame, area)
    }
}

/// The two sides of a set of which so many triangles are before a cut.
#[inline(always)]
fn sides_of(set: Set, low: usize, frame: [Frame; 2], area: [f32; 2]) -> [Set; 2] {
    [
        Set { start: set.start, count: low, frame: frame[0], area: area[0] },
        Set { start: set.start + low, count: set.count - low, frame: frame[1], area: area[1] },
    ]
}

/// A set without a useful cut: half of it to either side, in its present order.
fn in_halves(set: Set) -> [Set; 2] {
    sides_of(set, halves_of(set.count), [set.frame; 2], [set.area; 2])
}
