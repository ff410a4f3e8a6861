//! From the set of all triangles down to leaves.
//!
//! Large sets are sorted by keys, and given to other threads; the call stack is as deep as they
//! are, which [`MAX_DEPTH`] limits. The triangles of other sets are copied side by side; their
//! pending nodes are kept in a list.

use obbtree_tree::wide::MAX_DEPTH;

use super::draft::Drafts;
use super::frame::{Frame, IDENTITY};
use super::set::{LEAF, Set};
use super::soup::{Key, Soup};
use super::split_in_two::{FAST_SPLIT, Memories, Splitter, Workspace};
use super::threads::map_large;

/// The levels of a tree that cuts the largest mesh (2^30 triangles) into quarters down to leaves of
/// four: 14, and one for rounding.
const LEVELS_BY_COUNT: usize = 15;

/// From this depth on every set is halved by count, so that no sequence of uneven cuts makes a tree
/// deeper than [`MAX_DEPTH`].
const HALVING_DEPTH: usize = MAX_DEPTH - LEVELS_BY_COUNT;

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

/// The drafts of some triangles; `None` if the tree was cancelled. Sorts the keys into the order of
/// the leaves.
///
/// `start` is the position of the first one in the tree, `depth` that of the first node, and
/// `sides` are those of the bounds of all these triangles.
pub(super) fn grow(
    splitter: &Splitter,
    soup: &Soup<'_>,
    keys: &mut [Key],
    [x, y, z]: [f32; 3],
    [start, depth]: [usize; 2],
    parallel: bool,
    is_cancelled: IsCancelled<'_>,
) -> Option<Drafts> {
    let mut set = Set { start: 0, count: keys.len(), frame: IDENTITY, area: x * y + y * z + x * z };
    let growth = Growth { splitter, soup, parallel, is_cancelled, memories: Memories::default() };
    set.frame = growth.memories.lend(|memory| splitter.first_axes(soup, keys, set, memory));
    let mut drafts = growth.drafts_for(keys.len());
    growth.grow(keys, start as u32, Pending { set, frame: IDENTITY, depth }, &mut drafts)?;
    Some(drafts)
}

/// What all tasks of a tree share.
struct Growth<'a> {
    splitter: &'a Splitter,
    soup: &'a Soup<'a>,
    parallel: bool,
    is_cancelled: IsCancelled<'a>,
    memories: Memories,
}

impl Growth<'_> {
    /// Memory for the drafts of a set that are not those of tasks of their own.
    fn drafts_for(&self, triangles: usize) -> Drafts {
        let is_shared = self.parallel && triangles > FAST_SPLIT;
        Drafts::with_capacity(if is_shared { 0 } else { triangles })
    }

    /// Adds the drafts of a set, which is all of the keys; `start` is the position of the first
    /// one in the tree.
    fn grow(
        &self,
        mut keys: &mut [Key],
        start: u32,
        pending: Pending,
        drafts: &mut Drafts,
    ) -> Option<()> {
        if pending.set.count <= FAST_SPLIT {
            return self
                .memories
                .lend(|memory| self.grow_side_by_side(keys, start, pending, memory, drafts));
        }
        if (self.is_cancelled)() {
            return None;
        }
        let Pending { set, frame, depth } = &pending;
        let halve = *depth >= HALVING_DEPTH;
        let children = self
            .memories
            .lend(|memory| self.splitter.split_keys(self.soup, keys, *set, frame, halve, memory));
        let node = drafts.push(&children, start);
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
        if self.parallel {
            let subtrees = map_large(true, tasks, |(slot, keys, start, pending)| {
                let mut drafts = self.drafts_for(keys.len());
                self.grow(keys, start, pending, &mut drafts).map(|()| (slot, drafts))
            });
            for subtree in subtrees {
                let (slot, subtree) = subtree?;
                drafts.next_is_of(node, slot);
                drafts.append(subtree);
            }
        } else {
            for (slot, keys, start, pending) in tasks {
                drafts.next_is_of(node, slot);
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
        drafts: &mut Drafts,
    ) -> Option<()> {
        let mut items = std::mem::take(&mut memory.items);
        items.clear();
        items.extend(keys.iter().map(|key| self.soup.item(key.id)));
        let mut list = vec![(pending, None)];
        while let Some((pending, parent)) = list.pop() {
            if (self.is_cancelled)() {
                return None;
            }
            if let Some((parent, slot)) = parent {
                drafts.next_is_of(parent, slot);
            }
            let Pending { set, frame, depth } = &pending;
            let halve = *depth >= HALVING_DEPTH;
            let children = self.splitter.split(&mut items, *set, frame, halve, memory);
            let node = drafts.push(&children, start);
            for (slot, child) in children.iter().enumerate().rev() {
                if let Some(child) = child.filter(|child| child.count > LEAF) {
                    list.push((pending.below(child), Some((node, slot))));
                }
            }
        }
        for (key, item) in keys.iter_mut().zip(&items) {
            key.id = item.id;
        }
        memory.items = items;
        Some(())
    }
}
