//! One node: a set of triangles cut into up to four, each with a fitted box.
//!
//! A node starts as one set. Three times the set with the highest cost is cut in two; then the box
//! of each part is rotated. Large sets are cut by `split_in_two`; other nodes are cut at once by
//! `split_fast` and `split_small`.

use obbtree_simd::{Kernel, Lanes};

use super::draft::CHILDREN;
use super::fit;
use super::frame::{Frame, IDENTITY};
use super::moments::{MOMENTS, add_first, axes_of_one, of_block};
use super::points::Points;
use super::rows::{Row, WIDTH};
use super::set::{LEAF, Set, costliest};
use super::soup::{Item, Key, Soup};
use super::split_in_two::{SMALL_SPLIT, Splitter, Workspace, by_effort, in_halves};
use super::{split_fast, split_small};

/// About this many triangles determine the axes along which the whole mesh is cut first. Its box is
/// fitted like all others: 8 % fewer visits than along principal axes, and a fifth fewer in the
/// benchmark "env against rob".
const FIRST_SAMPLE: usize = 1024;

/// Rounds of rotations for the box of a leaf, and for any other box, by effort. A second round for
/// all but leaves of [`Effort::Fast`]: 4 to 9 % fewer visits for 6 % more time. One round fewer for
/// all but leaves of [`Effort::Best`]: up to 3 % more.
const ROUNDS: [[usize; 2]; 2] = [[1, 1], [2, 5]];

impl Splitter {
    /// The axes along which the whole mesh is cut: those of the fitted box of a sample. `set` is
    /// the set of all triangles.
    pub(super) fn first_axes(
        &self,
        soup: &Soup<'_>,
        keys: &[Key],
        set: Set,
        memory: &mut Workspace,
    ) -> Frame {
        let mut sample = std::mem::take(&mut memory.sample);
        soup.sample(keys, FIRST_SAMPLE, &mut sample);
        let mut set = Set { count: sample.len(), ..set };
        set.frame = self.level.dispatch(PrincipalAxes { items: &sample, set, memory });
        let [fitted, ..] =
            self.fit(&sample, &IDENTITY, [Some(set), None, None, None], &mut memory.points);
        memory.sample = sample;
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
        if halve {
            return self.fit(items, parent, in_four(set, in_halves), &mut memory.points);
        }
        self.level.dispatch(SplitAtOnce { splitter: self, items, set, parent, memory })
    }

    /// The same for a large set, which moves the keys.
    pub(super) fn split_keys(
        &self,
        soup: &Soup<'_>,
        keys: &mut [Key],
        set: Set,
        parent: &Frame,
        halve: bool,
        memory: &mut Workspace,
    ) -> [Option<Set>; CHILDREN] {
        let children = in_four(set, |set| self.split_keys_in_two(soup, keys, set, halve, memory));
        let Workspace { sample, points, .. } = memory;
        children.map(|child| {
            let child = child?;
            soup.sample(&keys[child.start..child.start + child.count], fit::SAMPLE, sample);
            let judged = Set { start: 0, count: sample.len(), ..child };
            let [fitted, ..] = self.fit(sample, parent, [Some(judged), None, None, None], points);
            fitted.map(|Set { frame, area, .. }| Set { frame, area, ..child })
        })
    }

    /// The last step of a node: rotates the boxes of its children.
    fn fit(
        &self,
        items: &[Item],
        parent: &Frame,
        children: [Option<Set>; CHILDREN],
        points: &mut Points,
    ) -> [Option<Set>; CHILDREN] {
        self.level.dispatch(Fit { splitter: self, items, parent, children, points })
    }
}

/// Cuts a set three times, each time the part that costs most.
fn in_four(set: Set, mut in_two: impl FnMut(Set) -> [Set; 2]) -> [Option<Set>; CHILDREN] {
    let mut children = [Some(set), None, None, None];
    for used in 1..CHILDREN {
        let of_children = children.iter().flatten().map(|child| (child.area, child.count));
        let Some(slot) = costliest(of_children) else { break };
        let Some(set) = children[slot] else { break };
        let [low, high] = in_two(set);
        children.copy_within(slot + 1..used, slot + 2);
        children[slot] = Some(low);
        children[slot + 1] = Some(high);
    }
    children
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

/// A node that is not large: all cuts, and the boxes.
struct SplitAtOnce<'a> {
    splitter: &'a Splitter,
    items: &'a mut [Item],
    set: Set,
    parent: &'a Frame,
    memory: &'a mut Workspace,
}

impl Kernel for SplitAtOnce<'_> {
    type Output = [Option<Set>; CHILDREN];

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Self::Output {
        let Self { splitter, items, set, parent, memory: Workspace { entries, points, .. } } = self;
        let children = if set.count <= SMALL_SPLIT {
            split_small::cut(items, &set, CHILDREN, &splitter.weights)
        } else {
            split_fast::cut(items, &set, CHILDREN, &splitter.weights, entries)
        };
        Fit { splitter, items, parent, children, points }.run(simd)
    }
}

/// The last step of a node: rotates the boxes of its children.
struct Fit<'a> {
    splitter: &'a Splitter,
    items: &'a [Item],
    parent: &'a Frame,
    children: [Option<Set>; CHILDREN],
    points: &'a mut Points,
}

impl Kernel for Fit<'_> {
    type Output = [Option<Set>; CHILDREN];

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Self::Output {
        let Self { splitter, items, parent, mut children, points } = self;
        let Splitter { effort, rotations, .. } = splitter;
        for child in children.iter_mut().flatten() {
            let rounds = ROUNDS[by_effort(*effort)][usize::from(child.count > LEAF)];
            (child.frame, child.area) =
                fit::fit(simd, items, child, parent, rounds, rotations, points);
        }
        children
    }
}
