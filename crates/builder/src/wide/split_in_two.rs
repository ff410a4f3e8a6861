//! One cut of a large set: in two, by a sample of its triangles. Which way depends on the effort:
//! `split_fast` or `split_best`.

use std::sync::{Mutex, PoisonError};

use obbtree_simd::{Kernel, Lanes, SimdLevel};

use super::bins::{Binned, Choice, Plane};
use super::config::Effort;
use super::fit::RotationTable;
use super::frame::Frame;
use super::points::Points;
use super::rows::{WIDTH, dot};
use super::set::{Set, Weights, halves_of};
use super::soup::{Item, Key, Soup, partition};
use super::split_best::{self, Candidates, Judged};
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

    /// Where a large set is to be cut in two, by a sample of it; `None` where no cut is useful.
    pub(super) fn judge(
        &self,
        soup: &Soup<'_>,
        keys: &[Key],
        set: Set,
        memory: &mut Workspace,
    ) -> Option<KeyCut> {
        let keys = &keys[set.start..set.start + set.count];
        let Workspace { binned, candidates, entries, sample, .. } = memory;
        soup.sample(keys, SAMPLE[by_effort(self.effort)], sample);
        let set = Set { start: 0, count: sample.len(), ..set };
        let about = sample[0].first();
        if self.effort == Effort::Fast || keys.len() <= FAST_SPLIT {
            let judge = JudgeFast { splitter: self, sample, set, entries };
            let (plane, area) = self.level.dispatch(judge)?;
            return Some(KeyCut { plane, about, frame: [set.frame; 2], area });
        }
        let judged = Judged { level: self.level, weights: &self.weights, items: sample, set };
        let choice = split_best::choose(&judged, binned, candidates)?;
        let Choice { cut, frame, area } = choice;
        Some(KeyCut { plane: binned.plane(cut), about, frame, area })
    }

    /// Moves the keys of a set to either side of a cut of it; without one, halves it.
    pub(super) fn carry_out(
        &self,
        cut: Option<KeyCut>,
        keys: &mut [Key],
        set: Set,
        memory: &mut Workspace,
    ) -> [Set; 2] {
        let Some(cut) = cut else { return in_halves(set) };
        let (keys, spare) = (&mut keys[set.start..set.start + set.count], &mut memory.spare_keys);
        let axis = set.frame[cut.plane.axis % 3];
        let low = self.level.dispatch(MoveKeys { cut: &cut, axis, keys, spare });
        // Rounding may put all on one side.
        if low == 0 || low == set.count {
            return in_halves(set);
        }
        sides_of(set, low, cut.frame, cut.area)
    }
}

/// Where a large set is to be cut.
pub(super) struct KeyCut {
    /// Of centroids relative to a point.
    plane: Plane,
    about: [f32; 3],
    /// Axes and area of the box of either side.
    frame: [Frame; 2],
    area: [f32; 2],
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

/// The cheapest cut of a sample by boxes in the set's own axes.
struct JudgeFast<'a> {
    splitter: &'a Splitter,
    sample: &'a [Item],
    set: Set,
    entries: &'a mut Entries,
}

impl Kernel for JudgeFast<'_> {
    type Output = Option<(Plane, [f32; 2])>;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> Self::Output {
        let Self { splitter, sample, set, entries } = self;
        split_fast::judge(sample, &set, &splitter.weights, entries)
    }
}

/// Moves the keys before a cut to the front; gives how many they are.
struct MoveKeys<'a> {
    cut: &'a KeyCut,
    axis: [f32; 3],
    keys: &'a mut [Key],
    spare: &'a mut Vec<Key>,
}

impl Kernel for MoveKeys<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> usize {
        let Self { cut: KeyCut { plane, about, .. }, axis, keys, spare } = self;
        partition(keys, |_, key| plane.is_behind(dot(key.sum_from(*about), axis)), spare)
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
