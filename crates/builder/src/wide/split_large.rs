//! A node of very many triangles, shared over threads: the nodes near the root, which would else
//! keep all threads but one waiting.
//!
//! The same cuts as those of one thread, in the same order, so that the tree is the same. What
//! can be done ahead is: after the first cut both sides are judged at once, as nearly always both
//! are cut next. Where that is not so, the judgement of one is dropped. Judging moves no
//! triangle; moving is shared in chunks of fixed size.

use super::draft::CHILDREN;
use super::frame::Frame;
use super::set::{Set, costliest};
use super::soup::Item;
use super::split_in_two::{Splitter, Workspace};
use super::threads::{join, map, map_large};

/// Nodes of more triangles than this are shared over threads.
pub(super) const LARGE: usize = 1 << 14;

/// Sides of fewer triangles are not judged ahead.
const WORTH_JUDGING: usize = LARGE / 4;

/// Triangles that one thread moves at a time.
const CHUNK: usize = 1 << 12;

/// Where a set will be cut.
struct Split {
    sides: [Set; 2],
    /// Is the triangle behind the cut? In the order of the set.
    behind: Vec<bool>,
}

impl Split {
    fn of(splitter: &Splitter, items: &[Item], set: Set, memory: &mut Workspace) -> Self {
        let (sides, behind) = splitter.plan(items, set, memory);
        Self { sides, behind }
    }

    /// Moves the triangles before the cut to the front; both sides keep their order.
    fn carry_out(self, items: &mut [Item]) -> [Set; 2] {
        let Self { sides, behind } = self;
        let [low, high] = sides;
        let items = &mut items[low.start..high.start + high.count];
        let copy = map(true, items, |_, item| *item);
        let (mut front, mut back) = items.split_at_mut(low.count);
        let mut chunks = Vec::with_capacity(copy.len().div_ceil(CHUNK));
        for (from, behind) in copy.chunks(CHUNK).zip(behind.chunks(CHUNK)) {
            let of_back = behind.iter().filter(|&&behind| behind).count();
            let to_front = front.split_off_mut(..from.len() - of_back).unwrap_or_default();
            let to_back = back.split_off_mut(..of_back).unwrap_or_default();
            chunks.push(Chunk { from, behind, to: [to_front, to_back] });
        }
        map_large(true, chunks, Chunk::copy);
        sides
    }
}

/// Some triangles, and where they go.
struct Chunk<'a> {
    from: &'a [Item],
    behind: &'a [bool],
    /// Before the cut and behind it.
    to: [&'a mut [Item]; 2],
}

impl Chunk<'_> {
    fn copy(self) {
        let [mut front, mut back] = self.to.map(<[Item]>::iter_mut);
        for (item, &behind) in self.from.iter().zip(self.behind) {
            let to = if behind { back.next() } else { front.next() };
            if let Some(to) = to {
                *to = *item;
            }
        }
    }
}

/// [`Splitter::split`] of a set of more than [`LARGE`] triangles, on all threads.
pub(super) fn split_large(
    splitter: &Splitter,
    items: &mut [Item],
    set: Set,
    parent: &Frame,
) -> [Option<Set>; CHILDREN] {
    let mut memory = Workspace::new();
    let [low, high] = Split::of(splitter, items, set, &mut memory).carry_out(items);
    let mut plans = [None, None, None, None];
    if low.count.min(high.count) >= WORTH_JUDGING {
        let judge = |set, memory: &mut Workspace| Split::of(splitter, items, set, memory);
        let (of_low, of_high) =
            join(|| judge(low, &mut memory), || judge(high, &mut Workspace::new()));
        plans = [Some(of_low), Some(of_high), None, None];
    }
    let mut children = [Some(low), Some(high), None, None];
    for used in 2..CHILDREN {
        let of_children = children.iter().flatten().map(|child| (child.area, child.count));
        let Some(slot) = costliest(of_children) else { break };
        let Some(set) = children[slot] else { break };
        let [low, high] = match plans[slot].take() {
            Some(plan) => plan.carry_out(items),
            None => splitter.split_in_two(items, set, false, &mut memory),
        };
        plans[slot + 1..].rotate_right(1);
        children.copy_within(slot + 1..used, slot + 2);
        children[slot] = Some(low);
        children[slot + 1] = Some(high);
    }
    splitter.fit(items, parent, children, &mut memory)
}
