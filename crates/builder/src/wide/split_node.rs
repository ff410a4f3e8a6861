//! One node: a set of triangles cut into up to four, each with a fitted box.
//!
//! A node starts as one set. Three times the set with the highest cost is cut in two; then the box
//! of each part is rotated. How a set is cut is in `split_in_two`; small nodes are cut at once by
//! `split_small`.

use obbtree_simd::{Kernel, Lanes};

use super::config::Effort;
use super::draft::CHILDREN;
use super::fit;
use super::frame::{Frame, IDENTITY};
use super::moments::{MOMENTS, add_first, axes_of_one, of_block};
use super::points::Points;
use super::rows::{Row, WIDTH};
use super::set::{LEAF, Set, costliest};
use super::soup::Item;
use super::split_in_two::{SMALL_SPLIT, Splitter, Workspace, by_effort};
use super::split_small;

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
