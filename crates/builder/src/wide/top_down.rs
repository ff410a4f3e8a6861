//! From the set of all triangles down to leaves.
//!
//! Pending nodes are kept in a list, not on the call stack, so no mesh is too deep; large sets are
//! given to other threads.

use obbtree_tree::wide::MAX_DEPTH;

use super::draft::{CHILDREN, Draft, DraftBox};
use super::frame::{Frame, IDENTITY};
use super::set::{LEAF, Set};
use super::soup::Item;
use super::split_in_two::{Splitter, Workspace};
use super::split_large::{LARGE, split_large};
use super::threads::map_large;

/// The levels of a tree that cuts the largest mesh (2^30 triangles) into quarters down to leaves of
/// four: 14, and one for rounding.
const LEVELS_BY_COUNT: usize = 15;

/// From this depth on every set is halved by count, so that no sequence of uneven cuts makes a tree
/// deeper than [`MAX_DEPTH`].
const HALVING_DEPTH: usize = MAX_DEPTH - LEVELS_BY_COUNT;

/// Sets of more triangles than this are tasks of their own. A fixed number, so that the tree does
/// not depend on the number of threads.
const TASK: usize = 2048;

/// A little less than the triangles per node of usual trees, so that the memory reserved for
/// drafts is enough and not much too large.
const TRIANGLES_A_NODE: usize = 6;

/// A set that becomes a node.
struct Task<'a> {
    items: &'a mut [Item],
    pending: Pending,
}

/// A node to be split.
#[derive(Clone, Copy)]
struct Pending {
    set: Set,
    /// A guess for the boxes of its children: the frame of its own box.
    frame: Frame,
    depth: usize,
}

impl Pending {
    /// The node of a child.
    fn below(&self, set: Set) -> Self {
        Self { set, frame: set.frame, depth: self.depth + 1 }
    }
}

/// Called before each node: is the tree no longer wanted?
type IsCancelled<'c> = &'c (dyn Fn() -> bool + Sync);

/// The drafts of the whole tree; `None` if it was cancelled. Sorts the triangles into the order
/// of the leaves.
///
/// `sides` are those of the bounds of all triangles, `depth` is that of the first node.
pub(super) fn grow(
    splitter: &Splitter,
    items: &mut [Item],
    [x, y, z]: [f32; 3],
    depth: usize,
    parallel: bool,
    is_cancelled: IsCancelled<'_>,
) -> Option<Vec<Draft>> {
    let mut set =
        Set { start: 0, count: items.len(), frame: IDENTITY, area: x * y + y * z + x * z };
    let mut memory = Workspace::new();
    set.frame = splitter.first_axes(items, set, &mut memory);
    let task = Task { items, pending: Pending { set, frame: IDENTITY, depth } };
    if parallel {
        grow_parallel(splitter, task, is_cancelled)
    } else {
        grow_serial(splitter, task, &mut memory, is_cancelled)
    }
}

/// One node here, its large children as tasks of their own.
fn grow_parallel(
    splitter: &Splitter,
    task: Task<'_>,
    is_cancelled: IsCancelled<'_>,
) -> Option<Vec<Draft>> {
    if task.pending.set.count <= TASK {
        return grow_serial(splitter, task, &mut Workspace::new(), is_cancelled);
    }
    if is_cancelled() {
        return None;
    }
    let Task { mut items, pending } = task;
    let children = if pending.set.count > LARGE && pending.depth < HALVING_DEPTH {
        split_large(splitter, items, pending.set, &pending.frame)
    } else {
        split(splitter, items, &pending, &mut Workspace::new())
    };
    let mut tasks = Vec::new();
    for set in children.iter().flatten() {
        let (own, rest) = items.split_at_mut(set.count);
        items = rest;
        if set.count > LEAF {
            // Positions of a task count from its own start.
            let pending = pending.below(Set { start: 0, ..*set });
            tasks.push(Task { items: own, pending });
        }
    }
    let grown = map_large(true, tasks, |task| grow_parallel(splitter, task, is_cancelled));
    let mut grown = grown.into_iter();
    let mut drafts = vec![Draft { children: children.map(|child| child.map(draft_of)) }];
    for slot in 0..CHILDREN {
        let Some(set) = children[slot].filter(|set| set.count > LEAF) else { continue };
        let first = drafts.len() as u32;
        drafts[0].children[slot] = Some(DraftBox { node: Some(first), ..draft_of(set) });
        let below = grown.next().flatten()?;
        drafts.extend(below.into_iter().map(|draft| moved(draft, first, set.start as u32)));
    }
    Some(drafts)
}

/// The drafts of a tree of two parts: the root holds both, and each is drafted for itself.
pub(super) fn joined(parts: [(Vec<Draft>, Frame, usize); 2]) -> Vec<Draft> {
    let mut drafts = vec![Draft { children: [None; CHILDREN] }];
    let mut start = 0;
    for (slot, (part, frame, count)) in parts.into_iter().enumerate() {
        let first = drafts.len() as u32;
        let node = (!part.is_empty()).then_some(first);
        drafts[0].children[slot] = Some(DraftBox { frame, start, count: count as u32, node });
        drafts.extend(part.into_iter().map(|draft| moved(draft, first, start)));
        start += count as u32;
    }
    drafts
}

/// A draft whose nodes and triangles are counted from other starts.
fn moved(mut draft: Draft, first_node: u32, first_triangle: u32) -> Draft {
    for child in draft.children.iter_mut().flatten() {
        child.start += first_triangle;
        child.node = child.node.map(|node| node + first_node);
    }
    draft
}

/// All nodes of a task, depth first.
fn grow_serial(
    splitter: &Splitter,
    task: Task<'_>,
    memory: &mut Workspace,
    is_cancelled: IsCancelled<'_>,
) -> Option<Vec<Draft>> {
    let Task { items, pending } = task;
    let mut drafts: Vec<Draft> = Vec::with_capacity(pending.set.count / TRIANGLES_A_NODE + 1);
    let mut list: Vec<(Pending, Option<(usize, usize)>)> = vec![(pending, None)];
    while let Some((pending, parent)) = list.pop() {
        if is_cancelled() {
            return None;
        }
        let index = drafts.len();
        if let Some((parent, slot)) = parent
            && let Some(child) = &mut drafts[parent].children[slot]
        {
            child.node = Some(index as u32);
        }
        let children = split(splitter, items, &pending, memory);
        for (slot, child) in children.iter().enumerate().rev() {
            if let Some(child) = child.filter(|child| child.count > LEAF) {
                list.push((pending.below(child), Some((index, slot))));
            }
        }
        drafts.push(Draft { children: children.map(|child| child.map(draft_of)) });
    }
    Some(drafts)
}

fn split(
    splitter: &Splitter,
    items: &mut [Item],
    pending: &Pending,
    memory: &mut Workspace,
) -> [Option<Set>; CHILDREN] {
    let halve = pending.depth >= HALVING_DEPTH;
    splitter.split(items, pending.set, &pending.frame, halve, memory)
}

/// The box of a set, as a leaf.
fn draft_of(set: Set) -> DraftBox {
    DraftBox { frame: set.frame, start: set.start as u32, count: set.count as u32, node: None }
}
