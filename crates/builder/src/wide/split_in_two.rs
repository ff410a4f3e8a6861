//! One cut of a large set: in two, by a sample of its triangles. Which way depends on the effort:
//! `split_fast` or `split_best`.

use std::sync::{Mutex, PoisonError};

use obbtree_simd::{Kernel, Lanes, SimdLevel};

use super::bins::{Binned, Plane};
use super::config::Effort;
use super::fit::RotationTable;
use super::frame::Frame;
use super::points::Points;
use super::rows::{WIDTH, dot};
use super::set::{Set, Weights, halves_of};
use super::soup::{Item, Key, Soup, partition};
use super::split_best::{self, Candidates};
use super::split_fast;
use super::split_fast::Entries;

/// Sets up to this size are cut the fast way whatever the effort: as many visits as with 32 or
/// 256, in less time. Without a limit, 10 to 20 % more visits near contact. Only larger ones are
/// sorted by keys; the triangles of others are copied side by side: 128 KiB.
pub(super) const FAST_SPLIT: usize = 2048;

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
    pub(super) rotations: RotationTable,
}

impl Splitter {
    pub(super) fn new(effort: Effort, level: SimdLevel) -> Self {
        Self { effort, level, weights: Weights::new(), rotations: RotationTable::new() }
    }

    /// Cuts a large set in two by a sample of it, or halves it, and moves its keys.
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
    spare_keys: Vec<Key>,
    pub(super) sample: Vec<Item>,
    pub(super) points: Points,
}

impl Workspace {
    fn new() -> Self {
        Self {
            binned: Binned::default(),
            candidates: Box::new(Candidates::new()),
            entries: Entries::default(),
            items: Vec::new(),
            spare_keys: Vec::new(),
            sample: Vec::new(),
            points: Points::new(),
        }
    }
}

/// Working memory that no thread uses.
#[derive(Default)]
pub(super) struct Memories(Mutex<Vec<Workspace>>);

impl Memories {
    /// Runs work with memory that no other thread uses.
    pub(super) fn lend<R>(&self, work: impl FnOnce(&mut Workspace) -> R) -> R {
        let free = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = free().pop();
        let mut memory = taken.unwrap_or_else(Workspace::new);
        let done = work(&mut memory);
        free().push(memory);
        done
    }
}

/// One cut, by the sample in the memory: sorts the set's keys by it and returns the two sides.
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
        let cut: Option<(Plane, [Frame; 2], [f32; 2])> =
            if splitter.effort == Effort::Fast || set.count <= FAST_SPLIT {
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
pub(super) fn in_halves(set: Set) -> [Set; 2] {
    sides_of(set, halves_of(set.count), [set.frame; 2], [set.area; 2])
}
