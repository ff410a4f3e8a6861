//! From the set of all triangles down to leaves.
//!
//! Large sets are sorted by keys, and given to other threads; the call stack is as deep as they
//! are, which [`MAX_DEPTH`] limits. The triangles of other sets are copied side by side; their
//! pending nodes are kept in a list.

use std::sync::{Mutex, PoisonError};

use obbtree_tree::wide::MAX_DEPTH;

use super::draft::{CHILDREN, Draft, DraftBox};
use super::frame::{Frame, IDENTITY};
use super::set::{LEAF, Set};
use super::soup::{Key, Soup};
use super::split_in_two::{FAST_SPLIT, Splitter, Workspace};
use super::threads::map_large;

/// The levels of a tree that cuts the largest mesh (2^30 triangles) into quarters down to leaves of
/// four: 14, and one for rounding.
const LEVELS_BY_COUNT: usize = 15;

/// From this depth on every set is halved by count, so that no sequence of uneven cuts makes a tree
/// deeper than [`MAX_DEPTH`].
const HALVING_DEPTH: usize = MAX_DEPTH - LEVELS_BY_COUNT;

/// The children of a set of more triangles than this are tasks for other threads, if there are
/// some.
const SHARED: usize = 4 * FAST_SPLIT;

/// A little less than the triangles per node of usual trees, so that the memory reserved for
/// drafts is enough and not much too large.
const TRIANGLES_A_NODE: usize = 6;

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

/// The drafts of the whole tree; `None` if it was cancelled. Sorts the keys into the order of the
/// leaves.
///
/// `sides` are those of the bounds of all triangles, `depth` is that of the first node.
pub(super) fn grow(
    splitter: &Splitter,
    soup: &Soup<'_>,
    keys: &mut [Key],
    [x, y, z]: [f32; 3],
    depth: usize,
    parallel: bool,
    is_cancelled: IsCancelled<'_>,
) -> Option<Vec<Draft>> {
    let mut set = Set { start: 0, count: keys.len(), frame: IDENTITY, area: x * y + y * z + x * z };
    let growth = Growth { splitter, soup, parallel, is_cancelled, memories: Mutex::default() };
    set.frame = growth.with_memory(|memory| splitter.first_axes(soup, keys, set, memory));
    let mut drafts = Vec::with_capacity(keys.len() / TRIANGLES_A_NODE + 1);
    growth.grow(keys, 0, Pending { set, frame: IDENTITY, depth }, &mut drafts)?;
    Some(drafts)
}

/// What all tasks of a tree share.
struct Growth<'a> {
    splitter: &'a Splitter,
    soup: &'a Soup<'a>,
    parallel: bool,
    is_cancelled: IsCancelled<'a>,
    /// Those that no thread uses.
    memories: Mutex<Vec<Workspace>>,
}

impl Growth<'_> {
    /// Runs work with memory that no other thread uses.
    fn with_memory<R>(&self, work: impl FnOnce(&mut Workspace) -> R) -> R {
        let free = || self.memories.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = free().pop();
        let mut memory = taken.unwrap_or_else(Workspace::new);
        let done = work(&mut memory);
        free().push(memory);
        done
    }

    /// Adds the drafts of a set, which is all of the keys; `start` is the position of the first
    /// one in the mesh.
    fn grow(
        &self,
        mut keys: &mut [Key],
        start: u32,
        pending: Pending,
        drafts: &mut Vec<Draft>,
    ) -> Option<()> {
        if pending.set.count <= FAST_SPLIT {
            return self.with_memory(|memory| {
                self.grow_side_by_side(keys, start, pending, memory, drafts)
            });
        }
        if (self.is_cancelled)() {
            return None;
        }
        let Pending { set, frame, depth } = &pending;
        let halve = *depth >= HALVING_DEPTH;
        let children = self.with_memory(|memory| {
            self.splitter.split_keys(self.soup, keys, *set, frame, halve, memory)
        });
        let node = drafts.len();
        drafts.push(draft_of(&children, start));
        let mut tasks = Vec::new();
        for (slot, set) in children.iter().enumerate() {
            let Some(set) = set else { continue };
            let (own, rest) = keys.split_at_mut(set.count);
            keys = rest;
            if set.count > LEAF {
                let below = pending.below(Set { start: 0, ..*set });
                tasks.push((slot, own, start + set.start as u32, below));
            }
        }
        if self.parallel && pending.set.count > SHARED {
            let subtrees = map_large(true, tasks, |(slot, keys, start, pending)| {
                let mut drafts = Vec::with_capacity(keys.len() / TRIANGLES_A_NODE + 1);
                self.grow(keys, start, pending, &mut drafts).map(|()| (slot, drafts))
            });
            for subtree in subtrees {
                let (slot, below) = subtree?;
                let first = drafts.len() as u32;
                set_node(&mut drafts[node], slot, first);
                drafts.extend(below.into_iter().map(|draft| moved(draft, first, 0)));
            }
        } else {
            for (slot, keys, start, pending) in tasks {
                let first = drafts.len() as u32;
                set_node(&mut drafts[node], slot, first);
                self.grow(keys, start, pending, drafts)?;
            }
        }
        Some(())
    }

    /// The same for a set whose triangles are copied side by side: all its nodes, depth first.
    fn grow_side_by_side(
        &self,
        keys: &mut [Key],
        start: u32,
        pending: Pending,
        memory: &mut Workspace,
        drafts: &mut Vec<Draft>,
    ) -> Option<()> {
        let mut items = std::mem::take(&mut memory.items);
        items.clear();
        items.extend(keys.iter().map(|key| self.soup.item(key.id)));
        let mut list: Vec<(Pending, Option<(usize, usize)>)> = vec![(pending, None)];
        while let Some((pending, parent)) = list.pop() {
            if (self.is_cancelled)() {
                return None;
            }
            let index = drafts.len();
            if let Some((parent, slot)) = parent {
                set_node(&mut drafts[parent], slot, index as u32);
            }
            let Pending { set, frame, depth } = &pending;
            let halve = *depth >= HALVING_DEPTH;
            let children = self.splitter.split(&mut items, *set, frame, halve, memory);
            for (slot, child) in children.iter().enumerate().rev() {
                if let Some(child) = child.filter(|child| child.count > LEAF) {
                    list.push((pending.below(child), Some((index, slot))));
                }
            }
            drafts.push(draft_of(&children, start));
        }
        for (key, item) in keys.iter_mut().zip(&items) {
            key.id = item.id;
        }
        memory.items = items;
        Some(())
    }
}

/// The node of a child.
fn set_node(draft: &mut Draft, slot: usize, node: u32) {
    if let Some(child) = &mut draft.children[slot] {
        child.node = Some(node);
    }
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

/// The boxes of some sets, as leaves; their triangles begin at a position.
fn draft_of(children: &[Option<Set>; CHILDREN], start: u32) -> Draft {
    let of = |set: Set| DraftBox {
        frame: set.frame,
        start: start + set.start as u32,
        count: set.count as u32,
        node: None,
    };
    Draft { children: children.map(|child| child.map(of)) }
}
